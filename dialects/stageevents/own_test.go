package stageevents

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolconform/conform/requirement"
)

// STAGE-51 blames what came from another call's update, and never what the call's own
// updates brought. Each row is two lives, and the block of "a" that is wrong.
func TestOwnOnlyBlamesForeignValues(t *testing.T) {
	const (
		endedA = `{"id":"a","stage":"end","success":true,"result":"mine"}`
		blockB = `{"id":"b","name":"glob","stage":"end","parameters":"","result":"theirs","success":true,"error":null}`
		lifeOB = `{"id":"b","stage":"start","name":"glob"},{"id":"b","stage":"end","success":true,"result":"theirs"}`
	)
	block := func(members string) string { return `{"id":"a","name":"grep","stage":"end",` + members + `},` + blockB }
	tests := []struct{ name, events, blocks, want string }{
		{"right", startA + "," + endedA + "," + lifeOB, block(`"result":"mine","success":true`), ""},
		{"another's result", startA + "," + endedA + "," + lifeOB, block(`"result":"theirs","success":true`), "50:fail 51:fail"},
		{"another's result, told before", lifeOB + "," + startA + "," + endedA,
			blockB + `,{"id":"a","name":"grep","stage":"end","result":"theirs","success":true}`, "50:fail 51:fail"},
		{"nobody's result", startA + "," + endedA + "," + lifeOB, block(`"result":"made up","success":true`), "50:fail"},
		{"another's name", startA + "," + endedA + "," + lifeOB,
			`{"id":"a","name":"glob","stage":"end","result":"mine","success":true},` + blockB, "50:fail 51:fail"},
		{"another's result before the end", startA + "," + lifeOB, `{"id":"a","name":"grep","stage":"start","result":"theirs"},` + blockB,
			"50:fail 51:fail"},
		{"another's stage", startA + "," + lifeOB, `{"id":"a","name":"grep","stage":"running"},` + blockB, "50:fail"},

		// What the call's own updates said is its own, whoever else said it, and wherever it
		// stood.
		{"its own early result, another's too", startA + `,{"id":"a","stage":"running","result":"theirs"},` + endedA + "," + lifeOB,
			block(`"result":"theirs","success":true`), "50:fail"},
		{"another's result, then its own early one", lifeOB + "," + startA + `,{"id":"a","stage":"running","result":"theirs"},` + endedA,
			blockB + `,{"id":"a","name":"grep","stage":"end","result":"theirs","success":true}`, "50:fail"},
		{"its own earlier stage, another's too",
			startA + `,` + runA + `,` + endedA + `,{"id":"c","stage":"start","name":"n"},{"id":"c","stage":"running"}`,
			`{"id":"a","name":"grep","stage":"running","result":"mine","success":true},{"id":"c","name":"n","stage":"running"}`,
			"50:fail 52:fail"},
		{"another's stage where its own never was",
			startA + `,` + endedA + `,{"id":"c","stage":"start","name":"n"},{"id":"c","stage":"running"}`,
			`{"id":"a","name":"grep","stage":"running","result":"mine","success":true},{"id":"c","name":"n","stage":"running"}`,
			"50:fail 51:fail 52:fail"},

		// Nothing, and a flag, come from nowhere in particular.
		{"no name, as another", startA + `,` + endedA + `,{"id":"c","stage":"start","name":""}`,
			`{"id":"a","name":"","stage":"end","result":"mine","success":true},{"id":"c","name":"","stage":"start"}`, "50:fail 53:fail"},
		{"no result, as another", startA + `,` + endedA + `,{"id":"c","stage":"start","name":"n","result":null}`,
			`{"id":"a","name":"grep","stage":"end","result":null,"success":true},{"id":"c","name":"n","stage":"start"}`, "50:fail"},
		{"another's flag", startA + `,` + badA + "," + lifeOB, block(`"success":true,"error":"timeout"`), "50:fail"},

		// An event that is no update belongs to no other call.
		{"an unknown event's result", startA + `,` + endedA + `,{"type":"note","result":"noted"},` + lifeOB,
			block(`"result":"noted","success":true`), "50:fail 56:fail"},
		{"a stray update's result", startA + `,` + endedA + `,{"id":"x","stage":"running","result":"stray"},` + lifeOB,
			block(`"result":"stray","success":true`), "50:fail 51:fail 56:fail"},
	}
	runConsumer(t, tests)
}

// Of arguments a piece is enough to tell whose they are: one that is long enough, that
// is held, and that the call's own text doesn't have.
func TestOwnOnlyKnowsPieces(t *testing.T) {
	events := func(piece string) string {
		return startA + `,{"id":"a","stage":"streaming","parametersChunk":"abcd"},{"id":"c","stage":"start","name":"n"},` +
			`{"id":"c","stage":"streaming","parametersChunk":"` + piece + `"}`
	}
	blocks := func(held, other string) string {
		return `{"id":"a","name":"grep","stage":"streaming","parameters":"` + held +
			`"},{"id":"c","name":"n","stage":"streaming","parameters":"` + other + `"}`
	}
	runConsumer(t, []struct{ name, events, blocks, want string }{
		{"two letters of another", events("xy"), blocks("abxycd", "xy"), "51:fail 58:fail"},
		{"the whole of another", events("wxyz"), blocks("wxyz", "wxyz"), "51:fail 58:fail"},
		{"one letter, which may be anybody's", events("x"), blocks("abxcd", "x"), "58:fail"},
		{"a piece that its own text has too", events("bc"), blocks("abcbcd", "bc"), "58:fail"},
		{"a piece that isn't held", events("xy"), blocks("abdc", "xy"), "58:fail"},
		{"a piece inside a result", events("xy") + `,{"id":"a","stage":"end","result":"r"}`,
			`{"id":"a","name":"grep","stage":"end","parameters":"abcd","result":"r xy"},` +
				`{"id":"c","name":"n","stage":"streaming","parameters":"xy"}`,
			"50:fail"},
		{"another's whole parameters", startA +
			`,{"id":"a","stage":"streaming","parameters":"mine"},{"id":"c","stage":"start","name":"n","parameters":"theirs"}`,
			`{"id":"a","name":"grep","stage":"streaming","parameters":"theirs"},` +
				`{"id":"c","name":"n","stage":"start","parameters":"theirs"}`,
			"51:fail 58:fail"},
		{"another's whole parameters, which were its own once",
			startA + `,{"id":"a","stage":"streaming","parameters":"theirs"},{"id":"a","stage":"streaming","parameters":"mine"},` +
				`{"id":"c","stage":"start","name":"n","parameters":"theirs"}`,
			`{"id":"a","name":"grep","stage":"streaming","parameters":"theirs"},` +
				`{"id":"c","name":"n","stage":"start","parameters":"theirs"}`,
			"58:fail"},
	})
}

// STAGE-51 is seen where there are two calls to confuse, also where one has no block.
func TestOwnOnlyNeedsTwoCalls(t *testing.T) {
	other := `,{"id":"b","stage":"start","name":"glob"}`
	for _, x := range []struct {
		events, blocks string
		want           requirement.Verdict
	}{
		{startA, `{"id":"a","name":"grep","stage":"start"}`, requirement.Unobserved},
		{startA + other, `{"id":"a","name":"grep","stage":"start"},{"id":"b","name":"glob","stage":"start"}`, requirement.Pass},
		{startA + other, `{"id":"a","name":"grep","stage":"start"}`, requirement.Pass},
		{startA + other, ``, requirement.Unobserved},
	} {
		if got := outcomeOf("STAGE-51", judged(x.events, x.blocks)); got.Verdict != x.want {
			t.Errorf("%s beside %s: %s, want %s", x.blocks, x.events, got.Verdict, x.want)
		}
	}
}

// A finding names the update that came first, the place and the values.
func TestOwnOnlyNamesTheSource(t *testing.T) {
	events := startA + `,{"id":"c","stage":"start","name":"n"},{"id":"d","stage":"start","name":"n"}`
	got := outcomeOf("STAGE-51", judged(events,
		`{"id":"a","name":"n","stage":"start"},{"id":"c","name":"n","stage":"start"},{"id":"d","name":"n","stage":"start"}`))
	if len(got.Findings) != 1 {
		t.Fatalf("%d findings, want 1", len(got.Findings))
	}
	f := got.Findings[0]
	if !strings.Contains(f.Message, `it came from an update of "c"`) || f.Where != "/toolBlocks/0/name" || f.Expected.Text() != "grep" ||
		f.Actual.Text() != "n" {
		t.Errorf("the finding is %+v", f)
	}
}

// Sources are looked for as long as that stays cheap: two hundred times.
func TestOwnOnlyGivesUp(t *testing.T) {
	events, blocks := `{"id":"s","stage":"start","name":"foreign"}`, `{"id":"s","name":"foreign","stage":"start"}`
	for n := range 210 {
		events += fmt.Sprintf(`,{"id":"c%d","stage":"start","name":"own"}`, n)
		blocks += fmt.Sprintf(`,{"id":"c%d","name":"foreign","stage":"start"}`, n)
	}
	if got := len(outcomeOf("STAGE-51", judged(events, blocks)).Findings); got != 200 {
		t.Errorf("%d findings, want 200", got)
	}
}
