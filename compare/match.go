package compare

import (
	"slices"

	"github.com/toolconform/conform/wire"
)

// matching says which shown call stands for which expected one: of[i] is the index of the
// shown call, -1 where there is none.
type matching struct {
	of    []int
	taken []bool
}

// match pairs calls, the surest signs first: id, name and arguments, id and name, id and
// arguments, id alone, name and arguments, arguments alone, name alone. Every step looks
// things up, so that ten thousand calls are no more than ten thousand steps. Calls under other
// ids are looked for in their order first.
func match(wants []*Want, got []*Got) matching {
	m := matching{of: make([]int, len(wants)), taken: make([]bool, len(got))}
	for i := range m.of {
		m.of[i] = -1
	}
	anyID := func(w *Want) bool { return w.IDs == nil }
	for n, by := range []struct {
		keys func(*Want) []string
		key  func(*Got) string
	}{
		{func(w *Want) []string { return crossed(crossed(w.IDs, w.Names), w.texts()) },
			func(g *Got) string { return g.ID.Text() + "\x00" + g.Name.Text() + "\x00" + g.text() }},
		{func(w *Want) []string { return crossed(w.IDs, w.Names) }, func(g *Got) string { return g.ID.Text() + "\x00" + g.Name.Text() }},
		{func(w *Want) []string { return crossed(w.IDs, w.texts()) }, func(g *Got) string { return g.ID.Text() + "\x00" + g.text() }},
		{func(w *Want) []string { return w.IDs }, func(g *Got) string { return g.ID.Text() }},
		{func(w *Want) []string { return crossed(w.Names, w.texts()) }, func(g *Got) string { return g.Name.Text() + "\x00" + g.text() }},
		{(*Want).texts, (*Got).text},
		{func(w *Want) []string {
			if anyID(w) || w.Names == nil {
				return w.Names
			}
			return append(w.Names[:len(w.Names):len(w.Names)], w.Names[0]+w.Names[0])
		}, func(g *Got) string { return g.Name.Text() }},
	} {
		if n == byOther {
			m.inPlace(wants, got)
		}
		m.step(wants, got, by.keys, by.key)
	}
	m.rest(wants, got)
	return m
}

// byOther is the first step that knows no ids.
const byOther = 4

// inPlace pairs calls under other ids: those that fit, in their order. Where enough of them must
// be there, one that may be missing is.
func (m *matching) inPlace(wants []*Want, got []*Got) {
	left, needed := 0, 0
	for j := range got {
		if !m.taken[j] {
			left++
		}
	}
	for i, w := range wants {
		if m.of[i] < 0 && !w.Optional {
			needed++
		}
	}
	free := map[string][]int{}
	for i, w := range wants {
		if m.of[i] < 0 && len(w.Names) > 0 && (left > needed || !w.Optional) {
			free[w.Names[0]] = append(free[w.Names[0]], i)
		}
	}
	last := -1
	for j, g := range got {
		if m.taken[j] {
			continue
		}
		list := free[g.Name.Text()]
		for len(list) > 0 && list[0] < last {
			list = list[1:]
		}
		if len(list) > 0 && wants[list[0]].Takes(g.Arguments) {
			last, m.of[list[0]], m.taken[j] = list[0], j, true
			list = list[1:]
		}
		free[g.Name.Text()] = list
	}
}

func (m *matching) step(wants []*Want, got []*Got, keys func(*Want) []string, key func(*Got) string) {
	free := map[string][]int{}
	for j, g := range got {
		if !m.taken[j] {
			k := key(g)
			free[k] = append(free[k], j)
		}
	}
	for i, w := range wants {
		if m.of[i] >= 0 {
			continue
		}
		for _, k := range keys(w) {
			if list := free[k]; k != "" && len(list) > 0 {
				m.of[i], m.taken[list[0]] = list[0], true
				free[k] = list[1:]
				break
			}
		}
	}
}

// rest pairs what may have any name: what is left, in order.
func (m *matching) rest(wants []*Want, got []*Got) {
	j := 0
	for i, w := range wants {
		if m.of[i] >= 0 || w.Names != nil && w.IDs != nil {
			continue
		}
		for j < len(got) && m.taken[j] {
			j++
		}
		if j < len(got) {
			m.of[i], m.taken[j] = j, true
		}
	}
}

func crossed(a, b []string) []string {
	var list []string
	for _, x := range a {
		for _, y := range b {
			list = append(list, x+"\x00"+y)
		}
	}
	return list
}

func (w *Want) texts() []string {
	if !w.Value.IsAbsent() {
		return []string{canonical(w.Value.JSON())}
	}
	list := make([]string, len(w.Texts))
	for i, t := range w.Texts {
		list[i] = canonical(t)
	}
	if w.Bare {
		list = append(list, canonical("{}"))
	}
	return list
}

func (g *Got) text() string {
	if g.Arguments.IsString() {
		return canonical(g.Arguments.Text())
	}
	if g.Arguments.IsNull() {
		return ""
	}
	return canonical(g.Arguments.JSON())
}

// canonical is a text in a form that is cheap to compare: equal texts are equal, and most
// JSON that is equal but for blanks is.
func canonical(text string) string {
	if len(text) > 1<<12 {
		return text
	}
	if v, err := wire.Parse([]byte(text)); err == nil {
		return v.JSON()
	}
	return text
}

// order: placed calls stand by key or by arrival.
func (r *Result) order(m matching, wants []*Want) {
	byArrival, byKey := true, true
	last, lastKey := -1, int64(-1)
	var before *Want
	for i, w := range wants {
		if !w.Placed || m.of[i] < 0 {
			continue
		}
		byArrival = byArrival && m.of[i] > last
		last = m.of[i]
	}
	at := map[int]*Want{}
	for i, w := range wants {
		if w.Placed && m.of[i] >= 0 {
			at[m.of[i]] = w
		}
	}
	for _, j := range slices.Sorted(func(yield func(int) bool) {
		for j := range at {
			if !yield(j) {
				return
			}
		}
	}) {
		byKey = byKey && at[j].Key > lastKey
		if !byKey && before == nil {
			before = at[j]
		}
		lastKey = at[j].Key
	}
	if !byArrival && !byKey {
		r.add(Deviation{Kind: Disorder, Want: before, Message: "The calls stand neither in the order of their keys nor of their arrival."})
	}
}
