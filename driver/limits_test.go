package driver

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestLineReader(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 100_000)
	r := newLineReader(iotest.HalfReader(strings.NewReader("a\n\n"+long+"\r\n"+long+"\nrest")), 100_002)
	for _, want := range []string{"a", "", long + "\r", long} {
		if got, err := r.next(); string(got) != want || err != nil {
			t.Fatalf("got %d bytes, %v", len(got), err)
		}
	}
	if got, err := r.next(); string(got) != "rest" || err != io.EOF {
		t.Errorf("got %q, %v", got, err)
	}
	r = newLineReader(strings.NewReader(long), 1000)
	if got, err := r.next(); len(got) != 1000 || err != errLineTooLong {
		t.Errorf("got %d bytes, %v", len(got), err)
	}
	r = newLineReader(strings.NewReader(long), 70_000) // beyond the first buffer
	if got, err := r.next(); len(got) != 70_000 || err != errLineTooLong {
		t.Errorf("got %d bytes, %v", len(got), err)
	}
}

func TestLineReaderMore(t *testing.T) {
	t.Parallel()
	r := newLineReader(strings.NewReader("a\n\nb\nc"), 10)
	for i, want := range []bool{true, true, false} {
		if _, err := r.next(); err != nil || r.more() != want {
			t.Errorf("line %d: more is %v, %v", i, r.more(), err)
		}
	}
}

func TestQuote(t *testing.T) {
	t.Parallel()
	if got := quote([]byte("a\x00\xff\n")); got != `"a\x00\xff\n"` {
		t.Error(got)
	}
	long := strings.Repeat("x", maxQuote)
	if got := quote([]byte(long)); got != `"`+long+`"` {
		t.Error(got)
	}
	if got := quote([]byte(long + "y")); got != `"`+long+`"… (257 bytes)` {
		t.Error(got)
	}
	if got := quote(make([]byte, 1<<20)); len(got) > 5*maxQuote || !strings.HasSuffix(got, "(1048576 bytes)") {
		t.Error(got)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	for given, want := range map[Limits]Limits{
		{}: {MaxLine, MaxAnswer}, {Line: -1, Answer: -1}: {MaxLine, MaxAnswer}, {Line: 1}: {1, MaxAnswer}, {Answer: 1}: {MaxLine, 1},
		{Line: 7, Answer: 9}: {7, 9},
	} {
		if got := given.filled(); got != want {
			t.Errorf("%v becomes %v, expected %v", given, got, want)
		}
	}
	if n := (Limits{Answer: 21}).held(); n != 42 {
		t.Errorf("held are %d", n)
	}
	for text, want := range map[string]int64{"": 64, "{}": 66, "[1,2,3]": 7 + 3*64} {
		if got := cost([]byte(text)); got != want {
			t.Errorf("%s costs %d, expected %d", text, got, want)
		}
	}
}
