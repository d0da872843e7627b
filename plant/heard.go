package plant

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/wire"
)

// Heard is a wire as its consumers hear it: what its events say, and which lines the shared
// faults miss. They are faults of ears: a right client gets less, or more, than what came.
type Heard struct {
	Lens act.Lens
	// Tail is the data of the frame that ends a whole stream.
	Tail string
	// OfText and OfArguments are missed by pieces that are lost or changed, OfError by an error
	// that is not heard.
	OfText, OfArguments, OfError string
	// Except are slugs of faults that are none on this wire.
	Except []string
}

// piece is a place of a piece of text: an element, and a pointer into it.
type piece struct {
	element  int
	at, text string
	// first and last of its call, or of the text; again: it says what the piece before said.
	first, last, again bool
	// before is what came of it before.
	before string
}

// pieces are those of a kind, in order.
func (w Heard) pieces(events []wire.Value, kind act.Kind) []*piece {
	var list []*piece
	before := map[string]*piece{}
	for _, a := range w.Lens(events) {
		if a.Kind != kind || a.ValueAt == "" || a.Value.Text() == "" {
			continue
		}
		p := &piece{element: a.Element, at: a.ValueAt, text: a.Value.Text(), first: true, last: true}
		key := a.Stream + " " + a.Key.JSON()
		if prior := before[key]; prior != nil {
			prior.last, p.first, p.again, p.before = false, false, prior.text == p.text, prior.before+prior.text
		}
		before[key] = p
		list = append(list, p)
	}
	return list
}

// changed changes the pieces of a kind before they are heard.
func (w Heard) changed(kind act.Kind, change func(p *piece) string) Plant {
	return Hearing(Events(w.Tail, func(events []wire.Value) []wire.Value {
		events = slices.Clone(events)
		for _, p := range w.pieces(events, kind) {
			events[p.element] = events[p.element].Edit(p.at, func(wire.Value) wire.Value { return wire.Str(change(p)) })
		}
		return events
	}))
}

// deaf doesn't hear the events that say something of a kind.
func (w Heard) deaf(kind act.Kind) Plant {
	return Hearing(Events(w.Tail, func(events []wire.Value) []wire.Value {
		gone := map[int]bool{}
		for _, a := range w.Lens(events) {
			gone[a.Element] = gone[a.Element] || a.Kind == kind
		}
		var kept []wire.Value
		for i, e := range events {
			if !gone[i] {
				kept = append(kept, e)
			}
		}
		return kept
	}))
}

// unfinished takes the first letter off a piece that goes on with what came before in such a way.
func unfinished(so func(before, next string) bool) func(p *piece) string {
	return func(p *piece) string {
		_, n := utf8.DecodeRuneInString(p.text)
		if p.first || !so(p.before, p.text[:n]) {
			return p.text
		}
		return p.text[n:]
	}
}

// Ends of what came: an escape of JSON that has begun, the first half of a pair, a number that isn't whole.
var (
	escape = regexp.MustCompile(`(^|[^\\])(\\\\)*\\(u[0-9a-fA-F]{0,3})?$`)
	half   = regexp.MustCompile(`\\u[dD][89abAB][0-9a-fA-F]{2}$`)
	signed = regexp.MustCompile(`([:\[,]-|[0-9][eE][-+]?)$`)
)

// Faults are the faults of hearing that consumers have on every wire.
func (w Heard) Faults() []Row {
	t := &table{except: w.Except}
	unless := func(so func(p *piece) bool) func(p *piece) string {
		return func(p *piece) string {
			if so(p) {
				return ""
			}
			return p.text
		}
	}
	falsy := func(p *piece) bool { return slices.Contains([]string{"0", "false", "null"}, p.text) }
	for _, of := range []struct {
		line, slug, title string
		kind              act.Kind
	}{{w.OfText, "text", "text", act.Text}, {w.OfArguments, "arguments", "the arguments of a call", act.Call}} {
		row := func(slug, title string, change func(p *piece) string) {
			t.add(of.line, of.slug+"-pieces-"+slug, strings.ReplaceAll(title, "#", of.title), w.changed(of.kind, change))
		}
		row("trimmed", "Every piece of # is trimmed.", func(p *piece) string { return strings.TrimSpace(p.text) })
		row("blank-lost", "A piece of # that is blank is lost.", unless(func(p *piece) bool { return strings.TrimSpace(p.text) == "" }))
		row("equal-lost", "A piece of # that says what the one before said is lost.", unless(func(p *piece) bool { return p.again }))
		row("first-lost", "The first of several pieces of # is lost.", unless(func(p *piece) bool { return p.first && !p.last }))
		row("last-lost", "The last of several pieces of # is lost.", unless(func(p *piece) bool { return p.last && !p.first }))
		row("first-alone", "Only the first piece of # is heard.", unless(func(p *piece) bool { return !p.first }))
		row("falsy-lost", "A piece of # that is 0, false or null is lost.", unless(falsy))
		row("brackets-lost", "A piece of # that is {} or [] is lost.",
			unless(func(p *piece) bool { return p.text == "{}" || p.text == "[]" }))
		row("marker-lost", "A piece of # that is [DONE] is lost.", unless(func(p *piece) bool { return p.text == "[DONE]" }))
		row("edge-lost", "A piece of # that begins with the letter that the one before ended with loses it.", unfinished(
			func(before, next string) bool { return strings.HasSuffix(before, next) }))
		row("mark-lost", "A piece of # that begins with a mark for the letter before it, or a joiner, loses it.", unfinished(
			func(_, next string) bool { return strings.ContainsAny(next, "\u0301\u200d\ufe0f") }))
		row("doubled", "Every later piece of # is heard twice.", func(p *piece) string {
			if p.first {
				return p.text
			}
			return p.text + p.text
		})
	}
	for _, cut := range []struct {
		slug, title string
		behind      *regexp.Regexp
	}{{"escape", "goes on with an escape", escape}, {"pair", "begins behind the first half of a surrogate pair", half},
		{"number", "goes on behind a sign or an exponent", signed}} {
		t.add(w.OfArguments, "arguments-pieces-"+cut.slug+"-lost", "A piece that "+cut.title+" loses its first letter.",
			w.changed(act.Call, unfinished(func(before, _ string) bool { return cut.behind.MatchString(before) })))
	}
	t.add(w.OfText, "text-pieces-zero-gone", "What came of a text is forgotten where it is 0, false or null.",
		w.changed(act.Text, unless(func(p *piece) bool { return p.first && !p.last && falsy(p) })))
	blanks := strings.NewReplacer("\u00a0", " ", "\u200b", "", "\ufeff", "")
	t.add(w.OfText, "text-pieces-odd-blanks", "Blanks of width none, or without a break, are lost or made plain.",
		w.changed(act.Text, func(p *piece) string { return blanks.Replace(p.text) }))
	t.add(w.OfText, "text-pieces-tags", "A piece of the text that is a tag is lost.",
		w.changed(act.Text, unless(func(p *piece) bool { return strings.HasPrefix(p.text, "<") && strings.HasSuffix(p.text, ">") })))
	t.add(w.OfError, "error-unheard", "An error is not heard.", w.deaf(act.Failure))
	return t.rows
}
