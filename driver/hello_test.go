package driver

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// told writes a hello down: concurrency, and each pair with encodings and omits.
func told(h Hello) string {
	text := fmt.Sprint(h.Concurrency)
	for _, s := range h.Supports {
		text += fmt.Sprintf("; %s %v %v", s.Pair(), s.Encodings, s.Omits)
	}
	return text
}

// What is odd in a hello is put right and remarked on; what makes it useless is an
// error.
func TestReadHello(t *testing.T) {
	many := strings.Repeat(`7,`, maxNotes+5)
	for name, c := range map[string]struct {
		text, want string
		remarks    []string // the beginning of each
		err        error
	}{
		"plain": {`{"type":"hello","protocol":1,"implementation":{},` +
			`"concurrency":4,"supports":[{"dialect":"d","role":"consumer","encodings":["sse","events"],"omits":["a"]}]}`,
			"4; d/consumer [sse events] [a]", nil, nil},
		"the least": {`{"type":"hello","protocol":1,"implementation":{},"supports":[]}`, "1", nil, nil},
		"two roles of a dialect": {`{"type":"hello","protocol":1,"implementation":{},"supports":[{"dialect":"d","role":"consumer"},` +
			`{"dialect":"d","role":"producer"}]}`,
			"1; d/consumer [] []; d/producer [] []", nil, nil},
		"nulls": {`{"type":"hello","protocol":1,"implementation":{},"concurrency":null,"supports":[{"dialect":"d","role":"r",` +
			`"encodings":null}]}`,
			"1; d/r [] []", nil, nil},
		"no protocol": {`{"type":"hello","implementation":{},"supports":[]}`, "1", []string{`"protocol" is missing; taken as 1`},
			nil},
		"protocol 1.0":      {`{"type":"hello","protocol":1.0,"implementation":{},"supports":[]}`, "1", nil, nil},
		"protocol 2":        {`{"type":"hello","protocol":2}`, "", nil, ErrProtocol},
		"protocol null":     {`{"type":"hello","protocol":null}`, "", nil, ErrProtocol},
		"another type":      {`{"type":"done","id":"1"}`, "", nil, ErrBadHello},
		"no implementation": {`{"type":"hello","protocol":1,"supports":[]}`, "1", []string{`"implementation" is no object`}, nil},
		"no supports": {`{"type":"hello","protocol":1,"implementation":{}}`, "1",
			[]string{`"supports" is no array: nothing can be judged`}, nil},
		"concurrency 1": {`{"type":"hello","protocol":1,"implementation":{},"concurrency":1,"supports":[]}`, "1", nil, nil},
		"concurrency 0": {`{"type":"hello","protocol":1,"implementation":{},"concurrency":0,"supports":[]}`, "1",
			[]string{`"concurrency" is "0"; taken as 1`}, nil},
		"concurrency as text": {`{"type":"hello","protocol":1,"implementation":{},"concurrency":"9","supports":[]}`, "1",
			[]string{`"concurrency" is "\"9\""; taken as 1`}, nil},
		"a half": {`{"type":"hello","protocol":1,"implementation":{},"concurrency":2.5,"supports":[]}`, "1",
			[]string{`"concurrency" is "2.5"; taken as 1`}, nil},
		"the most": {`{"type":"hello","protocol":1,"implementation":{},"concurrency":256,"supports":[]}`, "256", nil, nil},
		"more than that": {`{"type":"hello","protocol":1,"implementation":{},"concurrency":257,"supports":[]}`, "256",
			[]string{`"concurrency" is "257"; taken as 256`}, nil},
		"lines without a name": {`{"type":"hello","protocol":1,"implementation":{},"supports":[{"dialect":"d"},` +
			`{"role":"consumer"},7,{"dialect":"d","role":"consumer"}]}`,
			"1; d/consumer [] []", []string{"supports[0] names no", "supports[1] names no", "supports[2] names no"}, nil},
		"a pair twice": {`{"type":"hello","protocol":1,"implementation":{},` +
			`"supports":[{"dialect":"d","role":"r","encodings":["a"],"omits":["x"]},` +
			`{"dialect":"d","role":"r","encodings":["b","a"],"omits":["y","x"]}]}`,
			"1; d/r [a b] [x y]", []string{"d/r is offered twice: joined"}, nil},
		"names that are none": {`{"type":"hello","protocol":1,"implementation":{},` +
			`"supports":[{"dialect":"d","role":"r","encodings":"sse","omits":["x",7,"x",null]}]}`,
			"1; d/r [] [x]", []string{`"encodings" is no array: ignored`, `"omits" holds "7", which is no string`,
				`"omits" holds "null", which is no string`}, nil},
		"more remarks than anybody reads": {`{"type":"hello","protocol":1,"implementation":{},"supports":[` + many + `7]}`, "1",
			slices.Repeat([]string{"supports["}, maxNotes), nil},
	} {
		t.Run(name, func(t *testing.T) {
			h, err := readHello(wire.ParseString(c.text))
			if !errors.Is(err, c.err) || c.err == nil && err != nil {
				t.Fatalf("%v, expected %v", err, c.err)
			}
			if c.err != nil {
				return
			}
			if got := told(h); got != c.want {
				t.Errorf("%s, expected %s", got, c.want)
			}
			if !slices.EqualFunc(h.Remarks, c.remarks, strings.HasPrefix) {
				t.Errorf("%d remarks, %.300q; expected %.300q", len(h.Remarks), h.Remarks, c.remarks)
			}
		})
	}
}

// What a hello offers beyond what is known is remarked on, pair by pair.
func TestUnknownOffers(t *testing.T) {
	consumer, producer := dialect.Pair{Dialect: "d", Role: dialect.Consumer}, dialect.Pair{Dialect: "d", Role: dialect.Producer}
	h := Hello{Supports: []Support{{Dialect: "d", Role: dialect.Consumer, Encodings: []string{"events", "morse", "sse"}},
		{Dialect: "e", Role: dialect.Consumer, Encodings: []string{"morse"}}, {Dialect: "d", Role: dialect.Producer}}}
	got := h.Unknown([]dialect.Side{{Pair: consumer, Encodings: []string{"events", "sse"}}, {Pair: producer}})
	want := []string{`d/consumer: the encoding "morse" is not one of events, sse: ignored`,
		"supports e/consumer, which this harness doesn't know: ignored"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, expected %q", got, want)
	}
	if _, ok := h.Offer(dialect.Pair{Dialect: "e", Role: dialect.Producer}); ok {
		t.Error("a pair is offered that is not")
	}
}

// What went wrong is kept up to a bound, and handed out as copies.
func TestTheLedgerIsBounded(t *testing.T) {
	var l ledger
	for i := range maxNotes + 5 {
		l.broken(AdapterError{Case: fmt.Sprint(i)})
		l.incident(Incident{Reason: fmt.Sprint(i)})
	}
	e, n := l.Errors(), l.Incidents()
	if len(e) != maxNotes || len(n) != maxNotes || e[maxNotes-1].Case != fmt.Sprint(maxNotes-1) ||
		n[maxNotes-1].Reason != fmt.Sprint(maxNotes-1) {
		t.Fatalf("%d errors, %d incidents", len(e), len(n))
	}
	e[0].Case, n[0].Reason = "changed", "changed"
	if l.Errors()[0].Case != "0" || l.Incidents()[0].Reason != "0" {
		t.Error("who reads the ledger can change it")
	}
}

// What is written behind one answer, a thousand lines of a log, leaves room for what comes later.
func TestTheLedgerKeepsAFewOfWhatIsAlike(t *testing.T) {
	var l ledger
	for range maxNotes {
		l.broken(AdapterError{Kind: "noise", Around: []string{"a"}})
	}
	l.broken(AdapterError{Kind: "noise", Around: []string{"b"}})
	l.broken(AdapterError{Kind: "noise", Case: "a"})
	l.broken(AdapterError{Kind: "another", Around: []string{"a"}})
	if got := len(l.Errors()); got != maxAlike+3 {
		t.Errorf("%d errors are kept, %d were expected", got, maxAlike+3)
	}
}

// telling is one of several that tells of breaches.
type telling struct {
	Implementation
	ledger
}

func (t *telling) Errors() []AdapterError { return t.ledger.Errors() }
func (t *telling) Incidents() []Incident  { return t.ledger.Incidents() }

// What one of several tells later stands behind what the others told before: who counts does not start anew.
func TestSeveralTellInOrder(t *testing.T) {
	one, two := &telling{}, &telling{}
	both := Several([]Implementation{one, two})
	var want []string
	for i, who := range []*telling{two, one, two, one, one} {
		id := fmt.Sprint(i)
		who.broken(AdapterError{Case: id})
		who.incident(Incident{Reason: id})
		want = append(want, id)
		var errors, incidents []string
		for _, e := range both.Errors() {
			errors = append(errors, e.Case)
		}
		for _, n := range both.Incidents() {
			incidents = append(incidents, n.Reason)
		}
		if !slices.Equal(errors, want) || !slices.Equal(incidents, want) {
			t.Fatalf("errors %q, incidents %q, %q were expected", errors, incidents, want)
		}
	}
	both.Errors()[0].Case = "changed"
	if both.Errors()[0].Case != "0" {
		t.Error("who reads it can change it")
	}
}

func TestLastLines(t *testing.T) {
	many := strings.Repeat("x\n", maxLastLines+1)
	long := strings.Repeat("é", maxLastLine)
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"nothing":                {"", nil},
		"blank":                  {" \n\t\r\n", nil},
		"blank lines between":    {"a\r\n\n  b  \n", []string{"a", "  b"}},
		"no line end":            {"a\nb", []string{"a", "b"}},
		"as many as are shown":   {many[2:], slices.Repeat([]string{"x"}, maxLastLines)},
		"one more":               {many, append([]string{"…"}, slices.Repeat([]string{"x"}, maxLastLines)...)},
		"a long line":            {long, []string{long[:maxLastLine] + "…"}},
		"cut inside a character": {"x" + long, []string{"x" + long[:maxLastLine-2] + "…"}},
		"as long as is shown":    {long[:maxLastLine], []string{long[:maxLastLine]}},
	} {
		got := (&StartError{Kind: ErrExited, Stderr: c.text}).LastLines()
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, expected %q", name, got, c.want)
		}
		for _, line := range got {
			if !utf8.ValidString(line) {
				t.Errorf("%s: %q is cut inside a character", name, line)
			}
		}
	}
}

// Each kind has a way out, also where whoever made the error knew none.
func TestEveryStartErrorHasAdvice(t *testing.T) {
	seen := map[string]bool{}
	for _, kind := range []error{ErrStart, ErrExited, ErrNoHello, ErrBadHello, ErrUnreachable} {
		advice := (&StartError{Kind: kind}).Advice()
		if advice == "" || seen[advice] {
			t.Errorf("%v: %q", kind, advice)
		}
		seen[advice] = true
	}
	if e := (&StartError{Kind: ErrNoHello, Hint: "flush"}); e.Advice() != "flush" || e.Error() != ErrNoHello.Error() {
		t.Errorf("%q, %q", e.Error(), e.Advice())
	}
	said := &StartError{Kind: ErrExited, Hint: "look at stderr", Stderr: "boom"}
	if said.Advice() != "look at stderr" {
		t.Errorf("the hint became %q", said.Advice())
	}
	said.Stderr = "\n"
	if said.Advice() == "look at stderr" {
		t.Error("it advises to look at an empty stderr")
	}
}

// The reason of a restart that failed holds the last words, and stays the same error.
func TestARestartKeepsTheLastWords(t *testing.T) {
	start := &StartError{Kind: ErrExited, Detail: "exit status 9", Stderr: "a\nb\nc\n\nno such table: users\n"}
	err := restartError(start)
	if want := "could not be started again: the adapter exited before its hello: exit status 9; its stderr ends with: …\nb\nc\nno such " +
		"table: users"; !strings.HasSuffix(err.Error(), want) {
		t.Errorf("it says %q", err)
	}
	if !errors.Is(err, ErrExited) {
		t.Errorf("%v is no %v any more", err, ErrExited)
	}
	if got := restartError(&StartError{Kind: ErrExited, Stderr: "boom\n"}).Error(); !strings.HasSuffix(got,
		"; its stderr ends with: boom") {
		t.Errorf("it says %q", got)
	}
	for _, other := range []error{&StartError{Kind: ErrNoHello}, fmt.Errorf("the context ended")} {
		if got := restartError(other).Error(); got != "the adapter could not be started again: "+other.Error() {
			t.Errorf("it says %q", got)
		}
	}
}
