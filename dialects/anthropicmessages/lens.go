package anthropicmessages

import (
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// form is what a stream of events is.
func form() *stream.Form {
	value := wire.ParseString
	return &stream.Form{
		Lens:    lens,
		Named:   true,
		Beside:  stream.Beside{Asked: tools},
		Strewn:  beforeTheEnd,
		Subject: func(id string, e wire.Value) bool { return id == "MSG-09" && changesNothing(e) },
		Unknown: []wire.Value{act.Comment("keep-alive"), value(`{"type":"ping"}`), value(`{"type":"ping"}`)},
		Members: []wire.Member{wire.M("x_note", value(`{"type":"tool_use","index":5,"id":"toolu_none","text":"x"}`)),
			wire.T("x_id", "toolu_x"), wire.M("x_list", value(`[{"partial_json":"{"}]`)), wire.M("x_null", wire.NullValue)},
	}
}

// beforeTheEnd takes away the pings that were strewn behind the end of the message: a client may tell of any event there
// (MSG-24). Comments are no events.
func beforeTheEnd(list []wire.Value, strewn func(i int) bool) (kept []wire.Value) {
	over := false
	for i, e := range list {
		data, _, _ := act.Frame(e)
		if !over || !strewn(i) || data.IsAbsent() {
			kept = append(kept, e)
		}
		over = over || isType(data, messageStop)
	}
	return kept
}

// tools are the names of the tools that a caller has: those that are called, in the order of
// their first calls. A client runs no tool that it doesn't know.
func tools(elements []wire.Value) []wire.Member {
	names, seen := []wire.Value{}, map[string]bool{}
	for _, e := range elements {
		data, _, _ := act.Frame(e)
		block := data.Get("content_block")
		name := block.Get("name")
		if block.Get("type").Text() == "tool_use" && name.Text() != "" && !seen[name.Text()] {
			seen[name.Text()] = true
			names = append(names, name)
		}
	}
	return []wire.Member{wire.M("tools", wire.List(names...))}
}

// lens reads events, an act each. At is the object inside the event that says it.
func lens(elements []wire.Value) []act.Act {
	var acts []act.Act
	for i, e := range elements {
		data, root, _ := act.Frame(e)
		a := act.Act{Kind: act.Aside, Element: i, At: root, Key: data.Get("index")}
		switch data.Get("type").Text() {
		case "":
			continue
		case messageStart:
			a.At += "/message"
		case blockStart:
			a.At += "/content_block"
			block := data.Get("content_block")
			switch block.Get("type").Text() {
			case "tool_use":
				a.Kind, a.ID, a.Name, a.Value = act.Call, block.Get("id"), block.Get("name"), block.Get("input")
				a.IDAt, a.NameAt, a.ValueAt = a.At+"/id", a.At+"/name", a.At+"/input"
			case "text":
				a.Kind, a.Value = act.Text, block.Get("text")
			}
		case blockDelta:
			a.At += "/delta"
			change := data.Get("delta")
			switch change.Get("type").Text() {
			case "text_delta":
				a.Kind, a.Value, a.ValueAt = act.Text, change.Get("text"), a.At+"/text"
			case "input_json_delta":
				a.Kind, a.Value, a.ValueAt = act.Call, change.Get("partial_json"), a.At+"/partial_json"
			}
		case blockStop:
			a.Kind = act.End
		case messageDelta:
			a.At += "/delta"
			a.Kind, a.Value, a.ValueAt = act.Reason, data.Find("/delta/stop_reason"), a.At+"/stop_reason"
		case errorEvent:
			a.At += "/error"
			a.Kind, a.Value = act.Failure, data.Find("/error/message")
		}
		acts = append(acts, a)
	}
	return acts
}

// view is what a consumer shows beside what the stream means.
type view struct {
	*meaning
	c     *dialect.Case
	o     *dialect.Observation
	state wire.Value
	// text that is shown; right are those that may be, plain the first of them.
	text      string
	right     []*act.Called
	plain     string
	startless *act.Called
	unfit     bool
	compare.View
	// partial: it need not hold everything.
	partial bool
	calls   []*wanted
	// void: it took nothing, and may.
	void bool
}

func newView(book *compare.Rulebook[*view], c *dialect.Case, o *dialect.Observation) (*view, bool) {
	m, ok := meant(c)
	if !ok {
		return nil, false
	}
	v := &view{meaning: m, c: c, o: o, state: o.State}
	v.Loud, v.Called = !v.state.Get("error").IsNull(), m.failed()
	v.partial = v.Loud || v.Called
	v.calls = m.wants()
	v.right, v.startless = m.texts()
	v.plain = v.right[0].Text()
	for _, e := range v.state.Get("content").Items() {
		if e.Get("type").Text() == "text" {
			v.text += e.Get("text").Text()
		}
	}
	v.unfit = !v.fits(v.right, v.text)
	v.Leave = m.leave
	v.Blames = book.Blames(c.Tests, c.Blame != nil, "MSG-07", "MSG-01", len(v.calls) > 0)
	v.Result, v.Forms = compare.Groups(m.groups(v.calls), v.shown(), compare.Options{Partial: v.partial, Stateless: true})
	v.Blamed = book.Blame(v.Result.Deviations, m.all())
	v.void = m.nameless && !v.Loud && v.state.Get("content").IsArray() && v.text == "" && len(v.shown()) == 0 &&
		v.state.Get("stopReason").IsNull()
	return v, true
}

// all are the traits of the stream and of its calls.
func (m *meaning) all() act.Traits {
	t := m.odd
	for _, b := range m.blocks {
		t |= b.traits
	}
	return t
}

// shown are the calls of the answer.
func (v *view) shown() []*compare.Got {
	list := compare.Show(v.state, "/content", compare.Members{ID: "id", Name: "name", Arguments: "input"},
		func(e wire.Value) bool { return isType(e, "tool_use") })
	for _, g := range list {
		if g.Arguments.IsNull() {
			g.State = "open"
		}
	}
	return list
}

// fits tells whether a text is one that is right, or the beginning of one where the answer
// need not be whole.
func (v *view) fits(right []*act.Called, text string) bool {
	return slices.ContainsFunc(right, func(c *act.Called) bool { return c.Made(text, v.partial) })
}

// Tells says whether the answer shows anything: something of what came is there, or nothing
// came.
func (v *view) Tells() bool {
	reason, failed := v.state.Get("stopReason"), v.state.Get("error")
	if !v.state.Get("content").IsArray() || v.void || !reason.IsNull() && !reason.IsString() || !failed.IsNull() && !failed.IsObject() {
		return false
	}
	said := v.plain != ""
	if said && v.text != "" && !v.unfit || v.Result.Right() || v.Loud && v.failed() {
		return true
	}
	return !said && len(v.calls) == 0
}

// judgeConsumer is how the rules judge, but for an empty message where one is free.
func judgeConsumer(book *compare.Rulebook[*view]) func(*dialect.Case, *dialect.Observation) []requirement.Outcome {
	return func(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
		v, ok := newView(book, c, o)
		outcomes := book.Judge(c, v, ok && !v.void)
		for i := range outcomes {
			if ok && v.void && outcomes[i].Requirement == "MSG-25" {
				outcomes[i].Policy = "an empty message"
			}
		}
		return outcomes
	}
}

// startDropped is the last sentence of MSG-04.
func (v *view) startDropped(n *requirement.Notes) {
	for _, p := range v.Result.Pairs {
		if p.Want.Traits.Has(blankDelta) && !v.Loud && isEmpty(p.Got.Arguments) {
			n.Wrong(requirement.Should, p.Got.At, "Empty deltas took the place of the input in the start.", p.Want.Value, p.Got.Arguments)
		}
	}
}

func (v *view) whichMessage(n *requirement.Notes) {
	if v.odd.Has(several) && !v.Loud {
		n.Policy("%d of %d calls", len(v.Result.Pairs), len(v.calls))
	}
}

// offers tells whether a call is shown with an input: that it isn't is another line's.
func (v *view) offers(w *wanted) bool {
	return slices.ContainsFunc(v.Result.Pairs, func(p compare.Pair) bool { return p.Want == w.Want && !p.Got.Arguments.IsNull() })
}
