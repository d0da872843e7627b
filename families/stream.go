package families

import (
	"fmt"
	"strconv"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// Streams make the streams of case files' entries: expand says what a line of the file
// spells. The fields "ending" and "abort" say how a stream ends; "names" gives every event that
// event name, "none" for none.
func Streams(form *stream.Form, expand func(short wire.Value) ([]wire.Value, error)) Reader {
	return func(e casefile.Entry) (dialect.Script, error) {
		elements, err := e.Expanded(expand)
		s := &stream.Script{Form: form, Elements: elements, End: stream.Ending(e.Fields["ending"])}
		if err != nil {
			return s, err
		}
		if name := e.Fields["names"]; name != "" {
			if name == "none" {
				name = ""
			}
			for i, data := range s.Elements {
				s.Elements[i] = act.Named(name, data)
			}
		}
		if text := e.Fields["abort"]; text != "" {
			n, err := strconv.Atoi(text)
			if err != nil || n <= 0 || n >= len(s.Elements) {
				return s, fmt.Errorf("abort: %q is no number of events before the last", text)
			}
			s.AbortAfter = n
		}
		return s, nil
	}
}

// Beside are Streams with something beside their events: what the JSON of a field means, absent where an entry lacks it.
func Beside(streams Reader, field string, beside func(v wire.Value) wire.Value) Reader {
	return func(e casefile.Entry) (dialect.Script, error) {
		script, err := streams(e)
		s, ok := script.(*stream.Script)
		if !ok || err != nil {
			return script, err
		}
		var held wire.Value
		if text := e.Fields[field]; text != "" {
			if held, err = wire.Parse([]byte(text)); err != nil {
				return s, fmt.Errorf("%s: %w", field, err)
			}
		}
		s.Beside = beside(held)
		return s, nil
	}
}
