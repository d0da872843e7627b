package cli

import (
	"io"
	"os"
	"strconv"

	"github.com/mattn/go-isatty"
	"golang.org/x/term"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/terminal"
)

// Telling are the flags that say how much of a result is printed, the same for every
// command that prints one.
type Telling struct {
	Quiet    bool `short:"q" xor:"much" help:"Print the verdict alone."`
	Verbose  bool `short:"v" xor:"much" help:"Tell everything in full: every cause, every id, all policies."`
	Policies bool `help:"List which of several right answers were seen."`

	Color string `enum:"auto,always,never" default:"auto" help:"auto (on a terminal), always or never; NO_COLOR and FORCE_COLOR are heard."`
}

// storiesPrinted bounds how many causes are told in full.
const storiesPrinted = 3

func (t Telling) text(w io.Writer, l reports.Lookup) terminal.Text {
	return terminal.Text{Lookup: l, Colour: t.Coloured(w), Width: Width(w), Stories: storiesPrinted,
		Quiet: t.Quiet, Verbose: t.Verbose, Policies: t.Policies}
}

// Coloured: the flag decides, then FORCE_COLOR and NO_COLOR, then whether it is a terminal.
func (t Telling) Coloured(w io.Writer) bool {
	force := os.Getenv("FORCE_COLOR")
	switch {
	case t.Color == "always":
		return true
	case t.Color == "never":
		return false
	case force != "":
		return force != "0" && force != "false"
	case os.Getenv("NO_COLOR") != "":
		return false
	}
	return IsTerminal(w)
}

// IsTerminal tells whether somebody looks at what is written.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// Width of a terminal in columns; 0, which is no limit, for everything else. COLUMNS is heard.
func Width(w io.Writer) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return max(n, narrowest)
	}
	f, ok := w.(*os.File)
	if !ok || !isatty.IsTerminal(f.Fd()) {
		return 0
	}
	n, _, err := term.GetSize(int(f.Fd()))
	if err != nil || n <= 0 {
		return 0
	}
	return max(n, narrowest)
}

// narrowest is the width below which lines are cut no further.
const narrowest = 40
