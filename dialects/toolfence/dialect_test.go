package toolfence

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/requirement"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Verify(t, Dialect()) }

// Document 000 makes every member optional and says what a reader does where a state, a
// text or the other outcome is missing or there (FENCE-05 … 07, 14), so a fence that has
// less than FENCE-51 asks of a transcript's producer is still right. One whose state says
// that there is no outcome yet, beside one, is not.
func TestValidCasesCanBeSent(t *testing.T) {
	dialecttest.Sendable(t, Dialect(), func(_ *dialect.Case, f requirement.Finding) bool {
		state := f.Actual
		if state.IsObject() {
			state = state.Get("state")
		}
		return f.Requirement == "FENCE-51" && !strings.HasPrefix(state.Text(), "input-")
	})
}

func TestProperties(t *testing.T) { dialecttest.Properties(t, Dialect(), nil) }

// A reader that counts its ids from one, as the document's own form suggests, may
// make up an id that is given further down: FENCE-09 warns, and no property fails.
func TestCountedIDsBreakNoProperty(t *testing.T) {
	side := consumer()
	counts := slices.IndexFunc(side.Faults, func(f dialect.Fault) bool { return f.ID == "FENCE-09/later" })
	counted := side.Faults[counts].Plant(side.Reference)
	clashes := 0
	for _, c := range side.Cases() {
		if c.Heavy {
			continue
		}
		first := counted(c.Input())
		if clash(c, &first) {
			clashes++
		}
		outcomes, err := dialecttest.Related(&side, c, counted, generator.Index{Pair: side.Pair}.Pick(c.ID))
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range outcomes {
			if o.Verdict == requirement.Fail {
				t.Errorf("%s: %s %s %+v", c.ID, o.Requirement, o.Verdict, o.Findings)
			}
		}
	}
	if clashes == 0 {
		t.Error("no case in which a generated id is given further down")
	}
}

// What a fence holds that nothing closes may go again, also inside a container.
func TestOpenFencesAreUnsettled(t *testing.T) {
	open := document.Tool(`{"toolCallId":"open","output":1}`)
	open.Style.Open = true
	d := &document.Document{Segments: []document.Segment{document.PlainCall("closed"), document.Quote(document.Text("q\n"), open),
		document.Text("behind\n")}}
	u, ok := d.Script().(dialect.Unsettled)
	if !ok || !u.Unsettled()["open"] || u.Unsettled()["closed"] {
		t.Errorf("unsettled: %v", u)
	}
}
