package suites_test

import (
	"strings"
	"testing"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/session"
	"github.com/toolconform/conform/suites"
	"github.com/toolconform/conform/wire"
)

// TestReference is the suite as anybody's own Ginkgo suite holds it: defined over
// an implementation, here the built-in reference, and run by `go test`.
func TestReference(t *testing.T) {
	gomega.RegisterFailHandler(ginkgo.Fail)
	cat := catalogue.New()
	info := adapter.Info{Concurrency: 8, Implementation: wire.Obj(wire.M("name", wire.Str("conform reference")))}
	answers := map[dialect.Pair]dialect.Answer{}
	for _, s := range cat.Sides {
		answers[s.Pair] = s.Reference
		info.Supports = append(info.Supports, adapter.Support{Dialect: s.Dialect, Role: s.Role, Encodings: s.Encodings})
	}
	options := session.Options{Profile: session.Strict, Seed: 1, Runs: 10, Light: true}
	if _, err := suites.Define(suites.Config{Catalogue: cat, Implementation: driver.InProcess(info, answers), Options: options}); err != nil {
		t.Fatal(err)
	}
	ginkgo.RunSpecs(t, "the reference implementation")
}

func TestNothingMatches(t *testing.T) {
	impl := driver.InProcess(adapter.Info{}, nil)
	if _, err := suites.Define(suites.Config{Catalogue: catalogue.New(), Implementation: impl, Options: session.Options{Profile: session.Full}}); err == nil {
		t.Error("an implementation that offers nothing gives a suite")
	}
}

// The failure text is a story: sentence, source, case, place, both values, replay.
func TestFailureIsAStory(t *testing.T) {
	row := session.Row{
		Requirement: requirement.Requirement{ID: "BLOCK-03", Level: requirement.Must, Sentence: "toolResult is the content.", Source: "document 003"},
		Pair:        dialect.Pair{Dialect: "content-blocks", Role: dialect.Consumer}, Verdict: requirement.Fail,
		Cases: []reports.CaseRow{{ID: "content-blocks/consumer/x", Title: "One call.", Dialect: "content-blocks", Role: "consumer", Replay: "conform run --case x",
			Findings: []reports.Finding{{Requirement: "BLOCK-03", Message: "It is another.", Where: "/blocks/0", Expected: wire.Str("a\x1b[31m"), Actual: wire.Str("b")}}}},
	}
	if ok, err := suites.Conform().Match(row); ok || err != nil {
		t.Fatalf("a failed row conforms: %v, %v", ok, err)
	}
	text := suites.Conform().FailureMessage(row)
	for _, want := range []string{"BLOCK-03", "toolResult is the content.", "document 003", "content-blocks/consumer/x", "/blocks/0", "expected", "actual", "conform run --case x"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if strings.Contains(text, "\x1b") {
		t.Error("a stream drives the terminal")
	}
	row.Verdict = requirement.Warn
	if ok, _ := suites.Conform().Match(row); !ok {
		t.Error("a warning fails")
	}
}
