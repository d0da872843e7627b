// Package reports holds the result of a run, the one model that every other
// format is rendered from.
package reports

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// SchemaVersion of the result's JSON.
const SchemaVersion = 1

// Result is what a run found out.
type Result struct {
	SchemaVersion int  `json:"schemaVersion"`
	Complete      bool `json:"complete"`
	// Incomplete says why the run is not complete.
	Incomplete     string     `json:"incomplete,omitempty"`
	Suite          Suite      `json:"suite"`
	Implementation wire.Value `json:"implementation"`
	Supports       wire.Value `json:"supports"`
	Profile        string     `json:"profile"`
	Selection      Selection  `json:"selection,omitzero"`
	Seed           uint64     `json:"seed"`
	Runs           int        `json:"runs"`
	// Timeout is the deadline of a case, as a duration ("5s"); heavy cases have six times as
	// long. "" in results of earlier versions.
	Timeout       string           `json:"timeout,omitempty"`
	Shard         *Shard           `json:"shard"`
	Summary       Summary          `json:"summary"`
	Requirements  []RequirementRow `json:"requirements"`
	Policies      []Policy         `json:"policies"`
	Cases         []CaseRow        `json:"cases"`
	Properties    []PropertyRow    `json:"properties"`
	AdapterErrors []AdapterError   `json:"adapterErrors"`
	// Answers are what shows whether the implementation works, by dialect and role; nil in
	// results of earlier versions.
	Answers []AnswersRow `json:"answers,omitzero"`
	// Requests account for everything that was sent; nil in results of earlier versions.
	Requests []RequestRow `json:"requests,omitempty"`
	LeftOut  []LeftOut    `json:"leftOut,omitempty"`
	// Live is set where live traffic was judged, and not what the harness made up.
	Live *Live `json:"live,omitempty"`
	// Baseline is set where the run was held against known failures.
	Baseline *Baseline `json:"baseline,omitempty"`
	Times    Times     `json:"times"`
}

// Suite is what judged.
type Suite struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	// Corpus is the digest of the fixed cases, "sha256:…".
	Corpus    string `json:"corpus"`
	Protocol  int    `json:"protocol"`
	Generator int    `json:"generator"`
}

// Selection is what was asked for, where it was not everything.
type Selection struct {
	Dialects     []string `json:"dialects,omitempty"`
	Roles        []string `json:"roles,omitempty"`
	Encodings    []string `json:"encodings,omitempty"`
	Requirements []string `json:"requirements,omitempty"`
	Cases        []string `json:"cases,omitempty"`
	// Labels are Ginkgo label filters over dialect, role, requirement and level.
	Labels []string `json:"labels,omitempty"`
}

// IsZero tells whether everything was asked for.
func (s Selection) IsZero() bool {
	return len(s.Dialects)+len(s.Roles)+len(s.Encodings)+len(s.Requirements)+len(s.Cases)+len(s.Labels) == 0
}

// Shard is one of several parts of a run, I from 1.
type Shard struct {
	Index int `json:"index"`
	Count int `json:"count"`
}

// Summary counts the requirement rows by verdict, and the cases.
type Summary struct {
	Pass       int `json:"pass"`
	Fail       int `json:"fail"`
	Warn       int `json:"warn"`
	Skip       int `json:"skip"`
	Unobserved int `json:"unobserved"`
	Cases      int `json:"cases"`
}

// Add counts one row.
func (s *Summary) Add(v requirement.Verdict) {
	switch v {
	case requirement.Pass:
		s.Pass++
	case requirement.Fail:
		s.Fail++
	case requirement.Warn:
		s.Warn++
	case requirement.Skip:
		s.Skip++
	case requirement.Unobserved:
		s.Unobserved++
	}
}

// RequirementRow is one requirement over all pairs that the implementation offers.
type RequirementRow struct {
	ID      string              `json:"id"`
	Level   requirement.Level   `json:"level"`
	Verdict requirement.Verdict `json:"verdict"`
	// Cases that missed it, ids.
	Cases []string  `json:"cases"`
	By    []PairRow `json:"by"`
}

// PairRow is one requirement in one dialect and role.
type PairRow struct {
	Dialect string              `json:"dialect"`
	Role    string              `json:"role"`
	Verdict requirement.Verdict `json:"verdict"`
	// ByLuck: what was seen passed, and does not count (requirement.Basis).
	ByLuck bool `json:"byLuck,omitempty"`
	// Tested counts the answered cases that test it, Lacking those of them whose answer
	// is wrong and lacks what it is about.
	Tested  int `json:"tested,omitempty"`
	Lacking int `json:"lacking,omitempty"`
}

// Policy is which of several right answers was observed.
type Policy struct {
	Requirement string `json:"requirement"`
	Dialect     string `json:"dialect"`
	Role        string `json:"role"`
	Observed    string `json:"observed"`
}

// CaseRow is one case.
type CaseRow struct {
	ID      string              `json:"id"`
	Title   string              `json:"title,omitempty"`
	Dialect string              `json:"dialect"`
	Role    string              `json:"role"`
	Class   string              `json:"class"`
	Tests   []string            `json:"tests"`
	Verdict requirement.Verdict `json:"verdict"`
	// Form in which another case or stream was sent, "" for the case itself.
	Form string `json:"form,omitempty"`
	// Reason of a skip or rejection, or how the implementation died.
	Reason   string    `json:"reason,omitempty"`
	Findings []Finding `json:"findings"`
	Replay   string    `json:"replay,omitempty"`
	// Generated is set for the counterexample of a generated stream.
	Generated *Generated `json:"generated,omitempty"`
	// Evidence is what was sent and what came back, for cases with findings.
	Evidence *Evidence `json:"evidence,omitempty"`
}

// Generated tells where a counterexample comes from.
type Generated struct {
	// Index of the stream under the result's seed.
	Index int `json:"index"`
	// Missed are the requirements that the stream missed before it was shrunk.
	Missed []string `json:"missed"`
	// For is the requirement that this form of the stream was shrunk for, where the
	// usual form, shrunk for the first of Missed, does not show it.
	For string `json:"for,omitempty"`
	// Died: the stream killed or silenced the implementation. Each of these is kept.
	Died bool `json:"died,omitempty"`
	// Tries is how many requests looked for a smaller stream.
	Tries int `json:"tries,omitempty"`
}

// Finding is one thing that was not as the requirement says.
type Finding struct {
	Requirement string            `json:"requirement"`
	Level       requirement.Level `json:"level"`
	Message     string            `json:"message"`
	Where       string            `json:"where,omitempty"`
	Event       *int              `json:"event,omitempty"`
	Expected    wire.Value        `json:"expected,omitzero"`
	Actual      wire.Value        `json:"actual,omitzero"`
	// Follows is the requirement whose failure this one follows from, "" where it stands by itself.
	Follows string `json:"follows,omitempty"`
	// Known: the baseline has this failure.
	Known bool `json:"known,omitempty"`
}

// Baseline is how a run compares with its known failures.
type Baseline struct {
	// Known and New count findings that fail.
	Known int `json:"known"`
	New   int `json:"new"`
	// Problems are the entries that fail the run, one sentence each.
	Problems []string `json:"problems"`
}

// Evidence is bounded: what is longer is cut, and says so.
type Evidence struct {
	Input  wire.Value   `json:"input"`
	Script wire.Value   `json:"script,omitzero"`
	Events []wire.Value `json:"events,omitempty"`
	State  wire.Value   `json:"state,omitzero"`
	Ending string       `json:"ending"`
	Stderr string       `json:"stderr,omitempty"`
	Cut    bool         `json:"cut,omitempty"`
}

// PropertyRow counts the generated streams that a requirement was held against.
type PropertyRow struct {
	Requirement string              `json:"requirement"`
	Dialect     string              `json:"dialect"`
	Role        string              `json:"role"`
	Runs        int                 `json:"runs"`
	Verdict     requirement.Verdict `json:"verdict"`
	// Failures counts the streams that missed it; only the first few become cases.
	Failures int `json:"failures,omitempty"`
}

// AdapterError is a breach of the adapter protocol, or an incident that no case
// is to blame for.
type AdapterError struct {
	Kind string `json:"kind"`
	// Case is the id of the request, "" where it cannot be told; Around are then those that
	// were in flight, or the last one answered.
	Case   string   `json:"case"`
	Around []string `json:"around,omitempty"`
	Bytes  string   `json:"bytes"`
	Stderr string   `json:"stderr,omitempty"`
}

// Where it happened, in words; "" where nothing is known.
func (e AdapterError) Where() string {
	const named = 4
	switch more := len(e.Around) - named; {
	case e.Case != "":
		return "in case " + e.Case
	case more > 0:
		return fmt.Sprintf("around %s and %d more", strings.Join(e.Around[:named], ", "), more)
	case len(e.Around) > 0:
		return "around " + strings.Join(e.Around, ", ")
	}
	return ""
}

// Times are the only part of a result that two equal runs differ in.
type Times struct {
	Started string `json:"started"`
	Seconds string `json:"seconds"`
}
