package render

import (
	"bytes"
	"encoding/json"
	"html/template"
	"strings"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/picture"
	"github.com/toolconform/conform/reports/terminal"
	"github.com/toolconform/conform/reports/view"

	"github.com/toolconform/conform/wire"
)

// pageData is what the page's script draws from. Every text in it is harmless
// already; the script puts it into text nodes and nowhere else.
type pageData struct {
	Pairs []pagePair `json:"pairs"`
	Cases []pageCase `json:"cases"`
	// Levels of the requirements, to filter cases by.
	Levels map[string]string `json:"levels"`
}

type pagePair struct {
	Dialect string `json:"dialect"`
	Role    string `json:"role"`
}

type pageCase struct {
	ID       string        `json:"id"`
	Title    string        `json:"title,omitempty"`
	Pair     int           `json:"pair"`
	Class    string        `json:"class"`
	Verdict  string        `json:"verdict"`
	Tests    []string      `json:"tests"`
	Reason   string        `json:"reason,omitempty"`
	Findings []pageFinding `json:"findings,omitempty"`
	More     int           `json:"more,omitempty"`
	Replay   string        `json:"replay,omitempty"`
	Evidence *pageEvidence `json:"evidence,omitempty"`
}

type pageFinding struct {
	Requirement string `json:"requirement"`
	Level       string `json:"level"`
	Message     string `json:"message"`
	Where       string `json:"where,omitempty"`
	Known       bool   `json:"known,omitempty"`
	Expected    string `json:"expected,omitempty"`
	Actual      string `json:"actual,omitempty"`
	Compared    bool   `json:"compared,omitempty"`
	// At is where the finding points in the picture that Answered names.
	At picture.Pointed `json:"at"`
}

type pageEvidence struct {
	Ending string `json:"ending"`
	Stderr string `json:"stderr,omitempty"`
	State  string `json:"state,omitempty"`
	// Sent and Answered are the two streams; Judged names the one that findings count
	// their events in.
	Sent     *picture.Picture `json:"sent,omitempty"`
	Answered *picture.Picture `json:"answered,omitempty"`
	Judged   string           `json:"judged"`
}

const (
	// picturesEach bounds how many cases of a requirement and pair have their picture
	// in the page; picturesInAll bounds the page itself, in bytes of pictures.
	picturesEach  = 8
	picturesInAll = 24 << 20
	findingsShown = 12
	valueShown    = 4 << 10
)

// pageOf makes the data of the page.
func pageOf(r *reports.Result, l reports.Lookup, pairs []view.PairView) pageData {
	d := pageData{Pairs: []pagePair{}, Cases: []pageCase{}, Levels: map[string]string{}}
	at := map[pagePair]int{}
	for i, p := range pairs {
		d.Pairs = append(d.Pairs, pagePair{p.Dialect, p.Role})
		at[d.Pairs[i]] = i
		for _, line := range p.Lines {
			d.Levels[line.ID] = string(line.Level)
		}
	}
	budget := &pictureBudget{left: picturesInAll, taken: map[reports.Place]int{}, first: firstOf(pairs)}
	for _, c := range r.Cases {
		pair := pagePair{reports.Name(c.Dialect), reports.Name(c.Role)}
		if _, known := at[pair]; !known {
			at[pair] = len(d.Pairs)
			d.Pairs = append(d.Pairs, pair)
		}
		d.Cases = append(d.Cases, pageCaseOf(c, at[pair], budget))
	}
	return d
}

func pageCaseOf(c reports.CaseRow, pair int, budget *pictureBudget) pageCase {
	p := pageCase{ID: reports.Name(c.ID), Title: reports.Name(c.Title), Pair: pair, Class: reports.Name(c.Class),
		Verdict: c.Verdict.String(),
		Tests:   []string{},
		Reason:  reports.OneLine(reports.Clip(c.Reason, view.MessageLimit)),
		Replay:  reports.OneLine(reports.Clip(c.Replay, view.ReplayLimit))}
	for _, id := range c.Tests {
		p.Tests = append(p.Tests, reports.Name(id))
	}
	p.More = max(0, len(c.Findings)-findingsShown)
	shown := c.Findings[:len(c.Findings)-p.More]
	for _, f := range shown {
		p.Findings = append(p.Findings, pageFinding{Requirement: reports.Name(f.Requirement), Level: string(f.Level),
			Message: reports.Harmless(reports.Clip(f.Message, view.MessageLimit)),
			Where:   reports.Name(f.Where), Known: f.Known, At: picture.Nowhere()})
	}
	if budget.affords(c) {
		p.Evidence = evidenceOf(c, shown, p.Findings)
		budget.spend(p.Evidence)
	}
	return p
}

// evidenceOf draws the streams and lets the findings point into them.
func evidenceOf(c reports.CaseRow, findings []reports.Finding, shown []pageFinding) *pageEvidence {
	findings = picture.Moved(c.Evidence, findings)
	e := &pageEvidence{Ending: reports.Name(c.Evidence.Ending), Stderr: reports.Harmless(reports.Clip(c.Evidence.Stderr, valueShown)),
		Judged: "sent"}
	if !c.Evidence.State.IsAbsent() {
		e.State = pretty(c.Evidence.State)
	}
	sent, answered := -1, -1
	if len(findings) > 0 && terminal.JudgesAnswer(c, findings[0]) || c.Role == "producer" {
		e.Judged = "answered"
		answered = firstEvent(findings)
	} else {
		sent = firstEvent(findings)
	}
	e.Sent, e.Answered = picture.Draw(picture.SentEvents(c.Evidence), sent), picture.Draw(c.Evidence.Events, answered)
	if picture.IsConversation(c.Evidence) {
		e.Answered = nil // its requests stand between the turns
	}
	judged := e.Sent
	if e.Judged == "answered" {
		judged = e.Answered
	}
	for i, f := range findings {
		shown[i].At = judged.Point(f, c.Evidence.State)
		if !f.Expected.IsAbsent() || !f.Actual.IsAbsent() {
			shown[i].Compared, shown[i].Expected, shown[i].Actual = true, pretty(f.Expected), pretty(f.Actual)
		}
	}
	return e
}

func firstEvent(findings []reports.Finding) int {
	for _, f := range findings {
		if f.Event != nil {
			return *f.Event
		}
	}
	return -1
}

// pictureBudget gives each requirement and pair some pictures, while the page has
// room for them: the case that it is told by always has one.
type pictureBudget struct {
	left  int
	taken map[reports.Place]int
	first map[string]bool
}

// firstOf are the cases that the pairs' lines are told by, by id.
func firstOf(pairs []view.PairView) map[string]bool {
	first := map[string]bool{}
	for _, p := range pairs {
		for _, line := range p.Lines {
			if len(line.Cases) > 0 {
				first[line.Cases[0].ID] = true
			}
		}
	}
	return first
}

func (b *pictureBudget) affords(c reports.CaseRow) bool {
	if c.Evidence == nil || b.left <= 0 {
		return false
	}
	if b.first[c.ID] {
		return true
	}
	wanted := false
	for _, f := range c.Findings {
		at := reports.Place{ID: f.Requirement, Dialect: c.Dialect, Role: c.Role}
		if b.taken[at] < picturesEach {
			wanted = true
			b.taken[at]++
		}
	}
	return wanted
}

func (b *pictureBudget) spend(e *pageEvidence) {
	for _, p := range []*picture.Picture{e.Sent, e.Answered} {
		if p != nil {
			for _, m := range p.Marks {
				b.left -= len(m.Text) + len(m.Gist) + 60
			}
		}
	}
	b.left -= len(e.State) + len(e.Stderr)
}

// pretty is a value over several lines, as people read JSON, cut where it is long.
func pretty(v wire.Value) string {
	if v.IsAbsent() {
		return ""
	}
	text := v.AppendJSON(nil)
	if len(text) > 4*valueShown {
		return reports.Harmless(reports.Clip(string(text), valueShown))
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return reports.Harmless(reports.Clip(string(text), valueShown))
	}
	return reports.Harmless(reports.Clip(b.String(), 4*valueShown))
}

// script writes the data so that it can stand in a script element: neither < nor &
// nor a line separator is left in it.
func (d pageData) script() (template.JS, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(true)
	if err := enc.Encode(d); err != nil {
		return "", err
	}
	return template.JS(strings.TrimSuffix(b.String(), "\n")), nil //nolint:gosec // escaped by the encoder
}
