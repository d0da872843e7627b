package suites_test

import (
	"strings"
	"testing"

	"github.com/onsi/gomega/types"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/suites"
	"github.com/toolconform/conform/wire"
)

// answering is an implementation of one pair.
func answering(s *catalogue.Side, answer dialect.Answer) driver.Implementation {
	info := adapter.Info{Concurrency: 1, Implementation: wire.Obj(),
		Supports: []adapter.Support{{Dialect: s.Dialect, Role: s.Role, Encodings: s.Encodings}}}
	return driver.InProcess(info, map[dialect.Pair]dialect.Answer{s.Pair: answer})
}

func TestMatchersOfACaseAndOfAStream(t *testing.T) {
	cat := catalogue.New()
	side := cat.Side(dialect.Pair{Dialect: "openai-chat", Role: dialect.Consumer})
	const id = "openai-chat/consumer/several-in-one-chunk"
	mute := func(wire.Value) dialect.Observation {
		return dialect.Observation{Ending: dialect.Skipped, Reason: "not today"}
	}
	lost := cat.Fault("CHAT-05/first-entry-only")[0].Plant(side.Reference)
	chunk := func(delta, reason string) string {
		return `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":` + delta +
			`,"finish_reason":` + reason + "}]}\n\n"
	}
	call := func(name string) string {
		return chunk(`{"role":"assistant","tool_calls":[{"index":0,"id":"call_1","type":"function","function":`+name+`}]}`, "null") +
			chunk(`{}`, `"tool_calls"`) + "data: [DONE]\n\n"
	}
	right, wrong := call(`{"name":"get","arguments":"{}"}`), call(`{"name":7,"arguments":"\u001b[31m"}`)
	for name, c := range map[string]struct {
		matcher types.GomegaMatcher
		actual  any
		// missed are what the failure text says where there is one, wrong what the error says.
		missed []string
		wrong  string
	}{
		"the reference":     {suites.ConformInCase(cat, id), answering(side, side.Reference), nil, ""},
		"a planted fault":   {suites.ConformInCase(cat, id), answering(side, lost), []string{"CHAT-05", id, "replay"}, ""},
		"one that skips":    {suites.ConformInCase(cat, id), answering(side, mute), nil, "nothing was seen"},
		"no such case":      {suites.ConformInCase(cat, "openai-chat/consumer/none"), answering(side, lost), nil, "neither a case id"},
		"no implementation": {suites.ConformInCase(cat, id), "a text", nil, "this is a string"},
		"a right stream":    {suites.ConformAsStream(cat, "openai-chat"), []byte(right), nil, ""},
		"one detected":      {suites.ConformAsStream(cat, ""), strings.NewReader(right), nil, ""},
		"a wrong stream":    {suites.ConformAsStream(cat, "openai-chat"), wrong, []string{"CHAT-", "line ", "byte "}, ""},
		"nothing":           {suites.ConformAsStream(cat, "openai-chat"), "", nil, "the stream is empty"},
		"a comment alone":   {suites.ConformAsStream(cat, "openai-chat"), ": ping\n\n", nil, "event"},
		"no stream":         {suites.ConformAsStream(cat, ""), 7, nil, "this is a int"},
	} {
		ok, err := c.matcher.Match(c.actual)
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: the error is %v", name, err)
			continue
		}
		if ok != (c.wrong == "" && c.missed == nil) {
			t.Errorf("%s: conforms: %v", name, ok)
		}
		if c.missed == nil {
			continue
		}
		text := c.matcher.FailureMessage(c.actual)
		for _, want := range c.missed {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is missing in\n%s", name, want, text)
			}
		}
		if strings.Contains(text, "\x1b") {
			t.Errorf("%s: it drives the terminal", name)
		}
	}
}
