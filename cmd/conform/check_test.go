package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
)

const wholeTurn = `{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_01","name":"search_stock",` +
	`"input":{"symbol":"VNM"}}}
{"type":"content_block_stop","index":1}
{"type":"content_block_start","index":3,"content_block":{"type":"tool_result","tool_use_id":"toolu_01","content":"VNM: 82,000 VND",` +
	`"status":"success"}}
{"type":"content_block_stop","index":3}
`

func asSSE(ndjson string) string {
	var b strings.Builder
	for line := range strings.Lines(ndjson) {
		b.WriteString("data: " + line + "\n")
	}
	return b.String()
}

func TestCheckStreams(t *testing.T) {
	orphan := strings.Replace(wholeTurn, `"tool_use_id":"toolu_01"`, `"tool_use_id":"toolu_02"`, 1)
	for name, c := range map[string]struct {
		stream string
		args   []string
		code   int
		texts  []string
	}{
		"right ndjson": {wholeTurn, nil, cli.ExitOK, []string{"content-blocks, ndjson: 4 events, 0 findings"}},
		"right sse":    {asSSE(wholeTurn), nil, cli.ExitOK, []string{"content-blocks, sse: 4 events, 0 findings"}},
		"sse with headers": {"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + asSSE(wholeTurn), nil, cli.ExitOK,
			[]string{"content-blocks, sse: 4 events"}},
		"orphan":        {orphan, nil, cli.ExitFail, []string{"BLOCK-55", "toolu_02"}},
		"orphan in sse": {asSSE(orphan), nil, cli.ExitFail, []string{"BLOCK-55", "(byte "}},
		"stage events": {`{"id":"a","stage":"start","name":"n"}` + "\n" + `{"id":"a","stage":"end","result":"r","success":true}` +
			"\n", nil, cli.ExitOK, []string{"stage-events, ndjson: 2 events, 0 findings"}},
		"stage going back": {`{"id":"a","stage":"start","name":"n"}` + "\n" + `{"id":"a","stage":"running"}` + "\n" +
			`{"id":"a","stage":"streaming"}` + "\n" + `{"id":"a","stage":"end","result":"r"}` + "\n", nil, cli.ExitFail,
			[]string{"STAGE-05", "-:3:"}},
		"markdown": {"Hello\n\n```tool\n{\"toolCallId\":\"c\",\"state\":\"output-available\",\"output\":1}\n```\n", nil, cli.ExitOK,
			[]string{"tool-fence, markdown"}},
		"broken tool fence": {"Hello\n\n```tool\n{\"toolCallId\":\n```\n", nil, cli.ExitFail, []string{"FENCE-50"}},
		"empty":             {"", nil, cli.ExitUsage, []string{"nothing to judge"}},
		"binary":            {"data: \x00\x01", nil, cli.ExitUsage, []string{"binary", "byte 6"}},
		"not utf-8":         {"data: \xff\xfe{}\n\n", nil, cli.ExitUsage, []string{"not UTF-8"}},
		"an error page":     {"<!DOCTYPE html><html><body>502 Bad Gateway</body></html>", nil, cli.ExitUsage, []string{"HTML"}},
		"a list":            {"[{\"type\":\"ping\"}]", nil, cli.ExitUsage, []string{"JSON array"}},
		"prose":             {"Just some words.\n", nil, cli.ExitUsage, []string{"can't be told"}},
		"unknown events": {"data: {\"type\":\"response.created\"}\n\n", nil, cli.ExitUsage,
			[]string{"no event tells its dialect", "response.created"}},
		"truncated":          {asSSE(wholeTurn) + "data: {\"type\":", nil, cli.ExitFail, []string{"ends inside an event"}},
		"mixed":              {wholeTurn + `{"id":"a","stage":"start","name":"n"}` + "\n", nil, cli.ExitFail, []string{"another dialect"}},
		"wrong dialect flag": {wholeTurn, []string{"--dialect", "message-parts"}, cli.ExitUsage, []string{"has no producer to check"}},
	} {
		t.Run(name, func(t *testing.T) {
			conform(t, c.stream, append(append([]string{"check"}, c.args...), "-")...).want(t, c.code, c.texts...)
		})
	}
}

// What a server gets wrong in each event is told three times and counted; what else is wrong is not drowned in it.
func TestCheckCountsWhatIsWrongEverywhere(t *testing.T) {
	chunk := `{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"x"}}]}` + "\n"
	long := strings.Repeat(chunk, 40) + strings.Replace(chunk, `"id":"c"`, `"id":"d"`, 1)
	r := conform(t, long, "check", "--dialect", "openai-chat", "-")
	r.want(t, cli.ExitFail, "-: 38 more of MUST CHAT-50, the last in line 41; --format json tells each\n", "-:41: MUST CHAT-51: ",
		" findings; judged ")
	if n := strings.Count(r.out, ": MUST CHAT-50: "); n != 3 {
		t.Errorf("CHAT-50 is told %d times in\n%s", n, r.out)
	}
	if n := strings.Count(r.out, "Every chunk has the required members"); n != 1 {
		t.Errorf("its sentence stands %d times", n)
	}
	if n := strings.Count(conform(t, long, "check", "--dialect", "openai-chat", "--format", "json", "-").out, `"CHAT-50"`); n != 41 {
		t.Errorf("json has %d findings of CHAT-50", n)
	}
}

func TestCheckSARIF(t *testing.T) {
	orphan := strings.Replace(wholeTurn, `"tool_use_id":"toolu_01"`, `"tool_use_id":"toolu_02"`, 1)
	path := filepath.Join(t.TempDir(), "trace.ndjson")
	if err := os.WriteFile(path, []byte(orphan), 0o600); err != nil {
		t.Fatal(err)
	}
	r := conform(t, "", "check", "--format", "sarif", path)
	r.want(t, cli.ExitFail)
	var document struct {
		Version string
		Runs    []struct{ Results []struct{ RuleID string } }
	}
	if err := json.Unmarshal([]byte(r.out), &document); err != nil || document.Version != "2.1.0" || len(document.Runs) != 1 ||
		len(document.Runs[0].Results) == 0 {
		t.Errorf("%v: %s", err, r.out)
	}
}

// A trace of many megabytes is judged in the memory of its calls.
func TestCheckIsSteady(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.ndjson")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	text := `{"type":"content_block_delta","index":7,"delta":{"type":"text_delta","text":"` + strings.Repeat("words and more words ", 40) +
		`"}}` + "\n"
	if _, err := f.WriteString(`{"type":"content_block_start","index":7,"content_block":{"type":"text"}}` + "\n"); err != nil {
		t.Fatal(err)
	}
	for range 20_000 {
		if _, err := f.WriteString(text); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.WriteString(`{"type":"content_block_stop","index":7}` + "\n"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	conform(t, "", "check", path).want(t, cli.ExitOK, "20002 events, 0 findings")
}
