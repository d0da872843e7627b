package check

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Markdown is the form of tool fences, beside wire.SSE and wire.NDJSON.
const Markdown = "markdown"

// headSize is how much is read at most until the form is known.
const headSize = 64 << 10

// headOf is the beginning of a stream and what it says about its form.
type headOf struct {
	data   []byte
	format string
	// skip and lines are what stands before the stream: the HTTP headers of a saved
	// `curl -i`.
	skip, lines int
}

// readHead reads until the form is known: for events that is at once, so that a
// live pipe is followed from its first event.
func readHead(r io.Reader, o Options) (h headOf, ended bool, err error) {
	buf := make([]byte, readSize)
	for {
		n, rerr := r.Read(buf)
		h.data = append(h.data, buf[:n]...)
		ended = errors.Is(rerr, io.EOF)
		if rerr != nil && !ended {
			return h, false, fmt.Errorf("reading: %w", rerr)
		}
		known, derr := h.detect(o, ended || len(h.data) >= headSize)
		if known || derr != nil {
			return h, ended, derr
		}
	}
}

// detect looks at what is there; last says that no more will come.
func (h *headOf) detect(o Options, last bool) (known bool, err error) {
	if len(bytes.TrimSpace(h.data)) == 0 {
		if last {
			return false, &Error{1, 0, "nothing to judge: the stream is empty"}
		}
		return false, nil
	}
	if err := h.text(last); err != nil {
		return false, err
	}
	if !h.passHeaders() && !last {
		return false, nil
	}
	if known, err := h.asked(o); known || err != nil {
		return known, err
	}
	return h.guess(o, last)
}

// text refuses what is no text.
func (h *headOf) text(last bool) error {
	if i := bytes.IndexByte(h.data, 0); i >= 0 {
		return &Error{1 + bytes.Count(h.data[:i], []byte("\n")), int64(i), "a NUL byte: this is a binary file, not a stream of text"}
	}
	for i := 0; i < len(h.data); {
		r, size := utf8.DecodeRune(h.data[i:])
		if r == utf8.RuneError && size == 1 {
			if !last && len(h.data)-i < utf8.UTFMax {
				return nil
			}
			return &Error{1 + bytes.Count(h.data[:i], []byte("\n")), int64(i), "not UTF-8: this is no stream of text"}
		}
		i += size
	}
	return nil
}

// passHeaders skips the headers that `curl -i` saves; false while they are not
// all there.
func (h *headOf) passHeaders() bool {
	if !bytes.HasPrefix(h.data, []byte("HTTP/")) {
		return true
	}
	end, size := bytes.Index(h.data, []byte("\r\n\r\n")), 4
	if lf := bytes.Index(h.data, []byte("\n\n")); end < 0 || lf >= 0 && lf < end {
		end, size = lf, 2
	}
	if end < 0 {
		return false
	}
	h.skip = end + size
	h.lines = bytes.Count(h.data[:h.skip], []byte("\n"))
	return len(bytes.TrimSpace(h.data[h.skip:])) > 0
}

// asked is the form that was said, or that follows from the dialect that was.
func (h *headOf) asked(o Options) (bool, error) {
	switch {
	case o.isText(o.Dialect):
		h.format = Markdown
	case o.Encoding == wire.SSE, o.Encoding == wire.NDJSON, o.Encoding == Markdown:
		h.format = o.Encoding
	case o.Encoding != "":
		return false, &Error{1, 0, fmt.Sprintf("the encoding %q is unknown; there are sse, ndjson and markdown", o.Encoding)}
	}
	return h.format != "", nil
}

// guess decides by the first line that is not empty.
func (h *headOf) guess(o Options, last bool) (bool, error) {
	body := bytes.TrimPrefix(h.data[h.skip:], []byte("\xEF\xBB\xBF"))
	first := bytes.TrimLeft(body, " \t\r\n")
	lower := strings.ToLower(string(first[:min(len(first), 256)]))
	switch {
	case strings.HasPrefix(lower, "<!doctype"), strings.HasPrefix(lower, "<html"), strings.HasPrefix(lower, "<?xml"):
		return false, &Error{h.lines + 1, int64(h.skip), "this is an HTML or XML page, not a stream: an error page of the server?"}
	case first[0] == '{' && o.textOf(first) == nil:
		h.format = wire.NDJSON
		return true, nil
	case bytes.HasPrefix(first, []byte("[{")) || bytes.HasPrefix(first, []byte("[\n")):
		return false, &Error{h.lines + 1, int64(h.skip), "a JSON array: write its events one a line (jq -c '.[]'), or as SSE"}
	}
	for _, field := range []string{"data:", "event:", "id:", "retry:", ":"} {
		if bytes.HasPrefix(first, []byte(field)) {
			h.format = wire.SSE
			return true, nil
		}
	}
	if o.textOf(first) != nil {
		h.format = Markdown
		return true, nil
	}
	if last {
		return false, &Error{h.lines + 1, int64(h.skip),
			"the form can't be told: no SSE field, no JSON object, no tool fence stands here; say --dialect and --encoding"}
	}
	return false, nil
}

// textOf is the side whose wire is text, where that text is clearly of it; nil for none.
func (o Options) textOf(text []byte) *dialect.Side {
	for _, side := range o.Sides {
		if side.Text != nil && side.Text.Opens(text) {
			return side
		}
	}
	return nil
}

// isText tells whether the wire of a dialect is text.
func (o Options) isText(name string) bool {
	return slices.ContainsFunc(o.Sides, func(side *dialect.Side) bool { return side.Dialect == name && side.Text != nil })
}

// dialectOf tells which dialect an event speaks, "" where it does not show.
func (s *stream) dialectOf(v wire.Value) string {
	for _, side := range s.Sides {
		if side.Speaks != nil && side.Speaks(v) {
			return side.Dialect
		}
	}
	return ""
}

// foreign tells whether the event clearly belongs to another dialect than the
// stream.
func (s *stream) foreign(v wire.Value) bool {
	name := s.dialectOf(v)
	if name == "" || name == s.summary.Dialect {
		return false
	}
	return !slices.ContainsFunc(s.Sides, func(side *dialect.Side) bool {
		return side.Dialect == s.summary.Dialect && side.Shares != nil && side.Shares(v)
	})
}
