// Package cli is what the commands share: where they read and write, how they end, how much they
// tell, which part of the suite they are about, and what a mistyped name may have been.
package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/toolconform/conform/catalogue"
)

// The exit codes that scripts rely on.
const (
	ExitOK       = 0
	ExitFail     = 1 // a failure, or an incomplete run
	ExitUsage    = 2
	ExitNoTarget = 3 // the adapter never worked
)

// Streams are where a command reads and writes, and what it is about: the version of the
// tool, and the suite, which is built when it is first asked for.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Version  string
	Suite    func() *catalogue.Catalogue
}

// Error ends a command with an exit code of its own. A nil cause says nothing
// more.
type Error struct {
	Code  int
	Cause error
}

func (e *Error) Error() string {
	if e.Cause == nil {
		return fmt.Sprintf("exit status %d", e.Code)
	}
	return e.Cause.Error()
}

func (e *Error) Unwrap() error { return e.Cause }

// Exit ends a command with the code; where the cause is nil, without a word more.
func Exit(code int, cause error) error { return &Error{code, cause} }

// Usage is an error of whoever typed the command.
func Usage(format string, args ...any) error { return Exit(ExitUsage, fmt.Errorf(format, args...)) }

// Replace writes a file by way of a temporary one: there is a whole one, or what was there before.
func Replace(path string, data []byte) error {
	if err := os.WriteFile(path+".tmp", data, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".tmp", path)
}
