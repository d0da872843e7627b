package driver

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/toolconform/conform/driver/child"
)

// Why an implementation could not be started: the kinds of a StartError, for
// errors.Is.
var (
	ErrStart       = errors.New("the command cannot be started")
	ErrExited      = errors.New("the adapter exited before its hello")
	ErrNoHello     = errors.New("no hello within the startup timeout")
	ErrBadHello    = errors.New("the adapter's first message is not a hello")
	ErrProtocol    = errors.New("the adapter speaks another protocol version")
	ErrUnreachable = errors.New("nothing answers at the URL")
)

// StartError says in one line why an implementation never worked.
type StartError struct {
	Kind   error
	Detail string
	// Stderr is the end of what the process wrote there.
	Stderr string
	// Hint says what to try, "" where there is nothing to say beyond Advice.
	Hint string
}

func (e *StartError) Error() string {
	if e.Detail == "" {
		return e.Kind.Error()
	}
	return e.Kind.Error() + ": " + e.Detail
}

// Unwrap gives the kind.
func (e *StartError) Unwrap() error { return e.Kind }

// How much of Stderr LastLines shows: a stack trace of Node or Python.
const (
	maxLastLines = 30
	maxLastLine  = 240
)

// LastLines are the last lines of Stderr, none of them long, blank ones left out. A
// first line "…" stands for those before. They are as they were written: whoever
// prints them has to make control characters harmless.
func (e *StartError) LastLines() []string { return lastLines(e.Stderr, maxLastLines) }

func lastLines(text string, most int) []string {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimRight(line, " \t\r"); line == "" {
			continue
		}
		if len(line) > maxLastLine {
			line = strings.ToValidUTF8(line[:maxLastLine], "") + "…"
		}
		lines = append(lines, line)
	}
	if len(lines) > most {
		lines = append([]string{"…"}, lines[len(lines)-most:]...)
	}
	return lines
}

// Advice is the hint, or what is always worth trying after such an error.
func (e *StartError) Advice() string {
	silent := e.Kind == ErrExited && len(e.LastLines()) == 0
	if e.Hint != "" && !silent {
		return e.Hint
	}
	switch e.Kind {
	case ErrStart:
		return "does the command run by itself, from this folder? A script needs a first line such as #!/bin/sh"
	case ErrExited:
		return "does it run by itself? It wrote nothing to stderr that could tell"
	case ErrNoHello:
		return "the adapter has to answer the hello; give it longer with --startup-timeout"
	case ErrBadHello:
		return `the first message is a hello: {"type":"hello","protocol":1,"implementation":{…},"supports":[…]}`
	case ErrUnreachable:
		return "is the server running, and is this its port?"
	}
	return ""
}

// restartLines is how much of stderr the reason of a failed restart holds.
const restartLines = 3

// restartError is why an adapter that had worked was given up. It ends in a result
// as one text, so it holds the last words of the process.
func restartError(err error) error {
	var e *StartError
	if errors.As(err, &e) {
		if words := lastLines(e.Stderr, restartLines); len(words) > 0 {
			return fmt.Errorf("the adapter could not be started again: %w; its stderr ends with: %s", err, strings.Join(words, "\n"))
		}
	}
	return fmt.Errorf("the adapter could not be started again: %w", err)
}

// startError explains why a command could not be started.
func startError(c child.Command, err error) error {
	e := &StartError{Kind: ErrStart, Detail: err.Error()}
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, os.ErrNotExist):
		e.Hint = fmt.Sprintf("is %q there?", c.Args[0])
		if filepath.Base(c.Args[0]) == c.Args[0] {
			e.Hint = fmt.Sprintf("is %q installed and on the PATH? A program of this folder is ./%s", c.Args[0], c.Args[0])
		}
	case errors.Is(err, os.ErrPermission):
		e.Hint = fmt.Sprintf("is %q executable?", c.Args[0])
	}
	return e
}
