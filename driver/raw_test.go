//go:build unix

package driver_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/driver/message"
	"github.com/toolconform/conform/driver/raw"
	"github.com/toolconform/conform/wire"
)

func rawPair(name string, role dialect.Role, encoding string) raw.Form {
	raw := raw.Form{Pair: dialect.Pair{Dialect: name, Role: role}, Encoding: encoding, CallsOnly: name == "stage-events"}
	if name == "tool-fence" {
		raw.Text = "text/markdown; charset=utf-8"
	}
	return raw
}

var (
	rawFence = rawPair("tool-fence", dialect.Consumer, "")
	rawState = rawPair("content-blocks", dialect.Consumer, "ndjson")
)

func startRaw(t *testing.T, r raw.Form) driver.Implementation {
	t.Helper()
	o := options(t, "raw")
	o.Limits = driver.Limits{Answer: 4 << 20}
	impl, err := driver.StartRaw(context.Background(), o, r)
	if err != nil {
		t.Fatal(err)
	}
	return impl
}

func markdown(chunks ...string) wire.Value {
	list := make([]wire.Value, len(chunks))
	for i, c := range chunks {
		list[i] = wire.Str(c)
	}
	return wire.Obj(wire.M("chunks", wire.List(list...)))
}

func ask(impl driver.Implementation, r raw.Form, input wire.Value, deadline time.Duration) dialect.Observation {
	return impl.Observe(context.Background(), driver.Request{ID: "case", Pair: r.Pair, Input: input, Deadline: deadline})
}

func TestRawEndings(t *testing.T) {
	t.Parallel()
	impl := startRaw(t, rawFence)
	for text, want := range map[string]struct {
		ending dialect.Ending
		reason string
	}{
		"exit 1":            {dialect.Rejected, "that makes no sense"},
		"exit 127":          {dialect.Rejected, "exit status 127"},
		"exit 128":          {dialect.Crashed, "exit status 128"},
		"exit 255":          {dialect.Crashed, "exit status 255"},
		"kill":              {dialect.Crashed, "killed"},
		"hang":              {dialect.TimedOut, "within"},
		"flood":             {dialect.Broken, message.TooLarge},
		"say:":              {dialect.Broken, raw.NoAnswer},
		"say: <html><body>": {dialect.Broken, raw.HTMLAnswer},
		"say:hello":         {dialect.Broken, message.NotJSON},
		"grandchild":        {dialect.Done, ""},
		"":                  {dialect.Done, ""},
	} {
		deadline := time.Minute
		if text == "hang" {
			deadline = short
		}
		o := ask(impl, rawFence, markdown(text), deadline)
		if o.Ending != want.ending || !strings.Contains(o.Reason, want.reason) || !o.Omitted("chunks") {
			t.Errorf("%q: %+v", text, o)
		}
	}
	for _, e := range impl.Errors() {
		if e.Case != "case" || len(e.Bytes) > 2000 {
			t.Errorf("%+v", e)
		}
	}
}

func TestRawAnswers(t *testing.T) {
	t.Parallel()
	const delta = `{"type":"text-delta","delta":"x"}`
	for _, c := range []struct {
		raw           raw.Form
		answer        string
		events        int
		state, broken string
	}{
		{raw: rawFence, answer: delta + "\n" + delta + "\n", events: 2},
		{raw: rawFence, answer: delta, events: 1},
		{raw: rawFence, answer: "\uFEFF" + delta + "\r\n\r\n" + delta, events: 2},
		{raw: rawFence, answer: "data: " + delta + "\n\ndata: " + delta + "\n\ndata: [DONE]\n\n", events: 2},
		{raw: rawFence, answer: ": hi\n\nevent: x\ndata: " + delta, events: 1},
		{raw: rawFence, answer: `{"chunks":[]}`, state: `{"chunks":[]}`},
		{raw: rawFence, answer: delta + "\nnot", broken: message.NotJSON},
		{raw: rawFence, answer: "[1]", broken: message.NotJSON},
		{raw: rawState, answer: `{"blocks":[]}`, state: `{"blocks":[]}`},
		{raw: rawState, answer: "{\n \"blocks\": [\n]}\n", state: `{"blocks":[]}`},
		{raw: rawState, answer: `data: {"blocks":[]}`, state: `{"blocks":[]}`},
		{raw: rawState, answer: "{}\n{}", broken: raw.SeveralStates},
		{raw: rawState, answer: `[]`, broken: message.NotJSON},
		{raw: rawState, answer: `<!DOCTYPE html>`, broken: raw.HTMLAnswer},
	} {
		o := ask(startRaw(t, c.raw), c.raw, markdown("say:"+c.answer), time.Minute)
		if (o.Ending == dialect.Broken) != (c.broken != "") || !strings.Contains(o.Reason, c.broken) {
			t.Errorf("%q: %+v", c.answer, o)
		}
		if len(o.Events) != c.events || c.state != "" && !wire.Equal(o.State, wire.ParseString(c.state)) {
			t.Errorf("%q: %+v", c.answer, o)
		}
	}
}

// What the program reads: a program that says it again answers with it.
func TestRawInputs(t *testing.T) {
	t.Parallel()
	event := wire.ParseString(`{"type":"ping","n":1}`)
	producer := rawPair("content-blocks", dialect.Producer, "")
	steps := wire.ParseString(`{"steps":[]}`)
	transcript := wire.ParseString(`{"transcript":{"items":[]}}`)
	messageParts := rawPair("message-parts", dialect.Consumer, "")
	for _, c := range []struct {
		raw   raw.Form
		input wire.Value
		state wire.Value
	}{
		{rawState, wire.Obj(wire.M("events", wire.List(event))), event},
		{rawPair("content-blocks", dialect.Consumer, "sse"), wire.Obj(wire.M("events", wire.List(event))), event},
		{rawState, wire.ParseString(`{"encoding":"ndjson","chunks":["{\"a\"",":1}\n"]}`), wire.ParseString(`{"a":1}`)},
		{rawState, wire.ParseString(`{"encoding":"ndjson","chunks_base64":["eyJhIjoiw4==","nCJ9Cg=="]}`), wire.ParseString(`{"a":"Ü"}`)},
		{messageParts, steps, steps},
		{producer, transcript, transcript},
	} {
		o := ask(startRaw(t, c.raw), c.raw, c.input, time.Minute)
		if o.Ending != dialect.Done || !wire.Equal(o.State, c.state) {
			t.Errorf("%s: %+v", c.input.JSON(), o)
		}
	}
	history := wire.Obj(wire.M("events", wire.List(event)), wire.M("history", wire.Boolean(true)))
	wantEnding(t, ask(startRaw(t, rawState), rawState, history, 0), dialect.Unsent)
}

func TestRawMarkdown(t *testing.T) {
	t.Parallel()
	producer := rawPair("tool-fence", dialect.Producer, "")
	input := wire.ParseString(`{"transcript":{"items":[{"type":"text","text":"x"}]}}`)
	o := ask(startRaw(t, producer), producer, input, time.Minute)
	if got := o.State.Get("markdown").Text(); got != input.JSON()+"\n" {
		t.Errorf("%+v", o)
	}
}

func TestRawErrors(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	if _, err := driver.StartRaw(ctx, driver.CommandOptions{Args: []string{"no-such-command"}}, rawFence); !errors.Is(err,
		driver.ErrStart) {
		t.Error(err)
	}
	if _, err := driver.StartRaw(ctx, options(t, "raw"), rawPair("content-blocks", dialect.Consumer, "morse")); !errors.Is(err,
		driver.ErrStart) {
		t.Error(err)
	}
	if _, err := driver.DialRawHTTP(ctx, driver.HTTPOptions{URL: deadURL, StartupTimeout: patience}, rawFence); !errors.Is(err,
		driver.ErrUnreachable) {
		t.Error(err)
	}
}

func TestRawHTTP(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		switch {
		case r.Header.Get("Content-Type") != "text/markdown; charset=utf-8", r.URL.Path != "/parse":
			w.WriteHeader(http.StatusTeapot)
		case string(text) == "400", string(text) == "422":
			http.Error(w, "makes no sense", map[string]int{"400": 400, "422": 422}[string(text)])
		case string(text) == "500":
			http.Error(w, "it hurts", http.StatusInternalServerError)
		case string(text) == "abort":
			panic(http.ErrAbortHandler)
		case string(text) == "hang":
			<-r.Context().Done()
		default:
			_, _ = w.Write(text)
		}
	}))
	t.Cleanup(s.Close)
	impl, err := driver.DialRawHTTP(context.Background(), driver.HTTPOptions{URL: s.URL + "/parse", StartupTimeout: time.Minute,
		Limits: driver.Limits{Answer: 1 << 20}}, rawFence)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]struct {
		ending dialect.Ending
		reason string
	}{
		`{"type":"text-delta"}`:    {dialect.Done, ""},
		"400":                      {dialect.Rejected, "makes no sense"},
		"422":                      {dialect.Rejected, "makes no sense"},
		"500":                      {dialect.Crashed, "it hurts"},
		"abort":                    {dialect.Crashed, "connection broke"},
		"hang":                     {dialect.TimedOut, "within"},
		"<p>":                      {dialect.Broken, raw.HTMLAnswer},
		strings.Repeat("x", 2<<20): {dialect.Broken, message.TooLarge},
	} {
		deadline := time.Minute
		if text == "hang" {
			deadline = patience
		}
		o := ask(impl, rawFence, markdown(text), deadline)
		if o.Ending != want.ending || !strings.Contains(o.Reason, want.reason) {
			t.Errorf("%.20q: %+v", text, o)
		}
	}
	if impl.Gone() != "" || len(impl.Incidents()) > 0 {
		t.Errorf("gone %q, incidents %+v", impl.Gone(), impl.Incidents())
	}
}
