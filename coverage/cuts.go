package coverage

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// The places of a cut in the bytes of a wire.
const (
	betweenFrames  = "between frames"
	betweenLines   = "between the lines of a frame"
	insideCRLF     = "inside a CRLF"
	insideField    = "inside a field name"
	insideMarks    = "inside the marks that begin a line"
	insideName     = "inside a member name"
	insideString   = "inside a string"
	insideEscape   = "inside an escape"
	insideChar     = "inside a character"
	insideWord     = "inside a number or a word"
	elsewhere      = "elsewhere in a line"
	insideBOM      = "inside the byte order mark"
	markdown       = "markdown"
	shortFrame     = 100
	longFrame      = 1 << 10
	severalReads   = 2
	manyReads      = 10
	byteOrderMark  = "\ufeff"
	lineBeginMarks = "`~>-#*+="
)

// cutPlaces are the places that there are in an encoding.
func cutPlaces(encoding string) []string {
	list := []string{betweenFrames, insideCRLF, insideName, insideString, insideEscape, insideChar, elsewhere, insideBOM}
	switch encoding {
	case wire.SSE:
		return append(list, betweenLines, insideField, insideWord)
	case wire.NDJSON:
		return append(list, insideWord)
	}
	return append(list, insideMarks)
}

// encodings are the forms of the pair that are bytes; the one of a pair without
// encodings has the name of none.
func (t *Table) encodings() []string {
	if t.Role != dialect.Consumer {
		return nil
	}
	if len(t.side.Encodings) == 0 {
		return []string{""}
	}
	var list []string
	for _, e := range t.side.Encodings {
		if e != wire.Events {
			list = append(list, e)
		}
	}
	return list
}

func encodingName(encoding string) string {
	if encoding == "" {
		return markdown
	}
	return encoding
}

func (t *Table) cutCells() {
	if !t.grammar.Wired {
		return
	}
	for _, encoding := range t.encodings() {
		for _, place := range cutPlaces(encoding) {
			t.add(Cuts, encodingName(encoding)+" "+place)
		}
		for _, endings := range []string{"none", "LF", "CRLF", "CR", "LF and CRLF", "LF and CR", "CRLF and CR", "LF and CRLF and CR"} {
			t.add(Lines, encodingName(encoding)+" "+endings)
		}
		for _, size := range frameSizes() {
			for _, n := range readCounts() {
				t.add(Reads, fmt.Sprintf("%s %s frame in %s", encodingName(encoding), size, n))
			}
		}
	}
}

// endingsOf names the line endings of a document.
func endingsOf(data []byte) string {
	crlf := bytes.Count(data, []byte("\r\n"))
	var list []string
	if bytes.Count(data, []byte("\n")) > crlf {
		list = append(list, "LF")
	}
	if crlf > 0 {
		list = append(list, "CRLF")
	}
	if bytes.Count(data, []byte("\r")) > crlf {
		list = append(list, "CR")
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, " and ")
}

func frameSizes() []string { return []string{"short", "middling", "long"} }
func readCounts() []string { return []string{"one read", "several reads", "many reads"} }

func sizeOf(n int) string {
	switch {
	case n < shortFrame:
		return frameSizes()[0]
	case n < longFrame:
		return frameSizes()[1]
	}
	return frameSizes()[2]
}

func countOf(n int) string {
	switch {
	case n < severalReads:
		return readCounts()[0]
	case n < manyReads:
		return readCounts()[1]
	}
	return readCounts()[2]
}

// cuts counts where the reads of a case end.
func (t *Table) cuts(source int, c *dialect.Case) {
	chunks, err := wire.InputChunks(c.Input())
	if err != nil || !t.grammar.Wired || c.Encoding == wire.Events {
		return
	}
	data := bytes.Join(chunks, nil)
	t.count(source, Lines, encodingName(c.Encoding)+" "+endingsOf(data))
	places, name := placesOf(data, c.Encoding), encodingName(c.Encoding)
	cut := make([]bool, len(data)+1)
	at := 0
	for _, chunk := range chunks {
		if at += len(chunk); at < len(data) && at > 0 && !cut[at] {
			cut[at] = true
			t.count(source, Cuts, name+" "+places[at])
		}
	}
	start, reads := 0, 1
	for at := 1; at <= len(data); at++ {
		switch {
		case at == len(data) || places[at] == betweenFrames:
			t.count(source, Reads, fmt.Sprintf("%s %s frame in %s", name, sizeOf(at-start), countOf(reads)))
			start, reads = at, 1
		case cut[at]:
			reads++
		}
	}
}

// placesOf names for every offset what a cut there cuts.
func placesOf(data []byte, encoding string) []string {
	places := make([]string, len(data)+1)
	for start := 0; start < len(data); {
		end := lineEnd(data, start)
		line := bytes.TrimRight(data[start:end], "\r\n")
		inLine(places[start:end], line, encoding)
		for at := start + len(line) + 1; at < end; at++ {
			places[at] = insideCRLF
		}
		if blank := len(line) == 0; start > 0 {
			places[start] = betweenFrames
			if encoding == wire.SSE && (blank || !endsFrame(data[:start])) {
				places[start] = betweenLines
			}
		}
		start = end
	}
	if bytes.HasPrefix(data, []byte(byteOrderMark)) {
		places[1], places[2] = insideBOM, insideBOM
	}
	return places
}

// lineEnd is the offset behind the line that begins at start: LF, CRLF and CR end one.
func lineEnd(data []byte, start int) int {
	at := bytes.IndexAny(data[start:], "\r\n")
	if at < 0 {
		return len(data)
	}
	if at += start; data[at] == '\r' && at+1 < len(data) && data[at+1] == '\n' {
		at++
	}
	return at + 1
}

// endsFrame tells whether an empty line is the last of these.
func endsFrame(data []byte) bool {
	body := bytes.TrimSuffix(bytes.TrimSuffix(data, []byte("\n")), []byte("\r"))
	return len(body) == 0 || body[len(body)-1] == '\n' || body[len(body)-1] == '\r'
}

// inLine names the offsets inside a line.
func inLine(places []string, line []byte, encoding string) {
	for at := range places {
		places[at] = elsewhere
	}
	at := 0
	switch encoding {
	case wire.SSE:
		at = max(bytes.IndexByte(line, ':'), 0)
		fill(places, 1, at, insideField)
	case "":
		for at < len(line) && bytes.IndexByte([]byte(lineBeginMarks), line[at]) >= 0 {
			at++
		}
		fill(places, 1, at, insideMarks)
	}
	for at < len(line) {
		switch c := line[at]; {
		case c == '"':
			at = inString(places, line, at)
		case encoding != "" && word(c):
			end := at + 1
			for end < len(line) && word(line[end]) {
				end++
			}
			fill(places, at+1, end, insideWord)
			at = end
		default:
			at++
		}
	}
	for at := 1; at < len(line); at++ {
		if !utf8.RuneStart(line[at]) {
			places[at] = insideChar
		}
	}
}

// inString names the offsets inside a string that begins at start, and gives the
// offset behind it.
func inString(places []string, line []byte, start int) int {
	end, escapes := start+1, [][2]int{}
	for end < len(line) && line[end] != '"' {
		n := 1
		if line[end] == '\\' && end+1 < len(line) {
			if n = 2; line[end+1] == 'u' {
				n = 6
			}
			escapes = append(escapes, [2]int{end + 1, end + n})
		}
		end += n
	}
	end = min(end+1, len(line))
	kind := insideString
	if rest := bytes.TrimLeft(line[end:], " "); len(rest) > 0 && rest[0] == ':' {
		kind = insideName
	}
	fill(places, start+1, end, kind)
	for _, e := range escapes {
		fill(places, e[0], e[1], insideEscape)
	}
	return end
}

// fill names the offsets from one to before another.
func fill(places []string, from, to int, place string) {
	for at := from; at < min(to, len(places)); at++ {
		places[at] = place
	}
}

func word(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c == '-' || c == '+' || c == '.' || c == 'E'
}
