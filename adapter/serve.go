package adapter

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Serve speaks the stdin transport until in ends, then finishes the cases in
// flight. Up to info.Concurrency answers run at the same time.
//
// What an observation's ending stands for really happens: Crashed (or a panic)
// makes Serve return a *CrashError at once, TimedOut is never answered, and
// Broken writes the observation's Output as it is, with $ID replaced by the id of
// the case.
func Serve(ctx context.Context, in io.Reader, out io.Writer, info Info, answers map[dialect.Pair]dialect.Answer) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	s := &server{info: info, answers: answers, out: newOutput(out), stop: stop, lines: make(chan []byte)}
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		s.run(ctx, in)
	}()
	select {
	case <-finished:
	case <-ctx.Done():
	}
	s.out.close()
	err := context.Cause(ctx)
	if errors.Is(err, context.Canceled) {
		return ctx.Err()
	}
	return err
}

type server struct {
	info    Info
	answers map[dialect.Pair]dialect.Answer
	out     *output
	stop    context.CancelCauseFunc
	lines   chan []byte
}

// run reads lines and lets a fixed number of workers take them, until the end of
// the input and of the last case.
func (s *server) run(ctx context.Context, in io.Reader) {
	var workers sync.WaitGroup
	for range max(1, s.info.Concurrency) {
		workers.Go(s.work)
	}
	if err := s.read(ctx, in); err != nil {
		s.stop(err)
	}
	close(s.lines)
	workers.Wait()
}

func (s *server) read(ctx context.Context, in io.Reader) error {
	r := bufio.NewReaderSize(in, 64<<10)
	for {
		line, err := r.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			select {
			case s.lines <- line:
			case <-ctx.Done():
				return nil
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading the harness's messages: %w", err)
		}
	}
}

func (s *server) work() {
	for line := range s.lines {
		if err := s.take(line); err != nil {
			s.stop(err)
		}
	}
}

// take answers one message. Types that are not known are ignored.
func (s *server) take(line []byte) error {
	m, err := wire.Parse(line)
	if err != nil {
		return fmt.Errorf("reading the harness's message: %w", err)
	}
	switch m.Get("type").Text() {
	case "hello":
		return s.out.write(append(s.info.Hello().AppendJSON(nil), '\n'))
	case "case":
		return s.answer(readRequest(m))
	}
	return nil
}

func (s *server) answer(r request) error {
	o := observe(s.answers, r)
	list, raw := messages(r.id, o)
	text := append(wire.Encode(wire.NDJSON, list), raw...)
	if err := s.out.write(text); err != nil {
		return fmt.Errorf("writing the answer: %w", err)
	}
	if o.Ending == dialect.Crashed {
		s.out.close() // nothing comes out of a dead process
		return &CrashError{Reason: o.Reason}
	}
	return nil
}
