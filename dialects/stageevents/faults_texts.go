package stageevents

import (
	"strings"

	"github.com/toolconform/conform/wire"
)

// showingText changes one text of every block.
func showingText(member string, edit func(string) string) plant {
	return showingEach(func(b wire.Value) wire.Value {
		if v := b.Get(member); v.IsString() {
			return b.With(member, wire.Str(edit(v.Text())))
		}
		return b
	})
}

// unwrapped is a member of the JSON object that a text is, where it has it.
func unwrapped(text string, members ...string) string {
	v, ok := parsed(text)
	for _, m := range members {
		if ok && v.Get(m).IsString() {
			return v.Get(m).Text()
		}
	}
	return text
}

// cutName is a name cut at 64 bytes.
func cutName(name string) string { return name[:min(len(name), 64)] }

// lastPart is what follows the last slash of a name.
func lastPart(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

func withoutNul(text string) string { return strings.ReplaceAll(text, "\x00", "") }

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// textFaults: texts and names that are taken for something else, and arguments that
// look as if nothing had changed.
func textFaults() []planted {
	return []planted{
		{"STAGE-50/text-unwrapped", "A result that is JSON with a text in it becomes that text.", "", showingText("result", func(s string) string { return unwrapped(s, "text", "content") })},
		{"STAGE-50/message-unwrapped", "An error that is JSON with a message in it becomes that message.", "", showingText("error", func(s string) string { return unwrapped(s, "message", "error") })},
		{"STAGE-50/error-first-line", "Of an error the first line is held.", "", showingText("error", firstLine)},
		{"STAGE-50/controls-lost", "NUL is lost in a result.", "", showingText("result", withoutNul)},
		{"STAGE-50/name-of-64", "A name is cut at 64 characters.", "", showingText("name", cutName)},
		{"STAGE-50/name-part", "Of a name with a slash the last part is held.", "", showingText("name", lastPart)},
		{"STAGE-58/same-length", "`parameters` as long as what is held change nothing.", "", step(func(s *store, e wire.Value) {
			if b := s.of(e); b != nil && b.parameters.Len() > 0 && len(e.Get("parameters").Text()) == b.parameters.Len() {
				e = e.Without("parameters").Without("parametersChunk")
			}
			s.apply(e)
		})},
	}
}

// wordFaults: words of other dialects, and ids that are read carelessly.
func wordFaults() []planted {
	return []planted{
		{"STAGE-56/done-is-end", "`done` is an end.", "50 51 57", spelling("done", "end")},
		{"STAGE-56/error-is-end", "`error` is an end.", "50", spelling("error", "end")},
		{"STAGE-56/begin-is-start", "`begin` is a start.", "50", spelling("begin", "start")},
		{"STAGE-56/progress-is-running", "`progress` is `running`.", "50 58", spelling("progress", "running")},
		{"STAGE-51/ids-of-ascii", "Letters beyond ASCII don't count in ids.", "50 58", folding(func(id string) string {
			return strings.Map(func(r rune) rune {
				if r > 0x7f {
					return -1
				}
				return r
			}, id)
		})},
		{"STAGE-51/ids-of-words", "Between the words of an id every separator is the same.", "50 58", folding(func(id string) string {
			return strings.NewReplacer("-", "_", ".", "_", ":", "_").Replace(id)
		})},
	}
}

// spelling takes a word of another dialect for a stage.
func spelling(word, stage string) plant {
	return readingEach(func(e wire.Value) wire.Value {
		if e.Get("stage").Text() == word {
			return e.With("stage", wire.Str(stage))
		}
		return e
	})
}

// folding takes ids for one that a key makes equal: the first of them.
func folding(key func(string) string) plant {
	return reading(func(events []wire.Value) []wire.Value {
		first := map[string]wire.Value{}
		out := make([]wire.Value, len(events))
		for i, e := range events {
			out[i] = e
			if id := e.Get("id"); id.IsString() && key(id.Text()) != "" {
				k := key(id.Text())
				if _, met := first[k]; !met {
					first[k] = id
				}
				out[i] = e.With("id", first[k])
			}
		}
		return out
	})
}
