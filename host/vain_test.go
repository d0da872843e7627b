package host_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/host"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// An agent that asks where nothing is, or what nobody can read, is told so, and blamed for nothing else.
func TestWhatAnAgentAsksInVain(t *testing.T) {
	s := sides()[0]
	for _, c := range []struct{ name, path, body, says string }{
		{"another path", "/completions", `{}`, "POST /v1/completions: 404, there is nothing at /v1/completions"},
		{"another wire", "/messages", `{"messages":[]}`, "POST /v1/messages: 404, this conversation is held on openai-chat"},
		{"without the path of the base URL", "", `{"messages":[]}`, "left out the path of its base URL"},
		{"garbage", "/chat/completions", `{"messages":`, "POST /v1/chat/completions: 400, the body is no JSON object"},
	} {
		agent := func(input wire.Value) dialect.Observation {
			base := input.Get("baseUrl").Text()
			if c.path == "" {
				base = base[:strings.Index(base, "/c/")] + "/v1/chat/completions"
			}
			resp, err := http.Post(base+c.path, "application/json", strings.NewReader(c.body))
			if err != nil {
				return dialect.Observation{State: wire.Obj(wire.M("error", wire.Str(err.Error())))}
			}
			resp.Body.Close()
			return dialect.Observation{State: wire.ParseString(`{"text":"","error":{"message":"no luck"},"runs":[]}`)}
		}
		impl := beside(t, map[dialect.Pair]dialect.Answer{s.Pair: agent})
		told := s.Cases()[0]
		o := impl.Observe(context.Background(), driver.Request{ID: told.ID, Pair: told.Pair, Input: told.Input()})
		var findings []string
		for _, out := range (judge.Side{Side: &s}).Case(told, &o, nil) {
			if out.Verdict != requirement.Fail && out.Verdict != requirement.Warn {
				continue
			}
			for _, f := range out.Findings {
				findings = append(findings, out.Requirement+" "+f.Message)
			}
		}
		if len(findings) != 1 || !strings.HasPrefix(findings[0], "LOOP-01 ") || !strings.Contains(findings[0], c.says) {
			t.Errorf("%s: %q", c.name, findings)
		}
	}
}

// An agent that reaches the server by another address is told that.
func TestTheAddressThatAgentsAreTold(t *testing.T) {
	s := sides()[0]
	var got wire.Value
	answers := map[dialect.Pair]dialect.Answer{s.Pair: func(input wire.Value) dialect.Observation {
		got = input
		return dialect.Observation{State: wire.Obj()}
	}}
	info := adapter.Info{Concurrency: 1, Supports: []adapter.Support{{Dialect: s.Dialect, Role: s.Role}}}
	impl := host.Beside(driver.InProcess(info, answers), dialects.Endpoints(), host.Place{URL: "http://host.docker.internal:4111/"})
	c := s.Cases()[0]
	impl.Observe(context.Background(), driver.Request{ID: c.ID, Pair: c.Pair, Input: c.Input()})
	if url := got.Get("baseUrl").Text(); url != "http://host.docker.internal:4111/c/1/v1" {
		t.Errorf("the agent is told %s", url)
	}
	if err := impl.Close(); err != nil {
		t.Error(err)
	}
}
