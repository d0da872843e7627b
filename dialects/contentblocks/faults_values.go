package contentblocks

import (
	"regexp"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// What an implementation does to a value on its way; clients and servers do the same.

// withoutProto loses members called __proto__, as copies in JavaScript do.
func withoutProto(v wire.Value) wire.Value {
	if !v.IsObject() {
		return v
	}
	var kept []wire.Member
	for _, m := range v.Members() {
		if m.Name != "__proto__" {
			kept = append(kept, wire.M(m.Name, withoutProto(m.Value)))
		}
	}
	return wire.Obj(kept...)
}

// reprinted is a text that is an object or array, read and printed again.
func reprinted(s string) string {
	if v, err := wire.Parse([]byte(s)); err == nil && (v.IsObject() || v.IsArray()) {
		return v.JSON()
	}
	return s
}

func first64(s string) string {
	r := []rune(s)
	return string(r[:min(64, len(r))])
}

// readText is a text that is JSON, read.
func readText(v wire.Value) wire.Value {
	if parsed, err := wire.Parse([]byte(v.Text())); v.IsString() && err == nil {
		return parsed
	}
	return v
}

// valueFaults change what stands in names, inputs, labels and contents.
func valueFaults() []dialect.Fault {
	named := func(id, title string, edit func(string) string) dialect.Fault {
		return shows(id, title, func(b wire.Value) wire.Value { return b.With("name", wire.Str(edit(b.Get("name").Text()))) })
	}
	fence, gaps := regexp.MustCompile("(?s)^```\\w*\n(.*)\n```$"), regexp.MustCompile("\n{3,}")
	return []dialect.Fault{
		named("BLOCK-01/name-64", "Names are cut at 64 characters.", first64),
		named("BLOCK-01/name-trimmed", "Names are trimmed.", strings.TrimSpace),
		shows("BLOCK-01/proto-lost", "A member __proto__ of the input is lost.", func(b wire.Value) wire.Value { return b.With("input", withoutProto(b.Get("input"))) }),
		says("BLOCK-03/reprinted", "Content that is JSON is read and printed again.", texts(reprinted)),
		says("BLOCK-03/fence-stripped", "A fence around the content is taken off.", texts(func(s string) string { return fence.ReplaceAllString(s, "$1") })),
		says("BLOCK-03/gaps-closed", "Empty lines in a row become one.", texts(func(s string) string { return gaps.ReplaceAllString(s, "\n\n") })),
		warns(shows("BLOCK-19/80", "Labels are cut at 80 characters.", func(b wire.Value) wire.Value {
			if l := []rune(b.Get("tool_content_message").Text()); len(l) > 80 {
				return b.With("tool_content_message", wire.Str(string(l[:80])))
			}
			return b
		})),
	}
}

// alike is a client that takes two ids for one when a key of theirs is equal.
func alike(id, title string, key func(string) string) dialect.Fault {
	return pairs(id, title, func(c *client, r *resultBlock) *toolBlock {
		return c.find(func(t *toolBlock) bool { return key(t.id) == key(r.callID) })
	})
}

// idKeys are keys under which different ids are equal.
func idKeys() []struct {
	word, title string
	key         func(string) string
} {
	return []struct {
		word, title string
		key         func(string) string
	}{
		{"dashes", "Dashes and underscores are equal.", func(s string) string { return strings.ReplaceAll(s, "-", "_") }},
		{"one-prefix", "The prefix toolu_ says nothing.", func(s string) string { return strings.TrimPrefix(s, "toolu_") }},
		{"behind-colon", "What stands before a colon says nothing.", func(s string) string { return s[strings.LastIndex(s, ":")+1:] }},
		{"to-nul", "Ids end at a NUL.", func(s string) string { s, _, _ = strings.Cut(s, "\x00"); return s }},
		{"percent", "Ids are percent-decoded.", func(s string) string { return strings.NewReplacer("%20", " ", "+", " ").Replace(s) }},
		{"zeros", "Zeros in front say nothing.", func(s string) string { return strings.TrimLeft(s, "0") }},
		{"invisible", "Characters without width say nothing.", strings.NewReplacer("\u200b", "", "\u200d", "", "\ufeff", "", "\ufe0f", "").Replace},
		{"astral", "Characters beyond the Basic Multilingual Plane are all equal.", func(s string) string {
			return strings.Map(func(r rune) rune {
				if r > 0xFFFF {
					return '?'
				}
				return r
			}, s)
		}},
	}
}

func alikeFaults() []dialect.Fault {
	var list []dialect.Fault
	for _, k := range idKeys() {
		list = append(list, alike("ROBUST-05/"+k.word, k.title, k.key))
	}
	return list
}
