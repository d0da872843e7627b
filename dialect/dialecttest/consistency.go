package dialecttest

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// consistencySeed is the seed of the streams of Consistent: always the same ones.
const consistencySeed = 4

// placing streams have a place for every twist.
const placing = 1000

// twistStep: a stream is tried with every eighth twist, the next stream with the next ones.
const twistStep = 8

// turnCalls is how many calls a drawn turn has at most (now and then three times as many).
const turnCalls = 5

// Consistent holds the parts of a dialect against each other on generated
// streams: a valid stream passes its checker without a finding, a twisted one
// gets exactly the findings that its twist announces, with and without the
// transcript; a recording that was cut off shows nothing wrong by what it lacks;
// the reference conforms on both; a script reads back as it was written. Every
// twist must find a place, where there are placing streams. A long run that was broken off goes on from a stream.
func Consistent(t *testing.T, d dialect.Dialect, from, streams int) {
	t.Helper()
	c := &consistency{applied: map[string]int{}}
	for i := range d.Sides {
		side := &d.Sides[i]
		c.sides = append(c.sides, newVerifier(side))
		if side.Check != nil {
			c.check = side.Check
		}
	}
	all(t, from, streams, c.stream)
	for _, v := range c.sides {
		for _, twist := range v.side.Twists {
			if c.applied[twist.ID] == 0 && streams-from >= placing {
				t.Errorf("the twist %s found no place in %d streams", twist.ID, streams)
			}
		}
	}
}

type consistency struct {
	sides []*verifier
	// check is the checker of the dialect's producer, nil where there is none.
	check func(dialect.CheckOptions) dialect.Checker

	mu      sync.Mutex
	applied map[string]int
}

// all tries the streams up to a number, on all cores, and says every half minute how far it is.
func all(t *testing.T, from, streams int, try func(n int) error) {
	t.Helper()
	numbers := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for n := range numbers {
				if err := try(n); err != nil && !t.Failed() {
					t.Errorf("stream %d: %v", n, err)
				}
			}
		})
	}
	said := time.Now()
	for n := from; n < streams && !t.Failed(); n++ {
		numbers <- n
		if time.Since(said) > 30*time.Second {
			said = time.Now()
			t.Logf("%d of %d streams", n, streams)
		}
	}
	close(numbers)
	workers.Wait()
}

// everySide tries every stream in each role of the dialect.
func everySide(t *testing.T, d dialect.Dialect, streams int, try func(v *verifier, n int) error) {
	t.Helper()
	var sides []*verifier
	for i := range d.Sides {
		sides = append(sides, newVerifier(&d.Sides[i]))
	}
	all(t, 0, streams, func(n int) error {
		for _, v := range sides {
			if err := try(v, n); err != nil {
				return err
			}
		}
		return nil
	})
}

// stream draws the n-th turn and holds every side against it.
func (c *consistency) stream(n int) error {
	for _, v := range c.sides {
		pick := generator.Index{Pair: v.side.Pair, Seed: consistencySeed, N: n}.Pick("consistency")
		from := generator.Transcript(pick, turnCalls)
		if err := from.Valid(); err != nil {
			return fmt.Errorf("an invalid transcript was drawn: %w\n%s", err, from.JSON().JSON())
		}
		if v.side.Turn != nil {
			from = v.side.Turn(from, pick)
		}
		if err := c.sideOf(v, from, n, pick); err != nil {
			return fmt.Errorf("%s: %w\ntranscript: %s", v.side.Pair, err, from.JSON().JSON())
		}
	}
	return nil
}

func (c *consistency) sideOf(v *verifier, from transcript.Transcript, n int, pick dialect.Pick) error {
	script := v.side.Render(from, pick)
	if err := v.conforms(script, dialect.Valid, n, pick); err != nil {
		return err
	}
	if v.side.Role == dialect.Consumer {
		if err := c.finds(script, from, dialect.Planted{}, pick); err != nil {
			return fmt.Errorf("a valid stream: %w", err)
		}
		if err := c.cut(script, from, pick); err != nil {
			return fmt.Errorf("a valid stream, cut off: %w", err)
		}
	}
	for i := n % twistStep; i < len(v.side.Twists); i += twistStep {
		twist := v.side.Twists[i]
		twisted, planted, ok := twist.Apply(script, pick)
		if !ok {
			continue
		}
		c.found(twist)
		if v.side.Role == dialect.Consumer {
			if err := c.finds(twisted, from, planted, pick); err != nil {
				return fmt.Errorf("twisted by %s: %w", twist.ID, err)
			}
		}
		if err := v.conforms(twisted, dialect.Adversarial, n, pick); err != nil {
			return fmt.Errorf("twisted by %s: %w", twist.ID, err)
		}
	}
	return nil
}

// found notes that a twist has found a place.
func (c *consistency) found(twist dialect.Twist) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.applied[twist.ID]++
}

// conforms runs the reference in one encoding, and reads the script back.
func (v *verifier) conforms(s dialect.Script, class dialect.Class, n int, pick dialect.Pick) error {
	text := s.JSON().JSON()
	read, err := wire.Parse([]byte(text))
	if err != nil {
		return fmt.Errorf("the script cannot be read: %w: %s", err, text)
	}
	again, err := v.side.Parse(read)
	if err != nil {
		return fmt.Errorf("the script does not read back: %w: %s", err, text)
	}
	if got := again.JSON().JSON(); got != text {
		return fmt.Errorf("the script changes when it is read back\nwritten %s\nread    %s", text, got)
	}
	c := &dialect.Case{ID: v.side.Pair.String() + "/consistency", Pair: v.side.Pair, Class: class, Script: s}
	encodings := v.encodings(c)
	for _, o := range v.run(v.side.Reference, c, encodings[pick(len(encodings))]) {
		if o.Verdict == requirement.Warn || o.Verdict == requirement.Fail {
			return fmt.Errorf("the reference: %s\nscript: %s", story(o), text)
		}
	}
	return nil
}

// finds holds the findings of a check against what was planted.
func (c *consistency) finds(s dialect.Script, from transcript.Transcript, planted dialect.Planted, pick dialect.Pick) error {
	if c.check == nil {
		return nil
	}
	for _, look := range []struct {
		options dialect.CheckOptions
		want    []string
	}{{dialect.CheckOptions{Transcript: &from}, planted.With}, {dialect.CheckOptions{}, planted.Alone}} {
		want := sorted(look.want)
		got := findings(c.check(look.options), elements(s, pick))
		if planted.AtLeast {
			got = slices.DeleteFunc(got, func(id string) bool { return !slices.Contains(want, id) })
		}
		if !slices.Equal(got, want) {
			return fmt.Errorf("found [%s], planted [%s] (transcript at hand: %v)\nscript: %s",
				strings.Join(got, " "), strings.Join(want, " "), look.options.Transcript != nil, s.JSON().JSON())
		}
	}
	return nil
}

// cut ends a recording of the script somewhere.
func (c *consistency) cut(s dialect.Script, from transcript.Transcript, pick dialect.Pick) error {
	if c.check == nil {
		return nil
	}
	events := elements(s, pick)
	events = events[:pick(len(events)+1)]
	for _, options := range []dialect.CheckOptions{{Truncated: true, Transcript: &from}, {Truncated: true}} {
		if got := findings(c.check(options), events); len(got) > 0 {
			return fmt.Errorf("found %v (transcript at hand: %v) after %d events of %s", got, options.Transcript != nil, len(events),
				s.JSON().JSON())
		}
	}
	return nil
}

// findings feeds events to a checker.
func findings(checker dialect.Checker, events []wire.Value) []string {
	var ids []string
	note := func(found []requirement.Finding) {
		for _, f := range found {
			ids = append(ids, f.Requirement)
		}
	}
	for _, event := range events {
		note(checker.Event(event))
	}
	note(checker.End())
	return sorted(ids)
}

// elements are the events of a script, or its document in drawn pieces.
func elements(s dialect.Script, pick dialect.Pick) []wire.Value {
	events := s.Input("events", nil).Get("events")
	if !events.IsAbsent() {
		return events.Items()
	}
	var pieces []wire.Value
	for text := string(s.(dialect.Wired).Bytes("")); len(text) > 0; {
		n := 1 + pick(len(text))
		pieces = append(pieces, wire.Str(text[:n]))
		text = text[n:]
	}
	return pieces
}

func sorted(ids []string) []string {
	list := slices.Clone(ids)
	slices.Sort(list)
	return slices.Compact(list)
}
