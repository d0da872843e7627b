package reference

import (
	"regexp"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/wire"
)

// dots is a client that shows another dot; what isn't said stays as it is.
func dots(id, title string, dot func(t *toolBlock, right string) string) dialect.Fault {
	return does(id, title, func(m *manner) {
		m.dot = func(t *toolBlock) string { return dot(t, dotOf(t)) }
	})
}

func displayFaults() []dialect.Fault {
	rename := func(from, to string) func(*toolBlock, string) string {
		return func(_ *toolBlock, right string) string {
			if right == from {
				return to
			}
			return right
		}
	}
	return []dialect.Fault{
		dots("BLOCK-06/empty-is-active", "A call with an empty result still shows as active.", func(t *toolBlock, right string) string {
			if t.result.Text() == "" && !t.history && !t.stopped {
				return "active"
			}
			return right
		}),
		dots("BLOCK-06/done-stays-active", "The dot is not updated when the result comes.", rename("done", "active")),
		dots("BLOCK-06/history-is-done", "What was loaded from history is done, errors too.", func(t *toolBlock, right string) string {
			if t.history {
				return "done"
			}
			return right
		}),
		dots("BLOCK-06/artifact-is-done", "A result with an artifact is done.", func(t *toolBlock, right string) string {
			if !t.artifact.IsNull() {
				return "done"
			}
			return right
		}),
		dots("BLOCK-06/stopped-is-error", "A call that a terminal cut off shows as an error.", func(t *toolBlock, right string) string {
			if t.stopped && t.result.IsAbsent() && !t.history {
				return "error"
			}
			return right
		}),
		dots("BLOCK-07/history-active", "A call without result from history still spins.", func(t *toolBlock, right string) string {
			if t.result.IsAbsent() && t.history {
				return "active"
			}
			return right
		}),
		dots("BLOCK-07/unstopped-history-active", "A call from history that never stopped still spins.",
			func(t *toolBlock, right string) string {
				if t.open && t.history {
					return "active"
				}
				return right
			}),
		dots("BLOCK-09/unstopped-spins", "A call whose block never stopped spins on after the terminal.",
			func(t *toolBlock, right string) string {
				if t.open && t.result.IsAbsent() && !t.history {
					return "active"
				}
				return right
			}).Warning(),
		shows("BLOCK-20/never", "isFromHistory is always false.",
			func(b wire.Value) wire.Value { return b.With("isFromHistory", wire.Boolean(false)) }),
		does("BLOCK-20/done-is-history", "A finished turn counts as history.", func(m *manner) {
			m.finish = func(c *client) {
				for _, t := range c.blocks {
					t.history = c.history || t.stopped
				}
			}
		}),
		does("BLOCK-20/open-is-live", "A call without result is live, also from history.", func(m *manner) {
			m.finish = func(c *client) {
				for _, t := range c.blocks {
					t.history = c.history && !t.result.IsAbsent()
					t.stopped = t.stopped || c.history
				}
			}
		}),
	}
}

func terminalFaults() []dialect.Fault {
	ends := func(id, title string, terminate func(*client)) dialect.Fault {
		return does(id, title, func(m *manner) { m.terminate = terminate })
	}
	invent := func(text string) func(*client) {
		return func(c *client) {
			stopAll(c)
			for _, t := range c.blocks {
				if t.result.IsAbsent() {
					t.result, t.failed = wire.Str(text), true
				}
			}
		}
	}
	only := func(kind string) func(*manner) {
		return func(m *manner) {
			m.hear = func(_ *client, ev wire.Value) wire.Value {
				if t := ev.Get("content_block").Get("type").Text(); t == kind {
					return wire.Value{}
				}
				return ev
			}
		}
	}
	return []dialect.Fault{
		ends("BLOCK-08/answered-stream-on", "Only the open calls stop streaming.", func(c *client) {
			for _, t := range c.blocks {
				t.streaming, t.stopped = !t.result.IsAbsent(), true
			}
		}),
		ends("BLOCK-08/invented-empty", "An open call gets an empty result.", invent("")),
		does("BLOCK-08/error-unknown", "terminal_error is not known, and its calls stream on.", only(words.Failed)),
		does("BLOCK-08/stop-unknown", "terminal_user_stopped is not known, and its calls stream on.", only(words.UserStopped)),
		does("BLOCK-09/error-spins", "terminal_error doesn't end the spinner.", only(words.Failed)).Warning(),
	}
}

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

// readText is a text that is JSON, read.
func readText(v wire.Value) wire.Value {
	if parsed, err := wire.Parse([]byte(v.Text())); v.IsString() && err == nil {
		return parsed
	}
	return v
}

// valueFaults change what stands in names, inputs, labels and contents.
func valueFaults() []dialect.Fault {
	fence, gaps := regexp.MustCompile("(?s)^```\\w*\n(.*)\n```$"), regexp.MustCompile("\n{3,}")
	return []dialect.Fault{
		shows("BLOCK-01/proto-lost", "A member __proto__ of the input is lost.",
			func(b wire.Value) wire.Value { return b.With("input", withoutProto(b.Get("input"))) }),
		says("BLOCK-03/reprinted", "Content that is JSON is read and printed again.", texts(reprinted)),
		says("BLOCK-03/fence-stripped", "A fence around the content is taken off.",
			texts(func(s string) string { return fence.ReplaceAllString(s, "$1") })),
		says("BLOCK-03/gaps-closed", "Empty lines in a row become one.",
			texts(func(s string) string { return gaps.ReplaceAllString(s, "\n\n") })),
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
		{"invisible", "Characters without width say nothing.",
			strings.NewReplacer("\u200b", "", "\u200d", "", "\ufeff", "", "\ufe0f", "").Replace},
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
