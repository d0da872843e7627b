package agents

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/wire"
)

// valueFaults are those of who keeps values, results and names in forms that have not room for all of them.
func valueFaults() []row {
	sent := func(change func(v wire.Value) wire.Value) func() hooks {
		return bends(func(t *turn) {
			for i, c := range t.calls {
				if c.sound && c.arguments.Len() > 0 {
					t.calls[i].arguments = change(c.arguments)
					t.calls[i].text = t.calls[i].arguments.JSON()
				}
			}
		})
	}
	run := func(change func(v wire.Value) wire.Value) func() hooks {
		return relaxes(func(_ *agent, _ made, _ bool, r *result) {
			if !r.failed {
				r.value = change(r.value)
			}
		})
	}
	failed := func(r result) bool { return r.failed }
	return []row{
		{id: "LOOP-01/deep-cut", title: "Arguments are remembered five levels deep.",
			plant: sent(func(v wire.Value) wire.Value { return shallow(v, 5) })},
		{id: "LOOP-03/lists-cut", title: "Of a list in the arguments the first thirty are given to the tool.", plant: run(listed)},
		{id: "LOOP-01/members-cut", title: "Of an object's members the first thirty are remembered.", plant: sent(membered)},
		{id: "LOOP-03/keys-as-names", title: "Keys of arguments are made names of a language.", plant: run(worded)},
		{id: "LOOP-01/keys-as-names", title: "Keys of arguments are remembered as names of a language.", plant: sent(worded)},
		{id: "LOOP-01/names-without-digits", title: "Names are remembered without the digits that they end in.",
			plant: bends(func(t *turn) {
				for i, c := range t.calls {
					t.calls[i].name = strings.TrimRight(c.name, "0123456789")
				}
			})},
		{id: "LOOP-15/text-of-failed", title: "Text beside a call that fails is not remembered.", small: true,
			plant: bends(func(t *turn) {
				if slices.ContainsFunc(t.results, failed) {
					t.text = ""
				}
			})},
		{id: "LOOP-08/results-trimmed-later", title: "Results of earlier turns lose the blanks around them.",
			plant: older(func(r *result) { r.value = wire.Str(strings.TrimSpace(asText(r.value))) })},
		{id: "LOOP-08/results-cut-later", title: "Of the results of earlier turns the first two hundred bytes are sent.",
			plant: older(func(r *result) {
				if text := asText(r.value); len(text) > 200 {
					r.value = wire.Str(text[:200])
				}
			})},
		{id: "LOOP-08/falsy-is-ok-later", title: "Results of earlier turns that are false are sent as ok.", plant: older(func(r *result) {
			if falsy(r.value) {
				r.value = wire.Str("ok")
			}
		})},
	}
}

// older changes the results of all turns but the newest.
func older(change func(r *result)) func() hooks {
	return rewrites(func(m *memory) {
		for i, t := range m.turns[:len(m.turns)-1] {
			m.turns[i].results = slices.Clone(t.results)
			for k := range t.results {
				change(&m.turns[i].results[k])
			}
		}
	})
}

// shallow is a value so many levels deep.
func shallow(v wire.Value, levels int) wire.Value {
	if levels == 0 && (v.IsObject() || v.IsArray()) {
		return wire.Str("…")
	}
	return v.Each(func(v wire.Value) wire.Value { return shallow(v, levels-1) })
}

func listed(v wire.Value) wire.Value {
	if v.IsArray() && v.Len() > 30 {
		return wire.List(v.Items()[:30]...)
	}
	return v.Each(listed)
}

func membered(v wire.Value) wire.Value {
	if v.IsObject() && v.Len() > 30 {
		return wire.Obj(v.Members()[:30]...)
	}
	return v.Each(membered)
}

// worded is a value whose keys are letters, digits and underscores.
func worded(v wire.Value) wire.Value {
	if !v.IsObject() {
		return v.Each(worded)
	}
	var members []wire.Member
	for _, m := range v.Members() {
		name := strings.Map(func(c rune) rune {
			if c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
				return c
			}
			return '_'
		}, m.Name)
		members = append(members, wire.M(name, worded(m.Value)))
	}
	return wire.Obj(members...)
}
