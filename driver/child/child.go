// Package child starts a program as a child process: at the head of a group of its own, with pipes that
// nobody who inherits them can hold open, and with the end of what it writes to stderr.
package child

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

// Command says what to start. Env is added to the environment, a Dir of "" is this folder.
type Command struct {
	Args []string
	Dir  string
	Env  []string
}

// Times that a pipe is waited for.
const (
	drainTime   = 200 * time.Millisecond // for pipes that somebody else holds open
	readerGrace = 30 * time.Second       // for a reader to come to the end of a closed pipe
)

// Process is a running process. The zero value is one that has ended.
type Process struct {
	// Stdin is ours to write to and to close, Stdout ours to read to its end.
	Stdin  *os.File
	Stdout io.Reader

	cmd    *exec.Cmd
	stdout *drain
	stderr tail

	mu     sync.Mutex
	reaped bool

	errOut  *drain
	errRead chan struct{}
}

// Start starts a process. The error is that of exec.Cmd.Start, or of making pipes.
func Start(c Command) (*Process, error) {
	cmd := exec.Command(c.Args[0], c.Args[1:]...)
	cmd.Dir = c.Dir
	if len(c.Env) > 0 {
		cmd.Env = append(os.Environ(), c.Env...)
	}
	ownGroup(cmd)
	var ours, theirs [3]*os.File
	err := pipes(&ours, &theirs)
	if err == nil {
		cmd.Stdin, cmd.Stdout, cmd.Stderr = theirs[0], theirs[1], theirs[2]
		err = cmd.Start()
	}
	closeAll(theirs[:])
	if err != nil {
		closeAll(ours[:])
		return nil, err
	}
	stdout := newDrain(ours[1])
	ch := &Process{Stdin: ours[0], Stdout: stdout, cmd: cmd, stdout: stdout, errOut: newDrain(ours[2]), errRead: make(chan struct{})}
	go func() {
		defer close(ch.errRead)
		_, _ = io.Copy(&ch.stderr, ch.errOut)
	}()
	return ch, nil
}

// pipes makes the three pipes. They are ours, not exec's, which would wait for
// whoever holds them.
func pipes(ours, theirs *[3]*os.File) error {
	for i := range ours {
		r, w, err := os.Pipe()
		if err != nil {
			return fmt.Errorf("making pipes: %w", err)
		}
		ours[i], theirs[i] = r, w
		if i == 0 {
			ours[i], theirs[i] = w, r
		}
	}
	return nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		if f != nil {
			_ = f.Close()
		}
	}
}

// Kill ends the group, now.
func (c *Process) Kill() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cmd != nil && !c.reaped { // or the number may be somebody else's by now
		killGroup(c.cmd)
	}
}

// HasExited tells whether the process is over, though what it wrote may not have
// been read yet.
func (c *Process) HasExited() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.reaped
}

// Wait waits for the exit, kills what is left of the group, and then for whoever
// reads stdout to come to its end. It returns how the process ended.
func (c *Process) Wait(stdoutRead <-chan struct{}) *os.ProcessState {
	_ = c.cmd.Wait() // the state says it all
	c.mu.Lock()
	c.reaped = true
	killGroup(c.cmd) // its number is taken as long as the group has members
	c.mu.Unlock()
	_ = c.Stdin.Close()
	c.stdout.finish()
	c.errOut.finish()
	await(stdoutRead, readerGrace)
	await(c.errRead, readerGrace)
	_ = c.stdout.f.Close()
	_ = c.errOut.f.Close()
	return c.State()
}

// State is how the process ended, nil before it did.
func (c *Process) State() *os.ProcessState { return c.cmd.ProcessState }

// Stderr is the end of what the process has written to stderr.
func (c *Process) Stderr() string { return c.stderr.String() }

// await waits, but not for ever: on systems whose pipes know no deadlines a reader
// may be stuck.
func await(done <-chan struct{}, patience time.Duration) {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
}
