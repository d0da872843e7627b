package adapter_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

var pair = dialect.Pair{Dialect: "tool-fence", Role: dialect.Consumer}

func info(concurrency int) adapter.Info {
	return adapter.Info{
		Implementation: wire.Obj(wire.M("name", wire.Str("test"))),
		Supports:       []adapter.Support{{Dialect: pair.Dialect, Role: pair.Role, Omits: []string{"chunks"}}},
		Concurrency:    concurrency,
	}
}

// obey does what the input's "do" says.
func obey(input wire.Value) dialect.Observation {
	events := []dialect.Event{{Value: wire.Obj(wire.M("n", wire.Num("1.0"))), After: 2}, {Value: wire.Obj(), After: -1}}
	switch input.Get("do").Text() {
	case "reject":
		return dialect.Observation{Ending: dialect.Rejected, Reason: "too odd"}
	case "skip":
		return dialect.Observation{Ending: dialect.Skipped, Reason: "cannot"}
	case "crash":
		return dialect.Observation{Ending: dialect.Crashed, Reason: "as planted", Events: events}
	case "hang":
		return dialect.Observation{Ending: dialect.TimedOut}
	case "break":
		return dialect.Observation{Ending: dialect.Broken, Output: `{"type":"done","id":"$ID"}` + "\noops\n"}
	case "panic":
		panic("at the disco")
	}
	return dialect.Observation{Events: events, State: input}
}

func answers() map[dialect.Pair]dialect.Answer { return map[dialect.Pair]dialect.Answer{pair: obey} }

func caseLine(id, input string) string {
	return fmt.Sprintf(`{"type":"case","id":%q,"dialect":"tool-fence","role":"consumer","deadline_ms":5,"more":0,"input":%s}`+"\n", id,
		input)
}

// serve is what an adapter says to these lines before stdin closes.
func serve(t *testing.T, lines ...string) (string, error) {
	t.Helper()
	var out strings.Builder
	err := adapter.Serve(t.Context(), strings.NewReader(strings.Join(lines, "")), &out, info(1), answers())
	return out.String(), err
}

func TestServe(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ in, want string }{
		"hello": {`{"type":"hello","protocol":1}` + "\r\n", `{"type":"hello","protocol":1,"implementation":{"name":"test"},` +
			`"supports":[{"dialect":"tool-fence","role":"consumer","omits":["chunks"]}],"concurrency":1}` + "\n"},
		"done": {caseLine("7", `{"a":1e3,"a":2}`), `{"type":"event","id":"7","event":{"n":1.0},"after":2}` + "\n" +
			`{"type":"event","id":"7","event":{}}` + "\n" + `{"type":"done","id":"7","state":{"a":1e3,"a":2}}` + "\n"},
		"reject": {caseLine("7", `{"do":"reject"}`), `{"type":"rejected","id":"7","reason":"too odd"}` + "\n"},
		"skip":   {caseLine("7", `{"do":"skip"}`), `{"type":"skipped","id":"7","reason":"cannot"}` + "\n"},
		"hang":   {caseLine("7", `{"do":"hang"}`), ""},
		"break":  {caseLine("7", `{"do":"break"}`), `{"type":"done","id":"7"}` + "\noops\n"},
		"other pair": {strings.Replace(caseLine("7", `{}`), "consumer", "producer", 1),
			`{"type":"skipped","id":"7","reason":"tool-fence/producer is not offered"}` + "\n"},
		"unknown type": {`{"type":"weather"}` + "\n\n \n", ""},
		"no line end":  {strings.TrimSpace(caseLine("7", `{"do":"reject"}`)), `{"type":"rejected","id":"7","reason":"too odd"}` + "\n"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := serve(t, c.in)
			if got != c.want || err != nil {
				t.Errorf("got %s, error %v", got, err)
			}
		})
	}
}

func TestServeCrashes(t *testing.T) {
	t.Parallel()
	for deed, reason := range map[string]string{"crash": "as planted", "panic": "at the disco"} {
		out, err := serve(t, caseLine("1", `{"do":"`+deed+`"}`))
		var crash *adapter.CrashError
		if !errors.As(err, &crash) || !strings.Contains(crash.Reason, reason) {
			t.Errorf("%s: %v", deed, err)
		}
		if strings.Contains(out, "done") || (deed == "crash") != strings.Contains(out, "event") {
			t.Errorf("%s: %s", deed, out)
		}
	}
}

// A crash must not wait for stdin to close.
func TestServeCrashesAtOnce(t *testing.T) {
	t.Parallel()
	in, lines := io.Pipe()
	defer func() { _ = lines.Close() }()
	go func() { _, _ = io.WriteString(lines, caseLine("1", `{"do":"crash"}`)) }()
	var crash *adapter.CrashError
	if err := adapter.Serve(t.Context(), in, io.Discard, info(1), answers()); !errors.As(err, &crash) {
		t.Error(err)
	}
}

func TestServeGarbage(t *testing.T) {
	t.Parallel()
	if _, err := serve(t, "garbage\n"); err == nil {
		t.Error("no error")
	}
}

func TestServeCancelled(t *testing.T) {
	t.Parallel()
	in, lines := io.Pipe()
	defer func() { _ = lines.Close() }()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := adapter.Serve(ctx, in, io.Discard, info(1), answers()); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// Cases run side by side, and answers come out as soon as they are there.
func TestServeSideBySide(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	waiting := map[dialect.Pair]dialect.Answer{pair: func(input wire.Value) dialect.Observation {
		if input.Get("wait").IsTrue() {
			<-release
		}
		return dialect.Observation{}
	}}
	in, lines := io.Pipe()
	answersRead, out := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- adapter.Serve(t.Context(), in, out, info(2), waiting) }()
	go func() {
		_, _ = io.WriteString(lines, caseLine("1", `{"wait":true}`)+caseLine("2", `{}`))
	}()
	r := bufio.NewReader(answersRead)
	for _, want := range []string{"2", "1"} {
		line, err := r.ReadBytes('\n')
		if err != nil {
			t.Fatal(err)
		}
		if got := wire.ParseString(string(line)).Get("id").Text(); got != want {
			t.Errorf("%s came first", got)
		}
		if want == "2" {
			close(release)
		}
	}
	_ = lines.Close()
	if err := <-served; err != nil {
		t.Error(err)
	}
}

func TestServeLongLine(t *testing.T) {
	t.Parallel()
	out, err := serve(t, caseLine("1", `{"do":"skip","text":"`+strings.Repeat("x", 65<<20)+`"}`))
	if err != nil || !strings.Contains(out, "skipped") {
		t.Errorf("%s, %v", out, err)
	}
}

type deafWriter struct{}

func (deafWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestServeToNobody(t *testing.T) {
	t.Parallel()
	err := adapter.Serve(t.Context(), strings.NewReader(caseLine("1", `{}`)), deafWriter{}, info(1), answers())
	if !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}
