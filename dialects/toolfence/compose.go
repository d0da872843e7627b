package toolfence

import (
	"strings"
)

// What a piece of a document is to a reader.
type pieceKind uint8

const (
	required   pieceKind = iota // must come through as text
	free                        // may come through as text
	source                      // of a tool fence: its text where it is no call
	sourceFree                  // of a tool fence: free also then
)

// piece is a run of characters with one meaning. The pieces in a row are the
// document.
type piece struct {
	text string
	kind pieceKind
	// fence is the index of the tool fence that it is source of, -1 for text.
	fence int
	// top is the index of the segment at the document's top.
	top int
	// contained: in a container that holds a tool fence.
	contained bool
}

// fence is a tool fence, well-formed or not, where it stands in the document.
type fence struct {
	segment
	top         int
	contained   bool
	first, last int // its pieces: [first,last)
	// closedAt is the offset behind the closing line, with its line ending; the end of
	// the document for a fence that nothing closes.
	closedAt int
	// edges are the markers and blanks of its two lines, which may come as text also
	// where it is a call.
	edges string
	// afterBOM: only the byte order mark stands before it.
	afterBOM bool
}

// composed is a document laid out: what is written and what it means, made in one
// go from the segments.
type composed struct {
	*document
	pieces []piece
	fences []fence
}

func (c *composed) bytes() []byte {
	size := 0
	for _, p := range c.pieces {
		size += len(p.text)
	}
	data := make([]byte, 0, size)
	for _, p := range c.pieces {
		data = append(data, p.text...)
	}
	return data
}

func compose(d *document) *composed {
	w := &composer{composed: composed{document: d}, newline: d.ending(), lineStart: true}
	if d.bom {
		w.add("\uFEFF", free, -1)
	}
	for i := range d.segments {
		w.top = i
		w.segment(d.segments[i])
	}
	if d.unterminated {
		w.cutLast()
	}
	w.noteEnds()
	return &w.composed
}

// composer writes segments as pieces.
type composer struct {
	composed
	newline    string
	lineStart  bool
	top        int
	containers []*container
	contained  int // containers around that hold a tool fence
}

// container is what stands before every line in a block quote or list item.
type container struct {
	first, rest string
	used        bool
}

func (w *composer) add(text string, k pieceKind, fence int) {
	if text != "" {
		w.pieces = append(w.pieces, piece{text, k, fence, w.top, w.contained > 0})
	}
}

func (w *composer) segment(s segment) {
	switch s.kind {
	case textSegment:
		w.text(s.text)
	case toolSegment, brokenSegment:
		w.gap(s.style.Above)
		w.fence(s)
		w.gap(s.style.Below)
	case codeSegment:
		w.breakLine(required)
		w.code(s)
	default:
		w.breakLine(required)
		w.container(s)
	}
}

// gap writes blank lines.
func (w *composer) gap(lines int) {
	if lines > 0 {
		w.breakLine(required)
		w.text(strings.Repeat("\n", lines))
	}
}

// text is required as it stands, line by line.
func (w *composer) text(text string) {
	for text != "" {
		line, rest, ended := strings.Cut(text, "\n")
		w.prefix(required, -1, line == "")
		if ended {
			line = strings.TrimSuffix(line, "\r") + w.endingOf(line)
		}
		w.add(line, required, -1)
		w.lineStart, text = ended, rest
	}
}

// endingOf a line of text: one that is written with CRLF keeps it.
func (w *composer) endingOf(line string) string {
	if strings.HasSuffix(line, "\r") {
		return crlf
	}
	return w.newline
}

// breakLine ends the line that text left open.
func (w *composer) breakLine(k pieceKind) {
	if !w.lineStart {
		w.add(w.newline, k, -1)
		w.lineStart = true
	}
}

// prefix writes what the containers put before a line.
func (w *composer) prefix(k pieceKind, fence int, blank bool) {
	if !w.lineStart || len(w.containers) == 0 {
		return
	}
	var b strings.Builder
	for _, c := range w.containers {
		if c.used {
			b.WriteString(c.rest)
		} else {
			b.WriteString(c.first)
			c.used = true
		}
	}
	text := b.String()
	if blank {
		text = strings.TrimRight(text, " ")
	}
	switch {
	case k == source:
		k = sourceFree
	case w.contained > 0:
		k = free
	}
	w.add(text, k, fence)
}

// fence writes a tool fence. The line endings around it are free, and so are
// indentation and trailing blanks of its two lines.
func (w *composer) fence(s segment) {
	w.freeLineEnding()
	n := len(w.fences)
	f := fence{segment: s, top: w.top, contained: w.contained > 0, afterBOM: w.onlyBOM()}
	f.first = len(w.pieces)
	w.prefix(source, n, false)
	w.add(strings.Repeat(" ", s.style.Indent), sourceFree, n)
	w.add(s.style.opening()+s.style.Before+"tool"+s.style.Extra, source, n)
	w.add(s.style.After, sourceFree, n)
	w.add(w.newline, source, n)
	w.body(s, n)
	if !s.style.Open {
		w.prefix(source, n, false)
		w.add(strings.Repeat(" ", s.style.CloseIndent), sourceFree, n)
		w.add(s.style.closing(), source, n)
		w.add(s.style.CloseAfter, sourceFree, n)
	}
	f.last = len(w.pieces)
	f.edges = w.edges(f)
	if !s.style.Open {
		w.add(w.newline, free, -1)
	}
	w.fences = append(w.fences, f)
}

// edges are the free pieces of the fence's opening and closing line.
func (w *composer) edges(f fence) string {
	var b strings.Builder
	pieces := w.pieces[f.first:f.last]
	for i, p := range pieces {
		if p.kind == source && strings.HasSuffix(p.text, w.newline) {
			break
		}
		if p.kind == sourceFree {
			b.WriteString(pieces[i].text)
		}
	}
	if f.style.Open {
		return b.String()
	}
	closing := len(pieces) - 1
	for closing >= 0 && !strings.HasSuffix(pieces[closing].text, w.newline) {
		closing--
	}
	for _, p := range pieces[closing+1:] {
		if p.kind == sourceFree {
			b.WriteString(p.text)
		}
	}
	return b.String()
}

func (w *composer) onlyBOM() bool { return w.bom && len(w.pieces) == 1 }

// freeLineEnding makes the line ending right before the fence free.
func (w *composer) freeLineEnding() {
	if !w.lineStart {
		w.breakLine(free)
		return
	}
	last := len(w.pieces) - 1
	if last < 0 || w.pieces[last].kind != required {
		return
	}
	p := &w.pieces[last]
	ending := lf
	switch {
	case strings.HasSuffix(p.text, crlf):
		ending = crlf
	case strings.HasSuffix(p.text, cr):
		ending = cr
	}
	p.text = strings.TrimSuffix(p.text, ending)
	if p.text == "" {
		w.pieces = w.pieces[:last]
	}
	w.add(ending, free, -1)
}

// body writes what stands between the two lines. Where nothing closes the fence, how
// much of it shows is free, so it is cut finely.
func (w *composer) body(s segment, n int) {
	content := s.content()
	if content != "" && !strings.HasSuffix(content, "\n") {
		content += "\n"
	}
	if len(w.containers) == 0 && !s.style.Open {
		w.add(strings.ReplaceAll(content, "\n", w.newline), source, n)
		return
	}
	for line := range strings.Lines(content) {
		line = strings.TrimSuffix(line, "\n")
		w.prefix(source, n, line == "")
		w.add(line, source, n)
		if s.style.Open {
			w.add(w.newline, sourceFree, n)
		} else {
			w.add(w.newline, source, n)
		}
	}
}

// code writes a fence that is no tool fence: all of it is text.
func (w *composer) code(s segment) {
	st := s.style
	w.text(strings.Repeat(" ", st.Indent) + st.opening() + st.Before + s.info + st.After + "\n")
	content := s.text
	if content != "" && !strings.HasSuffix(content, "\n") {
		content += "\n"
	}
	w.text(content)
	if !st.Open {
		w.text(strings.Repeat(" ", st.CloseIndent) + st.closing() + st.CloseAfter + "\n")
	}
}

// container writes a block quote or a list item. A list item has a blank line
// before it and a paragraph behind it, which end what stands around it.
func (w *composer) container(s segment) {
	c := &container{first: "> ", rest: "> "}
	if s.kind == listSegment {
		c = &container{first: s.marker, rest: strings.Repeat(" ", len(s.marker))}
		w.text("\n")
	}
	w.containers = append(w.containers, c)
	if s.holdsFence() {
		w.contained++
	}
	for _, in := range s.inside {
		w.segment(in)
	}
	w.breakLine(required)
	if s.holdsFence() {
		w.contained--
	}
	w.containers = w.containers[:len(w.containers)-1]
	switch {
	case s.kind == listSegment && s.endsOpen():
		w.text(listEnd + "\n") // a blank line would belong to the fence
	case s.kind == listSegment:
		w.text("\n" + listEnd + "\n")
	}
}

// cutLast takes the line ending off the last line.
func (w *composer) cutLast() {
	last := len(w.pieces) - 1
	if last < 0 {
		return
	}
	p := &w.pieces[last]
	p.text = strings.TrimSuffix(p.text, w.newline)
	if p.text == "" {
		w.pieces = w.pieces[:last]
	}
}

// noteEnds computes where each fence is over.
func (w *composer) noteEnds() {
	offsets := make([]int, len(w.pieces)+1)
	for i, p := range w.pieces {
		offsets[i+1] = offsets[i] + len(p.text)
	}
	for i := range w.fences {
		f := &w.fences[i]
		f.last = min(f.last, len(w.pieces))
		f.closedAt = offsets[f.last]
		switch {
		case f.style.Open:
			f.closedAt = offsets[len(w.pieces)]
		case f.last < len(w.pieces):
			f.closedAt = offsets[f.last+1]
		}
	}
}
