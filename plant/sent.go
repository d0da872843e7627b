package plant

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

// Sent is how a converter sends histories, and which lines the shared faults miss. They are
// faults of what is sent: the history is changed, and then sent whatever it is. A line that
// the wire doesn't have is "", and its faults are left out.
type Sent struct {
	// Send converts a history, valid or not.
	Send func(h history.History) dialect.Observation
	// Text, Name and Arguments are pointers into what is sent, with "*" for every element; ""
	// where the wire has no place for one.
	Text, Name, Arguments string
	// Read is the history of an input; nil: its member of that name. An error leaves the input
	// to the right converter.
	Read func(input wire.Value) (history.History, error)
	// Malformed tells whether arguments are what the wire has no place for; nil: whether they
	// are neither empty nor JSON.
	Malformed func(arguments string) bool
	// OfCalls, OfArguments, OfResults, OfTexts and OfErrors are missed by what is lost or
	// spoilt, OfFlag by an error that is told as a success, OfOrder by what stands in the wrong
	// place, OfPlaces by text that is moved over a result, OfIDs by ids that are confused,
	// OfOpen by answers that are made up, OfInvalid by what is sent as invalid as it came.
	// OfContents is missed by what results say; "" where that is OfResults.
	OfCalls, OfArguments, OfResults, OfContents, OfTexts, OfErrors, OfFlag, OfOrder, OfPlaces, OfIDs, OfOpen, OfInvalid string
	// OfMalformed is missed by arguments that are no JSON and are read as an object, "" where the wire has no texts for
	// arguments; OfObjectless by those that are JSON and no object, "" where that is OfMalformed.
	OfMalformed, OfObjectless string
	// Lenient: that an invalid history is sent misses a SHOULD.
	Lenient bool
	// Except are slugs of faults that are none on this wire.
	Except []string
}

func (w Sent) read(input wire.Value) (history.History, error) {
	if w.Read != nil {
		return w.Read(input)
	}
	return history.Parse(input.Get("history"))
}

// Changing sends every history that a right converter sends, changed.
func (w Sent) Changing(change func(h history.History) history.History) Plant {
	return func(right dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			h, err := w.read(input)
			if o := right(input); err != nil || h.Valid() != nil || o.Ending == dialect.Rejected {
				return o
			}
			return w.Send(change(h))
		}
	}
}

// malformed sends valid histories, with other arguments for those that are malformed.
func (w Sent) malformed(instead func(arguments string) string) Plant {
	return w.Reading(func(text string) string {
		if !w.isMalformed(history.Part{Arguments: text}) {
			return ""
		}
		return instead(text)
	})
}

// Reading sends valid histories with what read makes of arguments; where that is "", they stay.
func (w Sent) Reading(read func(text string) string) Plant {
	return func(right dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			h, err := w.read(input)
			if err != nil || h.Valid() != nil {
				return right(input)
			}
			changed := false
			if h = calls(func(p *history.Part) {
				if s := read(p.Arguments); s != "" {
					p.Arguments, changed = s, true
				}
			})(h); !changed {
				return right(input)
			}
			return w.Send(h)
		}
	}
}

func (w Sent) isMalformed(p history.Part) bool {
	if w.Malformed != nil {
		return w.Malformed(p.Arguments)
	}
	return p.Arguments != "" && !wire.IsJSON(p.Arguments)
}

// Mending sends histories that are not valid, changed.
func (w Sent) Mending(change func(h history.History) history.History) Plant {
	return func(right dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			h, err := w.read(input)
			if err != nil || h.Valid() == nil {
				return right(input)
			}
			return w.Send(change(h))
		}
	}
}

// Sending sends whatever a right converter refuses too, changed.
func (w Sent) Sending(change func(h history.History) history.History) Plant {
	return func(right dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			h, err := w.read(input)
			if err != nil || h.Valid() == nil && right(input).Ending != dialect.Rejected {
				return right(input)
			}
			return w.Send(change(h))
		}
	}
}

// HearsHistory changes a history before it is sent; what is none stays.
func HearsHistory(change func(h history.History) history.History) Plant {
	return Hearing(func(input wire.Value) wire.Value {
		h, err := history.Parse(input.Get("history"))
		if err != nil {
			return input
		}
		return input.With("history", change(h).JSON())
	})
}

// Results changes the results of histories.
func (w Sent) Results(change func(e *history.Entry)) Plant {
	return w.Changing(results(change))
}

func results(change func(e *history.Entry)) func(history.History) history.History {
	return func(h history.History) history.History {
		h = slices.Clone(h)
		for i := range h {
			if h[i].Role == history.Tool {
				change(&h[i])
			}
		}
		return h
	}
}

// calls changes the calls of a history; it gets its own parts.
func calls(change func(p *history.Part)) func(history.History) history.History {
	return func(h history.History) history.History {
		return messages(func(_ int, parts []history.Part) []history.Part {
			for i := range parts {
				if parts[i].Call {
					change(&parts[i])
				}
			}
			return parts
		})(h)
	}
}

// messages changes the parts of a history's messages.
func messages(change func(i int, parts []history.Part) []history.Part) func(history.History) history.History {
	return func(h history.History) history.History {
		h = slices.Clone(h)
		for i, e := range h {
			if e.Role == history.Assistant {
				h[i].Parts = change(i, slices.Clone(e.Parts))
			}
		}
		return h
	}
}

// Renamed gives every id another one, alike on both sides.
func Renamed(rename func(string) string) func(history.History) history.History {
	return func(h history.History) history.History {
		h = calls(func(p *history.Part) { p.ID = rename(p.ID) })(h)
		return results(func(e *history.Entry) { e.CallID = rename(e.CallID) })(h)
	}
}
