package document

import (
	"strings"
)

// What a piece of a document is to a reader.
type pieceKind uint8

const (
	Required   pieceKind = iota // must come through as text
	Free                        // may come through as text
	Source                      // of a tool fence: its text where it is no call
	SourceFree                  // of a tool fence: free also then
)

// piece is a run of characters with one meaning. The pieces in a row are the document.
type piece struct {
	Text      string
	Kind      pieceKind
	Fence     int  // Fence is the index of the tool fence that it is source of, -1 for text
	Top       int  // Top is the index of the segment at the document's top
	contained bool // in a container that holds a tool fence
}

// Fence is a tool fence, well-formed or not, where it stands in the document.
type Fence struct {
	Segment
	Top         int
	Contained   bool
	First, Last int // its pieces: [first,last)
	// ClosedAt is the offset behind the closing line, with its line ending; the end of the document for a fence that nothing closes.
	ClosedAt int
	Edges    string // Edges are the markers and blanks of its two lines, which may come as text also where it is a call
	AfterBOM bool   // only the byte order mark stands before it
}

// Composed is a document laid out: what is written and what it means, made in one go from the segments.
type Composed struct {
	*Document
	Pieces []piece
	Fences []Fence
}

// Data is what is written.
func (c *Composed) Data() []byte {
	data := make([]byte, 0, c.offsets()[len(c.Pieces)])
	for _, p := range c.Pieces {
		data = append(data, p.Text...)
	}
	return data
}

// offsets are where the pieces begin, and where the last one ends.
func (c *Composed) offsets() []int {
	offsets := make([]int, len(c.Pieces)+1)
	for i, p := range c.Pieces {
		offsets[i+1] = offsets[i] + len(p.Text)
	}
	return offsets
}

// Compose lays a document out.
func Compose(d *Document) *Composed {
	w := &composer{Composed: Composed{Document: d}, newline: d.Ending(), lineStart: true}
	if d.Bom {
		w.add("\uFEFF", Free, -1)
	}
	for i := range d.Segments {
		w.top = i
		w.segment(d.Segments[i])
	}
	if d.Unterminated {
		w.cutLast()
	}
	w.noteEnds()
	return &w.Composed
}

// composer writes segments as pieces.
type composer struct {
	Composed
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
		w.Pieces = append(w.Pieces, piece{text, k, fence, w.top, w.contained > 0})
	}
}

func (w *composer) segment(s Segment) {
	switch s.Kind {
	case TextSegment:
		w.text(s.Text)
	case ToolSegment, BrokenSegment:
		w.gap(s.Style.Above)
		w.fence(s)
		w.gap(s.Style.Below)
	case CodeSegment:
		w.breakLine(Required)
		w.code(s)
	default:
		w.breakLine(Required)
		w.container(s)
	}
}

// gap writes blank lines.
func (w *composer) gap(lines int) {
	if lines > 0 {
		w.breakLine(Required)
		w.text(strings.Repeat("\n", lines))
	}
}

// text is required as it stands, line by line.
func (w *composer) text(text string) {
	for text != "" {
		line, rest, ended := strings.Cut(text, "\n")
		w.prefix(Required, -1, line == "")
		if ended {
			line = strings.TrimSuffix(line, "\r") + w.endingOf(line)
		}
		w.add(line, Required, -1)
		w.lineStart, text = ended, rest
	}
}

// endingOf a line of text: one that is written with CRLF keeps it.
func (w *composer) endingOf(line string) string {
	if strings.HasSuffix(line, "\r") {
		return CRLF
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
	case k == Source:
		k = SourceFree
	case w.contained > 0:
		k = Free
	}
	w.add(text, k, fence)
}

// fence writes a tool fence. The line endings around it are free, and so are indentation and trailing blanks of its two lines.
func (w *composer) fence(s Segment) {
	w.freeLineEnding()
	n := len(w.Fences)
	f := Fence{Segment: s, Top: w.top, Contained: w.contained > 0, AfterBOM: w.onlyBOM()}
	f.First = len(w.Pieces)
	w.prefix(Source, n, false)
	w.add(strings.Repeat(" ", s.Style.Indent), SourceFree, n)
	w.add(s.Style.opening()+s.Style.Before+"tool"+s.Style.Extra, Source, n)
	w.add(s.Style.After, SourceFree, n)
	f.Edges = w.free(f.First)
	w.add(w.newline, Source, n)
	w.body(s, n)
	if !s.Style.Open {
		closing := len(w.Pieces)
		w.prefix(Source, n, false)
		w.add(strings.Repeat(" ", s.Style.CloseIndent), SourceFree, n)
		w.add(s.Style.closing(), Source, n)
		w.add(s.Style.CloseAfter, SourceFree, n)
		f.Edges += w.free(closing)
	}
	f.Last = len(w.Pieces)
	if !s.Style.Open {
		w.add(w.newline, Free, -1)
	}
	w.Fences = append(w.Fences, f)
}

// free are the free pieces of a fence from a piece on.
func (w *composer) free(from int) string {
	var b strings.Builder
	for _, p := range w.Pieces[from:] {
		if p.Kind == SourceFree {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

func (w *composer) onlyBOM() bool { return w.Bom && len(w.Pieces) == 1 }

// freeLineEnding makes the line ending right before the fence free.
func (w *composer) freeLineEnding() {
	if !w.lineStart {
		w.breakLine(Free)
		return
	}
	last := len(w.Pieces) - 1
	if last < 0 || w.Pieces[last].Kind != Required {
		return
	}
	p := &w.Pieces[last]
	ending := LF
	switch {
	case strings.HasSuffix(p.Text, CRLF):
		ending = CRLF
	case strings.HasSuffix(p.Text, CR):
		ending = CR
	}
	p.Text = strings.TrimSuffix(p.Text, ending)
	if p.Text == "" {
		w.Pieces = w.Pieces[:last]
	}
	w.add(ending, Free, -1)
}

// body writes what stands between the two lines. Where nothing closes the fence, how much of it shows is free, so it is cut finely.
func (w *composer) body(s Segment, n int) {
	content := ended(s.Content())
	if len(w.containers) == 0 && !s.Style.Open {
		w.add(strings.ReplaceAll(content, "\n", w.newline), Source, n)
		return
	}
	ending := Source
	if s.Style.Open {
		ending = SourceFree
	}
	for line := range strings.Lines(content) {
		line = strings.TrimSuffix(line, "\n")
		w.prefix(Source, n, line == "")
		w.add(line, Source, n)
		w.add(w.newline, ending, n)
	}
}

// ended is what stands in a fence with the end of its last line.
func ended(content string) string {
	if content == "" || strings.HasSuffix(content, "\n") {
		return content
	}
	return content + "\n"
}

// code writes a fence that is no tool fence: all of it is text.
func (w *composer) code(s Segment) {
	st := s.Style
	w.text(strings.Repeat(" ", st.Indent) + st.opening() + st.Before + s.info + st.After + "\n")
	w.text(ended(s.Text))
	if !st.Open {
		w.text(strings.Repeat(" ", st.CloseIndent) + st.closing() + st.CloseAfter + "\n")
	}
}

// container writes a block quote or a list item. A list item has a blank line
// before it and a paragraph behind it, which end what stands around it.
func (w *composer) container(s Segment) {
	c := &container{first: "> ", rest: "> "}
	if s.Kind == ListSegment {
		c = &container{first: s.marker, rest: strings.Repeat(" ", len(s.marker))}
		w.text("\n")
	}
	w.containers = append(w.containers, c)
	if s.HoldsFence() {
		w.contained++
	}
	for _, in := range s.Inside {
		w.segment(in)
	}
	w.breakLine(Required)
	if s.HoldsFence() {
		w.contained--
	}
	w.containers = w.containers[:len(w.containers)-1]
	switch {
	case s.Kind == ListSegment && s.EndsOpen():
		w.text(ListEnd + "\n") // a blank line would belong to the fence
	case s.Kind == ListSegment:
		w.text("\n" + ListEnd + "\n")
	}
}

// cutLast takes the line ending off the last line.
func (w *composer) cutLast() {
	last := len(w.Pieces) - 1
	if last < 0 {
		return
	}
	p := &w.Pieces[last]
	p.Text = strings.TrimSuffix(p.Text, w.newline)
	if p.Text == "" {
		w.Pieces = w.Pieces[:last]
	}
}

// noteEnds computes where each fence is over.
func (w *composer) noteEnds() {
	offsets := w.offsets()
	for i := range w.Fences {
		f := &w.Fences[i]
		f.Last = min(f.Last, len(w.Pieces))
		f.ClosedAt = offsets[f.Last]
		switch {
		case f.Style.Open:
			f.ClosedAt = offsets[len(w.Pieces)]
		case f.Last < len(w.Pieces):
			f.ClosedAt = offsets[f.Last+1]
		}
	}
}
