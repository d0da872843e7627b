package plant

import (
	"slices"
	"strings"
)

// Key is what a careless reader of ids knows one by: ids that differ may have the same.
type Key struct {
	Slug string
	Of   func(id string) string
}

// Keys are the keys of these slugs, or all.
func Keys(slugs ...string) []Key {
	replaced := func(oldnew ...string) func(string) string { return strings.NewReplacer(oldnew...).Replace }
	plane := func(r rune) rune {
		if r > 0xFFFF {
			return '?'
		}
		return r
	}
	return slices.DeleteFunc([]Key{
		{"dashes", replaced("-", "_")}, {"one-prefix", func(id string) string { return strings.TrimPrefix(id, "toolu_") }},
		{"behind-colon", func(id string) string { return id[strings.LastIndex(id, ":")+1:] }},
		{"to-nul", func(id string) string { id, _, _ = strings.Cut(id, "\x00"); return id }},
		{"percent", replaced("%20", " ", "+", " ")}, {"zeros", func(id string) string { return strings.TrimLeft(id, "0") }},
		{"invisible", replaced("\u200b", "", "\u200d", "", "\ufeff", "", "\ufe0f", "")},
		{"astral", func(id string) string { return strings.Map(plane, id) }},
	}, func(k Key) bool { return len(slugs) > 0 && !slices.Contains(slugs, k.Slug) })
}
