package history_test

import (
	"testing"

	. "github.com/onsi/gomega"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/history"
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
