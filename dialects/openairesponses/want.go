package openairesponses

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/wire"
)

// wanted is a call as it is expected, in the forms that its sources tell. Where its done has another id, who keys by
// ids holds what was added beside it, open: start, or nil.
type wanted struct {
	item  *item
	forms []*compare.Want
	start *compare.Want
}

// live is the text of its deltas, in every way in which they may be joined.
func (it *item) live() *act.Called { return &act.Called{Pieces: it.deltas} }

// final: something told that the call is final. done: its own done did.
func (it *item) final() (told, done bool) {
	ends := func(status wire.Value) bool { return status.IsNull() || status.Text() == completed }
	for _, d := range it.dones {
		done = done || ends(d.status)
	}
	told = done || len(it.whole) > 0
	for _, e := range it.entries {
		told = told || ends(e.status)
	}
	return told, done
}

// halfway: it ended incomplete, and nothing says otherwise.
func (it *item) halfway() bool {
	ends := slices.Concat(it.dones, it.entries)
	return len(ends) > 0 && !slices.ContainsFunc(ends, func(t told) bool { return t.status.Text() != incomplete })
}

// sources are what tells of the call, each tuple of name, call_id and arguments once.
func (it *item) sources() []told {
	var list []told
	add := func(t told) {
		if !slices.ContainsFunc(list, func(o told) bool { return o.name == t.name && o.call == t.call && o.arguments == t.arguments }) {
			list = append(list, t)
		}
	}
	ends := slices.Concat(it.dones, it.entries)
	for _, e := range ends {
		add(e)
	}
	for _, early := range it.early {
		for _, text := range it.whole {
			early.arguments = text
			add(early)
		}
		if len(it.whole) > 0 {
			continue
		}
		for _, e := range ends {
			early.arguments = e.arguments
			add(early)
		}
		if len(ends) == 0 {
			early.arguments = it.live().Text()
			add(early)
		}
	}
	return list
}

func (m *meaning) wants() []*wanted {
	var list []*wanted
	for _, it := range m.items {
		if it.kind == functionCall {
			list = append(list, m.want(it))
		}
	}
	return list
}

func (m *meaning) want(it *item) *wanted {
	w := &wanted{item: it}
	sources := it.sources()
	if len(sources) > 1 {
		it.traits |= contrary
		m.leave.Allow(true, "RESP-22")
	}
	base := m.base(it)
	if len(it.deltas) == 0 && !base.Cut {
		it.traits |= deltaless
	}
	if !base.Cut && slices.ContainsFunc(it.deltas, func(p act.Piece) bool { return p.Text == "" }) {
		it.traits |= blank
	}
	for _, s := range sources {
		one := *base
		one.IDs, one.Names, one.Texts = []string{s.call}, []string{s.name}, []string{s.arguments}
		if _, finished := it.final(); !finished && len(it.whole) == 0 {
			others := slices.DeleteFunc(it.live().Texts(), func(t string) bool { return t == s.arguments })
			one.Texts = append(one.Texts, others...)
		}
		if len(sources) > 1 && !(one.Cut && s.status.Text() == incomplete) {
			one.State = compare.Either
		}
		m.arguments(it, &one, s.arguments)
		w.forms = append(w.forms, it.readings(&one)...)
	}
	if it.renamed {
		early := it.early[0]
		w.start = &compare.Want{IDs: []string{early.call}, Names: []string{early.name}, Texts: it.live().Texts(),
			Cut: true, State: compare.Open, Traits: it.traits, Key: it.index}
		if it.wild { // its pieces may count, or be nobody's
			w.start.Texts = append(w.start.Texts, strings.Join(base.Parts, ""))
		}
	}
	return w
}

// readings are what is expected of a call that was cut, for each text that it may have: whether
// it may be run rests on the text.
func (it *item) readings(w *compare.Want) []*compare.Want {
	if !it.traits.Has(cutOff) || len(w.Texts) < 2 {
		return []*compare.Want{w}
	}
	var list []*compare.Want
	for _, text := range w.Texts {
		one := *w
		one.Texts, one.State = []string{text}, unended(text)
		list = append(list, &one)
	}
	return list
}

// unended is the state of a call that was never told final: what is no JSON was cut.
func unended(text string) compare.State {
	if _, err := wire.Parse([]byte(text)); err != nil {
		return compare.Open
	}
	return compare.Either
}

// base is what is expected of the call whatever tells of it.
func (m *meaning) base(it *item) *compare.Want {
	w := &compare.Want{State: compare.Either, Key: it.index}
	for _, p := range it.deltas {
		w.Parts = append(w.Parts, p.Text)
	}
	told, done := it.final()
	ended := m.end == completed && !slices.ContainsFunc(m.failures, func(f failure) bool { return !f.late })
	switch {
	case it.late, it.vague:
		w.Optional = true
	case it.halfway():
		it.traits |= half
		w.Cut, w.Optional, w.State = true, true, compare.Open
		m.leave.Allow(true, "RESP-11")
	case m.end != "" && m.open(it):
		it.traits |= half
		w.Cut, w.Optional, w.State = true, true, compare.Open
		m.leave.Allow(true, "RESP-11")
	case !told && len(it.dones) == 0:
		it.traits |= cutOff
		w.Cut, w.Optional, w.State = true, true, unended(it.live().Text())
	case !ended, len(it.dones) == 0:
		w.Soft = true
		if len(it.dones) == 0 && m.end == completed {
			m.leave.Allow(true, "RESP-22")
			it.traits |= contrary
		}
	case !done || !it.added:
		m.leave.Allow(true, "RESP-22")
	case m.sure(it):
		w.State = compare.Ready
	default: // no status, or one of a call that goes on, where it is told as done
		m.leave.Allow(it.unsettled(), "RESP-22")
	}
	if m.output.IsArray() && len(it.entries) == 0 && m.output.Len() > 0 { // the terminal leaves it out
		w.Optional = true
		if !w.Cut {
			w.State = min(w.State, compare.Either)
		}
		if len(it.dones) > 0 {
			it.traits |= contrary
			m.leave.Allow(true, "RESP-22")
		}
	}
	return w
}

// unsettled: an item.done doesn't say that the item is completed.
func (it *item) unsettled() bool {
	return slices.ContainsFunc(it.dones, func(t told) bool { return t.status.Text() != completed })
}

// refusable: an item.done of the call may be refused, for its status or for its arguments.
func (it *item) refusable() bool {
	return it.kind == functionCall && (it.unsettled() || slices.ContainsFunc(it.dones, func(t told) bool {
		_, whole := wire.ParseObject(t.arguments)
		return !whole
	}))
}

// open: the terminal finds the call without its end.
func (m *meaning) open(it *item) bool {
	listed := slices.ContainsFunc(it.entries, func(t told) bool { return t.status.IsNull() || t.status.Text() == completed })
	return len(it.dones) == 0 && !listed && !(len(it.whole) > 0 && m.end == completed)
}

// sure: everything says that the call is to be run.
func (m *meaning) sure(it *item) bool {
	all := slices.Concat(it.dones, it.entries)
	return len(it.entries) > 0 && !it.traits.Has(shared) && !m.answered(it) && len(m.statuses) == 1 &&
		!slices.ContainsFunc(all, func(t told) bool { return t.status.Text() != completed })
}

// answered: the server ran the tool.
func (m *meaning) answered(it *item) bool {
	return slices.ContainsFunc(m.items, func(o *item) bool {
		return o.kind == callOutput && slices.ContainsFunc(o.calls, func(id string) bool { return slices.Contains(it.calls, id) })
	})
}

// arguments: what else is right of them, and whether they may be run.
func (m *meaning) arguments(it *item, w *compare.Want, text string) {
	w.Traits = it.traits | m.odd
	if len(w.Parts) == 0 {
		w.Parts = []string{text}
	}
	_, whole := wire.ParseObject(text)
	switch {
	case it.wild && w.Cut:
		w.Fits = func(wire.Value) bool { return true }
	case w.Cut, whole:
	case text == "" || text == "null":
		w.State = min(w.State, compare.Either)
		w.Fits = nothing
	default:
		w.State = compare.Either
		w.Traits |= malformed
		it.traits |= malformed
		m.leave.Allow(true, "RESP-21")
	}
}

// nothing tells whether these are arguments that say nothing, in any form.
func nothing(v wire.Value) bool {
	if p, err := wire.Parse([]byte(v.Text())); v.IsString() && err == nil {
		v = p
	}
	return v.IsNull() && !v.IsAbsent() || v.IsString() && v.Text() == "" || v.IsObject() && v.Len() == 0
}

// groups are the calls in the forms in which they may be held.
func (m *meaning) groups(list []*wanted) []compare.Group {
	var groups []compare.Group
	done := map[*wanted]bool{}
	for _, w := range list {
		if done[w] {
			continue
		}
		twins := slices.DeleteFunc(slices.Clone(list), func(o *wanted) bool { return o == w || !w.twin(o) })
		var forms []compare.Form
		for _, one := range w.forms {
			f := compare.Form{Calls: []*compare.Want{one}}
			for _, t := range twins {
				f.Calls = append(f.Calls, t.forms[0])
			}
			forms = append(forms, f)
			if w.start != nil {
				forms = append(forms, compare.Form{Calls: append(slices.Clone(f.Calls), w.start), Note: "its start beside it"},
					compare.Form{Calls: append([]*compare.Want{w.start}, f.Calls...), Note: "its start before it"})
			}
		}
		for _, t := range append(twins, w) {
			done[t] = true
			if len(twins) > 0 {
				forms = append(forms, compare.Form{Calls: []*compare.Want{t.forms[0]}, Note: "one of several with one call_id"})
			}
		}
		groups = append(groups, compare.Group{Forms: forms})
	}
	return groups
}

// twin: the other call has its call_id.
func (w *wanted) twin(o *wanted) bool {
	return slices.ContainsFunc(w.item.calls, func(id string) bool { return slices.Contains(o.item.calls, id) })
}
