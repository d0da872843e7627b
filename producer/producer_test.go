package producer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

type see = func(t *told, e wire.Value)

// told is a wire of texts: {"say":"…"}.
type told struct {
	*producer.Stream[*told, see]
	text string
}

func (t *told) Take(e wire.Value) {
	t.Look(func(s see) {
		if s != nil {
			s(t, e)
		}
	})
	t.text += e.Get("say").Text()
}

func (t *told) Tells() bool { return t.Meant != nil && len(t.Events) > 0 }

func side() producer.Side[*told, see] {
	rule := func(id string) requirement.Requirement { return requirement.Requirement{ID: id} }
	return producer.Side[*told, see]{New: func(s *producer.Stream[*told, see]) *told { return &told{Stream: s} },
		Rules: func() []producer.Rule[*told, see] {
			return []producer.Rule[*told, see]{
				{Requirement: rule("X-1"), See: func(t *told, e wire.Value) { t.Holds(e.Has("say"), "It says nothing.", wire.Value{}, e) }},
				{Requirement: rule("X-2"), End: func(t *told) {
					if t.Meant != nil {
						t.Holds(t.Text() == t.text, "It says another thing.", wire.Str(t.Text()), wire.Str(t.text))
					}
				}},
				{Requirement: rule("X-3"), End: func(t *told) {
					t.Bytes(func(f producer.Frame) bool { return f.Done() && f.Left == 0 }, nil)
				}},
				{Requirement: rule("X-4"), See: func(t *told, e wire.Value) {
					if len(e.Get("say").Text()) > 5 {
						t.Miss(requirement.Should, "It says much.", wire.Value{}, e)
					}
				}},
			}
		}}
}

func judged(t *testing.T, events, sse string, omits ...string) string {
	t.Helper()
	script, err := stream.ParseTurn(wire.ParseString(`{"items":[{"type":"text","text":"one "},{"type":"text","text":"two"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	o := &dialect.Observation{State: wire.Obj(wire.M("sse", wire.Str(sse))), Omits: omits}
	for _, e := range wire.ParseString(events).Items() {
		o.Events = append(o.Events, dialect.Event{Value: e})
	}
	var list []string
	for _, out := range side().Judge(&dialect.Case{Script: script}, o) {
		list = append(list, fmt.Sprint(out.Verdict))
	}
	return strings.Join(list, " ")
}

func TestJudge(t *testing.T) {
	const right = `[{"say":"one "},{"say":"two"}]`
	const bytes = "data: {\"say\":\"one \"}\n\n: hm\n\ndata: {\"say\": \"two\"}\n\n"
	pass, fail, warn, none := fmt.Sprint(requirement.Pass), fmt.Sprint(requirement.Fail), fmt.Sprint(requirement.Warn),
		fmt.Sprint(requirement.Unobserved)
	for _, c := range []struct {
		name, events, sse string
		omits             []string
		want              []string
	}{
		{"right", right, bytes + "data: [DONE]\n\n", nil, []string{pass, pass, pass, none}},
		{"another event", right, strings.Replace(bytes, "two", "2", 1), nil, []string{pass, pass, fail, none}},
		{"bytes end early", right, bytes[:24], nil, []string{pass, pass, fail, none}},
		{"more bytes", right, bytes + bytes, nil, []string{pass, pass, fail, none}},
		{"the marker too early", right, "data: [DONE]\n\n" + bytes, nil, []string{pass, pass, fail, none}},
		{"no bytes to tell", right, "", []string{"sse"}, []string{pass, pass, none, none}},
		{"text and form", `[{"say":"one two "},{}]`, "", []string{"sse"}, []string{fail, fail, none, warn}},
		{"nothing", `[]`, "", []string{"sse"}, []string{none, fail, none, none}},
	} {
		if is := judged(t, c.events, c.sse, c.omits...); is != strings.Join(c.want, " ") {
			t.Errorf("%s: %s, not %s", c.name, is, strings.Join(c.want, " "))
		}
	}
}

// A recorded stream is judged as it comes, and what the end would show only where it came.
func TestCheck(t *testing.T) {
	c := side().Check(dialect.CheckOptions{})
	if list := c.Event(wire.ParseString(`{"say":"one"}`)); len(list) != 0 {
		t.Error(list)
	}
	list := c.Event(wire.ParseString(`{}`))
	if len(list) != 1 || list[0].Requirement != "X-1" || list[0].Event != 1 || list[0].Level != requirement.Must {
		t.Error(list)
	}
	if list = c.End(); len(list) != 0 {
		t.Error("what was told is told again:", list)
	}
	if seen := c.(interface{ Seen() []string }).Seen(); strings.Join(seen, " ") != "X-1" {
		t.Error(seen)
	}
}
