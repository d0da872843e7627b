package agui

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/wire"
)

// compareResults holds the tool messages that are shown against the results that came.
func (v *view) compareResults() {
	byCall, calls := map[string][]*answer{}, []string{}
	for _, a := range v.answers {
		if byCall[a.call] == nil {
			calls = append(calls, a.call)
		}
		byCall[a.call] = append(byCall[a.call], a)
	}
	shown, order := map[string][]*compare.Got{}, []string{}
	for i, m := range v.shown {
		if m.Get("role").Text() == "tool" {
			call := m.Get("toolCallId").Text()
			if c := v.call(call); c != nil && c.hidden {
				continue
			}
			if shown[call] == nil {
				order = append(order, call)
			}
			shown[call] = append(shown[call], &compare.Got{ID: m.Get("id"), Arguments: m, At: fmt.Sprintf("/messages/%d", i)})
		}
	}
	for _, call := range calls {
		if c := v.call(call); c == nil || !c.hidden {
			v.compareAnswers(call, byCall[call], shown[call])
		}
	}
	for _, call := range order {
		if byCall[call] == nil {
			for _, g := range shown[call] {
				v.strange(g)
			}
		}
	}
}

// compareAnswers: of one result one tool message; of several the first, the last, or all; of
// one without a call any or none.
func (v *view) compareAnswers(call string, list []*answer, shown []*compare.Got) {
	free, used := slices.Clone(shown), map[*answer]bool{}
	for _, exact := range []bool{true, false} {
		for _, a := range list {
			at := slices.IndexFunc(free, func(g *compare.Got) bool { return v.is(a, g, exact) })
			if used[a] || at < 0 {
				continue
			}
			used[a] = true
			v.looked(a.traits, anyResult, free[at])
			v.compareRest(a, free[at])
			free = slices.Delete(free, at, at+1)
		}
	}
	wrong := len(free) > 0
	for _, g := range free { // what is left shows none of them
		a := list[0]
		if i := slices.IndexFunc(list, func(a *answer) bool { return !used[a] }); i >= 0 {
			a = list[i]
		}
		kind := resultWrong
		if v.anothers(g, call) {
			kind = resultMixed
		}
		used[a] = true
		v.add(kind, a.traits|v.straying(g, call), g, a.content, g.Arguments, "The result of call %q is another.", call)
	}
	if wrong || v.lenient() {
		return
	}
	fixed := !slices.ContainsFunc(list, func(a *answer) bool { return !a.fixed })
	if some := used[list[0]] || used[list[len(list)-1]]; some && !fixed {
		return
	}
	for _, a := range list {
		if !used[a] && !a.orphan {
			v.add(resultGone, a.traits, nil, a.content, wire.Value{}, "A result of call %q is missing.", call)
		}
	}
}

// is tells whether a tool message shows this result: its content and, at first, its id.
func (v *view) is(a *answer, g *compare.Got, exact bool) bool {
	if !sameContent(a.content, g.Arguments.Get("content")) &&
		!(a.content.IsArray() && a.content.Len() == 0 && g.Arguments.Get("content").Text() == "" && g.Arguments.Has("content")) {
		return false
	}
	return !exact || v.o.Omitted("id") || g.ID.Text() == a.id
}

// compareRest: the id and the error of a result.
func (v *view) compareRest(a *answer, g *compare.Got) {
	if !v.o.Omitted("id") && g.ID.Text() != a.id && !a.traits.Has(act.SameID) {
		kind := resultWrong
		if a.traits.Has(act.Repeated) {
			kind = resultMixed
		}
		v.add(kind, a.traits, g, wire.Str(a.id), g.ID, "A result stands under another id.")
	}
	if got := g.Arguments.Get("error"); !v.o.Omitted("error") && got.Text() != a.err.Text() {
		v.add(resultWrong, a.traits, g, a.err, got, "The error of a result is another.")
	}
}

// anothers tells whether a tool message holds the result of another call.
func (v *view) anothers(g *compare.Got, call string) bool {
	return slices.ContainsFunc(v.answers, func(a *answer) bool {
		return a.call != call && textOf(a.content) != "" && sameContent(a.content, g.Arguments.Get("content"))
	})
}

// straying: it is that of a call that never came.
func (v *view) straying(g *compare.Got, call string) (t act.Traits) {
	for _, a := range v.answers {
		if a.orphan && a.call != call && textOf(a.content) != "" && sameContent(a.content, g.Arguments.Get("content")) {
			t |= act.Stray
		}
	}
	return t
}

// strange: a tool message for a call that no result names.
func (v *view) strange(g *compare.Got) {
	call := g.Arguments.Get("toolCallId").Text()
	kind, traits := resultWrong, v.besides()
	if v.anothers(g, call) {
		kind = resultMixed
		for _, a := range v.answers {
			if sameContent(a.content, g.Arguments.Get("content")) {
				traits |= a.traits
			}
		}
	}
	if v.dropped[g.ID.Text()] {
		traits = stored
	}
	v.add(kind, traits, g, wire.Value{}, g.Arguments, "A result is held for call %q, which had none.", call)
}
