package reports

import (
	"fmt"

	"github.com/toolconform/conform/requirement"
)

// Headline is the whole result in a few words, and the verdict that they stand for.
// An incomplete result is never a pass.
func Headline(r *Result) (requirement.Verdict, string) {
	s := r.Summary
	known := r.Baseline != nil && r.Baseline.New == 0 && len(r.Baseline.Problems) == 0
	switch {
	case s.Fail > 0 && !known:
		return requirement.Fail, "does not conform"
	case !r.Complete:
		return requirement.Fail, "incomplete"
	case s.Fail > 0:
		return requirement.Warn, "conforms but for " + Counted(r.Baseline.Known, "known failure")
	case r.Baseline != nil && len(r.Baseline.Problems) > 0:
		return requirement.Fail, "its baseline does not hold"
	case s.Warn > 0:
		return requirement.Warn, "conforms, with warnings"
	case s.Pass == 0:
		return requirement.Unobserved, "nothing was observed"
	}
	return requirement.Pass, "conforms"
}

// Tried says what the requirements were held against. A generated stream is a case of
// its own only where it shows something; of those that were asked for, it says how many did.
func Tried(r *Result) string {
	sum, asked := 0, 0
	for _, n := range StreamsOf(r) {
		sum += n
		asked += max(n, r.Runs)
	}
	text := Counted(r.Summary.Cases, "case")
	switch {
	case sum == 0 && r.Profile == "core":
		return text + ", no generated streams in this profile"
	case sum == 0:
		return text
	case sum < asked && r.Shard == nil && r.Complete:
		return fmt.Sprintf("%s, %s, %d of which showed something", text, Counted(asked, "generated stream"), sum)
	}
	return text + ", " + Counted(sum, "generated stream")
}

// Rows is how many requirements are counted.
func (s Summary) Rows() int { return s.Pass + s.Fail + s.Warn + s.Skip + s.Unobserved }

// ImplementationName is name and version, as the adapter's hello has them.
func ImplementationName(r *Result) string {
	text := r.Implementation.Get("name").Text()
	if text == "" {
		text = "an implementation without a name"
	}
	if v := r.Implementation.Get("version").Text(); v != "" {
		text = Clip(text, NameLimit) + " " + v
	}
	return Name(text)
}

// StreamsOf each pair is how many generated streams its properties were held against.
func StreamsOf(r *Result) map[[2]string]int {
	streams := map[[2]string]int{}
	for _, p := range r.Properties {
		pair := [2]string{p.Dialect, p.Role}
		streams[pair] = max(streams[pair], p.Runs)
	}
	return streams
}
