package render_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolconform/conform/reports/reportstest"

	"github.com/toolconform/conform/reports/render"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
)

// hostile is what a stream may hold to break out of any format.
const hostile = "PLANT</script><script>document.title='owned'</script><img src=x onerror=alert(1)>]]>-->" +
	"\x1b[31m\x1b]0;t\x07\u202eevil\u2066\u2028\u2029\x00\x9b `` ``` ~~~ | a | b |\r\n\n# heading\n- item\n| --- |\n" +
	"::error::x\n::stop-commands::t\n[link](javascript:alert(1)) ![i](x) *b* _i_ @user #1 www.example.com https://example.com " +
	"{{.}} {{template \"x\"}} ${a} %0A &lt;b&gt; &#60; ' \" \\ \xff\xfe \xed\xa0\x80 \ufffe </style></pre></code></details></td>"

// hostileResult has the text in every string. A long one stands in full where
// streams have their say, and cut to 4 kB elsewhere.
func hostileResult(text string) *reports.Result {
	r := reportstest.Filled(func(field string) string {
		if len(text) > 4096 && !slices.Contains([]string{"Message", "ID", "Bytes", "Observed", "Implementation"}, field) {
			return text[:4096]
		}
		return text
	})
	r.Complete = false
	for i := range r.Requirements {
		r.Requirements[i].By[1].Verdict = requirement.Warn
		r.Requirements[i].By[1].Dialect += "2"
	}
	return r
}

func rendered(t testing.TB, format string, r *reports.Result) string {
	t.Helper()
	var b bytes.Buffer
	if err := render.Render(&b, format, r, reportstest.Lookup); err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	return b.String()
}

func TestHostileStringsStayStrings(t *testing.T) {
	checks := map[string]func(*testing.T, string){"json": checkJSON, "sarif": checkJSON, "badge": checkJSON, "junit": checkJUnit,
		"markdown": checkMarkdown, "html": checkHTML}
	for _, format := range render.Formats() {
		for name, text := range map[string]string{"cocktail": hostile, "a MiB": strings.Repeat("<b>|`\n", 1<<20/6), "nothing": "",
			"words": "fail"} {
			t.Run(format+"/"+name, func(t *testing.T) {
				out := rendered(t, format, hostileResult(text))
				if !utf8.ValidString(out) {
					t.Error("not UTF-8")
				}
				if format != "json" {
					visible(t, out)
				}
				checks[format](t, out)
			})
		}
	}
}

// visible: nothing drives a terminal or changes the direction of text.
func visible(t *testing.T, out string) {
	t.Helper()
	if at := strings.IndexAny(out, "\x00\x07\x1b\u009b\u202e\u2066\u2028\u2029"); at >= 0 {
		t.Errorf("an invisible character at %d: %q", at, out[max(0, at-30):at+10])
	}
}

func checkJSON(t *testing.T, out string) {
	var v any
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Error(err)
	}
}

// junitChildren is the schema that the usual readers hold JUnit files against:
// which elements stand in which, in what order.
var junitChildren = map[string][]string{
	"":           {"testsuites"},
	"testsuites": {"testsuite"},
	"testsuite":  {"properties", "testcase"},
	"properties": {"property"},
	"property":   {},
	"testcase":   {"skipped", "error", "failure", "system-out"},
	"skipped":    {}, "error": {}, "failure": {}, "system-out": {},
}

var junitAttributes = map[string][]string{
	"testsuites": {"name", "tests", "failures", "errors", "time"},
	"testsuite":  {"name", "tests", "failures", "errors", "skipped", "timestamp"},
	"property":   {"name", "value"},
	"testcase":   {"name", "classname"},
	"skipped":    {"message"}, "error": {"message", "type"}, "failure": {"message", "type"},
}

func checkJUnit(t *testing.T, out string) {
	dec := xml.NewDecoder(strings.NewReader(out))
	stack := []string{""}
	last := []int{0}
	for {
		tok, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			at := slices.Index(junitChildren[stack[len(stack)-1]], tok.Name.Local)
			if at < last[len(last)-1] {
				t.Fatalf("<%s> has no place in <%s>", tok.Name.Local, stack[len(stack)-1])
			}
			last[len(last)-1] = at
			for _, a := range tok.Attr {
				if !slices.Contains(junitAttributes[tok.Name.Local], a.Name.Local) {
					t.Errorf("<%s> has the attribute %s", tok.Name.Local, a.Name.Local)
				}
			}
			stack, last = append(stack, tok.Name.Local), append(last, 0)
		case xml.EndElement:
			stack, last = stack[:len(stack)-1], last[:len(last)-1]
		case xml.Comment, xml.Directive:
			t.Errorf("a %T", tok)
		}
	}
}

var ownMarkup = regexp.MustCompile(`</?(details|summary|b|code|pre|ul|li|table|tr|th|td|sub)>`)

func checkMarkdown(t *testing.T, out string) {
	if len(out) > 1<<20 {
		t.Errorf("%d bytes are more than a job summary may have", len(out))
	}
	for _, line := range strings.Split(out, "\n") {
		rest := ownMarkup.ReplaceAllString(line, "")
		if strings.Contains(rest, "<") || strings.Contains(rest, "[") || strings.Contains(rest, "`") || strings.Contains(rest, "www.") ||
			strings.Contains(rest, "://") {
			t.Errorf("markup: %.200s", rest)
		}
		if pipes := strings.Count(rest, "|"); pipes != 0 && pipes != 9 {
			t.Errorf("a table row with %d pipes: %.200s", pipes, rest)
		}
	}
	for _, tag := range []string{"details", "summary", "code", "pre", "table"} {
		if strings.Count(out, "<"+tag+">") != strings.Count(out, "</"+tag+">") {
			t.Errorf("<%s> isn't closed as often as it is opened", tag)
		}
	}
}

func TestAnnotationsAreOneLineEach(t *testing.T) {
	var b bytes.Buffer
	if err := render.Annotations(&b, hostileResult(hostile), reportstest.Lookup); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	command := regexp.MustCompile(`^::(error|warning) title=[^:,\r\n]*::[^\r\n]*$`)
	for _, line := range lines {
		if !command.MatchString(line) {
			t.Errorf("no annotation: %.200q", line)
		}
	}
	if len(lines) < 3 || len(lines) > 21 {
		t.Errorf("%d annotations", len(lines))
	}
}

func TestTheSameResultGivesTheSameBytes(t *testing.T) {
	for _, format := range render.Formats() {
		first, second := rendered(t, format, hostileResult("x")), rendered(t, format, hostileResult("x"))
		if first != second {
			t.Errorf("%s differs", format)
		}
	}
}
