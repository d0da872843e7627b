package driver

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// command says what to start.
type command struct {
	args []string
	dir  string
	env  []string
}

// child is a running process with its three pipes, at the head of its own group.
type child struct {
	cmd    *exec.Cmd
	stdin  *os.File
	stdout *drain
	stderr tail

	mu     sync.Mutex
	reaped bool

	errOut  *drain
	errRead chan struct{}
}

func startChild(c command) (*child, error) {
	cmd := exec.Command(c.args[0], c.args[1:]...)
	cmd.Dir = c.dir
	if len(c.env) > 0 {
		cmd.Env = append(os.Environ(), c.env...)
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
	ch := &child{cmd: cmd, stdin: ours[0], stdout: newDrain(ours[1]), errOut: newDrain(ours[2]), errRead: make(chan struct{})}
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

// kill ends the group, now.
func (c *child) kill() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.reaped { // or the number may be somebody else's by now
		killGroup(c.cmd)
	}
}

// hasExited tells whether the process is over, though what it wrote may not have
// been read yet.
func (c *child) hasExited() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.reaped
}

// wait waits for the exit, kills what is left of the group, and then for whoever
// reads stdout to come to its end. It returns how the process ended.
func (c *child) wait(stdoutRead <-chan struct{}) *os.ProcessState {
	_ = c.cmd.Wait() // the state says it all
	c.mu.Lock()
	c.reaped = true
	killGroup(c.cmd) // its number is taken as long as the group has members
	c.mu.Unlock()
	_ = c.stdin.Close()
	c.stdout.finish()
	c.errOut.finish()
	await(stdoutRead, readerGrace)
	await(c.errRead, readerGrace)
	_ = c.stdout.f.Close()
	_ = c.errOut.f.Close()
	return c.cmd.ProcessState
}

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

// startError explains why a command could not be started.
func startError(c command, err error) error {
	e := &StartError{Kind: ErrStart, Detail: err.Error()}
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, os.ErrNotExist):
		e.Hint = fmt.Sprintf("is %q there?", c.args[0])
		if filepath.Base(c.args[0]) == c.args[0] {
			e.Hint = fmt.Sprintf("is %q installed and on the PATH? A program of this folder is ./%s", c.args[0], c.args[0])
		}
	case errors.Is(err, os.ErrPermission):
		e.Hint = fmt.Sprintf("is %q executable?", c.args[0])
	}
	return e
}
