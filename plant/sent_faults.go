package plant

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

// Faults are the faults that converters have on every wire.
func (w Sent) Faults() []Row {
	t := &table{except: w.Except}
	w.callFaults(t)
	w.resultFaults(t)
	w.lateFaults(t)
	w.orderFaults(t)
	w.invalidFaults(t)
	return append(t.rows, w.products()...)
}

func (w Sent) products() []Row {
	var places []Place
	add := func(at, line, slug, title string) {
		if at != "" && line != "" {
			places = append(places, Place{Slug: slug, Title: title, Requirement: line,
				Plant: func(e Edit) Plant { return Showing(at, Deep(e)) }})
		}
	}
	add(w.Arguments, w.OfArguments, "c-arguments", "A text in the arguments")
	add(w.Name, w.OfCalls, "c-name", "A name")
	add(w.Text, w.OfTexts, "c-text", "A text")
	rows := Product(places, Lettered("cut-at-64", "lower", "ascii", "entities", "quotes", "falsy-lost"))
	for _, p := range places {
		if p.Slug == "c-name" {
			rows = append(rows, Product([]Place{p}, Namespaces())...)
		}
		if p.Slug == "c-text" {
			rows = append(rows, Product([]Place{p}, append(Named("crlf"), Layers()...))...)
		}
	}
	if line := cmp.Or(w.OfContents, w.OfResults); line != "" {
		results := Place{Slug: "c-result", Title: "A result", Requirement: line, Plant: func(e Edit) Plant {
			return w.Results(func(r *history.Entry) { r.Output = e(r.Output) })
		}}
		rows = append(rows, Product([]Place{results}, append(Letters(), Layers()...))...)
	}
	if w.OfMalformed != "" {
		rows = slices.Concat(rows, Lenient(w.OfMalformed, w.Reading), Objects(cmp.Or(w.OfObjectless, w.OfMalformed), w.Reading))
	}
	return slices.DeleteFunc(rows, func(r Row) bool { return slices.Contains(w.Except, r.slug()) })
}

func (w Sent) callFaults(t *table) {
	ofCalls := func(keep func(calls, n int) bool) Plant {
		return w.Changing(messages(func(_ int, parts []history.Part) []history.Part {
			n, all := -1, 0
			for _, p := range parts {
				if p.Call {
					all++
				}
			}
			return slices.DeleteFunc(parts, func(p history.Part) bool {
				if p.Call {
					n++
				}
				return p.Call && !keep(all, n)
			})
		}))
	}
	arguments := func(edit Edit) Plant {
		return w.Changing(calls(func(p *history.Part) { p.Arguments = InJSON(edit)(wire.Str(p.Arguments)).Text() }))
	}
	pair := func(change func(a, b *history.Part)) Plant {
		return w.Changing(messages(func(_ int, parts []history.Part) []history.Part {
			var at []int
			for i, p := range parts {
				if p.Call {
					at = append(at, i)
				}
			}
			for i := 0; i+1 < len(at); i += 2 {
				change(&parts[at[i]], &parts[at[i+1]])
			}
			return parts
		}))
	}
	t.add(w.OfCalls, "c-second-call-lost", "Only the first call of a message is sent.", ofCalls(func(_, n int) bool { return n == 0 }))
	t.add(w.OfCalls, "c-first-call-lost", "The first of several calls of a message is not sent.",
		ofCalls(func(all, n int) bool { return n > 0 || all == 1 }))
	t.add(w.OfCalls, "c-call-lost", "Calls are dropped when text stands beside them.",
		w.Changing(messages(func(_ int, parts []history.Part) []history.Part {
			if len(parts) > 0 && !parts[0].Call && parts[0].Text != "" {
				return slices.DeleteFunc(parts, func(p history.Part) bool { return p.Call })
			}
			return parts
		})))
	t.add(w.OfCalls, "c-late-names-trimmed", "Names of calls behind the eighth of a message are trimmed.",
		w.Changing(messages(func(_ int, parts []history.Part) []history.Part {
			n := 0
			for i := range parts {
				if parts[i].Call {
					if n++; n > eight {
						parts[i].Name = strings.TrimSpace(parts[i].Name)
					}
				}
			}
			return parts
		})))
	t.add(w.OfCalls, "c-names-swapped", "Two calls have each other's name.",
		pair(func(a, b *history.Part) { a.Name, b.Name = b.Name, a.Name }))
	t.add(w.OfArguments, "c-arguments-swapped", "Two calls have each other's arguments.",
		pair(func(a, b *history.Part) { a.Arguments, b.Arguments = b.Arguments, a.Arguments }))
	t.add(w.OfArguments, "c-arguments-emptied", "The arguments of every call are {}.",
		arguments(func(wire.Value) wire.Value { return wire.Obj() }))
	t.add(w.OfArguments, "c-falsy-dropped", "Members whose value is falsy are lost.", arguments(Truthy))
	t.add(w.OfArguments, "c-arguments-unwrapped", "Arguments lose a wrapper that is none.", arguments(Unwrapped))
	t.add(w.OfArguments, "c-strings-parsed", "Strings in the arguments that are JSON are parsed.", arguments(Deep(Parsed)))
	if w.Arguments != "" {
		t.add(w.OfArguments, "c-arguments-encoded-twice", "Arguments are encoded twice.",
			Showing(w.Arguments, func(v wire.Value) wire.Value {
				if v.IsString() {
					return wire.Str(wire.Quote(v.Text()))
				}
				return wire.Str(v.JSON())
			}))
	}
	t.add(w.OfArguments, "c-malformed-is-empty-object", "Malformed arguments become {}.", w.malformed(func(string) string { return "{}" }))
	t.add(w.OfArguments, "c-malformed-is-healed", "Malformed arguments are completed.", w.malformed(Healed))
	t.add(w.OfIDs, "c-id-shortened-once", "A long id is cut in the call and not in the result.",
		w.Changing(calls(func(p *history.Part) { p.ID = p.ID[:min(len(p.ID), 40)] })))
	t.add(w.OfIDs, "c-id-trimmed-once", "Ids are trimmed in calls alone.",
		w.Changing(calls(func(p *history.Part) { p.ID = strings.TrimSpace(p.ID) })))
	t.add(w.OfIDs, "c-id-trimmed", "Ids are trimmed on both sides, so that two become one.", w.Changing(Renamed(strings.TrimSpace)))
	t.add("ROBUST-05", "c-id-lower", "Ids are written small on both sides, so that two become one.", w.Changing(Renamed(strings.ToLower)))
	t.add("ROBUST-05", "c-id-shortened", "Ids are cut on both sides, so that two become one.",
		w.Changing(Renamed(func(s string) string { return s[:min(len(s), 40)] })))
	t.warn("ROBUST-04", "c-doubles", "Arguments pass through doubles.", arguments(dialect.Doubles))
	t.warn("ROBUST-04", "c-integers-in-32-bits", "Integers in the arguments have 32 bits.", arguments(dialect.Integers32))
	t.warn("ROBUST-04", "c-doubles-in-result", "A result that is JSON text passes through doubles.", w.Results(func(e *history.Entry) {
		if e.Output.IsString() {
			e.Output = InJSON(dialect.Doubles)(e.Output)
		}
	}))
}

func (w Sent) resultFaults(t *table) {
	contents := cmp.Or(w.OfContents, w.OfResults)
	t.add(w.OfResults, "c-falsy-result-lost", "0, false and an empty text send no result.",
		w.Changing(func(h history.History) history.History {
			return slices.DeleteFunc(slices.Clone(h), func(e history.Entry) bool {
				return e.Role == history.Tool && slices.Contains([]string{"0", "false", "", "null"}, e.Known())
			})
		}))
	t.add(contents, "c-result-of-next", "Of results that follow each other, each call has the next one's.",
		w.Changing(func(h history.History) history.History {
			before := slices.Clone(h)
			h = slices.Clone(h)
			for i := 0; i+1 < len(h); i++ {
				if h[i].Role == history.Tool && h[i+1].Role == history.Tool {
					h[i].Output, h[i].Status = before[i+1].Output, before[i+1].Status
				}
			}
			return h
		}))
	t.add(contents, "c-result-unwrapped", "A result loses a wrapper that is none.",
		w.Results(func(e *history.Entry) { e.Output = only(e.Output, "value", "result", "output", "content", "text") }))
	t.add(contents, "c-result-quoted", "A text is sent as JSON.", w.Results(func(e *history.Entry) {
		if e.Output.IsString() && !wire.IsJSON(e.Output.Text()) {
			e.Output = wire.Str(e.Output.JSON())
		}
	}))
	t.add("ROBUST-03", "c-result-cut-at-256k", "A result ends after 262,144 bytes.", w.Results(func(e *history.Entry) {
		e.Output = Text(func(s string) string { return s[:min(len(s), 1<<18)] })(e.Output)
	}))
	t.add(w.OfResults, "c-last-result-lost", "The last of several results is not sent.",
		w.Changing(func(h history.History) history.History {
			for i := len(h) - 1; i > 0; i-- {
				if h[i].Role == history.Tool && h[i-1].Role == history.Tool {
					return slices.Delete(slices.Clone(h), i, i+1)
				}
			}
			return h
		}))
	t.add(contents, "c-image-named", "A result that looks like an image is sent as its name.", w.Results(func(e *history.Entry) {
		if strings.HasPrefix(e.Output.Get("type").Text(), "image") {
			e.Output = wire.Str("[image]")
		}
	}))
	t.add(w.OfResults, "c-equal-result-once", "A result that says what another one said is not sent.", w.Changing(saidOnce(history.Tool)))
	failed := func(change func(e *history.Entry)) Plant {
		return w.Results(func(e *history.Entry) {
			if e.Status != "success" {
				change(e)
			}
		})
	}
	t.add(w.OfErrors, "c-error-is-empty-object", "An error's content is {}.", failed(func(e *history.Entry) { e.Output = wire.Str("{}") }))
	t.add(w.OfErrors, "c-error-is-generic", "An error's content is a word of the converter's own.",
		failed(func(e *history.Entry) { e.Output = wire.Str("The tool failed.") }))
	t.add(w.OfFlag, "c-error-is-success", "An error is sent as a success.", failed(func(e *history.Entry) { e.Status = "success" }))
	t.add(w.OfFlag, "c-cancelled-is-success", "A cancelled call is sent as a success.", failed(func(e *history.Entry) {
		if e.Status == "cancelled" {
			e.Status = "success"
		}
	}))
	t.add(w.OfFlag, "c-success-is-error", "A success that reads as an error is sent as one.", w.Results(func(e *history.Entry) {
		if strings.HasPrefix(e.Output.Text(), "Error") {
			e.Status = "error"
		}
	}))
}

// saidOnce drops the entries of a role that say again, and nothing else, what one of them said before.
func saidOnce(role string) func(history.History) history.History {
	return func(h history.History) history.History {
		seen := map[string]bool{}
		return slices.DeleteFunc(slices.Clone(h), func(e history.Entry) bool {
			text := e.Text + e.Output.JSON() + e.Status
			for _, p := range e.Parts {
				text += p.ID + p.Text
			}
			again := e.Role == role && seen[text]
			seen[text] = seen[text] || e.Role == role
			return again
		})
	}
}

func (w Sent) orderFaults(t *table) {
	t.add(w.OfOrder, "c-results-before-calls", "Results stand before everything else.", w.Changing(func(h history.History) history.History {
		h = slices.Clone(h)
		slices.SortStableFunc(h, func(a, b history.Entry) int { return one(b.Role == history.Tool) - one(a.Role == history.Tool) })
		return h
	}))
	t.add(w.OfOrder, "c-result-after-user", "Results stand behind the next user message.",
		w.Changing(func(h history.History) history.History {
			h = slices.Clone(h)
			for i := range h {
				for k := i; k > 0 && h[k].Role == history.User && h[k-1].Role == history.Tool; k-- {
					h[k], h[k-1] = h[k-1], h[k]
				}
			}
			return h
		}))
	t.add(w.OfTexts, "c-user-behind-result-once", "Of what users say in a row behind a result the last alone is sent.",
		w.Changing(func(h history.History) history.History {
			h = slices.Clone(h)
			for i := 1; i+1 < len(h); {
				if h[i-1].Role == history.Tool && h[i].Role == history.User && h[i+1].Role == history.User {
					h = slices.Delete(h, i, i+1)
				} else {
					i++
				}
			}
			return h
		}))
	if w.OfTexts != "" { // elsewhere text is free
		t.add("ROBUST-03", "c-text-cut-at-256k", "An assistant's text ends after 262,144 bytes.",
			w.Changing(messages(func(_ int, parts []history.Part) []history.Part {
				for i, p := range parts {
					parts[i].Text = p.Text[:min(len(p.Text), 1<<18)]
				}
				return parts
			})))
	}
	t.add(w.OfTexts, "c-text-lost-beside-calls", "Text beside calls is lost.",
		w.Changing(messages(func(_ int, parts []history.Part) []history.Part {
			if slices.ContainsFunc(parts, func(p history.Part) bool { return p.Call }) {
				return slices.DeleteFunc(parts, func(p history.Part) bool { return !p.Call })
			}
			return parts
		})))
	t.add(w.OfTexts, "c-user-again-lost", "What the user said before is not sent again.", w.Changing(saidOnce(history.User)))
	t.add(w.OfTexts, "c-assistant-again-lost", "What the assistant said before is not sent again.",
		w.Changing(saidOnce(history.Assistant)))
	t.add(w.OfTexts, "c-user-one-blank", "Two blanks of the user's become one.", w.Changing(func(h history.History) history.History {
		h = slices.Clone(h)
		for i := range h {
			h[i].Text = strings.ReplaceAll(h[i].Text, "  ", " ")
		}
		return h
	}))
	t.add(w.OfTexts, "c-last-text-lost", "The user's last word is lost.", w.Changing(func(h history.History) history.History {
		if k := len(h) - 1; k > 0 && h[k].Role == history.User {
			return h[:k]
		}
		return h
	}))
	t.add(w.OfTexts, "c-text-twice", "The first text is sent twice.", w.Changing(func(h history.History) history.History {
		if len(h) > 0 && h[0].Role == history.User {
			return slices.Insert(slices.Clone(h), 1, h[0])
		}
		return h
	}))
	t.add(w.OfPlaces, "c-text-before-result", "Text behind a result is moved before it.", w.Changing(textBefore))
}

// textBefore moves the text of a message that follows results to the message of their calls.
func textBefore(h history.History) history.History {
	h = slices.Clone(h)
	for i := len(h) - 1; i > 0; i-- {
		if h[i].Role != history.Assistant || h[i-1].Role != history.Tool ||
			slices.ContainsFunc(h[i].Parts, func(p history.Part) bool { return p.Call }) {
			continue
		}
		for k := i - 1; k >= 0; k-- {
			if h[k].Role == history.Assistant {
				h[k].Parts = slices.Concat(h[k].Parts, h[i].Parts)
				h = slices.Delete(h, i, i+1)
				break
			}
		}
	}
	return h
}

func (w Sent) invalidFaults(t *table) {
	t.add(w.OfOpen, "c-made-up-success", "An open call is answered with {}.", w.Mending(history.Mended("{}")))
	t.add(w.OfOpen, "c-made-up-ok", "An open call is answered with ok.", w.Mending(history.Mended("ok")))
	asItIs := w.Mending(func(h history.History) history.History { return h })
	if w.Lenient {
		t.warn(w.OfInvalid, "c-sent-as-it-is", "An invalid history is sent as it is.", asItIs)
	} else {
		t.add(w.OfInvalid, "c-sent-as-it-is", "An invalid history is sent as it is.", asItIs)
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
