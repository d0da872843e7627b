// Package certificate says what a release was held against, and what came out, in
// a form that other tools know: an in-toto Statement with the test-result
// predicate over the digests of the release, signed as a DSSE envelope. A
// certificate is a function of a run's result; so whoever has both can make it
// again and compare.
package certificate

import (
	"github.com/toolconform/conform/baseline"
	"github.com/toolconform/conform/reports"
)

// What the layers of a certificate call themselves.
const (
	PayloadType   = "application/vnd.in-toto+json"
	StatementType = "https://in-toto.io/Statement/v1"
	PredicateType = "https://in-toto.io/attestation/test-result/v0.1"
)

// Version of what the predicate's annotations hold.
const Version = 1

// The results of the test-result predicate.
const (
	Passed = "PASSED" // every pair is certified, and there is nothing to add
	Warned = "WARNED" // some pair is certified; warnings or deviations say what to know
	Failed = "FAILED" // nothing is certified
)

// Statement binds a predicate to the files that it is about.
type Statement struct {
	Type          string           `json:"_type"`
	Subject       []Resource[none] `json:"subject"`
	PredicateType string           `json:"predicateType"`
	Predicate     Predicate        `json:"predicate"`
}

// Predicate is in-toto's test-result v0.1. A test is a requirement in one dialect
// and role, as in "content-blocks/consumer/BLOCK-02".
type Predicate struct {
	Result        string        `json:"result"`
	Configuration Configuration `json:"configuration"`
	URL           string        `json:"url,omitempty"`
	PassedTests   []string      `json:"passedTests"`
	WarnedTests   []string      `json:"warnedTests"`
	FailedTests   []string      `json:"failedTests"`
}

// Resource is in-toto's resource descriptor; A is what its annotations hold.
type Resource[A any] struct {
	Name        string `json:"name"`
	URI         string `json:"uri,omitempty"`
	Digest      Digest `json:"digest,omitzero"`
	MediaType   string `json:"mediaType,omitempty"`
	Annotations A      `json:"annotations,omitzero"`
}

// none stands for no annotations.
type none struct{}

// Digest of a file's bytes, in hex.
type Digest struct {
	SHA256 string `json:"sha256"`
}

// Configuration is what the run was made with and where its account stands. On
// the wire it is a list of resource descriptors, told apart by their names.
type Configuration struct {
	Suite  Resource[Terms]
	Corpus Resource[none]
	Report Resource[Account]
	// Baseline is nil where there were no known failures to hold the run against.
	Baseline *Resource[Known]
}

// Terms are what the implementation was held against.
type Terms struct {
	Certificate int    `json:"certificate"`
	Version     string `json:"version"`
	Protocol    int    `json:"protocol"`
	Generator   int    `json:"generator"`
	Profile     string `json:"profile"`
	// Seed is text: canonical JSON has no 64-bit numbers.
	Seed string `json:"seed"`
	// Runs is the number of generated streams for each pair.
	Runs int `json:"runs"`
	// Timeout is the deadline of a case, "5s"; "" in certificates of earlier versions.
	Timeout string `json:"timeout,omitempty"`
}

// Account is what came out, short; the report has it in full.
type Account struct {
	Implementation Implementation  `json:"implementation"`
	Started        string          `json:"started"`
	Complete       bool            `json:"complete"`
	Incomplete     string          `json:"incomplete,omitempty"`
	Summary        reports.Summary `json:"summary"`
	Pairs          []Pair          `json:"pairs"`
	Deviations     []Deviation     `json:"deviations"`
}

// Implementation is who it was, by the adapter's own word.
type Implementation struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Pair is the outcome for one dialect and role.
type Pair struct {
	Dialect string `json:"dialect"`
	Role    string `json:"role"`
	// Certified: every MUST was observed, and nothing failed but the Exceptions.
	Certified bool `json:"certified"`
	// Level is the profile that was reached, "none" where none was.
	Level string `json:"level"`
	// Exceptions are the requirements that failed, where the baseline has each of
	// their failures: the level holds but for them.
	Exceptions []string `json:"exceptions,omitempty"`
	// Requirements by verdict.
	Pass       int `json:"pass"`
	Warn       int `json:"warn"`
	Fail       int `json:"fail"`
	Skip       int `json:"skip"`
	Unobserved int `json:"unobserved"`
}

// Name of the pair, as in "content-blocks/consumer".
func (p Pair) Name() string { return p.Dialect + "/" + p.Role }

// The kinds of deviation.
const (
	KnownFailure = "known-failure" // the baseline has it
	Skipped      = "skip"          // the adapter could not do any case of the requirement
	Unobserved   = "unobserved"    // no answer said anything about the requirement
	SkippedCases = "skipped-cases" // the adapter left out some cases of the pair
	// SkippedRequests: so many of a form, as in "strewn (3 of 40)", were not answered.
	SkippedRequests = "skipped-requests"
	Omits           = "omits"   // members that the implementation doesn't have
	NotRun          = "not-run" // the pair was offered, but there was nothing to hold it against
)

// Deviation is something that whoever trusts the certificate should know.
type Deviation struct {
	Kind        string `json:"kind"`
	Dialect     string `json:"dialect"`
	Role        string `json:"role"`
	Requirement string `json:"requirement,omitempty"`
	Level       string `json:"level,omitempty"`
	// Names are cases, forms of cases, or members of the answer.
	Names []string `json:"names,omitempty"`
}

// Known is what the baseline had to do with the run.
type Known struct {
	// Entries that met a failure, with their reasons.
	Entries []baseline.Entry `json:"entries"`
	// Problems are entries that fail the run: stale, expired, unmatched.
	Problems []string `json:"problems"`
}
