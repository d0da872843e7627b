package reference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/wire"
)

// surroundingFaults go wrong by what stands before a fence, or by how the document is
// written and cut.
func (p *planting) surroundingFaults() {
	p.stickyFaults()
	p.againFaults()
	p.beginningFaults()
	p.mixedEndingFaults()
}

// remembers plants a change of events that knows the object before.
func (p *planting) remembers(id string, change func(events []wire.Value, object, before wire.Value) []wire.Value) {
	p.perInput(id, func(wire.Value) manner {
		before := wire.Obj()
		return telling(func(events []wire.Value, object wire.Value) []wire.Value {
			events = change(events, object, before)
			before = object
			return events
		})
	})
}

// stickyFaults leave something over from the fence before.
func (p *planting) stickyFaults() {
	asksByState := func(o wire.Value) bool { return !o.Has("output") && !o.Has("errorText") }
	told := func(o wire.Value, payload, state string) bool { return o.Has(payload) || words.StateIs(state)(o) }
	p.remembers("FENCE-05/error-sticks", func(events []wire.Value, o, before wire.Value) []wire.Value {
		if asksByState(o) && told(before, "errorText", "output-error") {
			return dropping(words.OutputEvent, always)(events, o)
		}
		return events
	})
	p.remembers("FENCE-06/output-sticks", func(events []wire.Value, o, before wire.Value) []wire.Value {
		if asksByState(o) && told(before, "output", "output-available") {
			return dropping(words.ErrorEvent, always)(events, o)
		}
		return events
	})
	p.remembers("FENCE-06/error-text-sticks", func(events []wire.Value, o, before wire.Value) []wire.Value {
		if asksByState(o) && before.Has("errorText") {
			return dropping(words.ErrorEvent, always)(events, o)
		}
		return events
	})
	p.remembers("FENCE-07/state-sticks", func(events []wire.Value, o, before wire.Value) []wire.Value {
		if !o.Has("state") && asksByState(o) && words.StateIs("output-available")(before) {
			return adding(words.OutputEvent, "output", wire.NullValue, always)(events, o)
		}
		return events
	})
	p.remembers("FENCE-05/first-outcome-decides", func(events []wire.Value, o, before wire.Value) []wire.Value {
		if asksByState(o) && asksByState(before) && before.Len() > 0 && !strings.HasPrefix(before.Get("state").Text(), "output") {
			return dropping(words.OutputEvent, always)(events, o)
		}
		return events
	})
}

// againFaults take a call that comes again for the earlier one.
func (p *planting) againFaults() {
	key := func(o wire.Value) string { return o.Get("toolName").Text() + o.Get("input").JSON() }
	equal := func(id string, change func(events []wire.Value, object wire.Value) []wire.Value) {
		p.perInput(id, func(wire.Value) manner {
			seen := map[string]bool{}
			return telling(func(events []wire.Value, o wire.Value) []wire.Value {
				again := seen[key(o)] && o.Has("input")
				seen[key(o)] = true
				if again {
					return change(events, o)
				}
				return events
			})
		})
	}
	equal("FENCE-03/once-a-call", func([]wire.Value, wire.Value) []wire.Value { return nil })
	p.also("FENCE-01", "FENCE-05", "FENCE-06", "FENCE-18", "FENCE-22")
	p.perInput("FENCE-05/cached", func(wire.Value) manner {
		outputs := map[string]wire.Value{}
		return telling(setting(words.OutputEvent, "output", func(v, o wire.Value) wire.Value {
			if cached, ok := outputs[key(o)]; ok && o.Has("input") {
				return cached
			}
			outputs[key(o)] = v
			return v
		}))
	})
	p.tells("FENCE-09/by-content", setting("", "toolCallId", func(v, o wire.Value) wire.Value {
		if o.Has("toolCallId") {
			return v
		}
		n := 0
		for _, c := range []byte(key(o)) {
			n = (n*131 + int(c)) % 1000003
		}
		return wire.Str(fmt.Sprintf("tool-call-%d", 700000+n))
	}))
}

// rewriting is the reference, reading another document than was sent, in one read.
func (p *planting) rewriting(id string, change func(document string) string) {
	p.add(id, func(answer dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			pieces, err := wire.InputChunks(input)
			if err != nil {
				return answer(input)
			}
			before := string(slices.Concat(pieces...))
			after := change(before)
			if after == before {
				return answer(input)
			}
			return answer(wire.Obj(wire.ChunkMembers("", [][]byte{[]byte(after)})...))
		}
	})
}

// beginningFaults take a line of dashes for more than it is.
func (p *planting) beginningFaults() {
	matter := func(marker string) func(string) string {
		return func(document string) string {
			inside, found := strings.CutPrefix(document, marker+"\n")
			if !found {
				return document
			}
			_, behind, closed := strings.Cut("\n"+inside, "\n"+marker+"\n")
			if !closed {
				return document
			}
			return behind
		}
	}
	p.rewriting("FENCE-02/front-matter", matter("---"))
	p.also("FENCE-01", "FENCE-03", "FENCE-05", "FENCE-22")
	p.rewriting("FENCE-02/front-matter-of-plusses", matter("+++"))
	p.also("FENCE-22")
	p.perInput("FENCE-01/front-matter-unclosed", func(input wire.Value) manner {
		pieces, _ := wire.InputChunks(input)
		inside, lines := strings.HasPrefix(string(slices.Concat(pieces...)), "---\n"), 0
		return manner{isTool: func(_ *reader, f *fenceLine) bool { return isPlainTool(f) && !inside },
			line: func(_ *reader, line string) string {
				if lines++; lines > 1 && line == "---\n" {
					inside = false
				}
				return line
			}}
	})
}

// mixedEndingFaults take the first line ending for that of the whole document.
func (p *planting) mixedEndingFaults() {
	p.rewriting("FENCE-01/first-ending-decides", func(document string) string {
		line, _, _ := strings.Cut(document, "\n")
		if !strings.HasSuffix(line, "\r") {
			return document
		}
		const kept = "\x00"
		return strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(document, "\r\n", kept), "\n", " "), kept, "\r\n")
	})
	p.also("FENCE-02", "FENCE-03", "FENCE-05")
	p.perInput("FENCE-01/crlf-only-where-all", func(input wire.Value) manner {
		pieces, _ := wire.InputChunks(input)
		document := string(slices.Concat(pieces...))
		mixed := strings.Contains(document, "\r\n") && strings.Count(document, "\n") != strings.Count(document, "\r\n")
		return manner{isTool: func(r *reader, f *fenceLine) bool {
			return isPlainTool(f) && !(mixed && strings.Contains(string(r.buffer), "```tool\r\n"))
		}}
	})
	p.perInput("FENCE-02/crlf-becomes-lf", func(input wire.Value) manner {
		pieces, _ := wire.InputChunks(input)
		document := string(slices.Concat(pieces...))
		mixed := strings.Count(document, "\n") != strings.Count(document, "\r\n")
		return manner{line: func(_ *reader, line string) string {
			if mixed {
				return strings.ReplaceAll(line, "\r\n", "\n")
			}
			return line
		}}
	})
}
