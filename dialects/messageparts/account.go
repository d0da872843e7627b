package messageparts

import "github.com/toolconform/conform/wire"

// account is what an input says happened, whatever its form: the calls with
// their results, the texts between them, and what is known to be in doubt. It is
// what answers are held against; the reference shares nothing with it.
type account struct {
	calls []*call
	byID  map[string]*call
	texts []*text
	// strays are the results whose call was not known when they came, in order.
	strays []*result
	// finish positions, rising.
	finishes []int
	// reused are the results of ids that stored messages use for a call each.
	reused map[string][]*result
}

// call is one call as the input tells it. Positions count the input's elements.
type call struct {
	id    string
	names []string
	args  arguments
	// from is where it is told first, to where its arguments are whole (or told last).
	from, to int
	// results that came while the call was known, in order.
	results []*result
	// early results came before the call: it may have got them, or not.
	early []*result
	// touched is the last position of an update of the call itself (a delta, the call
	// again, the finish that completes it).
	touched int
	// output is what a stored tool-call part carries, absent where there is none.
	output wire.Value
	// pending: a stored result part that is neither complete nor an error, or a stored
	// call whose input is not complete: whatever is made of it is right. But a call that
	// was answered, and whose arguments are an object, is whole whatever its state says.
	pending bool
	// tangled: the input contradicts itself about this id (told again in a later turn,
	// never named, …), so nothing is said about it.
	tangled bool
}

// result is one result as the input tells it.
type result struct {
	id     string
	at     int
	client bool
	failed bool
	// value is the output or the content, absent where none was given.
	value wire.Value
	// reason is the error text, "" where there is none.
	reason string
}

// text is one piece of text.
type text struct {
	at      int
	user    bool
	content string
}

// answered: a result came while the call was known, and only such.
func (c *call) answered() bool { return len(c.results) > 0 && len(c.early) == 0 }

// only is the call's result where it has exactly one, nil otherwise.
func (c *call) only() *result {
	if len(c.results) == 1 && len(c.early) == 0 {
		return c.results[0]
	}
	return nil
}

// named tells whether a name is one that the input gave.
func (c *call) named(name string) bool {
	for _, have := range c.names {
		if have == name {
			return true
		}
	}
	return false
}

// owed: the call must be among what is sent to the model, since it is answered
// and nothing is wrong with it.
func (c *call) owed() bool {
	return c.answered() && !c.tangled && !c.pending && c.args.plain()
}

// allIn: every call is answered, and nothing about any of them is in doubt.
func (a *account) allIn() bool {
	for _, c := range a.calls {
		if c.tangled || c.pending || c.args.open || !c.answered() {
			return false
		}
	}
	return true
}

// crossed tells whether a finish or a user message stands between two positions.
func (a *account) crossed(from, to int) bool {
	for _, at := range a.finishes {
		if from < at && at < to {
			return true
		}
	}
	for _, t := range a.texts {
		if t.user && from < t.at && t.at < to {
			return true
		}
	}
	return false
}

// fits tells whether content is the value of this result: a success's output
// itself or its JSON, or the text of an error.
func (r *result) fits(content wire.Value) bool {
	return !r.value.IsAbsent() && sameText(r.value, content)
}

// worded: the error has a text that says something. One of blanks may be taken
// for none.
func (r *result) worded() bool { return !blank(r.reason) }

// brought tells whether a value may have come with this result.
func (r *result) brought(v wire.Value) bool {
	return r.fits(v) || r.worded() && r.tells(v) || r.reason != "" && v.IsString() && v.Text() == r.reason
}

// tells tells whether an error's text stands in a value, as it is or inside.
func (r *result) tells(v wire.Value) bool { return !r.worded() || holdsText(v, r.reason) }
