//go:build unix

package driver_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
)

// rawProgram is a program that answers with what follows "say:" in its input, each of the
// protocol's ways of ending included.
func rawProgram() {
	input, _ := io.ReadAll(os.Stdin)
	switch text := string(bytes.TrimSpace(input)); {
	case strings.HasPrefix(text, "exit "):
		var code int
		_, _ = fmt.Sscanf(text, "exit %d", &code)
		fmt.Fprintln(os.Stderr, "working\nthat makes no sense")
		os.Exit(code)
	case text == "kill":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		forever()
	case text == "hang":
		forever()
	case text == "grandchild":
		spawn("sleeper", false)
		fmt.Println(`{"type":"text-delta","delta":"x"}`)
	case text == "flood":
		flood()
	case strings.HasPrefix(text, "say:"):
		_, _ = os.Stdout.WriteString(text[4:])
	default:
		_, _ = os.Stdout.Write(input)
	}
}
