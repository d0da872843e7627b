package wire

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// frames gives the data of all frames, partial ones in brackets.
func frames(encoding string, reads ...string) []string {
	d := NewDecoder(encoding, 0)
	var out []string
	for _, r := range reads {
		for _, f := range d.Feed([]byte(r)) {
			out = append(out, string(f.Data))
		}
	}
	for _, f := range d.Close() {
		out = append(out, fmt.Sprintf("[%s]", f.Data))
	}
	return out
}

// The examples of WHATWG HTML, 9.2.6, and what the standard says about each line
// ending, field and space.
func TestSSE(t *testing.T) {
	for _, c := range []struct {
		name, stream string
		want         []string
	}{
		{"stock ticker", "data: YHOO\ndata: +2\ndata: 10\n\n", []string{"YHOO\n+2\n10"}},
		{"four blocks", ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n",
			[]string{"first event", "second event", "[ third event]"}},
		{"empty data", "data\n\ndata\ndata\n\ndata:\n", []string{"", "\n", "[]"}},
		{"space", "data:test\n\ndata: test\n\n", []string{"test", "test"}},
		{"cr", "data: a\r\rdata: b\r\r", []string{"a", "b"}},
		{"crlf", "data: a\r\n\r\n", []string{"a"}},
		{"mixed", "data: a\r\n\ndata: b\n\r\ndata: c\r\r\n", []string{"a", "b", "c"}},
		{"bom", "\uFEFFdata: a\n\n", []string{"a"}},
		{"second bom is a field name", "\uFEFF\uFEFFdata: a\n\n", nil},
		{"no data", "event: ping\n\nid: 7\n\nretry: 1\n\n", nil},
		{"event and data", "event: x\ndata: a\n\n", []string{"a"}},
		{"field names are exact", "Data: a\n data: b\ndatum: c\n\n", nil},
		{"separators", "data: a\u2028b\u2029c\u0085d\n\n", []string{"a\u2028b\u2029c\u0085d"}},
		{"unfinished", "data: a\n\ndata: b", []string{"a", "[b]"}},
		{"nothing", "", nil},
	} {
		if got := frames(SSE, c.stream); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if got := frames(SSE, strings.Split(c.stream, "")...); !slices.Equal(got, c.want) {
			t.Errorf("%s, a rune a read: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestNDJSON(t *testing.T) {
	for stream, want := range map[string][]string{
		"{}\n[1]\n":           {"{}", "[1]"},
		"\n\r\n{}\r\n \n{}\n": {"{}", "{}"},
		"\uFEFF{}\n{}":        {"{}", "[{}]"},
		"\"a\u2028b\"\n":      {"\"a\u2028b\""},
	} {
		if got := frames(NDJSON, stream); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", stream, got, want)
		}
	}
}

func TestFramesKnowTheirPlace(t *testing.T) {
	d := NewDecoder(SSE, 0)
	got := d.Feed([]byte(": c\r\ndata: a\r\n\r\n\r\nevent: x\ndata: b\n\n"))
	if len(got) != 2 || got[0].Line != 2 || got[0].Offset != 5 || got[1].Line != 5 || got[1].Offset != 18 || got[1].Event != "x" {
		t.Errorf("%+v", got)
	}
}

func TestLongLinesAreSkippedInBoundedMemory(t *testing.T) {
	for _, encoding := range []string{SSE, NDJSON} {
		d := NewDecoder(encoding, 10)
		var all []Frame
		for _, read := range []string{"data: ", strings.Repeat("x", 100), "\n\n", "data:1\n\n"} {
			all = append(all, d.Feed([]byte(read))...)
			if len(d.line) > 10 {
				t.Fatalf("%s keeps %d bytes", encoding, len(d.line))
			}
		}
		if len(all) != 2 || all[0].Err != ErrLineTooLong || all[1].Err != nil {
			t.Errorf("%s: %+v", encoding, all)
		}
	}
}

// second is another formulation of the standard's rules, on the whole text.
func second(stream []byte) []string {
	text := strings.TrimPrefix(string(stream), "\uFEFF")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	blocks := strings.Split("\n"+text, "\n\n")
	var out []string
	for i, block := range blocks {
		var data []string
		for _, line := range strings.Split(block, "\n") {
			if line == "data" {
				data = append(data, "")
			} else if rest, ok := strings.CutPrefix(line, "data:"); ok {
				data = append(data, strings.TrimPrefix(rest, " "))
			}
		}
		if data == nil {
			continue
		}
		joined := strings.Join(data, "\n")
		if i == len(blocks)-1 {
			joined = "[" + joined + "]"
		}
		out = append(out, joined)
	}
	return out
}

func FuzzSSE(f *testing.F) {
	for _, seed := range []string{"data: a\n\n", "data: a\r\rdata:b\r\n\r\n", "\uFEFFdata\n\n:c\n\n\n\ndata: x\ndata:  y", "\n\n\ndata\r"} {
		f.Add([]byte(seed), uint8(3))
	}
	f.Fuzz(func(t *testing.T, stream []byte, cut uint8) {
		want := second(stream)
		step := int(cut)%7 + 1
		var reads []string
		for piece := range slices.Chunk(stream, step) {
			reads = append(reads, string(piece))
		}
		if got := frames(SSE, reads...); !slices.Equal(got, want) {
			t.Errorf("%q: %q, the second formulation says %q", stream, got, want)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.5e3,"\ud800"]}`, `"\uD83D\uDE00"`, `[[[`, "\"\xff\""} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := Parse(data)
		if err != nil {
			return
		}
		text := v.AppendJSON(nil)
		again, err := Parse(text)
		if err != nil {
			t.Fatalf("%q was written as %q, which does not parse: %v", data, text, err)
		}
		if !bytes.Equal(again.AppendJSON(nil), text) || !Equal(v, again) {
			t.Errorf("%q changed to %q", text, again.JSON())
		}
	})
}

func TestCutAndChunksComeBack(t *testing.T) {
	data := []byte("Giá 🎸\r\n")
	for _, at := range [][]int{nil, {3}, {3, 3, 7}, {0, 100}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}} {
		pieces := Cut(data, at)
		back, err := InputChunks(Obj(ChunkMembers(SSE, pieces)...))
		if err != nil || !bytes.Equal(bytes.Join(back, nil), data) || len(back) != len(pieces) {
			t.Errorf("cut at %v: %q, %v", at, back, err)
		}
	}
}

// FuzzNDJSON holds the decoder against a second formulation: the whole text at
// once, split at line feeds.
func FuzzNDJSON(f *testing.F) {
	for _, seed := range []string{"{}\n\n[]\r\n3", "\uFEFF1\n2", "\"a\u2028b\"\n\r\n\r\r\n", "\n"} {
		f.Add([]byte(seed), uint8(2))
	}
	f.Fuzz(func(t *testing.T, stream []byte, cut uint8) {
		var want, reads []string
		text := strings.TrimPrefix(string(stream), "\uFEFF")
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			line = strings.TrimSuffix(line, "\r")
			switch {
			case strings.Trim(line, " \t") == "": // a blank line is as good as an empty one
			case i == len(lines)-1:
				want = append(want, "["+line+"]")
			default:
				want = append(want, line)
			}
		}
		for piece := range slices.Chunk(stream, int(cut)%7+1) {
			reads = append(reads, string(piece))
		}
		if got := frames(NDJSON, reads...); !slices.Equal(got, want) {
			t.Errorf("%q: %q, the second formulation says %q", stream, got, want)
		}
	})
}
