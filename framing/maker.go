package framing

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// turn is a turn in which every lost or doubled event shows: two parallel calls
// of one tool, one success and one error, with text of every UTF-8 length.
func turn(side *dialect.Side) transcript.Transcript {
	t := plainTurn()
	if side.Framing != nil && side.Framing.Speech {
		text := transcript.Item{Kind: transcript.Text, Text: "Một chút — \"VNM\" \\ 🎸\n"}
		t.Items = append([]transcript.Item{text}, t.Items...)
	}
	return t
}

func plainTurn() transcript.Transcript {
	call := func(id, symbol string) transcript.Item {
		return transcript.Item{Kind: transcript.Call, ID: id, Name: "search_stock", Input: wire.Obj(wire.M("symbol", wire.Str(symbol)))}
	}
	result := func(id, status, content string) transcript.Item {
		return transcript.Item{Kind: transcript.Result, ID: id, Status: status, Content: wire.Str(content)}
	}
	return transcript.Transcript{MessageID: "msg-frame", Items: []transcript.Item{
		call("toolu_Q7", "VNM"), call("toolu_A2", "HPG"),
		result("toolu_A2", transcript.Error, "Không tìm thấy \"HPG\" \\ 🎸"),
		result("toolu_Q7", transcript.Success, "VNM — giá: 82.000 ₫\n2nd line 🐈"),
	}}
}

type maker struct {
	pair   dialect.Pair
	base   dialect.Script
	events []wire.Value
	form   dialect.Framing
	cases  []*dialect.Case
}

// tailed scripts end their wire with more than their events; cuttable ones know how they
// read when the connection just ends.
type (
	tailed   interface{ Tail(encoding string) []byte }
	cuttable interface{ Cutoff() dialect.Script }
)

// encode is the plain wire form of events, with what ends a stream of the dialect.
func (m *maker) encode(encoding string, events []wire.Value) []byte {
	return append(m.framed(encoding, events), m.tail(encoding)...)
}

// framed are events as the dialect frames them, without a tail.
func (m *maker) framed(encoding string, events []wire.Value) []byte {
	if !m.form.Named || encoding != wire.SSE {
		return wire.Encode(encoding, events)
	}
	var out []byte
	for _, e := range events {
		out = append(out, m.named(e, string(wire.Encode(encoding, []wire.Value{e})))...)
	}
	return out
}

// objectAhead is where the data of an event begins.
var objectAhead = regexp.MustCompile(`(?m)^data: *{`)

// named gives the block that holds an event's data its name, where the dialect has names.
func (m *maker) named(e wire.Value, frame string) string {
	kind := e.Get("type").Text()
	if !m.form.Named || kind == "" {
		return frame
	}
	data := 0
	if found := objectAhead.FindStringIndex(frame); found != nil {
		data = found[0]
	}
	at := 0
	for _, blank := range []string{"\n\n", "\r\n\r\n"} {
		if i := strings.LastIndex(frame[:data], blank); i >= 0 {
			at = max(at, i+len(blank))
		}
	}
	return frame[:at] + "event: " + kind + "\n" + frame[at:]
}

func (m *maker) tail(encoding string) []byte {
	if t, ok := m.base.(tailed); ok {
		return t.Tail(encoding)
	}
	return nil
}

// cut is the script whose connection just ends.
func cut(s dialect.Script) dialect.Script {
	if c, ok := s.(cuttable); ok {
		return c.Cutoff()
	}
	return s
}

// control is the stream framed as plainly as can be.
func (m *maker) control(encoding string) *dialect.Case {
	return &dialect.Case{ID: m.id("plain", encoding), Title: "The stream of the framing cases, framed plainly.", Pair: m.pair,
		Class: dialect.Valid,
		Tests: []string{dialect.Survival}, Script: m.base, Encoding: encoding}
}

func (m *maker) id(slug, encoding string) string {
	if encoding == "" {
		return fmt.Sprintf("%s/frame-%s", m.pair, slug)
	}
	return fmt.Sprintf("%s/frame-%s-%s", m.pair, encoding, slug)
}

// add makes a case of bytes that mean the base, unless told otherwise by edit.
func (m *maker) add(req, slug, encoding, title string, data []byte, edits ...func(*dialect.Case, *Script)) {
	s := &Script{Meaning: m.base, Wire: fixed(data)}
	c := &dialect.Case{ID: m.id(slug, encoding), Title: title, Pair: m.pair, Class: dialect.Valid, Tests: []string{req},
		Script: s, Encoding: encoding, Blame: &dialect.Blame{Requirement: req, Level: requirement.Must}, Control: m.control(encoding)}
	for _, edit := range edits {
		edit(c, s)
	}
	if m.form.Pinned && bytes.ContainsRune(data, '\r') && !m.pinned(data, c, s) {
		return
	}
	m.cases = append(m.cases, c)
}

// pinned lets a reader that knows LF only see what stands before the first CR; false where the
// bytes would mean a third thing to it.
func (m *maker) pinned(data []byte, c *dialect.Case, s *Script) bool {
	before, rest, _ := bytes.Cut(data, []byte("\r"))
	if s.Otherwise != nil || bytes.Contains(bytes.ReplaceAll(append([]byte("\r"), rest...), []byte("\r\n"), nil), []byte("\n")) {
		return false
	}
	mayReject(c, s)
	c.Blame.Level = requirement.May
	s.Otherwise = cut(m.meaning(bytes.Count(before, []byte("\n\n"))))
	return true
}

func level(l requirement.Level) func(*dialect.Case, *Script) {
	return func(c *dialect.Case, _ *Script) { c.Blame.Level = l }
}

func hostile(c *dialect.Case, _ *Script) { c.Class = dialect.Adversarial }

func mayReject(c *dialect.Case, _ *Script) { c.Class, c.MayReject = dialect.Adversarial, true }

func heavy(c *dialect.Case, _ *Script) { c.Heavy = true }

func reads(pieces [][]byte) func(*dialect.Case, *Script) {
	return func(_ *dialect.Case, s *Script) { s.Cuts = pieces }
}

// meaning says what the bytes mean: the first n events, or otherwise.
func (m *maker) meaning(n int) dialect.Script {
	keep := make([]int, n)
	for i := range keep {
		keep[i] = i
	}
	return m.base.Keep(keep)
}
