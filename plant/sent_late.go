package plant

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

// lateFaults are wrong behind something else only: in a later turn, or next to what is odd. Who has only ever seen the first turn
// of a conversation has them.
func (w Sent) lateFaults(t *table) {
	contents := cmp.Or(w.OfContents, w.OfResults)
	t.add(contents, "c-late-results-trimmed", "Results lose the blanks around them from the third word of the user on.",
		w.late(3, func(e *history.Entry) {
			e.Output = Text(strings.TrimSpace)(e.Output)
		}))
	t.add(contents, "c-late-falsy-emptied", "Results that are no text and no object say nothing from the second word of the user on.",
		w.late(2, func(e *history.Entry) {
			if e.Status == "success" && !e.Output.IsString() && !e.Output.IsObject() && !e.Output.IsArray() {
				e.Output = wire.Str("")
			}
		}))
	t.add(w.OfArguments, "c-behind-bare-call", "A call behind one without arguments is sent without any.",
		w.Changing(messages(func(_ int, parts []history.Part) []history.Part {
			var before []history.Part
			for i, p := range parts {
				if p.Call && len(before) > 0 && before[len(before)-1].Arguments == "" {
					parts[i].Arguments = ""
				}
				if p.Call {
					before = append(before, p)
				}
			}
			return parts
		})))
	t.add(w.OfCalls, "c-name-kept", "A call whose arguments are those of the call before it has its name, too.",
		w.Changing(messages(func(_ int, parts []history.Part) []history.Part {
			for i := 1; i < len(parts); i++ {
				if a, b := parts[i-1], parts[i]; a.Call && b.Call && a.Arguments == b.Arguments {
					parts[i].Name = a.Name
				}
			}
			return parts
		})))
	t.add(contents, "c-value-behind-empty", "A value that is no text, behind an empty result of its message, is sent as nothing.",
		w.Changing(func(h history.History) history.History {
			before := h
			h = slices.Clone(h)
			for i := 1; i < len(h); i++ {
				if e := before[i-1]; e.Role == history.Tool && e.Known() == "" && h[i].Role == history.Tool && !h[i].Output.IsString() {
					h[i].Output = wire.Str("")
				}
			}
			return h
		}))
}

// late changes the results behind the n-th word of the user.
func (w Sent) late(n int, change func(e *history.Entry)) Plant {
	return w.Changing(func(h history.History) history.History {
		h, said := slices.Clone(h), 0
		for i := range h {
			switch h[i].Role {
			case history.User:
				said++
			case history.Tool:
				if said >= n {
					change(&h[i])
				}
			}
		}
		return h
	})
}
