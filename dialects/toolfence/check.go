package toolfence

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/scan"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// checker judges a producer's markdown while it comes: pieces of it are the events. It keeps the line and the tool fence that are
// being read, and what it knows of the calls.
type checker struct {
	requirement.Ledger
	opts  dialect.CheckOptions
	scan  scan.Outline
	lines scan.Lines
	line  int // lines so far
	event int // pieces so far

	tool     bool // the open fence is a tool fence
	openedAt int
	overlong bool // the body passed the limit
	remarks  []string
	body     []byte
	ids      map[string]int // line of the fence that used an id first, of the first maxIDs
	beyond   int            // fences with ids past that limit
	plan     *plan          // nil without a transcript
}

// maxBody bounds what is kept of a tool fence.
const maxBody = 64 << 20

// maxIDs bounds how many ids are remembered, so that memory stays flat in a recording of any length.
const maxIDs = 50_000

// Notes say which fences were too long to be judged, and what was not held against each other.
func (c *checker) Notes() []string {
	if c.beyond == 0 {
		return c.remarks
	}
	return append(slices.Clone(c.remarks), fmt.Sprintf("%d fences have ids beyond the first %d: whether they come again was not judged.",
		c.beyond, maxIDs))
}

func newChecker(opts dialect.CheckOptions) dialect.Checker { return newReader(opts) }

func newReader(opts dialect.CheckOptions) *checker {
	c := &checker{opts: opts, ids: map[string]int{}}
	if opts.Transcript != nil {
		c.plan = newPlan(*opts.Transcript)
	}
	return c
}

// Event takes the next piece of the markdown. Values that are no text are no markdown and are passed over.
func (c *checker) Event(v wire.Value) []requirement.Finding {
	if v.IsString() {
		c.lines.Feed([]byte(v.Text()), c.read)
	}
	c.event++
	return c.Fresh()
}

// read takes one line with its ending.
func (c *checker) read(line []byte) {
	c.line++
	if c.plan != nil {
		c.Saw("FENCE-53")
	}
	if rest, ok := bytes.CutPrefix(line, []byte("\uFEFF")); ok && c.line == 1 {
		c.text([]byte("\uFEFF"))
		line = rest
	}
	bare := string(bytes.TrimRight(line, "\r\n"))
	what, body, _ := c.scan.Read(bare)
	switch {
	case what == scan.Opens && c.scan.Fence.Info == "tool" && !c.scan.Contained():
		c.tool, c.overlong, c.openedAt, c.body = true, false, c.line, c.body[:0]
		c.Saw("FENCE-50")
	case what == scan.Within && c.tool:
		c.keep(body)
	case what == scan.Closes && c.tool:
		c.tool = false
		if c.overlong {
			c.split(-1)
		} else {
			c.fence(wire.Parse(c.body))
		}
		c.text(line[len(bytes.TrimRight(line, "\r\n")):])
	default:
		c.text(line)
	}
}

func (c *checker) keep(line string) {
	switch {
	case c.overlong:
	case len(c.body)+len(line) > maxBody:
		c.overlong, c.body = true, nil
		c.remarks = append(c.remarks, fmt.Sprintf("The tool fence of line %d is longer than %d MiB and was not judged.", c.openedAt,
			maxBody>>20))
	default:
		c.body = append(append(c.body, line...), '\n')
	}
}

func (c *checker) text(line []byte) {
	p := c.plan
	if p == nil {
		return
	}
	p.around.Write(line)
	if p.run.Len() == 0 {
		p.began = c.line
	}
	if p.run.Len() <= p.room {
		p.run.Write(line)
	}
}

// End tells what the end of the stream makes certain.
func (c *checker) End() []requirement.Finding {
	c.event = max(c.event-1, 0)
	c.lines.Rest(c.read)
	if c.opts.Truncated {
		return c.Fresh()
	}
	if c.tool {
		c.wrong("FENCE-50", wire.Value{}, wire.Str(head(c.body)), "The tool fence is never closed.")
		c.tells(wire.Value{}, nil)
		c.split(-1)
	}
	if c.plan == nil {
		return c.Fresh()
	}
	c.openedAt = c.line // what is lost is missing at the end
	for _, call := range c.plan.calls {
		if !call.met {
			c.lost(call.record)
		}
	}
	if !c.plan.lastRun() {
		c.runMismatch()
	}
	return c.Fresh()
}

// miss notes a finding at a line.
func (c *checker) miss(id string, line int, f requirement.Finding) {
	f.Requirement, f.Level, f.Event = id, requirement.Must, c.event
	f.Where = fmt.Sprintf("line %d", line)
	c.Found(f)
}

// wrong notes a finding of the fence at hand beside what was wanted.
func (c *checker) wrong(id string, want, got wire.Value, message string, args ...any) {
	c.miss(id, c.openedAt, compared(finding("", message, args...), want, got))
}

// fence takes a tool fence that was closed.
func (c *checker) fence(object wire.Value, err error) {
	c.tells(object, err)
	if err != nil || !object.IsObject() {
		c.wrong("FENCE-50", wire.Value{}, wire.Str(head(c.body)), "The body of the tool fence is not one JSON object.")
		c.split(-1)
		return
	}
	c.shape(object)
	id := object.Get("toolCallId").Text()
	first, twice := c.ids[id]
	switch {
	case twice && id != "":
		c.wrong("FENCE-50", wire.Value{}, wire.Value{}, "The id %s stood in the fence of line %d already: a call is one fence.",
			wire.Quote(id), first)
	case twice:
	case len(c.ids) < maxIDs || c.plan != nil:
		c.ids[id] = c.openedAt
	default:
		c.beyond++
	}
	switch {
	case c.plan == nil:
		c.outcomeAlone(object)
	case c.plan.byID[id] == nil:
		c.wrong("FENCE-50", wire.Value{}, object, "The tool fence is of no call of the transcript (id %s).",
			object.Get("toolCallId").JSON())
		c.split(-1)
	case twice:
		c.split(-1)
	default:
		c.met(c.plan.byID[id], object)
	}
}

// tells keeps the body of a fence.
func (c *checker) tells(body wire.Value, err error) {
	if err != nil {
		body = wire.Str(string(c.body))
	}
	if c.plan != nil {
		c.plan.bodies = append(c.plan.bodies, body)
	}
}

// shape is what the schema says of the members.
func (c *checker) shape(object wire.Value) {
	for _, name := range []string{"toolCallId", "toolName", "errorText"} {
		if v := object.Get(name); !v.IsAbsent() && !v.IsString() {
			c.wrong("FENCE-50", wire.Value{}, v, "%s is no text.", name)
		}
	}
	if state := object.Get("state"); !words.KnownState(state) {
		c.wrong("FENCE-50", wire.Value{}, state, "The state is none of the four.")
	}
	names := map[string]bool{}
	for _, m := range object.Members() {
		if names[m.Name] && slices.Contains(words.KnownMembers(), m.Name) {
			id := "FENCE-50"
			if slices.Contains([]string{"state", "output", "errorText"}, m.Name) {
				id = "FENCE-51"
			}
			c.wrong(id, wire.Value{}, wire.Value{}, "The member %s stands twice.", m.Name)
		}
		names[m.Name] = true
	}
}

// outcomeAlone is what can be told of an outcome without a transcript: state and payload go together, and there is one outcome.
func (c *checker) outcomeAlone(object wire.Value) {
	state := object.Get("state").Text()
	output, failed := !object.Get("output").IsNull(), object.Has("errorText")
	if output || failed || strings.HasPrefix(state, "output-") {
		c.Saw("FENCE-51")
	}
	other := func(want, has string) {
		c.wrong("FENCE-51", wire.Str(want), object.Get("state"), "The fence has an %s, but not the state %s.", has, want)
	}
	switch {
	case output && failed:
		c.wrong("FENCE-51", wire.Value{}, object, "The fence has both an output and an error text.")
	case output && state != "output-available":
		other("output-available", "output")
	case failed && state != "output-error":
		other("output-error", "error text")
	case state == "output-error" && !failed:
		c.wrong("FENCE-51", wire.Value{}, object, "The fence has the state output-error, but no error text.")
	}
}

func head(b []byte) string { return strings.ToValidUTF8(string(b[:min(len(b), 200)]), "") }

// errorMatches tells whether a text tells the content of an error result.
func errorMatches(r *transcript.Item, got wire.Value) bool {
	return got.IsString() && (wire.Nothing(r.Content) || wire.EqualOrText(r.Content, got)) // of nothing any text tells
}

// split moves on to the boundaries, within these bounds, that the run of text up to a fence allows. It tells whether there is one.
func (p *plan) split(from, to int) bool {
	run := p.run.String()
	reached := map[int]bool{}
	for _, at := range p.at {
		var want strings.Builder
		for end := at; end <= to; end++ {
			if end > at {
				want.WriteString(p.texts[end-1])
			}
			if end >= from && sameText(want.String(), run, p.fenced) {
				reached[end] = true
			}
			if want.Len() > 0 && !p.begins(want.String(), run) {
				break
			}
		}
	}
	if len(reached) == 0 {
		return false
	}
	p.at = slices.Sorted(maps.Keys(reached))
	return true
}

// begins tells whether the run can still begin with the text.
func (p *plan) begins(want, run string) bool {
	if p.fenced {
		want, run = strings.TrimLeft(want, "\r\n"), strings.TrimLeft(run, "\r\n")
	}
	return strings.HasPrefix(run, strings.TrimRight(want, "\r\n"))
}

// anywhere goes on after a mismatch.
func (p *plan) anywhere(from, to int) {
	p.at = p.at[:0]
	for end := from; end <= to; end++ {
		p.at = append(p.at, end)
	}
}

// lastRun tells whether what stands behind the last fence is the rest of the text.
func (p *plan) lastRun() bool {
	return slices.ContainsFunc(p.at, func(at int) bool {
		return sameText(strings.Join(p.texts[at:], ""), p.run.String(), p.fenced)
	})
}

// sameText tells whether a run is the text, with line breaks added behind it, and on its left where a fence is next to it.
func sameText(want, got string, left bool) bool {
	if left {
		var w, g int
		want, w = trimBreaks(want, strings.TrimLeft)
		got, g = trimBreaks(got, strings.TrimLeft)
		if want == "" || got == "" || g < w {
			return want == got && g >= w
		}
	}
	want, w := trimBreaks(want, strings.TrimRight)
	got, g := trimBreaks(got, strings.TrimRight)
	return g >= w && want == got
}

// trimBreaks takes line breaks off one side and counts them.
func trimBreaks(s string, trim func(string, string) string) (rest string, breaks int) {
	rest = trim(s, "\r\n")
	cut := s[:len(s)-len(rest)]
	if strings.HasPrefix(s, rest) {
		cut = s[len(rest):]
	}
	return rest, strings.Count(cut, "\n") + strings.Count(strings.ReplaceAll(cut, "\r\n", ""), "\r")
}
