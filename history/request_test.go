package history_test

import (
	"testing"

	. "github.com/onsi/gomega"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// asked is a history of two calls that are answered, sent what a converter makes of it under these ids.
func asked(t *testing.T) history.History {
	t.Helper()
	h, err := history.Parse(wire.ParseString(`[{"role":"user","text":"x"},
		{"role":"assistant","parts":[{"type":"call","callId":"call_1","name":"one","arguments":"{\"a\":1}"},
		{"type":"call","callId":"call_0","name":"two","arguments":"{\"b\":2}"}]},
		{"role":"tool","callId":"call_1","name":"one","output":"uno","status":"success"},
		{"role":"tool","callId":"call_0","name":"two","output":"due","status":"success"}]`))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func sent(first, second, uno, due string) []history.Sent {
	call := func(id, name, arguments string) *compare.Got {
		return &compare.Got{ID: wire.Str(id), Name: wire.Str(name), Arguments: wire.ParseString(arguments)}
	}
	result := func(id, says string) history.Answer { return history.Answer{ID: id, Content: says, IsText: true} }
	return []history.Sent{{Role: history.User, Text: "x"},
		{Role: history.Assistant, Calls: []*compare.Got{call(first, "one", `{"a":1}`), call(second, "two", `{"b":2}`)}},
		{Role: history.Tool, Results: []history.Answer{result(uno, "uno"), result(due, "due")}}}
}

// Ids that were changed into each other's, alike in calls and results, are right; in the calls alone they are not.
func TestIDsThatWereChangedIntoEachOthers(t *testing.T) {
	g := NewWithT(t)
	right := history.Hold(asked(t), sent("call_0", "call_1", "call_0", "call_1"))
	g.Expect(right.Calls.Deviations).To(BeEmpty())
	g.Expect(right.As).To(Equal(map[string]string{"call_1": "call_0", "call_0": "call_1"}))
	g.Expect(right.Answers("call_1")).To(HaveExactElements(HaveField("Content", "uno")))

	for name, wrong := range map[string][]history.Sent{
		"in the calls alone":  sent("call_0", "call_1", "call_1", "call_0"),
		"one id for two":      sent("call_1", "call_1", "call_1", "call_1"),
		"one of them is none": sent("", "call_1", "", "call_1"),
	} {
		r := history.Hold(asked(t), wrong)
		g.Expect(r.Calls.Deviations).NotTo(BeEmpty(), name)
	}
}

// Of equal calls with ids of their own the one with a result is sent: it is not taken for the open one before it.
func TestAnOpenCallThatIsLeftOutBesideItsTwin(t *testing.T) {
	h, err := history.Parse(wire.ParseString(`[{"role":"assistant","parts":[{"type":"call","callId":"open","name":"roll","arguments":"{}"},
		{"type":"call","callId":"one","name":"roll","arguments":"{}"},{"type":"call","callId":"two","name":"roll","arguments":"{}"}]},
		{"role":"tool","callId":"one","name":"roll","output":"4","status":"success"},
		{"role":"tool","callId":"two","name":"roll","output":"6","status":"success"}]`))
	if err != nil {
		t.Fatal(err)
	}
	call := func(id string) *compare.Got {
		return &compare.Got{ID: wire.Str(id), Name: wire.Str("roll"), Arguments: wire.Str("{}")}
	}
	for name, c := range map[string]struct {
		second   string
		misleads bool
	}{"each with its own": {"6", false}, "one with what nobody said": {"5", true}} {
		results := []history.Answer{{ID: "x0", Content: "4", IsText: true}, {ID: "x1", Content: c.second, IsText: true}}
		r := history.Hold(h, []history.Sent{{Role: history.Assistant, Calls: []*compare.Got{call("x0"), call("x1")}},
			{Role: history.Tool, Results: results}})
		misleads := false
		r.MadeUp(func(_ history.Answer, so bool) { misleads = misleads || so })
		NewWithT(t).Expect(misleads).To(Equal(c.misleads), name)
	}
}

// A text is held against those of its own role, behind the one before; one of blanks alone may be left out.
func TestTextsThatAreUnchanged(t *testing.T) {
	h, err := history.Parse(wire.ParseString(`[{"role":"user","text":" "},{"role":"user","text":"a  b"},
		{"role":"assistant","parts":[{"type":"text","text":"a  b"}]},{"role":"user","text":"b"}]`))
	if err != nil {
		t.Fatal(err)
	}
	user, says := history.User, "a  b"
	for name, c := range map[string]struct {
		sent  []history.Said
		wrong int
	}{
		"as they are":            {[]history.Said{{user, " "}, {user, says}, {history.Assistant, says}, {user, "b"}}, 0},
		"blanks left out":        {[]history.Said{{user, says}, {history.Assistant, says}, {user, "b"}}, 0},
		"joined":                 {[]history.Said{{user, says + "\n\nb"}, {history.Assistant, says}}, 0},
		"changed in one role":    {[]history.Said{{user, "a b"}, {history.Assistant, says}, {user, "b"}}, 1},
		"the last not said anew": {[]history.Said{{user, says}, {history.Assistant, says}}, 1},
	} {
		rule := requirement.Rule[[]history.Said]{Requirement: requirement.Requirement{ID: "TEXT-01", Level: requirement.Must},
			Judge: func(sent []history.Said, n *requirement.Notes) { h.Unchanged(n, "/messages", sent) }}
		outcomes := requirement.Apply([]requirement.Rule[[]history.Said]{rule}, c.sent)
		NewWithT(t).Expect(outcomes[0].Findings).To(HaveLen(c.wrong), name)
	}
}
