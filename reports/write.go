package reports

import (
	"encoding/json"
	"io"
)

// WriteJSON writes a result, or a form of it, as JSON. The same value gives the same bytes.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(v)
}
