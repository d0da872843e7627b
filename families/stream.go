package families

import (
	"fmt"
	"strconv"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// Streams make the streams of case files' entries: expand says what a line of the file
// spells. The fields "ending" and "abort" say how a stream ends.
func Streams(form *stream.Form, expand func(short wire.Value) ([]wire.Value, error)) func(casefile.Entry) (dialect.Script, error) {
	return func(e casefile.Entry) (dialect.Script, error) {
		s := &stream.Script{Form: form, End: stream.Ending(e.Fields["ending"])}
		for _, short := range e.Elements {
			full, err := expand(short)
			if err != nil {
				return s, err
			}
			s.Elements = append(s.Elements, full...)
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
