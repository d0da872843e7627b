package properties

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// maxPrefixes bounds how many prefixes of one stream are observed.
const maxPrefixes = 12

// prefixes is META-05 and ROBUST-06: the stream cut behind every element. Each prefix
// is a stream with an expectation of its own, too.
func (r *relation) prefixes() error {
	rel := r.Side.Relations
	monotone := rel.Held != nil && (r.Only == nil || r.Only["META-05"])
	answerer, ok := r.Case.Script.(dialect.Answerer)
	honest := ok && rel.Successes != nil && (r.Only == nil || r.Only["ROBUST-06"])
	own := rel.Prefixes != "" && (r.Only == nil || r.Only[rel.Prefixes])
	if !monotone && !honest && !own {
		return nil
	}
	line := "META-05"
	switch {
	case own && !monotone:
		line = rel.Prefixes
	case !monotone:
		line = "ROBUST-06"
	}
	kept, unsettled := holding{}, map[string]bool{}
	if u, ok := r.Case.Script.(dialect.Unsettled); ok && monotone {
		unsettled = u.Unsettled()
	}
	for _, n := range r.prefixLengths() {
		script := prefix(r.Case.Script, n)
		o := r.First
		if n < r.Case.Script.Len() {
			if !r.wanted(line, prefixMark+strconv.Itoa(n)) {
				continue
			}
			f := NewForm(r.Case, prefixMark+strconv.Itoa(n), line, fmt.Sprintf("up to element %d only", n), func(c *dialect.Case) {
				another(script)(c)
				c.Class = dialect.Adversarial
			})
			f.Whole = true
			var err error
			if o, ok, err = r.send(f); err != nil {
				return err
			} else if !ok {
				continue
			}
		}
		var now map[string]int
		if a, ok := script.(dialect.Answerer); ok && answerer != nil {
			now = a.Answered()
		}
		if honest {
			r.honest(n, rel.Successes(&o), now)
		}
		if monotone {
			r.monotone(n, kept, settled(rel.Held(&o), unsettled, now), now)
		}
	}
	return nil
}

// settled leaves out the calls for which what is held may come and go, and what is
// held though no result came: a right client may close a cut call as a failure of
// its own.
func settled(held map[string]wire.Value, unsettled map[string]bool, answered map[string]int) map[string]wire.Value {
	maps.DeleteFunc(held, func(id string, _ wire.Value) bool { return answered[id] == 0 || unsettled[id] })
	return held
}

// honest: no call is shown as a success that has no result.
func (r *relation) honest(n int, successes []string, answered map[string]int) {
	out := requirement.Outcome{Requirement: "ROBUST-06"}
	for _, id := range successes {
		if answered[id] == 0 {
			out.Verdict = requirement.Fail
			out.Findings = append(out.Findings, requirement.Finding{Requirement: "ROBUST-06", Level: requirement.Must, Event: n - 1,
				Message: fmt.Sprintf("Truncated after element %d, call %q is shown as a success though no result came.", n, id)})
		}
	}
	r.outcomes = append(r.outcomes, out)
}

// holding is what each call held in the prefixes so far: its last value, and how
// many different ones it has had.
type holding map[string]struct {
	value  wire.Value
	values int
}

// monotone: what was held stays, and has no more values than results arrived. (A
// value may change somewhat later than its result arrives: at the stop of its block.)
func (r *relation) monotone(n int, before holding, after map[string]wire.Value, answered map[string]int) {
	out := requirement.Outcome{Requirement: "META-05"}
	for _, id := range slices.Sorted(maps.Keys(before)) {
		was := before[id]
		now, held := after[id]
		f := requirement.Finding{Requirement: "META-05", Level: requirement.Must, Event: n - 1, Expected: was.value, Actual: now}
		switch {
		case !held:
			f.Message = fmt.Sprintf("The result of call %q, held before, is gone after element %d.", id, n)
		case !wire.Equal(was.value, now) && was.values >= max(1, answered[id]):
			f.Message = fmt.Sprintf("The result of call %q changed by element %d, though no second result arrived.", id, n)
		default:
			continue
		}
		out.Verdict = requirement.Fail
		out.Findings = append(out.Findings, f)
	}
	for id, now := range after {
		if was := before[id]; was.values == 0 || !wire.Equal(was.value, now) {
			was.value, was.values = now, was.values+1
			before[id] = was
		}
	}
	r.outcomes = append(r.outcomes, out)
}

// prefixLengths rise to the whole; all of them for short streams, and those that were
// named.
func (r *relation) prefixLengths() []int {
	n, pick := r.Case.Script.Len(), r.Pick("prefixes")
	var lengths []int
	for k := range n {
		drawn := n <= maxPrefixes || pick(n) < maxPrefixes
		if drawn || slices.Contains(r.Forms, prefixMark+strconv.Itoa(k)) {
			lengths = append(lengths, k)
		}
	}
	return append(lengths, n)
}

func prefix(s dialect.Script, n int) dialect.Script {
	if n == s.Len() {
		return s
	}
	keep := make([]int, n)
	for i := range keep {
		keep[i] = i
	}
	return s.Keep(keep)
}

// probe is a turn that shows what a script can do.
func probe() transcript.Transcript {
	return transcript.Transcript{MessageID: "msg-probe", Items: []transcript.Item{
		{Kind: transcript.Call, ID: "probe_b", Name: "one", Input: wire.Obj()},
		{Kind: transcript.Call, ID: "probe_a", Name: "two", Input: wire.Obj()},
		{Kind: transcript.Result, ID: "probe_a", Status: transcript.Success, Content: wire.Str("A")},
		{Kind: transcript.Result, ID: "probe_b", Status: transcript.Success, Content: wire.Str("B")},
	}}
}
