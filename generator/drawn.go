package generator

import (
	"fmt"
	"path/filepath"
	"runtime"
	gostrings "strings"

	"github.com/toolconform/conform/dialect"
)

// DrawError is a panic inside a draw: a fault of conform itself. It names the case
// that cannot be made.
type DrawError struct {
	ID    string
	Panic any
	// Stack is where it happened, the innermost first: functions and lines without
	// addresses, so that the same fault reads the same every time.
	Stack []string
}

func (e *DrawError) Error() string {
	return fmt.Sprintf("making case %s: conform itself failed, please report it: %v\n  at %s",
		e.ID, e.Panic, gostrings.Join(e.Stack, "\n  at "))
}

// drawn is a case, or why it could not be made. It is carried out of rapid as a value,
// because rapid takes a panic for a draw that it may try again: the same id would
// silently become another stream.
type drawn struct {
	c   *dialect.Case
	err error
}

// drawn draws the case. What rapid itself panics with, inside a pick, is its own way
// of telling that a draw is of no use, and is passed on.
func (i Index) drawn(pick dialect.Pick, side *dialect.Side) (d drawn) {
	picking := false
	defer func() {
		if picking {
			return
		}
		if p := recover(); p != nil {
			d = drawn{err: &DrawError{ID: i.ID(), Panic: p, Stack: stack()}}
		}
	}()
	watched := func(n int) int {
		picking = true
		k := pick(n)
		picking = false
		return k
	}
	return drawn{c: Draw(watched, side, i.ID())}
}

// stack is where the panic that is being recovered from happened, without the runtime
// and what called the draw.
func stack() []string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	var list []string
	for {
		f, more := frames.Next()
		if gostrings.HasSuffix(f.Function, "generator.Index.drawn") || !more {
			return list
		}
		if !gostrings.HasPrefix(f.Function, "runtime.") {
			list = append(list, fmt.Sprintf("%s (%s:%d)", f.Function, filepath.Base(f.File), f.Line))
		}
	}
}
