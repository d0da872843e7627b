package messageparts

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/wire"
)

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
