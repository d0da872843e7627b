package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/serve"
)

// myAgent is as small as an agent can be: it answers each call with "ok", until there is none.
func myAgent(base, prompt string) error {
	messages := []any{map[string]string{"role": "user", "content": prompt}}
	for {
		body, err := json.Marshal(map[string]any{"messages": messages, "tools": []any{map[string]any{"type": "function",
			"function": map[string]any{"name": "search"}}}})
		if err != nil {
			return err
		}
		resp, err := http.Post(base+"/chat/completions", "application/json", strings.NewReader(string(body)))
		if err != nil {
			return err
		}
		var answer struct {
			Choices []struct {
				Message struct {
					Role      string  `json:"role"`
					Content   *string `json:"content"`
					ToolCalls []struct {
						ID       string         `json:"id"`
						Type     string         `json:"type"`
						Function map[string]any `json:"function"`
					} `json:"tool_calls,omitempty"`
				} `json:"message"`
			} `json:"choices"`
		}
		err = json.NewDecoder(resp.Body).Decode(&answer)
		resp.Body.Close()
		if err != nil || len(answer.Choices) != 1 {
			return fmt.Errorf("%d choices: %w", len(answer.Choices), err)
		}
		said := answer.Choices[0].Message
		if len(said.ToolCalls) == 0 {
			return nil
		}
		messages = append(messages, said)
		for _, c := range said.ToolCalls {
			messages = append(messages, map[string]string{"role": "tool", "tool_call_id": c.ID, "content": "ok"})
		}
	}
}

// TestMyAgent is the example of docs/loop.md.
func TestMyAgent(t *testing.T) {
	model := httptest.NewServer(serve.New(serve.Options{Endpoints: dialects.Endpoints(), Script: serve.Mock{Seed: 7}.Script}))
	defer model.Close()
	if err := myAgent(model.URL+"/c/mine/v1", "Look it up."); err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get(model.URL + "/c/mine/log")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var log struct {
		Requests []struct{ Body struct{ Messages []any } }
	}
	if err := json.NewDecoder(resp.Body).Decode(&log); err != nil || len(log.Requests) < 2 {
		t.Errorf("it asked %d times: %v", len(log.Requests), err)
	}
}
