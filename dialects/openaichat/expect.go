package openaichat

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// Traits of the dialect's own.
var (
	// reasonOdd: the calls ended under another reason than tool_calls.
	reasonOdd = act.Own(0)
	// bare: the stream has no role, or chunk ids that are empty or change.
	bare = act.Own(1)
	// besideChoices: other choices share the stream.
	besideChoices = act.Own(2)
)

// meaning is what a stream means for a consumer.
type meaning struct {
	script *stream.Script
	all    *act.Gathered
	choices
	// closed: it ended with [DONE].
	closed bool
	// bare: no role, or chunk ids that are empty or change.
	bare  bool
	leave compare.Leave
}

// choices are the answers of a stream, the first one and the others.
type choices struct {
	own    *act.Answer
	others []*act.Answer
}

func meant(c *dialect.Case) (*meaning, bool) {
	s, ok := c.Script.(*stream.Script)
	if !ok {
		return nil, false
	}
	m := &meaning{script: s, all: act.Gather(s.Acts()), closed: s.Closed()}
	m.own = m.all.Of(firstChoice)
	for _, a := range m.all.Answers {
		if a.Stream != firstChoice {
			m.others = append(m.others, a)
		}
	}
	m.leave.Allow(c.MayReject, "FRAME-12")
	m.allowances()
	return m, true
}

// allowances are where the contract allows an answer to be loud.
func (m *meaning) allowances() {
	for _, a := range m.all.Answers {
		real := reasons(a)
		odd := slices.ContainsFunc(real, func(r string) bool { return !known(r) })
		m.leave.Allow(odd, "CHAT-07")
		m.leave.Allow(a.Stream == firstChoice && len(real) == 0, "CHAT-11")
		m.leave.Allow(a.Stream != firstChoice && len(real) == 0, "CHAT-24")
		m.leave.Allow(!m.closed, "CHAT-11")
		m.leave.Allow(slices.ContainsFunc(a.Text, func(p act.Piece) bool { return p.Free }), "CHAT-23")
		m.leave.Allow(a.Muddled || len(a.Nameless) > 0, "CHAT-20")
		t := traits(a)
		m.leave.Allow(t.Has(act.Behind), "CHAT-23")
		m.leave.Allow(t.Has(act.Pieces), "CHAT-17")
		m.leave.Allow(t.Has(act.Gap), "CHAT-19")
		m.leave.Allow(t.Has(act.Keyless|act.Stray), "CHAT-20")
		m.leave.Allow(t.Has(act.NoID|act.NoName|act.NoTag|act.Late), "CHAT-21")
		m.leave.Lessen(t.Has(act.Reused|act.Used|act.FreshID), "CHAT-18")
	}
	m.leave.Allow(len(m.all.Of(firstChoice).Reasons) == 0, "CHAT-11")
	m.bare = m.roleless() || m.shifting()
	m.leave.Allow(m.bare, "CHAT-21")
	for _, chunk := range m.chunks() {
		choices := chunk.Get("choices")
		m.leave.Allow(!choices.IsArray() && chunk.Get("error").IsNull(), "CHAT-25")
		m.leave.Lessen(chunk.Has("error") && chunk.Get("error").IsNull(), "CHAT-25")
		for _, c := range choices.Items() {
			m.leave.Lessen(!c.Get("delta").IsObject(), "CHAT-25")
		}
	}
}

// chunks are the data of what came.
func (m *meaning) chunks() []wire.Value {
	var list []wire.Value
	for _, e := range m.script.Came() {
		if data, _, _ := act.Frame(e); !data.IsAbsent() {
			list = append(list, data)
		}
	}
	return list
}

// roleless: no chunk of the first choice says whose words these are.
func (m *meaning) roleless() bool {
	for _, chunk := range m.chunks() {
		for _, c := range chunk.Get("choices").Items() {
			if c.Get("index").JSON() == firstChoice && c.Get("delta").Get("role").Text() != "" {
				return false
			}
		}
	}
	return true
}

// shifting: the chunks have no id that they share.
func (m *meaning) shifting() bool {
	seen := ""
	for i, chunk := range m.chunks() {
		if chunk.Get("choices").Len() == 0 {
			continue
		}
		id := chunk.Get("id").Text()
		if id == "" || seen != "" && id != seen && i > 0 {
			return true
		}
		seen = id
	}
	return false
}

// reasons are what the choice was ended by, null and "" left out; "" alone is one.
func reasons(a *act.Answer) []string {
	var list []string
	blank := false
	for _, r := range a.Reasons {
		switch {
		case r.Text() != "":
			list = append(list, r.Text())
		case r.IsString():
			blank = true
		}
	}
	if blank && len(list) == 0 {
		return []string{""}
	}
	return list
}

func known(reason string) bool {
	return slices.Contains([]string{"stop", "length", "tool_calls", "content_filter"}, reason)
}

// says tells whether every reason says that the calls are whole.
func says(real []string) bool {
	return len(real) > 0 && !slices.ContainsFunc(real, func(r string) bool { return r != "stop" && r != "tool_calls" })
}

func traits(a *act.Answer) (t act.Traits) {
	for _, c := range a.Calls {
		t |= c.Traits
	}
	return t
}

// failed: an error came.
func (m *meaning) failed() bool { return len(m.all.Failures) > 0 }

// groups are the calls of a choice in the forms in which they may be shown.
func (m *meaning) groups(a *act.Answer) []compare.Group {
	real := reasons(a)
	t := compare.Terms{Reasoned: len(real) > 0, Said: says(real), Closed: m.closed, Failed: m.failed()}
	t.Mixed = slices.ContainsFunc(real, func(r string) bool { return r != real[0] })
	if len(real) > 0 && real[0] != "tool_calls" {
		t.Traits |= reasonOdd
	}
	if m.bare {
		t.Traits |= bare
	}
	return compare.Expect(a, t, m.besides())
}

// texts are what `content` and `refusal` may hold.
type texts struct{ content, refusal []string }

// texts of a choice: text behind the reason is taken or left, a refusal stands by itself,
// in the text, or behind it.
func (m *meaning) texts(a *act.Answer) texts {
	var t texts
	join := func(late bool, kinds ...act.Kind) string {
		var b strings.Builder
		for _, p := range a.Text {
			if slices.Contains(kinds, p.Kind) && (late || !p.Free) {
				b.WriteString(p.Text)
			}
		}
		return b.String()
	}
	for _, late := range []bool{false, true} {
		text, refusal := join(late, act.Text), join(late, act.Refusal)
		t.content = append(t.content, text, join(late, act.Text, act.Refusal), text+refusal)
		t.refusal = append(t.refusal, refusal)
	}
	return t
}
