package terminal

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/reports"

	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

func compareText(s screen, want, got string) string {
	var b strings.Builder
	w, g := wire.Value{}, wire.Value{}
	if want != "" {
		w = wire.ParseString(want)
	}
	if got != "" {
		g = wire.ParseString(got)
	}
	s.compared(&b, "", w, g)
	return b.String()
}

// Values are compared as values: where they differ, and as they are.
func TestDifferencesOfValues(t *testing.T) {
	for name, c := range map[string]struct{ want, got, text string }{
		"two texts":       {`"a \"b\""`, `"a"`, "- expected \"a \"b\"\"\n+ held     \"a\"\n"},
		"text and number": {`"1"`, `1`, "- expected \"1\"\n+ held     1\n"},
		"nothing":         {`null`, ``, "- expected null\n+ held     (nothing)\n"},
		"lines":           {`"a\nb"`, `""`, "- expected \"a\n-          b\"\n+ held     \"\"\n"},
		"only where they differ": {`{"a":1,"b":{"c/d":[1,2]},"e":3}`, `{"a":1,"b":{"c/d":[1]},"f":4,"e":3}`,
			"/b/c~1d/1\n- expected 2\n+ held     (nothing)\n/f\n- expected (nothing)\n+ held     4\n"},
		"two things with nothing in common": {`{"throw":"x"}`, `{"type":"t","output":{}}`,
			"- expected {\"throw\":\"x\"}\n+ held     {\"type\":\"t\",\"output\":{}}\n"},
		"deep in a text": {`"` + strings.Repeat("x", 60) + `end"`, `"` + strings.Repeat("x", 60) + `!"`,
			"- expected \"…" + strings.Repeat("x", 24) + "end\" (from character 36 of 63)\n+ held     \"…" + strings.Repeat("x", 24) +
				"!\" (from character 36 of 61)\n"},
		"what looks alike": {`"\u00e9"`, `"e\u0301"`, "- expected \"\u00e9\" (U+00E9)\n+ held     \"e\u0301\" (U+0065 U+0301)\n"},
		"alike, then another": {`"a\u00e9 b"`, `"ae\u0301 c"`,
			"- expected \"a\u00e9 b\" (from character 1: U+00E9 U+0020 U+0062)\n" +
				"+ held     \"ae\u0301 c\" (from character 1: U+0065 U+0301 U+0020)\n"},
		"marks in another order": {`"e\u0323\u0301"`, `"e\u0301\u0323"`,
			"- expected \"e\u0323\u0301\" (from character 1: U+0323 U+0301)\n" +
				"+ held     \"e\u0301\u0323\" (from character 1: U+0301 U+0323)\n"},
		"a mark lost": {`"e\u0301"`, `"e"`, "- expected \"e\u0301\"\n+ held     \"e\"\n"},
		"equal":       {`1`, `1`, "- expected 1\n+ held     1\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := compareText(screen{}, c.want, c.got); got != c.text {
				t.Errorf("it says\n%s\nexpected\n%s", got, c.text)
			}
		})
	}
	if got := compareText(screen{}, `{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8}`, `{}`); strings.Count(got,
		"expected") != differencesShown || !strings.Contains(got, "… and in 2 more places") {
		t.Errorf("of eight places it tells\n%s", got)
	}
	if got := compareText(screen{colour: true}, `1`, `2`); got != "\x1b[32m- expected 1\x1b[0m\n\x1b[31m+ held     2\x1b[0m\n" {
		t.Errorf("in colour it says %q", got)
	}
	deep := strings.Repeat("[", 200) + "1" + strings.Repeat("]", 200)
	if got := compareText(screen{}, deep, strings.Replace(deep, "1", "2", 1)); strings.Count(got, "\n") != 3 {
		t.Errorf("deep down it says\n%s", got)
	}
}

// Nothing that is compared drives a terminal or is wider than it.
func TestDifferencesAreHarmlessAndFit(t *testing.T) {
	got := compareText(screen{width: 40}, `"\u001b[2J日本語日本語日本語日本語日本語日本語"`,
		`{"\u001b]0;x\u0007":"\t\u202e"}`)
	for line := range strings.Lines(got) {
		if columns(strings.TrimSuffix(line, "\n")) > 40 || strings.ContainsAny(line, "\x1b\a\t\u202e") {
			t.Errorf("a line of %d columns: %q", columns(line), line)
		}
	}
	if !strings.Contains(got, "␛[2J日本") {
		t.Errorf("it says %q", got)
	}
}

func TestColumns(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abc": 3, "日本": 4, "e\u0301": 1, "│●": 2, "ＡＢ": 4} {
		if got := columns(text); got != want {
			t.Errorf("%q takes %d columns, expected %d", text, got, want)
		}
	}
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{{"abcdef", 6, "abcdef"}, {"abcdef", 5, "abcd…"}, {"日本語", 5, "日本…"}, {"日本語", 4, "日…"}, {"abc", 0, "abc"}} {
		if got := cutTo(c.text, c.limit); got != c.want {
			t.Errorf("%q in %d columns is %q, expected %q", c.text, c.limit, got, c.want)
		}
	}
	if got := (screen{width: 12}).fold("  ", "one two three averyveryverylongword x"); got != "  one two\n  three\n  "+
		"averyveryverylongword\n  x\n" {
		t.Errorf("folded:\n%s", got)
	}
}

const twoCalls = `{"events":[
	{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"search","input":{"q":1}}},
	{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"b","name":"book"}},
	{"type":"content_block_stop","index":0},
	{"type":"content_block_start","index":2,"content_block":{"type":"tool_result","tool_use_id":"b","content":"of b","status":"success"}},
	{"type":"content_block_start","index":3,"content_block":{"type":"tool_result","tool_use_id":"a","content":"of \u001b[31ma",` +
	`"status":"error"}}]}`

func streamsText(c reports.CaseRow, req string, f reports.Finding, limit int) string {
	var b strings.Builder
	screen{}.streams(&b, req, c, f, limit)
	return b.String()
}

// The stream stands in the story: numbered, with lanes, the wrong event marked.
func TestTheStreamInTheStory(t *testing.T) {
	sent := reports.CaseRow{Role: "consumer", Evidence: &reports.Evidence{Input: wire.ParseString(twoCalls),
		State: wire.ParseString(`{"blocks":[{"id":"a"}]}`)}}
	event := 2
	for name, c := range map[string]struct {
		finding reports.Finding
		limit   int
		want    []string
	}{
		"the event that the judge names": {reports.Finding{Event: &event}, 9,
			[]string{"sent; ▶ where it went wrong", "▶   2  ●│  stop   a \"index\":0"}},
		"the result of the call": {reports.Finding{Where: "/blocks/0/toolResult"}, 9,
			[]string{"the call that it is about", "▶   4  ●   error  a", "of \\u001b[31ma"}},
		"what is held instead": {reports.Finding{Where: "/blocks/0/toolResult", Actual: wire.Str("of b")}, 9,
			[]string{"▶   4", `    3  │●  result b "content":"of b","status":"success"  ← held instead`}},
		"a call by its name": {reports.Finding{Message: `Call "b" is lost.`}, 9, []string{"▶   3  │●  result b"}},
		"no event":           {reports.Finding{}, 9, []string{"  sent\n", "    0  ●   call   a search \"input\":{\"q\":1}"}},
		"a window":           {reports.Finding{Event: &event}, 2, []string{"… 1 event before", "▶   2", "… 2 events behind"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := streamsText(sent, "BLOCK-02", c.finding, c.limit)
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("%q is not in\n%s", want, got)
				}
			}
			if strings.Count(got, "▶ ") > 2 || strings.Contains(got, "\x1b") {
				t.Errorf("it says\n%s", got)
			}
		})
	}
	cut := reports.CaseRow{ID: "d/consumer/x", Evidence: &reports.Evidence{Input: wire.Str(`{"events":[… (99999 bytes in all)`)}}
	if got := streamsText(cut, "BLOCK-02", reports.Finding{}, 9); !strings.Contains(got, "conform explain d/consumer/x") {
		t.Errorf("a stream too long to keep: %s", got)
	}
}

// Bytes are shown as they were cut where framing is judged; documents line by line.
func TestReadsAndDocumentsInTheStory(t *testing.T) {
	reads := reports.CaseRow{Role: "consumer",
		Evidence: &reports.Evidence{Input: wire.ParseString(`{"encoding":"sse","chunks":["data","\u001b: {}\r\n\n","x","y"]}`)}}
	if got, want := streamsText(reads, "FRAME-08", reports.Finding{}, 3),
		"  sent, read by read\n      0  data\n      1  ␛: {}␍␊\n         ␊\n         … 2 reads more\n"; got != want {
		t.Errorf("it says\n%s\nexpected\n%s", got, want)
	}
	document := reports.CaseRow{Role: "producer",
		Evidence: &reports.Evidence{Input: wire.ParseString(`{"transcript":{"items":[{"type":"call","id":"a","name":"n"}]}}`),
			State: wire.ParseString(`{"markdown":"one\ntwo\nthree\n"}`)}}
	got := streamsText(document, "FENCE-50", reports.Finding{Message: "It is never closed. (line 2)"}, 8)
	for _, want := range []string{"asked for\n      0  ●  call   a n\n", "answered\n      1  one\n  ▶   2  two\n      3  three\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

// A crash is told by its last lines, as they are but for what drives a terminal.
func TestLastWords(t *testing.T) {
	var b strings.Builder
	screen{}.lastWords(&b, reports.CaseRow{Evidence: &reports.Evidence{Stderr: strings.Repeat("before\n",
		20) + "Traceback:\r\n  at \x1b[2Jmerge\n"}})
	got := b.String()
	if !strings.HasPrefix(got, "  stderr\n    … 14 lines before\n") || !strings.HasSuffix(got, "    Traceback:\n      at ␛[2Jmerge\n") {
		t.Errorf("it says\n%s", got)
	}
}

// What a MAY forbids is told in words.
func TestAMissedMayIsToldInWords(t *testing.T) {
	got := Story(requirement.Requirement{ID: "A-16", Level: requirement.May}, reports.CaseRow{Dialect: "d", Role: "consumer",
		Findings: []reports.Finding{{Requirement: "A-16", Level: requirement.May, Message: "Neither."}}})
	if !strings.HasPrefix(got, "A-16 (none of the answers that it allows, d/consumer)\n") {
		t.Errorf("it says %s", got)
	}
}

// A reader of documents is judged by the events that it made: the mark stands there.
func TestTheMarkStandsInTheStreamThatIsJudged(t *testing.T) {
	event := 1
	c := reports.CaseRow{Role: "consumer", Evidence: &reports.Evidence{Input: wire.ParseString(`{"segments":[{"text":"a"},{"text":"b"}]}`),
		Events: []wire.Value{wire.ParseString(`{"type":"text-delta","delta":"b"}`), wire.ParseString(`{"type":"text-delta","delta":"a"}`)}}}
	sent, answered, _ := strings.Cut(streamsText(c, "FENCE-22", reports.Finding{Where: "/events/1", Event: &event}, 8), "  answered")
	if strings.Contains(sent, "▶") || !strings.Contains(answered, "▶   1     text   \"delta\":\"a\"") &&
		!strings.Contains(answered, "▶   1    text   \"a\"") {
		t.Errorf("it says\n%s\n--\n%s", sent, answered)
	}
}
