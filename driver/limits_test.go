package driver

import (
	"strings"
	"testing"
)

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
}
