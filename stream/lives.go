package stream

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Phase is what an element is in the life of what a wire opens, goes on with and closes: a
// block, a part, a call.
type Phase int

// The phases. None: the element is about nothing of the kind.
const (
	None Phase = iota
	Begins
	GoesOn
	Ends
)

// Lives says what elements are in lives: the key that holds a life together, and the phase.
type Lives func(e wire.Value) (key string, phase Phase)

// Life is one life in a list of elements: the places of what begins it, goes on with it and
// ends it. Whole: it has its end.
type Life struct {
	Key   string
	Begin wire.Value
	At    []int
	Whole bool
}

// Stop is the place of the last element, Deltas how many stand between the first and it.
func (l *Life) Stop() int { return l.At[len(l.At)-1] }

// Deltas is how many elements stand between the first and the last.
func (l *Life) Deltas() int { return len(l.At) - 2 }

// In are the lives of a list, in the order of their beginnings. What comes behind an end, or
// before a beginning, belongs to none.
func (of Lives) In(list []wire.Value) []*Life {
	var all []*Life
	open := map[string]*Life{}
	for i, e := range list {
		switch key, phase := of(e); phase {
		case Begins:
			open[key] = &Life{Key: key, Begin: e, At: []int{i}}
			all = append(all, open[key])
		case GoesOn, Ends:
			if l := open[key]; l != nil && !l.Whole {
				l.At, l.Whole = append(l.At, i), phase == Ends
			}
		}
	}
	return all
}

// Some picks one of the whole lives of which so is true; nil where there is none.
func (of Lives) Some(list []wire.Value, pick dialect.Pick, so func(l *Life) bool) *Life {
	all := slices.DeleteFunc(of.In(list), func(l *Life) bool { return !l.Whole || !so(l) })
	if len(all) == 0 {
		return nil
	}
	return all[pick(len(all))]
}

// OnLife twists a list at one of its lives.
type OnLife = func(list []wire.Value, l *Life, pick dialect.Pick) []wire.Value

// One is a twist of one life of which so is true.
func (of Lives) One(so func(l *Life) bool, change OnLife) List {
	return func(list []wire.Value, pick dialect.Pick) []wire.Value {
		if l := of.Some(list, pick, so); l != nil {
			return change(list, l, pick)
		}
		return nil
	}
}

// EndDropped loses the end of a life.
func EndDropped(list []wire.Value, l *Life, _ dialect.Pick) []wire.Value {
	return slices.Delete(list, l.Stop(), l.Stop()+1)
}

// EndRepeated ends a life a second time, somewhere later.
func EndRepeated(list []wire.Value, l *Life, pick dialect.Pick) []wire.Value {
	return slices.Insert(list, l.Stop()+1+pick(len(list)-l.Stop()), list[l.Stop()])
}

// LifeRepeated tells all of a life again, right behind its end.
func LifeRepeated(list []wire.Value, l *Life, _ dialect.Pick) []wire.Value {
	var copied []wire.Value
	for _, i := range l.At {
		copied = append(copied, list[i])
	}
	return slices.Insert(list, l.Stop()+1, copied...)
}

// DeltaRepeated tells something between twice, DeltaLate behind the end. The life has deltas.
func DeltaRepeated(list []wire.Value, l *Life, pick dialect.Pick) []wire.Value {
	i := l.At[1+pick(l.Deltas())]
	return slices.Insert(list, i, list[i])
}

// DeltaLate tells the last thing between behind the end. The life has deltas.
func DeltaLate(list []wire.Value, l *Life, _ dialect.Pick) []wire.Value {
	last := l.At[len(l.At)-2]
	list = slices.Insert(list, l.Stop()+1, list[last])
	return slices.Delete(list, last, last+1)
}

// DeltaElsewhere changes one of the things between, such as its key. The life has deltas.
func DeltaElsewhere(change func(e wire.Value) wire.Value) OnLife {
	return func(list []wire.Value, l *Life, pick dialect.Pick) []wire.Value {
		i := l.At[1+pick(l.Deltas())]
		list[i] = change(list[i])
		return list
	}
}

// With changes every element of a life.
func (l *Life) With(list []wire.Value, change func(e wire.Value) wire.Value) []wire.Value {
	for _, i := range l.At {
		list[i] = change(list[i])
	}
	return list
}

// Replaced is the list with other deltas in the life.
func (l *Life) Replaced(list []wire.Value, deltas ...wire.Value) []wire.Value {
	list = slices.Insert(list, l.Stop(), deltas...)
	for _, i := range slices.Backward(l.At[1 : len(l.At)-1]) {
		list = slices.Delete(list, i, i+1)
	}
	return list
}

// Woven moves elements of lives before those of others, each life's own in order, and the
// beginnings among each other.
func (of Lives) Woven(list []wire.Value, pick dialect.Pick) []wire.Value {
	return Shuffled(func(a, b wire.Value) bool {
		own, first := of(a)
		other, second := of(b)
		both := first == Begins && second == Begins
		return first != None && second != None && own != other && !both
	})(list, pick)
}
