package framing

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Cases are the FRAME cases of a consumer: for every framed encoding that it
// takes, and for the reads of its markdown.
func Cases(side *dialect.Side) []*dialect.Case {
	if side.Role != dialect.Consumer || side.Render == nil {
		return nil
	}
	base := side.Render(turn(side), func(int) int { return 0 })
	if _, wired := base.(dialect.Wired); !wired {
		return nil
	}
	m := maker{pair: side.Pair, base: base}
	if side.Framing != nil {
		m.form = *side.Framing
	}
	if len(side.Encodings) == 0 {
		m.reads("")
		m.sizes("")
		return m.cases
	}
	m.events = base.Input(wire.Events, nil).Get("events").Items()
	for _, encoding := range side.Encodings {
		switch encoding {
		case wire.SSE:
			m.reads(encoding)
			m.common(encoding)
			m.cuts(encoding)
			m.longLines(encoding)
			m.sse()
		case wire.NDJSON:
			m.reads(encoding)
			m.common(encoding)
			m.cuts(encoding)
			m.longLines(encoding)
			m.ndjson()
		}
	}
	return m.cases
}

// reads cut the plain form at awkward places (FRAME-08).
func (m *maker) reads(encoding string) {
	plain := m.base.(dialect.Wired).Bytes(encoding)
	whole := func(c *dialect.Case, _ *Script) { c.Control.Chunks = []int{} }
	m.add("FRAME-08", "byte-by-byte", encoding, "Every read brings one byte.", plain, reads(every(plain, 1)), whole)
	m.add("FRAME-08", "three-bytes", encoding, "Every read brings three bytes.", plain, reads(every(plain, 3)), whole)
	m.add("FRAME-08", "inside-code-points", encoding, "Reads end inside UTF-8 sequences.", plain, reads(insideCodePoints(plain)), whole)
	m.add("FRAME-08", "empty-reads", encoding, "Empty reads stand between the others.", plain, reads(withEmpty(every(plain, 17))), whole)
	m.add("FRAME-08", "one-read", encoding, "One read brings everything.", plain, reads([][]byte{plain}), whole)
	crlf := bytes.ReplaceAll(plain, []byte("\n"), []byte("\r\n"))
	if encoding != "" {
		m.add("FRAME-08", "inside-crlf", encoding, "Every read ends between CR and LF.", crlf, reads(bytes.SplitAfter(crlf, []byte("\r"))),
			whole)
	}
}

func every(data []byte, n int) [][]byte {
	var pieces [][]byte
	for len(data) > n {
		pieces = append(pieces, data[:n])
		data = data[n:]
	}
	return append(pieces, data)
}

func withEmpty(pieces [][]byte) [][]byte {
	var out [][]byte
	for _, p := range pieces {
		out = append(out, nil, p)
	}
	return append(out, nil)
}

// insideCodePoints cuts before every continuation byte.
func insideCodePoints(data []byte) [][]byte {
	var at []int
	for i, b := range data {
		if b&0xC0 == 0x80 {
			at = append(at, i)
		}
	}
	return wire.Cut(data, at)
}

// dataFirst puts the data of the first frame before its name: what goes wrong with the first
// line is then seen, and not only a name that is lost.
func dataFirst(plain []byte) []byte {
	lines := bytes.SplitAfterN(plain, []byte("\n"), 3)
	if len(lines) < 3 || !bytes.HasPrefix(lines[0], []byte("event:")) {
		return plain
	}
	return slices.Concat(lines[1], lines[0], lines[2])
}

// common are the cases that both framed encodings have.
func (m *maker) common(encoding string) {
	plain := m.encode(encoding, m.events)
	crlf := bytes.ReplaceAll(plain, []byte("\n"), []byte("\r\n"))
	mark := []byte("\xEF\xBB\xBF")
	m.add("FRAME-01", "crlf", encoding, "Lines end in CRLF.", crlf)
	first := dataFirst(plain)
	m.add("FRAME-02", "bom", encoding, "A byte order mark stands at the start.", append(mark, first...))
	m.add("FRAME-02", "bom-cut", encoding, "A byte order mark arrives in three reads.", append(mark, first...),
		reads([][]byte{mark[:1], mark[1:2], append(mark[2:], first...)}))
	m.add("FRAME-09", "line-1mib", encoding, "One line has 1 MiB.", nil, m.padded(1<<20), heavy)
	m.add("FRAME-09", "line-80k", encoding, "One line is longer than 64 KiB.", nil, m.padded(80<<10))
	m.add("FRAME-09", "line-16mib", encoding, "One line has 16 MiB.", nil, m.padded(16<<20), heavy, level(requirement.Should))
	odd := m.encode(encoding, m.annotated("a\u2028b\u2029c\u0085d"))
	m.add("FRAME-10", "separators", encoding, "Every event holds U+2028, U+2029 and U+0085 in a string.", odd)
	m.add("FRAME-10", "separators-byte-by-byte", encoding, "Every event holds U+2028, U+2029 and U+0085, read byte by byte.", odd,
		reads(every(odd, 1)))
	m.unfinished(encoding, m.framed(encoding, m.events))
	lacking := strings.TrimSuffix(m.phantom(), "}") // who closes it himself makes up a call
	for i, junk := range []string{`{"type":`, `not json at all`, `{"id":"toolu_Q7"}}`, lacking} {
		m.add("FRAME-12", fmt.Sprintf("malformed-%d", i+1), encoding, "One frame is not JSON: "+junk, m.spliced(encoding, 2, junk),
			mayReject)
	}
	next := "\n"
	if encoding == wire.SSE {
		next = "\n\ndata: "
	}
	m.add("FRAME-12", "malformed-many", encoding, "Five frames in a row are not JSON.",
		m.spliced(encoding, 2, strings.Join([]string{"{", "half a", `{"a":`, "]", "{}}"}, next)), mayReject)
	m.add("FRAME-12", "malformed-blank", encoding, "One frame is nothing but blanks.", m.spliced(encoding, 2, "  "), mayReject)
	m.add("FRAME-12", "malformed-first", encoding, "The first frame is not JSON.", m.spliced(encoding, 0, "}{"), mayReject)
	objects := "FRAME-13"
	if m.form.Markerless {
		objects = "FRAME-12"
	}
	for i, junk := range []string{"42", `"text"`, "[1,2]", "null", "true"} {
		m.add(objects, fmt.Sprintf("no-object-%d", i+1), encoding, "One frame is JSON but no object: "+junk, m.spliced(encoding, 2, junk),
			mayReject)
	}
	m.add(objects, "list-of-events", encoding, "One frame is a list that holds an event.", m.spliced(encoding, 2, "["+m.phantom()+"]"),
		mayReject)
	m.add(objects, "event-in-string", encoding, "One frame is a string that holds an event's JSON.",
		m.spliced(encoding, 2, wire.Quote(m.phantom())), mayReject)
	if m.form.Markerless {
		return
	}
	for i, marker := range []string{"[DONE]x", "[done]", "DONE", "x[DONE]"} {
		m.add("FRAME-13", fmt.Sprintf("no-marker-%d", i+1), encoding, marker+" is a malformed frame, not an end.",
			m.spliced(encoding, 2, marker), mayReject, m.marked(marker))
	}
	m.add("FRAME-13", "no-marker-blank-behind", encoding, "A blank behind [DONE]: it is not exactly the marker.",
		m.spliced(encoding, 2, "[DONE] "), mayReject, m.marked("[DONE] "))
	m.add("FRAME-13", "no-marker-blank-before", encoding, "A blank before [DONE]: it is not exactly the marker.",
		m.spliced(encoding, 2, " [DONE]"), mayReject)
	m.add("FRAME-13", "no-marker-quoted", encoding, "[DONE] as a JSON string is a frame that is no object.",
		m.spliced(encoding, 2, `"[DONE]"`), mayReject)
}

// marked is the level of a frame that begins as the end marker does.
func (m *maker) marked(frame string) func(*dialect.Case, *Script) {
	if m.form.LooseMarker && strings.HasPrefix(frame, wire.DoneMarker) {
		return level(requirement.Should)
	}
	return level(requirement.Must)
}

// phantom is an event that shows wherever it is taken: it begins a call of its own.
func (m *maker) phantom() string {
	i := max(0, slices.IndexFunc(m.events, func(e wire.Value) bool { return strings.Contains(e.JSON(), "toolu_Q7") }))
	return strings.ReplaceAll(m.events[i].JSON(), "toolu_Q7", "toolu_X9")
}

// padded makes the line of the last event but one n bytes long, its line end not
// counted, with a member that no reader knows. ASCII, so that bytes are characters.
func (m *maker) padded(n int) func(*dialect.Case, *Script) {
	return func(c *dialect.Case, s *Script) {
		s.Wire = func() []byte {
			events := append([]wire.Value(nil), m.events...)
			i := max(0, len(events)-2)
			bare := events[i].With("x_padding", wire.Str(""))
			room := n - len(bare.JSON()) - len("data: ")
			events[i] = events[i].With("x_padding", wire.Str(strings.Repeat("padding. ", room/9+1)[:room]))
			return m.encode(c.Encoding, events)
		}
	}
}

func (m *maker) annotated(text string) []wire.Value {
	events := make([]wire.Value, len(m.events))
	for i, e := range m.events {
		events[i] = e.With("x_note", wire.Str(text))
	}
	return events
}

// unfinished: the end of the last event is missing (FRAME-11); dropped or taken.
func (m *maker) unfinished(encoding string, plain []byte) {
	ends := func(_ *dialect.Case, s *Script) { s.Meaning = cut(m.base) }
	may := func(c *dialect.Case, s *Script) {
		ends(c, s)
		c.Blame.Level = requirement.May
		s.Otherwise = cut(m.meaning(len(m.events) - 1))
		c.Control.Script = s.Otherwise // what is wrong where the event is missing is not the framing's
	}
	m.add("FRAME-11", "no-end", encoding, "The last event lacks its line ends.", bytes.TrimRight(plain, "\n"), may)
	ping := append(bytes.Clone(plain), bytes.TrimRight(m.framed(encoding, []wire.Value{wire.ParseString(`{"type":"ping"}`)}), "\n")...)
	m.add("FRAME-11", "no-end-unknown", encoding, "An event that means nothing here lacks its line ends; those before it count.", ping,
		ends, mayReject, level(requirement.May)) // taken, it may be refused as it may be whole
	crlf := bytes.ReplaceAll(plain, []byte("\n"), []byte("\r\n"))
	m.add("FRAME-11", "no-end-crlf", encoding, "The last event lacks its line ends, the others have CRLF.", bytes.TrimRight(crlf, "\r\n"),
		may)
	if encoding == wire.SSE {
		m.add("FRAME-11", "no-blank", encoding, "The last event lacks its blank line.", plain[:len(plain)-1], may)
	}
}

// spliced puts a frame of its own before event i.
func (m *maker) spliced(encoding string, i int, frame string) []byte {
	junk := frame + "\n"
	if encoding == wire.SSE {
		junk = "data: " + frame + "\n\n"
	}
	data := m.framed(encoding, m.events[:i])
	data = append(data, junk...)
	return append(data, m.encode(encoding, m.events[i:])...)
}

func (m *maker) ndjson() {
	enc := wire.NDJSON
	plain := string(m.encode(enc, m.events))
	m.add("FRAME-01", "empty-lines", enc, "Empty lines stand between the lines.", []byte("\n\n"+strings.ReplaceAll(plain, "\n", "\n\n")))
	m.add("FRAME-01", "empty-crlf-lines", enc, "Empty lines that end in CRLF stand between the lines.",
		[]byte(strings.ReplaceAll(plain, "\n", "\r\n\r\n")))
	m.add("FRAME-01", "blanks", enc, "Blanks stand before and behind the objects.",
		[]byte(" "+strings.ReplaceAll(strings.TrimSuffix(plain, "\n"), "\n", "\t \n  ")+" \n"))
	m.add("FRAME-01", "mixed", enc, "Lines end in LF and CRLF by turns.", mixed(plain, "\n", "\r\n"))
	if m.form.Markerless {
		return
	}
	m.add("FRAME-13", "done", enc, "[DONE] is a malformed line in ndjson.", m.spliced(enc, 2, wire.DoneMarker), mayReject)
}

// mixed gives every LF one of the endings by turns.
func mixed(text string, endings ...string) []byte {
	var b []byte
	n := 0
	for i := range len(text) {
		if text[i] != '\n' {
			b = append(b, text[i])
			continue
		}
		b = append(b, endings[n%len(endings)]...)
		n++
	}
	return b
}
