package toolfence

import (
	"bytes"
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// The line endings of a document.
const (
	lf   = "\n"
	crlf = "\r\n"
	cr   = "\r"
)

// document is the script of a consumer's case: segments, and how the whole is
// written. It is immutable.
type document struct {
	segments []segment
	// newline ends every line; "" is LF.
	newline string
	// bom: a byte order mark stands first.
	bom bool
	// unterminated: the last line has no line ending.
	unterminated bool
}

// named is a document in which every call has its own id written down, so that
// what is held can be told by id.
type named struct{ *document }

// script gives the document the abilities that it has.
func (d *document) script() dialect.Script {
	if d.allNamed(d.segments) {
		return named{d}
	}
	return d
}

func (d *document) allNamed(segments []segment) bool {
	for _, s := range segments {
		switch s.kind {
		case toolSegment:
			if !isText(s.object.Get("toolCallId")) {
				return false
			}
		case quoteSegment, listSegment:
			if !d.allNamed(s.inside) {
				return false
			}
		}
	}
	return true
}

// documentOf is the document behind a script of this dialect.
func documentOf(s dialect.Script) (*document, bool) {
	switch s := s.(type) {
	case *document:
		return s, true
	case named:
		return s.document, true
	}
	return nil, false
}

func (d *document) ending() string {
	if d.newline == "" {
		return lf
	}
	return d.newline
}

// Bytes is the markdown.
func (d *document) Bytes(string) []byte { return compose(d).bytes() }

// Input is the markdown in chunks: those of reads unless said otherwise.
func (d *document) Input(_ string, cuts []int) wire.Value {
	data := d.Bytes("")
	if cuts == nil {
		cuts = reads(data, d.ending())
	}
	return wire.Obj(wire.ChunkMembers("", wire.Cut(data, cuts))...)
}

// maxReads is how many chunks a document comes in where the case doesn't say: a right
// reader may read all again with each of them.
const maxReads = 100

// reads cuts behind every line, or behind every n-th one of a long document.
func reads(data []byte, newline string) []int {
	cuts := lineCuts(data, newline)
	n := len(cuts)/maxReads + 1
	if n == 1 {
		return cuts
	}
	kept := make([]int, 0, maxReads)
	for i := n - 1; i < len(cuts); i += n {
		kept = append(kept, cuts[i])
	}
	return kept
}

// lineCuts are the offsets behind every line ending but the last.
func lineCuts(data []byte, newline string) []int {
	cuts := []int{}
	for at := 0; ; {
		n := bytes.Index(data[at:], []byte(newline))
		if at += n + len(newline); n < 0 || at == len(data) {
			return cuts
		}
		cuts = append(cuts, at)
	}
}

// Len is the number of segments.
func (d *document) Len() int { return len(d.segments) }

// Keep is the document of some of the segments.
func (d *document) Keep(indices []int) dialect.Script {
	kept := *d
	kept.segments = make([]segment, 0, len(indices))
	for _, i := range indices {
		if i >= 0 && i < len(d.segments) {
			kept.segments = append(kept.segments, d.segments[i])
		}
	}
	return kept.script()
}

// JSON is the document as it stands in a case file.
func (d *document) JSON() wire.Value {
	newline := wire.Value{}
	switch d.newline {
	case crlf:
		newline = wire.Str("crlf")
	case cr:
		newline = wire.Str("cr")
	}
	return wire.Obj(wire.M("newline", newline), wire.M("bom", flag(d.bom)),
		wire.M("unterminated", flag(d.unterminated)), wire.M("segments", segmentsJSON(d.segments)))
}

func parseDocument(v wire.Value) (dialect.Script, error) {
	if !v.Get("segments").IsArray() {
		return nil, fmt.Errorf("tool-fence: segments: an array is expected, this is %s", v.Get("segments").Kind())
	}
	d := &document{bom: v.Get("bom").IsTrue(), unterminated: v.Get("unterminated").IsTrue()}
	switch name := v.Get("newline").Text(); name {
	case "crlf":
		d.newline = crlf
	case "cr":
		d.newline = cr
	case "", "lf":
	default:
		return nil, fmt.Errorf("tool-fence: newline %q is none of lf, crlf, cr", name)
	}
	var err error
	if d.segments, err = parseSegments(v.Get("segments")); err != nil {
		return nil, fmt.Errorf("tool-fence: %w", err)
	}
	if err := openLast(d.segments); err != nil {
		return nil, fmt.Errorf("tool-fence: %w", err)
	}
	return d.script(), nil
}

// openLast: a fence that nothing closes swallows what follows, so it stands last.
func openLast(segments []segment) error {
	for i, s := range segments {
		if s.open() && i < len(segments)-1 {
			return fmt.Errorf("segments/%d: an open fence is not the last segment", i)
		}
		if err := openLast(s.inside); err != nil {
			return fmt.Errorf("segments/%d: %w", i, err)
		}
	}
	return nil
}

func parseSegments(v wire.Value) ([]segment, error) {
	segments := make([]segment, 0, v.Len())
	for i, raw := range v.Items() {
		s, err := parseSegment(raw)
		if err != nil {
			return nil, fmt.Errorf("segments/%d: %w", i, err)
		}
		segments = append(segments, s)
	}
	return segments, nil
}

func parseSegment(v wire.Value) (segment, error) {
	st := parseStyle(v.Get("style"))
	switch {
	case v.Has("text"):
		return text(v.Get("text").Text()), nil
	case v.Has("tool"):
		s := segment{kind: toolSegment, object: v.Get("tool"), body: v.Get("body").Text(), style: st}
		return s, s.agrees()
	case v.Has("broken"):
		return broken(v.Get("broken").Text()).with(st), nil
	case v.Has("code"):
		return code(v.Get("info").Text(), v.Get("code").Text()).with(st), nil
	case v.Has("quote"):
		inside, err := parseSegments(v.Get("quote"))
		return quote(inside...), err
	case v.Has("list"):
		inside, err := parseSegments(v.Get("list"))
		return list(v.Get("marker").Text(), inside...), err
	}
	return segment{}, fmt.Errorf("no member of text, tool, broken, code, quote, list")
}

// agrees tells whether the exact body is the object.
func (s segment) agrees() error {
	if !s.object.IsObject() {
		return fmt.Errorf("tool: an object is expected, this is %s", s.object.Kind())
	}
	if s.body == "" {
		return nil
	}
	v, err := wire.Parse([]byte(s.body))
	if err != nil {
		return fmt.Errorf("body: %w", err)
	}
	if !wire.Equal(v, s.object) {
		return fmt.Errorf("body: it is not the object")
	}
	return nil
}

func isText(v wire.Value) bool { return v.IsString() && v.Text() != "" }
