package framing

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// sse are the cases that only SSE has.
func (m *maker) sse() {
	enc := wire.SSE
	plain := string(m.encode(enc, m.events))
	m.add("FRAME-01", "cr", enc, "Lines end in a lone CR.", []byte(strings.ReplaceAll(plain, "\n", "\r")))
	m.add("FRAME-01", "mixed", enc, "Lines end in LF, CRLF and CR by turns.", mixed(plain, "\n", "\r\n", "\n", "\r", "\r\n", "\r\n"))
	m.add("FRAME-01", "pairs", enc, "The blank line ends otherwise than the line before it, or as that does, in every order.", m.paired(0))
	m.add("FRAME-01", "pairs-cut", enc, "The same, later orders first, and reads end inside the line ends.", m.paired(4),
		reads(bytes.SplitAfter(m.paired(4), []byte("\r"))))
	m.add("FRAME-01", "pairs-byte-by-byte", enc, "The same, and every read brings one byte.", m.paired(4),
		reads(every(m.paired(4), 1)))
	m.add("FRAME-01", "extra-blank-lines", enc, "Further blank lines stand between the events.",
		[]byte("\n"+strings.ReplaceAll(plain, "\n\n", "\n\n\n\n")))
	m.add("FRAME-03", "no-space", enc, "No space follows the colon.", []byte(strings.ReplaceAll(plain, "data: ", "data:")))
	m.add("FRAME-03", "no-space-by-turns", enc, "Every second event has no space after the colon.", m.told(func(i int, json string) string {
		if i%2 == 0 {
			return "data:" + json + "\n\n"
		}
		return "data: " + json + "\n\n"
	}))
	m.blanks()
	m.fields()
	m.multiLine()
	m.betweenData()
	m.splitLineEnds()
	m.heartbeats()
	m.ends()
}

// linePairs are the endings of a data line and of the blank line behind it; CR and LF would be one line end.
// Behind a lone CR stands a blank line of a lone LF, two lines on: who still waits for an LF there loses it.
var linePairs = [][2]string{
	{"\r", "\r"}, {"\n", "\n"}, {"\n", "\r\n"}, {"\r", "\r\n"}, {"\n", "\r"}, {"\r\n", "\n"}, {"\r\n", "\r\n"}, {"\r\n", "\r"},
}

// paired ends every event with another pair, the first with pair from. Who waits for the LF of a CRLF behind a CR must
// wait for one byte only: every LF further down is a line end of its own.
func (m *maker) paired(from int) []byte {
	return m.told(func(i int, json string) string {
		ends := linePairs[(from+i)%len(linePairs)]
		return "data: " + json + ends[0] + ends[1]
	})
}

// blanks are what JSON allows around and inside itself: one space behind the colon is the field's, what follows is data.
func (m *maker) blanks() {
	m.add("FRAME-03", "blanks", wire.SSE, "Further blanks stand behind the first space, and behind the JSON.",
		m.told(func(_ int, json string) string { return "data:  \t " + json + " \t\n\n" }))
	m.add("FRAME-04", "empty-ends", wire.SSE, "The first and the last data line of every event are empty.",
		m.told(func(_ int, json string) string { return "data:\ndata: " + json + "\ndata\n\n" }))
	if m.form.Named {
		return
	}
	m.add("FRAME-07", "spaced", wire.SSE, "Blanks stand wherever JSON takes them.",
		m.told(func(_ int, json string) string { return "data: " + spaced(json) + "\n\n" }))
	m.add("FRAME-07", "escaped", wire.SSE, "The names of members are written with escapes.",
		m.told(func(_ int, json string) string { return "data: " + escaped(json) + "\n\n" }))
}

// told frames each event by hand.
func (m *maker) told(frame func(i int, json string) string) []byte {
	var b strings.Builder
	for i, e := range m.events {
		b.WriteString(m.named(e, frame(i, e.JSON())))
	}
	return append([]byte(b.String()), m.tail(wire.SSE)...)
}

// multiLine spreads an event's JSON over several data lines (FRAME-04).
func (m *maker) multiLine() {
	several := m.told(func(_ int, json string) string { return "data: " + spread(json, "\ndata: ") + "\n\n" })
	m.add("FRAME-04", "lines", wire.SSE, "Every event stands on several data lines.", several)
	m.add("FRAME-04", "lines-byte-by-byte", wire.SSE, "Every event stands on several data lines, and every read brings one byte.",
		several, reads(every(several, 1)))
	m.add("FRAME-04", "lines-no-space", wire.SSE, "Every event stands on several data lines without a space, one of them empty.",
		m.told(func(_ int, json string) string {
			return "data:" + spread(json, "\ndata\ndata:") + "\n\n"
		}))
	m.add("FRAME-04", "lines-crlf", wire.SSE, "Every event stands on several data lines that end in CRLF.",
		m.told(func(_ int, json string) string {
			return "data: " + spread(json, "\r\ndata:   ") + "\r\n\r\n"
		}))
	m.add("FRAME-04", "lines-blank", wire.SSE, "Every event stands on several data lines, some of them nothing but blanks.",
		m.told(func(_ int, json string) string {
			return "data: " + spread(json, "\ndata:   \ndata: ") + "\n\n"
		}))
	m.add("FRAME-04", "inside-literal", wire.SSE, "Two data lines cut a literal of JSON: joined by LF they are a malformed frame.",
		m.spliced(wire.SSE, 2, strings.TrimSuffix(m.phantom(), "}")+",\"x_cut\":tr\ndata: ue}"), mayReject)
}

// betweenData puts what is no data between the data lines of one event.
func (m *maker) betweenData() {
	lines := func(with string) []byte {
		return m.told(func(_ int, json string) string { return "data: " + spread(json, "\n"+with+"data: ") + "\n\n" })
	}
	plainly := &Script{Meaning: m.base, Wire: fixed(lines(""))}
	control := func(c *dialect.Case, _ *Script) {
		c.Control = m.control(wire.SSE)
		c.Control.ID, c.Control.Title, c.Control.Script = m.id("lines", wire.SSE), "Every event stands on several data lines.", plainly
	}
	for _, b := range []struct{ req, slug, what, line string }{
		{"FRAME-05", "comment", "A comment stands", ": keep-alive\n"}, {"FRAME-05", "empty-comment", "An empty comment stands", ":\n"},
		{"FRAME-05", "id", "An id stands", "id: 7\n"}, {"FRAME-05", "retry", "A retry stands", "retry: 3000\n"},
		{"FRAME-05", "unknown", "Unknown fields stand", "foo: bar\nfoo\n"},
		{"FRAME-05", "retry-word", "A retry that is no number stands", "retry: soon\nretry:\n"},
		{"FRAME-05", "longer", "Fields whose names begin with data stand", "datax: {}\ndata-2: {}\ndata.id: 1\n"},
		{"FRAME-05", "separators", "A comment with separators that end no line stands",
			": a\vdata: {}\fdata: {}\x1cdata: {}\x1edata: {}\u0085data: {}\u2028data: {}\n"},
		{"FRAME-07", "event", "An event field stands", "event: update\n"},
		{"FRAME-07", "event-error", "An event field that says error stands", "event: error\n"},
	} {
		if b.req == "FRAME-07" && m.form.Named {
			continue
		}
		m.add(b.req, "between-data-"+b.slug, wire.SSE, b.what+" between the data lines of an event.", lines(b.line), control,
			m.called(b.slug))
	}
}

// splitLineEnds reads several data lines of an event in pieces that end between CR
// and LF: who takes the two for two line ends sees a blank line there.
func (m *maker) splitLineEnds() {
	data := m.told(func(_ int, json string) string { return "data: " + spread(json, "\r\ndata: ") + "\r\n\r\n" })
	alone := bytes.ReplaceAll(m.encode(wire.SSE, m.events), []byte("\n"), []byte("\r"))
	m.add("FRAME-08", "behind-cr", wire.SSE, "Lines end in a lone CR, and reads end behind each.", alone,
		reads(bytes.SplitAfter(alone, []byte("\r"))))
	m.add("FRAME-08", "inside-crlf-of-data", wire.SSE, "Reads end between CR and LF, inside events of several lines.", data,
		reads(bytes.SplitAfter(data, []byte("\r"))))
	m.add("FRAME-08", "inside-crlf-empty-reads", wire.SSE, "The same, and an empty read stands there.", data,
		reads(withEmpty(bytes.SplitAfter(data, []byte("\r")))))
	m.add("FRAME-08", "behind-crlf-of-data", wire.SSE, "Reads end right behind CR and LF, inside events of several lines.", data,
		reads(bytes.SplitAfter(data, []byte("\n"))))
}

// fields strews in what is no data (FRAME-05, FRAME-07).
func (m *maker) fields() {
	around := func(before, after string) []byte {
		return m.told(func(_ int, json string) string { return before + "data: " + json + "\n" + after + "\n" })
	}
	m.add("FRAME-05", "comments", wire.SSE, "Comments stand inside the events.", around(": keep-alive\n", ":\n:data: {}\n"))
	m.add("FRAME-05", "comment-blocks", wire.SSE, "Comments with a blank line stand between the events.", around(": ping\n\n:\n\n", ""))
	m.add("FRAME-05", "id-retry", wire.SSE, "Events carry id and retry.", around("id: 7\nretry: 3000\n", "id\n"))
	m.add("FRAME-05", "unknown-fields", wire.SSE, "Events carry unknown fields, with and without a colon.",
		around("foo: bar\ndatum: {}\n", "Data: {}\nfoo\n data: {}\n"))
	m.add("FRAME-05", "id-nul", wire.SSE, "Events carry an id with a NUL in it, which is ignored.", around("id: a\x00b\n", "id:\x00\n"))
	m.add("FRAME-05", "longer-names", wire.SSE, "Events carry fields whose names begin with data.",
		around("datax: {}\ndata-2: {}\n", "data.id: 1\ndataset\n"))
	m.add("FRAME-05", "retry-words", wire.SSE, "Events carry a retry that is no number.", around("retry: soon\n", "retry:\nretry: -1\n"))
	m.add("FRAME-05", "comment-separators", wire.SSE, "Comments hold separators that end no line.",
		around(": a\vdata: {}\fdata: {}\x1cdata: {}\n", ": b\x1edata: {}\u0085data: {}\u2028data: {}\n"))
	m.add("FRAME-05", "comment-events", wire.SSE, "Comments hold an event's JSON.",
		around(": "+m.phantom()+"\n", ":"+m.phantom()+"\n\n: data: "+m.phantom()+"\n"))
	m.add("FRAME-05", "comment-long", wire.SSE, "Comments are longer than most events.",
		around(": "+strings.Repeat("keep alive, ", 800)+"\n", ":"+strings.Repeat(":", 3000)+"\n"))
	m.add("FRAME-05", "odd-ids", wire.SSE, "Events carry ids with a NUL, empty and long ones.",
		around("id: a\x00b\nid:\n", "id: "+strings.Repeat("x", 5000)+"\nid: \x00\n"))
	m.add("FRAME-05", "long-retry", wire.SSE, "Events carry a retry of more than 64 bits.",
		around("retry: 18446744073709551616\n", "retry: 007\nretry: "+strings.Repeat("9", 400)+"\n"))
	m.add("FRAME-05", "id-blocks", wire.SSE, "Blocks of id and retry alone stand between the events.",
		around("id: 9\n\nretry: 10\n\nevent: ping\n\n", ""))
	if m.form.Named {
		return
	}
	named := func(name func(e wire.Value) string) []byte {
		return m.told(func(i int, json string) string {
			return "event: " + name(m.events[i]) + "\ndata: " + json + "\n\n"
		})
	}
	kind := func(e wire.Value) string {
		if t := e.Get("type").Text(); t != "" {
			return t
		}
		return "update"
	}
	withName := &Script{Meaning: m.base, Wire: fixed(named(kind))}
	control := func(c *dialect.Case, _ *Script) {
		c.Control = m.control(wire.SSE)
		c.Control.ID, c.Control.Script = m.id("named", wire.SSE), withName
	}
	m.add("FRAME-07", "absent", wire.SSE, "No event has an event field.", m.encode(wire.SSE, m.events), control)
	m.add("FRAME-07", "named", wire.SSE, "Every event has an event field.", named(kind))
	m.add("FRAME-07", "message", wire.SSE, "Every event is called message.", named(func(wire.Value) string { return "message" }), control)
	for _, name := range []string{"ping", "error", "done", "close", "end", "complete", "message_stop"} {
		m.add("FRAME-07", "called-"+name, wire.SSE, "Every event is called "+name+", whatever its JSON says.",
			named(func(wire.Value) string { return name }), control, m.called(name))
	}
	m.add("FRAME-07", "after-data", wire.SSE, "The event field stands behind the data.", m.told(func(i int, json string) string {
		return "data: " + json + "\nevent: " + kind(m.events[i]) + "\n\n"
	}), control)
}

// called lets an event that is called an error be taken for one where the dialect allows it.
func (m *maker) called(name string) func(*dialect.Case, *Script) {
	return func(c *dialect.Case, _ *Script) {
		c.MayReject = c.MayReject || m.form.LoudNames && strings.Contains(name, "error")
	}
}

func (m *maker) heartbeats() {
	for _, beat := range [][2]string{{"colon", "data:\n\n"}, {"space", "data: \n\n"}, {"bare", "data\n\n"}} {
		m.add("FRAME-06", "heartbeat-"+beat[0], wire.SSE, "Empty data stands between the events.", m.told(func(_ int, json string) string {
			return beat[1] + "data: " + json + "\n\n"
		}), level(requirement.Should), m.needless)
	}
}

// needless frames may be refused where producers don't send them.
func (m *maker) needless(c *dialect.Case, s *Script) {
	if m.form.Pinned {
		mayReject(c, s)
		c.Blame.Level = requirement.May
	}
}

// ends: the marker ends the stream, exactly (FRAME-13).
func (m *maker) ends() {
	n := len(m.events)
	if n < 4 || m.form.Markerless {
		return
	}
	half := n / 2
	before := func(c *dialect.Case, s *Script) {
		s.Meaning = m.meaning(half)
		c.Control.Script = s.Meaning
		if m.form.Onward {
			s.Otherwise = m.base
		}
	}
	m.add("FRAME-13", "done-end", wire.SSE, "[DONE] stands at the end.", append(wire.Encode(wire.SSE, m.events), "data: [DONE]\n\n"...))
	m.add("FRAME-13", "done", wire.SSE, "[DONE] ends the stream; what follows is ignored.", m.spliced(wire.SSE, half, wire.DoneMarker),
		hostile, before)
	m.add("FRAME-13", "done-no-space", wire.SSE, "data:[DONE] ends the stream too.",
		[]byte(strings.Replace(string(m.spliced(wire.SSE, half, "[DONE]")), "data: [DONE]", "data:[DONE]", 1)), hostile, before)
}

// spread puts a text behind every opening brace and comma, and before every
// closing brace, that stand outside strings: where JSON takes white space.
func spread(json, with string) string {
	return outside(json, func(c byte) string {
		switch c {
		case '}':
			return with + "}"
		case '{', ',':
			return string(c) + with
		}
		return string(c)
	})
}

// spaced has blanks around every colon and comma, and inside every bracket, that stand outside strings.
func spaced(json string) string {
	return outside(json, func(c byte) string {
		if strings.IndexByte("{}[],:", c) >= 0 {
			return " " + string(c) + "\t"
		}
		return string(c)
	})
}

// outside replaces each byte that stands outside strings.
func outside(json string, with func(byte) string) string {
	var b strings.Builder
	inString := false
	for i := 0; i < len(json); i++ {
		c := json[i]
		switch {
		case inString && c == '\\':
			b.WriteByte(c)
			i++
			b.WriteByte(json[i])
			continue
		case c == '"':
			inString = !inString
		case !inString:
			b.WriteString(with(c))
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

var plainName = regexp.MustCompile(`([{,])"([a-z])(\w*":)`)

// escaped writes the first letter of each plain member name as an escape. A comma and a quote inside a string are no
// beginning of a name: there the quote has a backslash before it.
func escaped(json string) string {
	return plainName.ReplaceAllStringFunc(json, func(found string) string {
		return fmt.Sprintf(`%s"\u%04x%s`, found[:1], found[2], found[3:])
	})
}
