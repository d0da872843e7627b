package message_test

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/toolconform/conform/driver/message"
)

func TestLineReader(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 100_000)
	r := message.NewLineReader(iotest.HalfReader(strings.NewReader("a\n\n"+long+"\r\n"+long+"\nrest")), 100_002)
	for _, want := range []string{"a", "", long + "\r", long} {
		if got, err := r.Next(); string(got) != want || err != nil {
			t.Fatalf("got %d bytes, %v", len(got), err)
		}
	}
	if got, err := r.Next(); string(got) != "rest" || err != io.EOF {
		t.Errorf("got %q, %v", got, err)
	}
	r = message.NewLineReader(strings.NewReader(long), 1000)
	if got, err := r.Next(); len(got) != 1000 || err != message.ErrLineTooLong {
		t.Errorf("got %d bytes, %v", len(got), err)
	}
	r = message.NewLineReader(strings.NewReader(long), 70_000) // beyond the first buffer
	if got, err := r.Next(); len(got) != 70_000 || err != message.ErrLineTooLong {
		t.Errorf("got %d bytes, %v", len(got), err)
	}
}

func TestLineReaderMore(t *testing.T) {
	t.Parallel()
	r := message.NewLineReader(strings.NewReader("a\n\nb\nc"), 10)
	for i, want := range []bool{true, true, false} {
		if _, err := r.Next(); err != nil || r.More() != want {
			t.Errorf("line %d: more is %v, %v", i, r.More(), err)
		}
	}
}
