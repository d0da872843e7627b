package uimessages

import (
	"strings"

	"github.com/toolconform/conform/wire"
)

// The states of a tool part. unsettled and unsuccessful are the suite's own: any state but an
// outcome, and any but a success, where an implementation can't tell more.
const (
	streaming    = "input-streaming"
	available    = "input-available"
	requested    = "approval-requested"
	responded    = "approval-responded"
	succeeded    = "output-available"
	failedState  = "output-error"
	denied       = "output-denied"
	undecided    = "any but an outcome"
	unsuccessful = "any but a success"
)

// values are those that may stand in a place; free: any may.
type values struct {
	free bool
	list []wire.Value
}

var anything = values{free: true}

func only(list ...wire.Value) values { return values{list: list} }

// one tells the value apart from others: absent and null are one.
func (v values) has(got wire.Value) bool {
	if v.free {
		return true
	}
	for _, right := range v.list {
		if wire.Alike(right, got) || right.IsNull() && got.IsNull() {
			return true
		}
	}
	return false
}

func (v values) key() string {
	if v.free {
		return "*"
	}
	var b strings.Builder
	for _, right := range v.list {
		b.WriteString(right.JSON())
		b.WriteByte(';')
	}
	return b.String()
}

// way is one way in which a call may rightly be shown. What happens to a call leads from each
// way to one or several.
type way struct {
	// state: "" where there is no part.
	state, name string
	// prelim: the output is preliminary.
	prelim bool
	// input that is shown once it is complete; output and failure those of the outcome.
	input, output, failure values
	// text is what the deltas make; loose where it may be another.
	text  string
	loose bool
	// approval is the id of what is asked, approved the decision.
	approval string
	approved wire.Value
	// wild: what came is never sent; anything may be shown.
	wild bool
}

func (w way) key() string {
	prelim, loose, wild := "", "", ""
	if w.prelim {
		prelim = "p"
	}
	if w.loose {
		loose = "l"
	}
	if w.wild {
		wild = "w"
	}
	return strings.Join([]string{w.state, w.name, prelim, w.input.key(), w.output.key(), w.failure.key(), w.text, loose, w.approval,
		w.approved.JSON(), wild}, "\x00")
}

// final: it has an outcome.
func (w way) final() bool {
	return w.state == succeeded && !w.prelim || w.state == failedState || w.state == denied || w.state == unsuccessful
}

// open: it has been told, and waits.
func (w way) open() bool { return !w.final() && w.state != streaming && w.state != "" }

// ways are a set.
type ways []way

// maxWays bounds a set: what grows beyond it is what nobody sends.
const maxWays = 48

// plus adds what is not there.
func (s ways) plus(more ...way) ways {
	have := map[string]bool{}
	for _, w := range s {
		have[w.key()] = true
	}
	for _, w := range more {
		if len(s) >= maxWays {
			return ways{{wild: true, state: undecided}}
		}
		if k := w.key(); !have[k] {
			have[k] = true
			s = append(s, w)
		}
	}
	return s
}

// step is where an event leads from each way.
func (s ways) step(lead func(w way) []way) ways {
	if len(s) == 1 && !s[0].wild {
		next := lead(s[0])
		if len(next) == 1 {
			return next
		}
		return ways(nil).plus(next...)
	}
	var next ways
	for _, w := range s {
		if w.wild {
			next = next.plus(w)
			continue
		}
		next = next.plus(lead(w)...)
	}
	return next
}

// starts is where a second tool-input-start leads.
func (w way) starts(name string) []way {
	switch {
	case w.final() || w.state == "":
		return []way{w}
	case w.state == streaming && name == w.name && !w.loose:
		anew := w
		anew.text = ""
		return []way{anew, w}
	}
	anew := way{state: streaming, name: name, loose: true, input: anything}
	if w.prelim {
		anew.output = anything
	}
	same := w
	same.loose = same.loose || w.state == streaming
	return []way{same, anew}
}

// takes is where a delta leads: behind the input it changes nothing.
func (w way) takes(text string) []way {
	if w.state == streaming {
		w.text += text
	}
	return []way{w}
}

// given is where a complete input leads. First: it is the one that the call was begun for.
func (w way) given(name string, input wire.Value, first bool) []way {
	told := way{state: available, name: name, input: only(input)}
	if w.prelim || w.output.free {
		told.output = anything
	}
	switch {
	case w.state == "":
		return []way{w}
	case w.state == streaming && (first || name == w.name):
		return []way{told}
	case w.name == name && w.input.has(input) && !w.input.free:
		if w.final() {
			return []way{w}
		}
		return []way{w, told}
	}
	other := w
	other.name, other.input = name, only(input)
	if w.final() {
		return []way{w, other}
	}
	if w.state == streaming {
		return []way{w, told}
	}
	return []way{w, told, other}
}

// refused is where tool-input-error leads. The raw input may stand in it, or not.
func (w way) refused(name string, input wire.Value, text string) []way {
	failed := way{state: failedState, name: name, input: only(input, wire.NullValue, wire.Str(w.text)), failure: only(wire.Str(text))}
	if parsed, err := wire.Parse([]byte(w.text)); err == nil && w.text != "" {
		failed.input.list = append(failed.input.list, parsed)
	}
	failed.input.list = append(failed.input.list, w.input.list...)
	if w.prelim {
		failed.output = anything
	}
	if w.final() {
		return []way{w, failed}
	}
	return []way{failed}
}

// inferred is the input of a call whose outcome comes while it streams.
func (w way) inferred(asText bool) values {
	if w.state != streaming {
		return w.input
	}
	parsed, err := wire.Parse([]byte(w.text))
	switch {
	case w.loose:
		return anything
	case asText:
		return only(wire.Str(w.text))
	case err != nil:
		return anything
	}
	return only(parsed)
}

// answered is where an output leads.
func (w way) answered(output wire.Value, prelim, asText bool) []way {
	next := way{state: succeeded, name: w.name, prelim: prelim, input: w.inferred(asText), output: only(output)}
	if w.final() {
		return []way{w, next}
	}
	return []way{next}
}

// fails is where tool-output-error leads.
func (w way) fails(text string, asText bool) []way {
	next := way{state: failedState, name: w.name, input: w.inferred(asText), failure: only(wire.Str(text))}
	if w.prelim {
		next.output = anything
	}
	if w.final() {
		return []way{w, next}
	}
	return []way{next}
}

// refuses is where a denial leads; blind: the implementation doesn't know the state. It is no output, so what input it leaves
// a call that streams is free.
func (w way) refuses(blind bool) []way {
	next := way{state: denied, name: w.name, input: w.input, output: anything, failure: anything}
	if w.state == streaming {
		next.input = anything
	}
	if blind {
		next.state = unsuccessful
	}
	if w.final() {
		return []way{w, next}
	}
	return []way{next}
}

// asks is where an approval request leads; loose: any state that is no outcome will do.
func (w way) asks(id string, loose bool) []way {
	next := w
	switch {
	case w.state != available && w.state != requested:
		next.wild = true
	case loose:
		next.state = undecided
	default:
		next.state, next.approval = requested, id
	}
	return []way{next}
}

// decides is where a decision leads.
func (w way) decides(approved wire.Value, loose bool) []way {
	switch {
	case w.state == undecided || loose && w.open():
		w.state = undecided
	case w.state == requested:
		w.state, w.approved = responded, approved
	case w.final():
	default:
		w.wild = true
	}
	return []way{w}
}

// closed are the ways in which it may stand at the end. Broken: the turn failed, was aborted,
// or the answer says that something is wrong.
func (w way) closed(broken bool) []way {
	failed := way{state: failedState, name: w.name, input: anything, output: anything, failure: anything}
	if w.prelim {
		failed.input = w.input
	}
	switch {
	case w.state == streaming:
		return []way{w, failed, {}}
	case broken && w.open():
		failed.input = w.input
		return []way{w, failed}
	}
	return []way{w}
}
