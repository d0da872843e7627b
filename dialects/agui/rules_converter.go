package agui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// request is what a converter sent beside the messages that it got.
type request struct {
	*history.Request
	given    conversation
	messages []wire.Value
	omitted  bool
	// broken: a known member of a message is malformed, and must be refused; doubtful: one is null, and may be.
	broken, doubtful, refused bool
}

func newRequest(c *dialect.Case, o *dialect.Observation) (*request, bool) {
	given, ok := c.Script.(conversation)
	r := &request{given: given, messages: o.State.Get("modelMessages").Items(), omitted: o.Omitted("activity"), refused: history.Refused(o)}
	r.broken, r.doubtful = given.malformed()
	var list []history.Sent
	for i, m := range r.messages {
		s := history.Sent{Role: m.Get("role").Text(), Text: textOf(m.Get("content"))}
		if s.Role == history.Tool {
			s.Text = ""
			s.Results = []history.Answer{{ID: m.Get("toolCallId").Text(), Content: textOf(m.Get("content")), Whole: m,
				IsText: m.Has("content"), At: fmt.Sprintf("/modelMessages/%d", i)}}
		}
		for k, call := range m.Get("toolCalls").Items() {
			s.Calls = append(s.Calls, &compare.Got{ID: call.Get("id"), Name: call.Get("name"), Arguments: call.Get("arguments"),
				At: fmt.Sprintf("/modelMessages/%d/toolCalls/%d", i, k)})
		}
		if slices.Contains([]string{history.User, history.Assistant, history.Tool}, s.Role) {
			list = append(list, s)
		}
	}
	r.Request = history.Hold(given.history(), list)
	return r, ok
}

func judgeConverter(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
	r, ok := newRequest(c, o)
	sound := !r.broken && !(r.doubtful && r.refused) || r.omitted && !r.refused
	return history.Judge(c, o, converterRules(), r,
		history.Account{There: ok, Refused: r.refused, Sound: sound, Tells: r.Tells(), First: "AGUI-80",
			Excuses: func(id string) bool { return id == "AGUI-86" && !r.omitted }})
}

func converterRules() []requirement.Rule[*request] {
	return requirement.For("converter", []requirement.Rule[*request]{
		{Requirement: line("AGUI-80"), Judge: (*request).all},
		{Requirement: line("AGUI-81"), Judge: (*request).paired},
		{Requirement: line("AGUI-82"), Judge: (*request).failures},
		{Requirement: line("AGUI-83"), Judge: (*request).odd},
		{Requirement: line("AGUI-84"), Judge: (*request).unpaired},
		{Requirement: line("AGUI-85"), Judge: (*request).contents},
		{Requirement: line("AGUI-86"), Judge: (*request).stripped},
	})
}

// malformedText tells whether arguments are no JSON.
func malformedText(w *compare.Want) bool { return len(w.Texts) > 0 && !wire.IsJSON(w.Texts[0]) }

// ofText are the deviations of arguments.
const ofText = compare.WrongText | compare.Repaired | compare.Healed | compare.Foreign

// oddText tells whether AGUI-83 says what may become of a call: of its text, where that is no JSON, and whether it is left out, where
// there is a text.
func oddText(d compare.Deviation) bool {
	return malformedText(d.Want) && (d.Kind&ofText != 0 || d.Kind == compare.Missing && d.Want.Texts[0] != "")
}

// deviations are those of calls; a call without arguments has "", {} or "{}".
func (r *request) deviations() (list []compare.Deviation) {
	for _, d := range r.Calls.Deviations {
		empty := d.Kind&ofText != 0 && d.Want != nil && d.Want.Value.IsObject() && d.Want.Value.Len() == 0 && d.Got != nil &&
			d.Got.Arguments.IsString() && d.Got.Arguments.Text() == ""
		if d.Kind != compare.WrongID && !empty {
			list = append(list, d)
		}
	}
	return list
}

// unanswered and second are the calls without a tool message, and with several.
func (r *request) counts() map[string]int {
	n := map[string]int{}
	for _, e := range r.History {
		if e.Role == history.Tool {
			n[e.CallID]++
		}
	}
	return n
}

// all is AGUI-80.
func (r *request) all(n *requirement.Notes) {
	if r.broken {
		return
	}
	want, got, _ := r.Texts()
	if len(want)+len(r.History.Calls()) > 0 {
		n.Saw()
	}
	counts := r.counts()
	if !slices.Equal(want, got) {
		n.Wrong("", "/modelMessages", "The texts are others, or in another order.", wire.Str(strings.Join(want, " | ")),
			wire.Str(strings.Join(got, " | ")))
	}
	r.TextsUnchanged(n, "/modelMessages")
	for _, d := range r.deviations() {
		free := d.Want != nil && counts[d.Want.IDs[0]] != 1 && d.Kind == compare.Missing
		if d.Want != nil && !free && !oddText(d) || d.Want == nil && !r.odds() {
			n.Wrong("", "/modelMessages", d.Message, d.Expected, d.Actual)
		}
	}
	r.answered(func(e history.Entry, a history.Answer) {
		// Where the error is kept beside it, the content is what the tool said, or tells the error, too.
		kept := e.Status != "success" && a.Whole.Get("error").Text() != ""
		if (e.Status == "success" || kept && !history.Holds(a.Content, e.Name)) && !falsy(e.Output) {
			n.Right(r.says(e, a), "", a.At, fmt.Sprintf("The content of the answer to %q is another.", e.CallID), e.Output, a.Whole)
		}
	})
	for _, m := range r.given {
		text := textOf(m.Get("content"))
		there := func(s wire.Value) bool { return strings.Contains(textOf(s.Get("content")), text) }
		if n.Saw(); m.Get("role").Text() == "system" && !slices.ContainsFunc(r.messages, there) {
			n.Wrong(requirement.Should, "/modelMessages", "A system message is lost.", m, wire.Value{})
		}
	}
}

// odds tells whether the conversation has calls that are unanswered, or results of none.
func (r *request) odds() bool { return !r.Valid }

func falsy(v wire.Value) bool {
	return v.IsArray() || slices.Contains([]string{"", "0", "false", "null"}, v.Text())
}

// says tells whether a content is the one that was stored.
func (r *request) says(e history.Entry, a history.Answer) bool {
	return sameContent(bareParts(e.Output), bareParts(a.Whole.Get("content")))
}

// bareParts are parts without their ids and metadata, which a model has no place for.
func bareParts(content wire.Value) wire.Value {
	if !content.IsArray() {
		return content
	}
	var bare []wire.Value
	for _, p := range content.Items() {
		bare = append(bare, p.Without("id").Without("metadata"))
	}
	return wire.List(bare...)
}

// answered looks at the calls that have one tool message, where that was sent once.
func (r *request) answered(look func(e history.Entry, a history.Answer)) {
	counts := r.counts()
	for _, e := range r.History {
		if sent := r.Answers(e.CallID); e.Role == history.Tool && counts[e.CallID] == 1 && len(sent) == 1 && !r.broken {
			look(e, sent[0])
		}
	}
}

// paired is AGUI-81.
func (r *request) paired(n *requirement.Notes) {
	counts := r.counts()
	for _, pair := range r.Confused() {
		n.Wrong("", "/modelMessages", fmt.Sprintf("The ids %q and %q are sent as one, or as none.", pair[0], pair[1]), wire.Value{},
			wire.Value{})
	}
	for i, e := range r.History {
		if _, sent := r.As[e.CallID]; e.Role != history.Tool || counts[e.CallID] != 1 || !sent || r.broken {
			continue
		}
		answers := r.Answers(e.CallID)
		n.Right(len(answers) == 1, "", "/modelMessages", fmt.Sprintf("The call %q is not answered by exactly one tool message.", e.CallID),
			wire.Int(1), wire.Int(int64(len(answers))))
		if len(answers) == 1 && r.Valid && !r.inPlace(e.CallID) {
			n.Wrong("", answers[0].At, fmt.Sprintf("The answer to %q stands behind the next user message, or before its call.", e.CallID),
				wire.Value{}, answers[0].Whole)
		}
		for k, other := range r.History {
			mixed := k != i && other.Role == history.Tool && other.CallID != e.CallID && !falsy(other.Output) &&
				!wire.Equal(other.Output, e.Output)
			if mixed && len(answers) == 1 && r.says(other, answers[0]) {
				n.Wrong("", answers[0].At, fmt.Sprintf("The call %q is answered with the content of %q.", e.CallID, other.CallID), e.Output,
					answers[0].Whole)
			}
		}
	}
}

// inPlace tells whether an answer stands behind its call and before the next user message.
func (r *request) inPlace(id string) bool {
	as, called := r.As[id], false
	for _, m := range r.Sent {
		if called && m.Role == history.User {
			return false
		}
		called = called || slices.ContainsFunc(m.Calls, func(c *compare.Got) bool { return c.ID.Text() == as })
		if slices.ContainsFunc(m.Results, func(a history.Answer) bool { return a.ID == as }) {
			return called
		}
	}
	return false
}

// failures is AGUI-82.
func (r *request) failures(n *requirement.Notes) {
	r.answered(func(e history.Entry, a history.Answer) {
		told := slices.ContainsFunc(a.Whole.Members(), func(m wire.Member) bool {
			return strings.Contains(strings.ToLower(m.Name), "error") && (m.Value.IsTrue() || m.Value.Text() != "" || m.Value.IsObject())
		})
		if e.Status == "success" {
			n.Right(!told, "", a.At, "A tool message without an error reads as a failure.", wire.Value{}, a.Whole)
			return
		}
		n.Right(told || history.Holds(a.Content, e.Name), "", a.At, "A tool message with an error reads as a success.",
			wire.Str(e.Name), a.Whole)
	})
}

// odd is AGUI-83.
func (r *request) odd(n *requirement.Notes) {
	if r.broken {
		return
	}
	for _, p := range r.History.Calls() {
		v, err := wire.Parse([]byte(p.Arguments))
		if err != nil || !v.IsObject() {
			n.Saw()
		}
		_, sent := r.As[p.ID]
		for _, m := range r.Sent {
			if err != nil && !sent && slices.ContainsFunc(m.Results, func(a history.Answer) bool { return a.ID == p.ID }) {
				n.Wrong("", "/modelMessages", fmt.Sprintf("The call %q is left out, and its answer is sent.", p.ID), wire.Value{},
					r.Messages)
			}
		}
	}
	for _, d := range r.deviations() {
		if d.Want != nil && malformedText(d.Want) && d.Kind&ofText != 0 {
			n.Wrong("", "/modelMessages", d.Message, d.Expected, d.Actual)
		}
	}
	if r.History.Malformed() {
		n.Policy("malformed arguments are sent, or left out with their call")
	}
}

// unpaired is AGUI-84.
func (r *request) unpaired(n *requirement.Notes) {
	if r.Valid || r.broken {
		return
	}
	n.Policy("%d of %d tool messages", r.answers(), len(r.History)-r.answersGiven())
	for _, d := range r.deviations() {
		if d.Want == nil {
			n.Wrong(requirement.Must, "/modelMessages", d.Message, d.Expected, d.Actual)
		}
	}
	for _, m := range r.Sent {
		for _, a := range m.Results {
			known := slices.ContainsFunc(r.History, func(e history.Entry) bool {
				as, there := r.As[e.CallID]
				return e.Role == history.Tool && (there && as == a.ID || e.CallID == a.ID) &&
					(r.says(e, a) || e.Name != "" && history.Holds(a.Content, e.Name) || strings.Contains(a.Content, textOf(e.Output)))
			})
			_, err := wire.Parse([]byte(a.Content))
			other := slices.ContainsFunc(r.History, func(e history.Entry) bool { return e.Role == history.Tool && r.says(e, a) })
			misleads := a.Content == "" || err == nil || other ||
				slices.Contains([]string{"ok", "success", "done"}, strings.ToLower(a.Content))
			if !known && (misleads || r.counts()[r.stored(a.ID)] > 0) {
				n.Wrong(requirement.Must, a.At, "A tool message says what its tool never said.", wire.Value{}, a.Whole)
			}
		}
	}
}

// stored is the id of the call that was sent under another.
func (r *request) stored(as string) string {
	for _, p := range r.History.Calls() { // the first, where several were sent as one
		if sent, there := r.As[p.ID]; there && sent == as {
			return p.ID
		}
	}
	return as
}

func (r *request) answers() (n int) {
	for _, m := range r.Sent {
		n += len(m.Results)
	}
	return n
}

func (r *request) answersGiven() (n int) {
	for _, e := range r.History {
		if e.Role != history.Tool {
			n++
		}
	}
	return n
}

// contents is AGUI-85.
func (r *request) contents(n *requirement.Notes) {
	r.answered(func(e history.Entry, a history.Answer) {
		if falsy(e.Output) && e.Status == "success" {
			bare := e.Output.IsArray() && e.Output.Len() == 0 && a.Whole.Has("content") && a.Content == ""
			n.Right((r.says(e, a) || bare) && a.Whole.Has("content"), "", a.At,
				fmt.Sprintf("The content of the answer to %q is another.", e.CallID), e.Output, a.Whole)
		}
	})
	for _, m := range r.given {
		content := m.Get("content")
		if m.Get("role").Text() != history.User || !content.IsArray() || r.broken {
			continue
		}
		n.Right(slices.ContainsFunc(r.messages, func(s wire.Value) bool {
			return s.Get("role").Text() == history.User &&
				(wire.Equal(content, s.Get("content")) || strings.Contains(textOf(s.Get("content")), textOf(content)))
		}), "", "/modelMessages", "The parts of a user are lost.",
			content, wire.Value{})
	}
}

// stripped is AGUI-86.
func (r *request) stripped(n *requirement.Notes) {
	if r.omitted {
		return
	}
	if r.broken {
		n.Wrong("", "", "A malformed message is sent.", wire.Str("rejected"), wire.List(r.messages...))
		return
	}
	own := func(v wire.Value) bool {
		return slices.ContainsFunc(v.Members(), func(m wire.Member) bool { return strings.HasPrefix(m.Name, "x_") })
	}
	activity := func(m wire.Value) bool { return m.Get("role").Text() == "activity" }
	about := func(m wire.Value) bool {
		return activity(m) || own(m) || slices.ContainsFunc(m.Get("toolCalls").Items(), own)
	}
	if slices.ContainsFunc(r.given, about) {
		n.Saw()
	}
	for i, m := range r.messages {
		content := m.Get("content")
		said := slices.ContainsFunc(r.given, func(g wire.Value) bool {
			told := wire.Equal(g.Get("content"), content) || wire.EqualOrText(g.Get("content"), content)
			return activity(g) && told
		})
		if about(m) || said {
			n.Wrong("", fmt.Sprintf("/modelMessages/%d", i), "What must be stripped is sent.", wire.Value{}, m)
		}
	}
}
