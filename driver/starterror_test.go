package driver

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

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
