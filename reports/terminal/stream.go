package terminal

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/picture"
	"github.com/toolconform/conform/reports/view"

	"github.com/toolconform/conform/wire"
)

const (
	// eventsTold is how many events of a stream a story shows, eventColumns how wide they
	// are where nothing else says.
	eventsTold   = 12
	eventColumns = 120
)

// Sent shows the stream of a case as stories do, whole: the events as they are sent, numbered,
// with the lanes of their calls; of a case about framing the bytes, read by read.
func Sent(c reports.CaseRow, colour bool, width int) string {
	var b strings.Builder
	about := ""
	if len(c.Tests) > 0 {
		about = c.Tests[0]
	}
	screen{colour, width}.streams(&b, about, c, reports.Finding{}, picture.MomentsDrawn)
	return b.String()
}

// streams shows what was sent and, of a producer, what it answered: the events as they
// were, numbered, with the lane of the call and a mark at what the finding is about.
func (s screen) streams(b *strings.Builder, req string, c reports.CaseRow, f reports.Finding, limit int) {
	e := c.Evidence
	if e == nil {
		return
	}
	if e.Input.IsString() {
		fmt.Fprintf(b, "  sent: too long to be shown; conform explain %s\n", reports.Name(c.ID))
		return
	}
	if strings.HasPrefix(req, "FRAME-") {
		s.reads(b, e, limit)
		return
	}
	f = picture.Moved(e, []reports.Finding{f})[0]
	event := -1
	if f.Event != nil {
		event = *f.Event
	}
	switch {
	case !JudgesAnswer(c, f):
		p := picture.Draw(picture.SentEvents(e), event)
		s.stream(b, "sent", p, p.Point(f, e.State), limit)
		return
	case c.Role == "producer":
		s.stream(b, "asked for", picture.Draw(picture.SentEvents(e), -1), picture.Nowhere(), limit/2)
	default:
		s.stream(b, "sent", picture.Draw(picture.SentEvents(e), -1), picture.Nowhere(), limit/2)
	}
	if len(e.Events) > 0 {
		p := picture.Draw(e.Events, event)
		s.stream(b, "answered", p, p.Point(f, e.State), limit)
	} else if markdown := e.State.Get("markdown"); markdown.IsString() {
		s.markdown(b, markdown.Text(), f, limit)
	}
}

// JudgesAnswer tells which stream a finding counts its events in: the one that was answered by
// a producer, or by a reader that makes events of a document; or else the one that was sent.
func JudgesAnswer(c reports.CaseRow, f reports.Finding) bool {
	return c.Role == "producer" || len(c.Evidence.Events) > 0 && strings.HasPrefix(f.Where, "/events")
}

// reads shows the bytes as they were cut, with their line ends.
func (s screen) reads(b *strings.Builder, e *reports.Evidence, limit int) {
	chunks, err := wire.InputChunks(e.Input)
	if err != nil || len(chunks) == 0 {
		return
	}
	b.WriteString("  sent, read by read\n")
	told := 0
	for i, chunk := range chunks {
		number := strconv.Itoa(i)
		for line := range strings.SplitAfterSeq(strings.TrimSuffix(string(chunk), "\n"), "\n") {
			if told++; told > limit {
				s.leftOut(b, len(chunks)-i, "read", "more")
				return
			}
			if last := !strings.HasSuffix(line, "\n"); last && strings.HasSuffix(string(chunk), "\n") {
				line += "\n"
			}
			text := strings.ReplaceAll(visible(reports.Clip(line, picture.MomentText)), "\n", "␊")
			b.WriteString(cutTo(fmt.Sprintf("    %3s  %s", number, text), s.eventWidth()) + "\n")
			number = ""
		}
	}
}

// markdown shows a document line by line; the finding's message names the line.
func (s screen) markdown(b *strings.Builder, text string, f reports.Finding, limit int) {
	wrong := 0
	if m := regexp.MustCompile(`\(line (\d+)\)$`).FindStringSubmatch(f.Message); m != nil {
		wrong, _ = strconv.Atoi(m[1])
	}
	b.WriteString("  answered\n")
	lines := strings.Split(strings.TrimSuffix(reports.Clip(text, view.StoryLimit), "\n"), "\n")
	from, to := windowOf(len(lines), wrong-1, limit)
	s.leftOut(b, from, "line", "before")
	for i, line := range lines[from:to] {
		mark := "  "
		if from+i+1 == wrong {
			mark = "▶ "
		}
		b.WriteString("  " + s.marked(mark, cutTo(fmt.Sprintf("%3d  %s", from+i+1, visible(line)), s.eventWidth()-4)) + "\n")
	}
	s.leftOut(b, len(lines)-to, "line", "behind")
}

func (s screen) leftOut(b *strings.Builder, n int, what, where string) {
	if n > 0 {
		b.WriteString(s.in(dim, "         … "+reports.Counted(n, what)+" "+where) + "\n")
	}
}

// marked is a line of a stream; the one that is pointed at is red.
func (s screen) marked(mark, line string) string {
	if mark == "▶ " {
		return s.in(redBold, mark+line)
	}
	return mark + line
}

func (s screen) eventWidth() int {
	if s.width <= 0 {
		return eventColumns
	}
	return max(40, s.width)
}

// windowOf is the part of a list that is shown: so many, with the one that matters in it.
func windowOf(n, focus, limit int) (from, to int) {
	if n <= limit {
		return 0, n
	}
	from = min(max(0, focus-limit*2/3), n-limit)
	return from, from + limit
}

// stream shows the events of a picture.
func (s screen) stream(b *strings.Builder, title string, p *picture.Picture, at picture.Pointed, limit int) {
	if p == nil || limit <= 0 {
		return
	}
	focus, legend := focusOf(p, at)
	if legend != "" {
		title += "; ▶ " + legend
	}
	b.WriteString("  " + title + "\n")
	from, to := windowOf(len(p.Marks), focus, limit)
	s.leftOut(b, p.Before+from, "event", "before")
	call := 0
	for _, m := range p.Marks[from:to] {
		if m.Lane > 0 {
			call = max(call, columns(p.Lanes[m.Lane].Call))
		}
	}
	for i := from; i < to; i++ {
		mark := "  "
		if i == focus {
			mark = "▶ "
		}
		line := cutTo(lineOf(p, i, min(call, 24)), s.eventWidth()-4)
		if i == at.Instead {
			line += "  ← held instead"
		}
		b.WriteString("  " + s.marked(mark, line) + "\n")
	}
	s.leftOut(b, len(p.Marks)-to+p.After, "event", "behind")
}

// focusOf is the event that is marked, -1 for none: the one that the judge named, or else
// where the result of the call in question stands, or the call itself.
func focusOf(p *picture.Picture, at picture.Pointed) (int, string) {
	switch {
	case at.Event >= 0:
		return at.Event, "where it went wrong"
	case at.Lane <= 0:
		return -1, ""
	}
	found := -1
	for i, m := range p.Marks {
		if m.Lane != at.Lane {
			continue
		}
		isResult := slices.Contains([]string{picture.MarkResult, picture.MarkError}, m.Kind)
		if found < 0 || isResult {
			found = i
		}
		if isResult {
			break
		}
	}
	return found, "the call that it is about"
}

// lineOf is one event: its number, the lanes of all calls, its kind, its call and what it says.
func lineOf(p *picture.Picture, at, callWidth int) string {
	m := p.Marks[at]
	line := fmt.Sprintf("%3d  %s  %-6s", m.N, laneMarks(p, at), m.Kind)
	if callWidth > 0 {
		call := ""
		if m.Lane > 0 {
			call = p.Lanes[m.Lane].Call
		}
		line += " " + pad(cutTo(call, callWidth), callWidth)
	}
	gist := m.Gist
	if m.Kind == picture.MarkCall && m.Lane > 0 && p.Lanes[m.Lane].Name != "" {
		called := p.Lanes[m.Lane].Name
		line += " " + called
		if rest, ok := strings.CutPrefix(gist, `"name":"`+called+`"`); ok {
			gist = strings.TrimPrefix(rest, ",")
		}
	}
	return strings.TrimRight(line+" "+gist, " ")
}

// laneMarks draws a column for each call: ● where the event is about it, │ while more is
// to come of it.
func laneMarks(p *picture.Picture, at int) string {
	var b strings.Builder
	for lane := 1; lane < len(p.Lanes); lane++ {
		has := func(m picture.Moment) bool { return m.Lane == lane }
		switch {
		case p.Marks[at].Lane == lane:
			b.WriteString("●")
		case slices.ContainsFunc(p.Marks[:at], has) && slices.ContainsFunc(p.Marks[at:], has):
			b.WriteString("│")
		default:
			b.WriteString(" ")
		}
	}
	return b.String()
}
