package requirement

import (
	"fmt"

	"github.com/toolconform/conform/wire"
)

// Verdict is what was found out about a requirement or a case. Greater is worse.
type Verdict uint8

// The verdicts, from best to worst.
const (
	Pass Verdict = iota
	Skip
	Unobserved
	Warn
	Fail
)

var verdictNames = [...]string{"pass", "skip", "unobserved", "warn", "fail"}

func (v Verdict) String() string { return verdictNames[v] }

// MarshalText writes the protocol's word.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads the protocol's word.
func (v *Verdict) UnmarshalText(text []byte) error {
	for i, name := range verdictNames {
		if name == string(text) {
			*v = Verdict(i)
			return nil
		}
	}
	return fmt.Errorf("unknown verdict %q", text)
}

// Observed tells whether the verdict rests on something that was seen.
func (v Verdict) Observed() bool { return v == Pass || v == Warn || v == Fail }

// Worse is the worse of two verdicts, as rows of several pairs combine.
func Worse(a, b Verdict) Verdict { return max(a, b) }

// Combine adds what another case says about the same requirement, dialect and
// role: the worst of what was observed; skip or unobserved only where nothing was,
// and skip before unobserved, since the adapter said why.
func Combine(a, b Verdict) Verdict {
	switch {
	case a.Observed() && b.Observed():
		return Worse(a, b)
	case a.Observed():
		return a
	case b.Observed():
		return b
	}
	return min(a, b)
}

// Finding is one thing that is not as the requirement says.
type Finding struct {
	Requirement string
	// Level of the clause that was missed.
	Level Level
	// Of are the requirements that this is a matter of where the subject of its own one is
	// not to blame: a block lost beside an orphan may have been lost without it. Empty where
	// it can be a matter of its own requirement only.
	Of []string
	// Message is one sentence: what was expected and what came instead. Where it has args yet, it is the format of one:
	// a judge names what would be missed before it looks, and hardly ever misses it.
	Message string
	args    []any
	// Where names the place: a JSON pointer into the answer ("/blocks/1/toolResult")
	// or the event ("event 3").
	Where string
	// Event is the index of the input or output event where it first went wrong, -1
	// where there is none to name.
	Event int
	// Expected and Actual are absent where there is nothing to compare.
	Expected, Actual wire.Value
	// Follows is the zero value where the finding stands by itself.
	Follows Follows
}

// At is a finding at a place. Its message is put together once it is missed.
func At(where, message string, args ...any) Finding {
	return Finding{Where: where, Event: -1, Message: message, args: args}
}

// Said is the finding with its message put together.
func (f Finding) Said() Finding {
	if f.args != nil {
		f.Message, f.args = fmt.Sprintf(f.Message, f.args...), nil
	}
	return f
}

// Follows names the line that a finding follows from, and says how that is known.
type Follows struct{ Line, Why string }

// Verdict of a finding: a missed SHOULD warns, everything else fails.
func (f Finding) Verdict() Verdict {
	if f.Level == Should {
		return Warn
	}
	return Fail
}

// Outcome is what one case says about one requirement.
type Outcome struct {
	Requirement string
	Verdict     Verdict
	Findings    []Finding
	// Policy names which of several right answers was seen, "" where the line leaves
	// no choice or nothing was seen.
	Policy string
}

// Failed are the ids of the outcomes that fail, as a list.
func Failed(outcomes []Outcome) wire.Value {
	return idsOf(outcomes, func(o Outcome) bool { return o.Verdict == Fail })
}

// Missed are the ids of the outcomes with findings, as a list.
func Missed(outcomes []Outcome) wire.Value {
	return idsOf(outcomes, func(o Outcome) bool { return len(o.Findings) > 0 })
}

func idsOf(outcomes []Outcome, so func(o Outcome) bool) wire.Value {
	var ids []wire.Value
	for _, o := range outcomes {
		if so(o) {
			ids = append(ids, wire.Str(o.Requirement))
		}
	}
	return wire.List(ids...)
}
