package toolfence

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// checked are the requirements that a check of the markdown, in drawn pieces, finds
// broken.
func checked(opts dialect.CheckOptions, markdown string, pick dialect.Pick) []string {
	c := newChecker(opts)
	var findings []requirement.Finding
	for len(markdown) > 0 {
		n := 1 + pick(len(markdown))
		findings = append(findings, c.Event(wire.Str(markdown[:n]))...)
		markdown = markdown[n:]
	}
	findings = append(findings, c.End()...)
	found := []string{}
	for _, f := range findings {
		if !slices.Contains(found, f.Requirement) {
			found = append(found, f.Requirement)
		}
	}
	slices.Sort(found)
	return found
}

func TestCheckFindsExactlyWhatWasPlanted(t *testing.T) {
	for _, tw := range twists() {
		t.Run(tw.ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { planted(t, tw) })
		})
	}
}

func planted(t *rapid.T, tw dialect.Twist) {
	pick := generator.FromRapid(t)
	from := generator.Transcript(pick, 4)
	script := render(from, pick)
	d, _ := documentOf(script)
	expect := func(want []string, opts dialect.CheckOptions, markdown []byte) {
		want = slices.Clone(want)
		slices.Sort(want)
		if got := checked(opts, string(markdown), pick); !slices.Equal(got, want) {
			t.Fatalf("found %v, planted %v (transcript: %v)\n%q\n%s", got, want, opts.Transcript != nil, markdown, from.JSON().JSON())
		}
	}
	expect(nil, dialect.CheckOptions{Transcript: &from}, d.Bytes(""))
	expect(nil, dialect.CheckOptions{}, d.Bytes(""))
	twisted, planted, ok := tw.Apply(script, pick)
	if !ok {
		return
	}
	d, _ = documentOf(twisted)
	expect(planted.With, dialect.CheckOptions{Transcript: &from}, d.Bytes(""))
	expect(planted.Alone, dialect.CheckOptions{}, d.Bytes(""))
}

func TestEveryTwistFindsItsPlace(t *testing.T) {
	from := transcript.Transcript{MessageID: "m", Items: []transcript.Item{
		said("a\n"), called("c1", "x", `{"n":1}`), succeeded("c1", `"one"`), called("c2", "y", `{"n":2}`), answered("c2", transcript.Error, `"two"`),
		said("b"), called("c3", "z", `{"n":3}`), answered("c3", transcript.Cancelled, `"three"`)}}
	for _, tw := range twists() {
		script := render(from, func(int) int { return 0 })
		if _, _, ok := tw.Apply(script, func(int) int { return 0 }); !ok && tw.ID != "unclose" {
			t.Errorf("%s does not apply", tw.ID)
		}
	}
}
