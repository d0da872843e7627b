package stageevents

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// tellTexts: contents that look like something else. One call for each.
func tellTexts() []*dialect.Case {
	return []*dialect.Case{
		tellContents("results-telling-failure", "Successes whose contents speak of failures.", "07", "success", []string{
			`{"error":"no rows","rows":[]}`, `{"success":false}`, `{"isError":true,"content":[]}`, `{"status":"error"}`, `{"error":null,"rows":[1]}`,
			`{"ok":false,"message":"not found"}`, `{"errorText":"e","state":"output-error"}`, `[{"error":"in a list"}]`}),
		tellContents("results-wrapped", "Successes whose contents look like envelopes.", "07", "success", []string{
			`{"text":"x1","n":1}`, `{"text":"x2"}`, `{"content":"x3"}`, `{"result":"x4"}`, `{"output":{"a":1}}`, `{"data":[1,2]}`, `{"value":5,"type":"json"}`, `{"message":"x6"}`,
			`{"type":"text","text":"x7"}`, `[{"type":"text","text":"x8"}]`, `{"content":[{"type":"text","text":"x9"}]}`, `["x10"]`, `[[]]`}),
		tellContents("results-wrapped-texts", "Successes whose contents are texts that look like envelopes.", "07", "success", quotedAll(wrappedTexts())),
		tellContents("results-odd-texts", "Characters that are easily lost: controls, letters of two code points, blanks at the ends.", "07", "success", quotedAll(oddTexts())),
		tellContents("errors-wrapped", "Errors whose texts are JSON with a message in it.", "06", "error", quotedAll([]string{
			`{"message":"no such row","code":7}`, `{"error":"no such row"}`, `[{"type":"text","text":"no such row"}]`, `"no such row"`})),
		tellContents("errors-lines", "Errors of several lines, and ones that begin like others.", "06", "error", quotedAll(errorTexts())),
		tellContents("errors-odd-texts", "Characters that are easily lost, in errors.", "06", "error", quotedAll(oddTexts())),
		tellContents("errors-no-texts", "Errors whose contents are no texts.", "06", "error", []string{`[1,"two"]`, `{"message":"no","code":7}`, `42`, `false`, `[]`}),
	}
}

func quotedAll(texts []string) []string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = wire.Quote(text)
	}
	return quoted
}

// tellContents are calls in parallel, each answered with one of the contents.
func tellContents(slug, title, tests, status string, contents []string) *dialect.Case {
	var items []string
	for i := range contents {
		items = append(items, fmt.Sprintf(`{"type":"call","id":"cnt_%d","name":"get_%c","input":{"nth":%d}}`, 80-3*i, 'a'+rune(i), 11*i))
	}
	for i, content := range contents {
		items = append(items, fmt.Sprintf(`{"type":"result","callId":"cnt_%d","status":%q,"content":%s}`, 80-3*i, status, content))
	}
	return tell(slug, title, tests, items...)
}

// tellNames are calls of these names, answered in their order.
func tellNames(slug, title string, names []string) *dialect.Case {
	var items []string
	for i, name := range names {
		items = append(items, fmt.Sprintf(`{"type":"call","id":"nmd_%d","name":%s,"input":{}}`, 60-7*i, wire.Quote(name)))
	}
	for i := range names {
		items = append(items, fmt.Sprintf(`{"type":"result","callId":"nmd_%d","status":"success","content":"named %d"}`, 60-7*i, i))
	}
	return tell(slug, title, "03 09", items...)
}
