package plant

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Faults are the faults that producers have on every wire.
func (w Told) Faults() []Row {
	t := &table{except: w.Except}
	w.callFaults(t)
	w.argumentFaults(t)
	w.textFaults(t)
	w.endFaults(t)
	w.byteFaults(t)
	return append(t.rows, w.products()...)
}

func (w Told) products() []Row {
	at := func(pointer string) func(Edit) Plant { return func(e Edit) Plant { return w.At(pointer, e) } }
	texts := Place{Slug: "text", Title: "The text", Requirement: w.OfText, Plant: at(w.Text)}
	named := []Place{
		{Slug: "name", Title: "A name", Requirement: cmp.Or(w.OfName, w.OfCalls), Plant: at(w.Name)},
		{Slug: "id", Title: "An id", Requirement: "ROBUST-05", Plant: at(w.ID)},
	}
	rows := append(Product(named, Namespaces()), Product(append([]Place{texts}, named...),
		Lettered("trimmed", "first-line", "cut-at-64", "lower", "ascii", "entities", "one-blank", "quotes"))...)
	rows = append(rows, Product([]Place{{Slug: "arguments", Title: "The arguments", Requirement: w.OfArguments, Plant: at(w.Arguments)}},
		Lettered("trimmed", "cut-at-64", "lower", "ascii", "unescaped", "entities", "one-blank", "quotes"))...)
	rows = append(rows, Product([]Place{texts}, append(Layers(), torn()))...)
	if w.OfMalformed != "" {
		rows = slices.Concat(rows, Lenient(w.OfMalformed, HearsArguments), Objects(w.OfMalformed, HearsArguments),
			[]Row{{ID: w.OfMalformed + "/objectless-quoted", Title: "The object in a string is taken out of it.",
				Plant: HearsArguments(unquoted)}})
	}
	if w.Error != "" {
		rows = append(rows, failures(w.OfError, at(w.Error), true)...)
	}
	return slices.DeleteFunc(rows, func(r Row) bool { return r.ID[0] == '/' || slices.Contains(w.Except, r.slug()) })
}

// lost is a turn without its n-th call, from the end where n is negative. The only call stays.
func lost(n int) Plant {
	return HearsTurn(func(t *transcript.Transcript) {
		all, at := t.Calls(), n
		if at < 0 {
			at += len(all)
		}
		if len(all) > 1 && at >= 0 && at < len(all) {
			t.Items = slices.DeleteFunc(t.Items, func(i transcript.Item) bool { return i.ID == all[at].ID })
		}
	})
}

// neighbours changes the first two calls of a turn.
func neighbours(change func(a, b *transcript.Item)) Plant {
	return HearsTurn(func(t *transcript.Transcript) {
		var first *transcript.Item
		for i := range t.Items {
			switch item := &t.Items[i]; {
			case item.Kind != transcript.Call:
			case first == nil:
				first = item
			default:
				change(first, item)
				return
			}
		}
	})
}

func (w Told) callFaults(t *table) {
	t.add(cmp.Or(w.OfName, w.OfCalls), "p-label-is-name", "The label stands for the name.", HearsCalls(func(_ int, c *transcript.Item) {
		if c.Label != "" {
			c.Name = c.Label
		}
	}))
	t.add(w.OfCalls, "p-first-call-lost", "The first of several calls is never told.", lost(0))
	t.add(w.OfCalls, "p-second-call-lost", "The second call is never told.", lost(1))
	t.add(w.OfCalls, "p-last-call-lost", "The last of several calls is never told.", lost(-1))
	t.add(w.OfCalls, "p-call-twice", "The last call is told again, under another id.", HearsTurn(func(t *transcript.Transcript) {
		var again []transcript.Item
		for _, i := range t.Items {
			if all := t.Calls(); len(all) > 0 && i.ID == all[len(all)-1].ID {
				i.ID += "_again"
				again = append(again, i)
			}
		}
		end := len(t.Items)
		if end > 0 && t.Items[end-1].Kind == transcript.Stop {
			end--
		}
		t.Items = slices.Insert(t.Items, end, again...)
	}))
	t.add(w.OfCalls, "p-ids-anew", "Calls get ids of the server's own.", HearsTurn(func(t *transcript.Transcript) {
		anew := map[string]string{}
		for i, item := range t.Items {
			if item.Kind == transcript.Call {
				anew[item.ID] = fmt.Sprintf("call_%d", len(anew))
			}
			if to, there := anew[item.ID]; there {
				t.Items[i].ID = to
			}
		}
	}))
	t.add(cmp.Or(w.OfName, w.OfCalls), "p-late-names-trimmed", "Names of calls behind the eighth are trimmed.",
		HearsCalls(func(n int, c *transcript.Item) {
			if n >= eight {
				c.Name = strings.TrimSpace(c.Name)
			}
		}))
	t.add(cmp.Or(w.OfName, w.OfCalls), "p-names-swapped", "Two calls have each other's name.",
		neighbours(func(a, b *transcript.Item) { a.Name, b.Name = b.Name, a.Name }))
	t.add(w.OfCalls, "p-equal-calls-merged", "Of calls with one name and equal input the first is told.",
		HearsTurn(func(t *transcript.Transcript) {
			seen := map[string]bool{}
			for _, c := range t.Calls() {
				text, _ := c.ArgumentText()
				key := c.Name + "\x00" + c.Input.JSON() + text
				if seen[key] {
					t.Items = slices.DeleteFunc(t.Items, func(i transcript.Item) bool { return i.ID == c.ID })
				}
				seen[key] = true
			}
		}))
}

func (w Told) argumentFaults(t *table) {
	input := func(edit Edit) Plant {
		return HearsCalls(func(_ int, c *transcript.Item) {
			if c.Input.IsObject() {
				c.Input = edit(c.Input)
			}
		})
	}
	t.add(w.OfArguments, "p-last-brace-lost", "The last brace is never sent.",
		w.At(w.Arguments, Text(func(s string) string { return strings.TrimSuffix(s, "}") })))
	t.add(w.OfArguments, "p-arguments-encoded-twice", "The arguments are encoded twice.",
		w.At(w.Arguments, When(func(v wire.Value) bool { return v.Text() != "" }, Text(wire.Quote))))
	t.add(w.OfArguments, "p-arguments-swapped", "Two calls have each other's input.", neighbours(func(a, b *transcript.Item) {
		if a.Input.IsObject() && b.Input.IsObject() {
			a.Input, b.Input = b.Input, a.Input
		}
	}))
	t.add(w.OfArguments, "p-arguments-emptied", "The input of every call is {}.", input(func(wire.Value) wire.Value { return wire.Obj() }))
	t.add(w.OfArguments, "p-falsy-dropped", "Members whose value is falsy are lost.", input(Truthy))
	t.add(w.OfArguments, "p-strings-parsed", "Strings in the input that are JSON are parsed.", input(Deep(Parsed)))
	t.add(w.OfArguments, "p-last-piece-lost", "The last piece of the arguments is lost.",
		pieces(func(list []int, t *transcript.Transcript) { t.Items[list[len(list)-1]].Delta = "" }))
	t.add(w.OfArguments, "p-first-piece-lost", "The first piece of the arguments is lost.",
		pieces(func(list []int, t *transcript.Transcript) { t.Items[list[0]].Delta = "" }))
	t.add(w.OfArguments, "p-pieces-limited", "Of a call's pieces two hundred are told.",
		pieces(func(list []int, t *transcript.Transcript) {
			for n, at := range list {
				if n >= 200 {
					t.Items[at].Delta = ""
				}
			}
		}))
	t.add("ROBUST-05", "p-pieces-any-case", "The pieces of calls whose ids differ in case belong to the first.",
		HearsTurn(func(t *transcript.Transcript) {
			first := map[string]string{}
			for i, item := range t.Items {
				key := strings.ToLower(item.ID)
				switch {
				case item.Kind == transcript.Call && first[key] == "":
					first[key] = item.ID
				case item.Kind == transcript.InputDelta:
					t.Items[i].ID = first[key]
				}
			}
		}))
	t.add(w.OfArguments, "p-pieces-reversed", "The pieces of the arguments come in reverse.",
		pieces(func(list []int, t *transcript.Transcript) {
			for i, k := 0, len(list)-1; i < k; i, k = i+1, k-1 {
				a, b := &t.Items[list[i]], &t.Items[list[k]]
				a.Delta, b.Delta = b.Delta, a.Delta
			}
		}))
	t.add(w.OfArguments, "p-malformed-empty", "Arguments that are no JSON object become {}.", HearsCalls(func(_ int, c *transcript.Item) {
		if c.Arguments.IsString() && !isObject(c.Arguments.Text()) {
			c.Arguments = wire.Str("{}")
		}
	}))
	t.add(w.OfArguments, "p-cut-completed", "A cut call's text is closed.", HearsTurn(func(t *transcript.Transcript) {
		stop := t.StopReason()
		for _, c := range t.Calls() {
			text, _ := c.ArgumentText()
			if !c.Cut(stop) || len(c.Deltas) == 0 {
				continue
			}
			for i := range t.Items {
				if t.Items[i].Kind == transcript.InputDelta && t.Items[i].ID == c.ID {
					t.Items[i].Delta, text = Healed(text), ""
				}
			}
		}
	}))
	any := func(edit Edit) Plant { // as values, and as text
		return HearsCalls(func(_ int, c *transcript.Item) {
			c.Input, c.Arguments = edit(c.Input), InJSON(edit)(c.Arguments)
		})
	}
	t.warn("ROBUST-04", "p-doubles", "Arguments pass through doubles.", any(dialect.Doubles))
	t.warn("ROBUST-04", "p-integers-in-32-bits", "Integers in the arguments have 32 bits.", any(dialect.Integers32))
	t.warn("ROBUST-04", "p-doubles-in-result", "A result that is JSON text passes through doubles.",
		HearsTurn(func(t *transcript.Transcript) {
			for i, item := range t.Items {
				if item.Kind == transcript.Result && item.Content.IsString() {
					t.Items[i].Content = InJSON(dialect.Doubles)(item.Content)
				}
			}
		}))
}

// pieces changes the deltas of every call that has any: list are their places.
func pieces(change func(list []int, t *transcript.Transcript)) Plant {
	return HearsTurn(func(t *transcript.Transcript) {
		of := map[string][]int{}
		for i, item := range t.Items {
			if item.Kind == transcript.InputDelta {
				of[item.ID] = append(of[item.ID], i)
			}
		}
		for _, list := range of {
			change(list, t)
		}
	})
}

// LastResultLost never hears a result right before a stop that is no completion.
func LastResultLost() Plant {
	return HearsTurn(func(t *transcript.Transcript) {
		at := len(t.Items) - 2
		if at >= 0 && t.Items[at].Status == transcript.Success && t.StopReason() != transcript.Completed {
			t.Items = slices.Delete(t.Items, at, at+1)
		}
	})
}

func isText(i transcript.Item) bool { return i.Kind == transcript.Text }

func (w Told) textFaults(t *table) {
	t.add(w.OfText, "p-text-twice", "A text is sent twice.", HearsTurn(func(t *transcript.Transcript) {
		if i := slices.IndexFunc(t.Items, func(i transcript.Item) bool { return isText(i) && i.Text != "" }); i >= 0 {
			t.Items = slices.Insert(t.Items, i, t.Items[i])
		}
	}))
	t.add(w.OfText, "p-text-lost", "Text is never sent beside calls.", HearsTurn(func(t *transcript.Transcript) {
		if len(t.Calls()) > 0 {
			t.Items = slices.DeleteFunc(t.Items, isText)
		}
	}))
	t.add(w.OfText, "p-text-behind-lost", "Text behind a call is lost.", HearsTurn(func(t *transcript.Transcript) {
		called := false
		t.Items = slices.DeleteFunc(t.Items, func(i transcript.Item) bool {
			called = called || i.Kind == transcript.Call
			return called && isText(i)
		})
	}))
	t.add(w.OfText, "p-last-text-lost", "A text right before a stop that is none of the model's own is lost.",
		HearsTurn(func(t *transcript.Transcript) {
			if at := len(t.Items) - 2; at >= 0 && isText(t.Items[at]) && t.StopReason() != transcript.Completed {
				t.Items = slices.Delete(t.Items, at, at+1)
			}
		}))
	t.add(w.OfText, "p-blank-beside-call-lost", "A text of blanks beside a call is lost.", HearsTurn(func(t *transcript.Transcript) {
		for i := len(t.Items) - 1; i >= 0; i-- {
			beside := i > 0 && t.Items[i-1].Kind == transcript.Call || i+1 < len(t.Items) && t.Items[i+1].Kind == transcript.Call
			if beside && isText(t.Items[i]) && strings.TrimSpace(t.Items[i].Text) == "" {
				t.Items = slices.Delete(t.Items, i, i+1)
			}
		}
	}))
	if w.OfText != "" { // elsewhere text is free
		t.add("ROBUST-03", "p-text-cut-at-256k", "A text ends after 262,144 bytes.", HearsTurn(func(t *transcript.Transcript) {
			for i, item := range t.Items {
				t.Items[i].Text = item.Text[:min(len(item.Text), 1<<18)]
			}
		}))
	}
	t.add(w.OfText, "p-texts-limited", "Of a turn's texts two hundred are told.", HearsTurn(func(t *transcript.Transcript) {
		n := 0
		t.Items = slices.DeleteFunc(t.Items, func(i transcript.Item) bool {
			if isText(i) {
				n++
			}
			return n > 200 && isText(i)
		})
	}))
	t.add(w.OfText, "p-text-reversed", "The texts come in another order.", HearsTurn(func(t *transcript.Transcript) {
		var at []int
		for i := range t.Items {
			if isText(t.Items[i]) {
				at = append(at, i)
			}
		}
		for i, k := 0, len(at)-1; i < k; i, k = i+1, k-1 {
			t.Items[at[i]], t.Items[at[k]] = t.Items[at[k]], t.Items[at[i]]
		}
	}))
	t.add(w.OfPlaces, "p-text-moved", "All text stands before the calls.", HearsTurn(func(t *transcript.Transcript) {
		texts, others := []transcript.Item{}, []transcript.Item{}
		for _, i := range t.Items {
			if isText(i) {
				texts = append(texts, i)
			} else {
				others = append(others, i)
			}
		}
		t.Items = append(texts, others...)
	}))
}

func (w Told) endFaults(t *table) {
	t.add(w.OfReason, "p-length-is-stop", "A turn that reached its limit is told as completed.",
		StoppedAs(transcript.Length, transcript.Completed))
	t.add(w.OfReason, "p-filter-is-stop", "A turn that a filter cut off is told as completed.",
		StoppedAs(transcript.ContentFilter, transcript.Completed))
	t.add(w.OfError, "p-error-is-stop", "An error ends as a completed turn.", StoppedAs(transcript.Error, transcript.Completed))
	t.add(w.OfError, "p-error-is-silence", "An error is told as a stream that just ends.",
		StoppedAs(transcript.Error, transcript.UserStopped))
	t.add(w.OfCut, "p-empty-stop-is-stop", "A user's stop before anything was said ends as if the turn were whole.",
		HearsTurn(func(t *transcript.Transcript) {
			if len(t.Items) == 1 && t.StopReason() == transcript.UserStopped {
				t.Items[0].Reason = transcript.Completed
			}
		}))
	t.add(w.OfCut, "p-user-stop-is-stop", "A user's stop ends as if the turn were whole.",
		StoppedAs(transcript.UserStopped, transcript.Completed))
}

func (w Told) byteFaults(t *table) {
	t.add(w.OfBytes, "p-frame-missing", "The bytes lack a frame.",
		w.InBytes(func(s string) string { _, rest, _ := strings.Cut(s, "\n\n"); return rest }))
	t.add(w.OfBytes, "p-frame-twice", "The bytes have a frame twice.",
		w.InBytes(func(s string) string { first, _, _ := strings.Cut(s, "\n\n"); return first + "\n\n" + s }))
	t.add(w.OfBytes, "p-frame-open", "The last frame lacks its blank line.",
		w.InBytes(func(s string) string { return strings.TrimSuffix(s, "\n") }))
	t.add(w.OfBytes, "p-frame-broken", "Frames are broken over lines.",
		w.InBytes(func(s string) string { return strings.ReplaceAll(s, "data: {", "data: {\n") }))
	t.add(w.OfBytes, "p-separators-spoilt", "U+2028 is sent as a line end.",
		w.InBytes(func(s string) string { return strings.ReplaceAll(s, "\u2028", "\n\n") }))
	t.add(w.OfBytes, "p-bytes-cut", "The bytes end inside the last event.", w.InBytes(func(s string) string {
		s = strings.TrimSuffix(s, w.tail())
		return s[:max(strings.LastIndex(s, "}"), 0)]
	}))
	if w.Tail == "" {
		return
	}
	t.add(w.OfBytes, "p-no-done", "The end marker is missing.",
		w.InBytes(func(s string) string { return strings.ReplaceAll(s, w.tail(), "") }))
	t.add(w.OfBytes, "p-done-twice", "The end marker comes twice.",
		w.InBytes(func(s string) string { return strings.ReplaceAll(s, w.tail(), w.tail()+w.tail()) }))
	t.add(w.OfBytes, "p-done-first", "The end marker stands before the last event.", w.InBytes(func(s string) string {
		if !strings.HasSuffix(s, w.tail()) {
			return s
		}
		s = strings.TrimSuffix(s, w.tail())
		at := strings.LastIndex(strings.TrimSuffix(s, "\n\n"), "\n\n")
		if at < 0 {
			return s + w.tail()
		}
		return s[:at+2] + w.tail() + s[at+2:]
	}))
}

// Variants are other right ways to tell a turn, on every wire. Member is one that events may
// have besides.
func (w Told) Variants() []Row {
	return []Row{
		{ID: "inputs-in-doubles", Title: "Inputs that are given as values went through doubles before they were told.",
			Plant: HearsCalls(func(_ int, c *transcript.Item) {
				if c.Input.IsObject() {
					c.Input = dialect.Doubles(c.Input)
				}
			})},
		{ID: "restless", Title: "In every other answer members of inputs and of contents stand in the opposite order.",
			Plant: EveryOther(HearsTurn(func(*transcript.Transcript) {}), HearsTurn(func(t *transcript.Transcript) {
				for i, item := range t.Items {
					t.Items[i].Input, t.Items[i].Content = dialect.Backwards(item.Input), dialect.Backwards(item.Content)
				}
			}))},
		{ID: "numbers-with-fractions", Title: "Whole numbers of events are written with a fraction.", Plant: w.Each(fractions)},
		{ID: "blank-is-whole", Title: "A call that was stopped before any text of it came is told as one without arguments.",
			Plant: blanksWhole()},
		{ID: "without-sse", Title: "The bytes are not told.", Also: []string{w.body()}, Plant: Showing("/"+w.body(), Gone)},
		{ID: "comments", Title: "Comments stand among the frames.",
			Plant: w.InBytes(func(s string) string { return ": PROCESSING\n\n" + s + ": bye\n\n" })},
		{ID: "more-members", Title: "Events have members of the server's own.", Plant: w.Each(func(e wire.Value) wire.Value {
			return e.With("system_fingerprint", wire.Str("fp_7")).With("x_extra", wire.NullValue)
		})},
	}
}
