package messageparts

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// sending is what a right server, a right model and a right application have sent so far. It is written from document 002 and the
// protocol's steps alone, and shares nothing with the account that answers are held against.
type sending struct {
	calls    map[string]*sentCall
	turn     int
	speaking bool   // the model has said something that no finish has ended
	ended    string // ended is the reason of the turn's last finish, "" before one
	asked    bool   // something came since then that the model answers to
	told     int    // told counts the calls since the last finish
}

type sentCall struct {
	name, side, gathered string
	turn                 int
	whole, answered      bool
}

// unsendable says why no right producer could have sent these steps, in this order;
// nil where one could. A turn that was stopped may end in the middle of anything.
func unsendable(list []wire.Value, stopped bool) error {
	s := sending{calls: map[string]*sentCall{}}
	for i, step := range list {
		if err := s.step(step, stopped); err != nil {
			return fmt.Errorf("step %d, %s: %w", i, step.JSON(), err)
		}
	}
	for id, c := range s.calls {
		if !stopped && !c.whole {
			return fmt.Errorf("the stream ends inside call %q", id)
		}
	}
	return nil
}

func (s *sending) step(v wire.Value, stopped bool) error {
	switch v.Get("type").Text() {
	case words.StepText:
		return s.speak()
	case words.StepCall:
		call := v.Get("toolCall")
		return s.call(call.Get("id").Text(), call.Get("name"), v.Get("execution"), call.Get("arguments").Text(), true)
	case words.StepDelta:
		return s.call(v.Get("id").Text(), v.Get("name"), v.Get("execution"), v.Get("argumentsDelta").Text(), false)
	case words.StepResult:
		return s.returned(v)
	case words.StepAddResult:
		return s.added(v)
	case words.StepFinish:
		return s.finish(v.Get("reason").Text())
	case words.StepUser:
		return s.user(stopped)
	}
	return fmt.Errorf("no such step")
}

// speak: the model says something. After a finish it does so only where somebody
// asks: the server when its tools have run, the client with its results, the user.
func (s *sending) speak() error {
	switch {
	case s.ended == "":
	case s.ended == "tool_calls" && !s.open(""):
	case s.asked && !s.open(""):
	default:
		return fmt.Errorf("the model goes on after its finish, and nobody asked it")
	}
	s.ended, s.asked, s.speaking = "", false, true
	return nil
}

// open tells whether a call of this turn, of one side or of either, has no answer.
func (s *sending) open(side string) bool {
	for _, c := range s.calls {
		if c.turn == s.turn && !c.answered && (side == "" || c.side == side) {
			return true
		}
	}
	return false
}

func (s *sending) call(id string, name, side wire.Value, text string, whole bool) error {
	c := s.calls[id]
	if c == nil {
		if err := s.speak(); err != nil {
			return err
		}
		if !name.IsString() || side.Text() != string(words.Server) && side.Text() != string(words.Client) {
			return fmt.Errorf("a call begins without its name or its side")
		}
		c = &sentCall{name: name.Text(), side: side.Text(), turn: s.turn}
		s.calls[id] = c
		s.told++
	}
	switch {
	case c.answered:
		return fmt.Errorf("the call is told again after its answer")
	case c.turn != s.turn:
		return fmt.Errorf("the call goes on in another turn")
	case c.whole:
		return fmt.Errorf("the call is told again when it was whole")
	case !name.IsAbsent() && name.Text() != c.name || !side.IsAbsent() && side.Text() != c.side:
		return fmt.Errorf("the call changes its name or its side")
	case whole && !strings.HasPrefix(text, c.gathered):
		return fmt.Errorf("the whole call is another one than its pieces")
	case whole:
		c.whole = true
	default:
		c.gathered += text
	}
	return nil
}

// answer finds the call that a result is for.
func (s *sending) answer(v wire.Value, side words.Side) (*sentCall, error) {
	c := s.calls[v.Get("toolCallId").Text()]
	switch {
	case c == nil:
		return nil, fmt.Errorf("a result for no call")
	case c.answered:
		return nil, fmt.Errorf("a second result for the call")
	case !c.whole:
		return nil, fmt.Errorf("a result for a call whose arguments are not whole yet")
	case c.side != string(side):
		return nil, fmt.Errorf("the call is executed on the other side")
	}
	c.answered = true
	return c, nil
}

func (s *sending) returned(v wire.Value) error {
	c, err := s.answer(v, words.Server)
	switch {
	case err != nil:
		return err
	case c.turn != s.turn:
		return fmt.Errorf("the server's result comes in another turn")
	case !v.Get("content").IsString():
		return fmt.Errorf("the content is no text")
	case !slices.Contains([]string{words.StateComplete, words.StateError}, v.Get("state").Text()):
		return fmt.Errorf("the result is in no state that it can have")
	}
	s.asked = true
	return nil
}

func (s *sending) added(v wire.Value) error {
	c, err := s.answer(v, words.Client)
	state := v.Get("state")
	switch {
	case err != nil:
		return err
	case v.Get("tool").Text() != c.name:
		return fmt.Errorf("the result names another tool than its call")
	case state.Text() == words.OutputError:
	case !state.IsAbsent() && state.Text() != words.OutputAvailable:
		return fmt.Errorf("the result is in no state that it can have")
	case v.Get("output").IsAbsent():
		return fmt.Errorf("an output is available, and there is none")
	case !v.Get("errorText").IsNull():
		return fmt.Errorf("an output is available, and beside it stands an error")
	}
	s.asked = true
	return nil
}

func (s *sending) finish(reason string) error {
	switch {
	case !s.speaking:
		return fmt.Errorf("a finish, and the model has said nothing since the last one")
	case reason == "tool_calls" && s.told == 0:
		return fmt.Errorf("a finish for calls, and there is none")
	case reason == "stop" && s.open(""):
		return fmt.Errorf("the model stops, and a call has no answer")
	case !slices.Contains([]string{"stop", "tool_calls", "length", "content_filter", "error", "other"}, reason):
		return fmt.Errorf("a finish for no reason that there is")
	}
	for _, c := range s.calls {
		c.whole = c.whole || c.turn == s.turn
	}
	s.speaking, s.ended, s.asked, s.told = false, reason, false, 0
	return nil
}

func (s *sending) user(stopped bool) error {
	if !stopped && s.speaking {
		return fmt.Errorf("the user writes before the model has finished")
	}
	if !stopped && s.open(string(words.Server)) {
		return fmt.Errorf("the user writes, and the server has not answered its call")
	}
	s.turn++
	s.speaking, s.ended, s.asked, s.told = false, "", false, 0
	return nil
}

// A valid case is one that a right producer sends.
func TestValidStepsCanBeSent(t *testing.T) {
	areValid(t, consumerCases(), "no right producer sends it", sendable)
}

func sendable(s dialect.Script, stopped bool) error { return unsendable(s.(steps).list, stopped) }

// areValid holds the class of cases against what is wrong with their scripts.
func areValid(t *testing.T, cases []*dialect.Case, but string, wrong func(s dialect.Script, stopped bool) error) {
	t.Helper()
	for _, c := range cases {
		if c.Class != dialect.Valid {
			continue
		}
		if err := wrong(c.Ready().Script, false); err != nil {
			t.Errorf("%s is valid, and %s: %v", c.ID, but, err)
		}
	}
}

// refused holds a file of inputs, and of cases, against the rules that say what is wrong with them. A turn may be one that was stopped.
func refused(t *testing.T, file string, side dialect.Side, read func(casefile.Entry) (dialect.Script, error),
	wrong func(s dialect.Script, stopped bool) error) {
	t.Helper()
	scripts := map[string]dialect.Script{}
	for _, c := range side.Cases() {
		scripts[c.ID] = c.Script
	}
	dialecttest.Answers(t, "testdata/"+file, func(w dialecttest.Written) string {
		script, err := scripts[side.Pair.String()+"/"+w.As], error(nil)
		if script == nil {
			script, err = read(casefile.Entry{Elements: w.Sent})
		}
		if err != nil {
			t.Fatalf("%s: %v", w.Name, err)
		}
		err = wrong(script, w.As == "stopped")
		for errors.Unwrap(err) != nil { // the rule alone
			err = errors.Unwrap(err)
		}
		return fmt.Sprint(err)
	})
}

// What a right producer doesn't send, and the rule that says so.
func TestAdversarialStepsCannotBeSent(t *testing.T) {
	refused(t, "unsendable.answers", consumerSide(), stepsOf, sendable)
}

// So is a generated stream in which nothing was planted.
func TestGeneratedStepsCanBeSent(t *testing.T) {
	stopped := 0
	for n := range 2000 {
		pick := generator.Index{Pair: words.Consumer(), Seed: 9, N: n}.Pick("sendable")
		from := generator.Transcript(pick, generator.Size)
		cut := from.StopReason() != transcript.Completed
		if err := unsendable(renderSteps(from, pick).(steps).list, cut); err != nil {
			t.Errorf("stream %d: %v\ntranscript: %s", n, err, from.JSON().JSON())
		}
		if cut {
			stopped++
		}
	}
	if stopped == 0 || stopped == 2000 {
		t.Errorf("%d of 2000 turns were stopped", stopped)
	}
}
