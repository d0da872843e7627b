package messageparts

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// unstorable says why no right chat holds these messages, by document 002 and what PART-01…09 ask of a chat; nil where one could.
// It shares nothing with the account that answers are held against.
func unstorable(messages []wire.Value) error {
	known := map[string]bool{}
	for i, m := range messages {
		parts := m.Get("parts").Items()
		switch role := m.Get("role").Text(); {
		case role != words.RoleUser && role != words.RoleAssistant:
			return fmt.Errorf("message %d has the role %q", i, role)
		case !m.Get("id").IsString() || len(parts) == 0:
			return fmt.Errorf("message %d has no id or no parts", i)
		case role == words.RoleUser && slices.ContainsFunc(parts, plant.Not(plant.Says("type", words.PartText))):
			return fmt.Errorf("message %d is a user's, and not all of it is text", i)
		}
		if err := unstorableParts(parts, known); err != nil {
			return fmt.Errorf("message %d, %w", i, err)
		}
	}
	return nil
}

// unstorableParts looks at one message: a result stands in the message of its call.
func unstorableParts(parts []wire.Value, known map[string]bool) error {
	calls, answered := map[string]wire.Value{}, map[string]bool{}
	for i, p := range parts {
		var err error
		switch p.Get("type").Text() {
		case words.PartText:
			if !p.Get("content").IsString() {
				err = fmt.Errorf("the text is none")
			}
		case words.PartCall:
			id := p.Get("id").Text()
			err = unstorableCall(p, known[id])
			known[id], calls[id] = true, p
		case words.PartResult:
			id := p.Get("toolCallId").Text()
			err = unstorableResult(p, calls[id], answered[id])
			answered[id] = true
		default:
			err = fmt.Errorf("there is no such part")
		}
		if err != nil {
			return fmt.Errorf("part %d, %s: %w", i, p.JSON(), err)
		}
	}
	for id, c := range calls {
		if c.Has("output") && !answered[id] {
			return fmt.Errorf("call %q has an output and no result part", id)
		}
	}
	return nil
}

func unstorableCall(p wire.Value, again bool) error {
	switch {
	case again:
		return fmt.Errorf("another call has this id")
	case !p.Get("id").IsString() || !p.Get("name").IsString() || !p.Get("arguments").IsString():
		return fmt.Errorf("id, name or arguments are no text")
	case p.Get("state").Text() != words.StateInput:
		return fmt.Errorf("the call is not whole")
	}
	return nil
}

func unstorableResult(p, call wire.Value, again bool) error {
	state, out, content := p.Get("state").Text(), call.Get("output"), p.Get("content")
	switch {
	case call.IsAbsent():
		return fmt.Errorf("the call does not stand before it in this message")
	case again:
		return fmt.Errorf("the call has a result part already")
	case !content.IsString():
		return fmt.Errorf("the content is no text")
	case state != words.StateComplete && state != words.StateError:
		return fmt.Errorf("the result is not finished")
	case state == words.StateComplete && !p.Get("error").IsNull():
		return fmt.Errorf("a success has an error")
	case state == words.StateComplete && !out.IsAbsent() && !wire.EqualOrText(out, content):
		return fmt.Errorf("the content is neither the call's output nor its JSON")
	}
	return nil
}

func TestValidMessagesCanBeStored(t *testing.T) {
	areValid(t, converterCases(), "no right chat stores it", storable)
}

func storable(s dialect.Script, _ bool) error { return unstorable(s.(stored).messages) }

// What no right chat stores, and the rule that says so.
func TestOddMessagesCannotBeStored(t *testing.T) {
	refused(t, "unstorable.answers", converterSide(), storedOf, storable)
}

func TestGeneratedMessagesCanBeStored(t *testing.T) {
	for n := range 2000 {
		pick := generator.Index{Pair: words.Converter(), Seed: 9, N: n}.Pick("storable")
		from := generator.Transcript(pick, generator.Size)
		if err := unstorable(renderStored(from, pick).(stored).messages); err != nil {
			t.Fatalf("messages %d: %v\ntranscript: %s", n, err, from.JSON().JSON())
		}
	}
}

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Verify(t, Dialect()) }

func TestProperties(t *testing.T) { dialecttest.Properties(t, Dialect(), nil) }

// What the short spellings mean, the digests of the corpus hold; here stands what is none.
func TestShortSpellingsOfNothing(t *testing.T) {
	for line, read := range map[string]func(casefile.Entry) (dialect.Script, error){
		`{"usr":"Go"}`: stepsOf,
		`{"text":"x"}`: storedOf,
		`{"assistant":"a"} {"tool-call":["c","roll"]}`: storedOf,
	} {
		var e casefile.Entry
		for short := range strings.FieldsSeq(line) {
			e.Elements = append(e.Elements, wire.ParseString(short))
		}
		if s, err := read(e); err == nil {
			t.Errorf("%s is %s", line, s.JSON().JSON())
		}
	}
}

// shown is the state of an answer in a file: a UI message or a part of the one before it a line,
// and model messages, or the state as it is.
func shown(lines []wire.Value) wire.Value {
	ui, model := []wire.Value{}, []wire.Value{}
	for _, line := range lines {
		switch {
		case line.Has("parts"):
			ui = append(ui, line)
		case line.Has("type"):
			last := &ui[len(ui)-1]
			*last = last.With("parts", wire.List(append(last.Get("parts").Items(), line)...))
		case line.Has("role"):
			model = append(model, line)
		default:
			return line
		}
	}
	return wire.Obj(wire.M("messages", wire.List(ui...)), wire.M("modelMessages", wire.List(model...)))
}

func answers(t *testing.T, side dialect.Side, read func(casefile.Entry) (dialect.Script, error)) {
	t.Helper()
	dialecttest.Answers(t, "testdata/"+string(side.Role)+".answers", func(w dialecttest.Written) string {
		script, err := read(casefile.Entry{Elements: w.Sent})
		if err != nil {
			t.Fatalf("%s: %v", w.Name, err)
		}
		o := &dialect.Observation{State: shown(w.Told), Omits: w.Omits}
		return dialecttest.Missed(side.Judge(&dialect.Case{Pair: side.Pair, Script: script}, o))
	})
}

func TestAnswersOfConsumers(t *testing.T) { answers(t, consumerSide(), stepsOf) }

func TestAnswersOfConverters(t *testing.T) { answers(t, converterSide(), storedOf) }

func TestTellsError(t *testing.T) {
	for _, text := range []string{"Error: x", "Tool call was cancelled.", "The stream was interrupted", `{"error":"x"}`,
		`{"status":"aborted"}`, "keine Antwort"} {
		if !tellsError(wire.Str(text)) {
			t.Errorf("%q tells an error", text)
		}
	}
	for _, text := range []string{"", " ", "{}", "null", "[]", "0", `""`, "ok", "Done.", "SUCCESS", `{"id":"6"}`, "undefined"} {
		if tellsError(wire.Str(text)) {
			t.Errorf("%q tells no error", text)
		}
	}
}
