// Package agents is the reference implementation of the role of an agent: for each wire a client that
// asks, reads the stream by itself, runs the calls, and asks again. It shares framing with whoever
// judges it, and nothing else.
package agents

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/loop"
	"github.com/toolconform/conform/wire"
)

// Implementation is the reference that speaks a wire, with all that is planted in it.
func Implementation(w Wire) loop.Implementation {
	return loop.Implementation{Answer: func(e *endpoint.Endpoint) dialect.Answer { return answer(side{e, w}, hooks{}) },
		Faults:   func(p dialect.Pair, e *endpoint.Endpoint) []dialect.Fault { return faults(p, side{e, w}) },
		Variants: func(p dialect.Pair, e *endpoint.Endpoint) []dialect.Variant { return variants(p, side{e, w}) }}
}

// side is a wire as its server and as its client say it.
type side struct {
	*endpoint.Endpoint
	wire Wire
}

func answer(e side, h hooks) dialect.Answer { return answers(e, func() hooks { return h }) }

// answers makes the hooks of each conversation: several are under way at once.
func answers(e side, of func() hooks) dialect.Answer {
	return loop.InProcess(e.Endpoint, func(input wire.Value, way http.RoundTripper) wire.Value {
		a := &agent{hooks: of(), wire: e.wire, input: input, client: &http.Client{Transport: way}}
		return a.run()
	})
}

// Wire is how a client speaks a wire.
type Wire struct {
	path string
	// body is the request that goes on from what was said so far.
	body func(a *agent, m *memory) wire.Value
	// read reads the frames of a stream, object an answer that is no stream; nil where there is none.
	read   func(r *reading, e wire.Value)
	object func(r *reading, v wire.Value)
	// merged: results stand in their calls, and have no id of their own. single: a message has one
	// text, so that all of it stands before the calls. stepped: the server tells the steps of a turn.
	// kept: the server may keep the history, so that a request refers to it.
	merged, single, stepped, kept bool
	// shapes are the faults of who reads an answer as this wire tells it most of the time.
	shapes func() []row
	// formed is the converter's line that wants arguments as text, "" where the wire has values.
	formed string
}

// reading is an answer as it is read.
type reading struct {
	text strings.Builder
	// calls in the order in which they came, by what the wire calls them.
	calls []*call
	byKey map[string]*call
	// over: the answer came to its regular end. limited: the model came to its limit. failure is what
	// the server told.
	over, limited bool
	failure       string
	// word is why it ended.
	word string
	id   string
	// items are the ids of its texts.
	items []string
	// early is how much of the text came before the first call, stepped: the wire told a step.
	early   int
	stepped bool
	// hasty: the first that the server says of a call's result is taken for all.
	hasty bool
	// aloud: what the model thinks is taken for what it says.
	aloud bool
}

// thinks hears what the model thinks.
func (r *reading) thinks(text string) {
	if r.aloud {
		r.text.WriteString(text)
	}
}

// call is a call as it came. Done: the wire has said that it is whole.
type call struct {
	id, name string
	// item is the id of what it came in, where that has one: an item, or a message.
	item string
	text strings.Builder
	done bool
	// begun is the text of the arguments that the call begins with, where no piece of them follows.
	begun string
	// answer is what the server answered itself, nil where it left the call to the client; provider: it said so at the call.
	answer   *result
	provider bool
	// refused is why the server doesn't take the arguments, "" where it does.
	refused string
}

// answer keeps what the server says of a call that it answers.
func (r *reading) answer(id string, value wire.Value, failed bool) {
	if c := r.byKey[id]; c != nil && (c.answer == nil || !r.hasty) {
		c.answer = &result{id: id, value: value, failed: failed, served: true}
	}
}

func (r *reading) call(key string) *call {
	if c := r.byKey[key]; c != nil {
		return c
	}
	c := &call{}
	r.add(c)
	r.byKey[key] = c
	return c
}

func (r *reading) add(c *call) {
	if len(r.calls) == 0 {
		r.early = r.text.Len()
	}
	r.calls = append(r.calls, c)
}

// made is a call that the model made, and result what came of it.
type (
	made struct {
		id, name, text string
		item           string
		// arguments are the text as a value; sound: it is an object.
		arguments wire.Value
		sound     bool
		answer    *result
		provider  bool
		refused   string
	}
	result struct {
		id     string
		value  wire.Value
		failed bool
		served bool
	}
	// turn is what one answer said, and what its calls came to.
	turn struct {
		text string
		// late is text that is kept behind the calls, stepless: no step begins with the turn.
		late     string
		stepless bool
		calls    []made
		results  []result
		// answer is the id of the answer, items those of its texts, where they are referred to.
		answer string
		items  []string
	}
	memory struct {
		prompt string
		turns  []turn
	}
)

type agent struct {
	hooks
	wire   Wire
	input  wire.Value
	client *http.Client
	runs   []wire.Value
	again  bool
}

// run is the loop.
func (a *agent) run() wire.Value {
	m := &memory{prompt: a.input.Get("prompt").Text()}
	a.begin(m)
	most, _ := a.input.Get("maxTurns").Int64()
	for range most {
		t, err := a.ask(m)
		if err == errAgain {
			continue
		}
		if err != nil && a.hushed {
			return a.state("", "")
		}
		if err != nil {
			return a.state("", err.Error())
		}
		if !a.due(&t) || a.stopped(&t) {
			m.turns = append(m.turns, t)
			if a.on(m) {
				continue
			}
			return a.state(a.final(m), "")
		}
		if err := a.act(&t); err != nil {
			return a.state("", err.Error())
		}
		a.bend(&t)
		m.turns = append(m.turns, t)
		a.rewrite(m)
	}
	return a.state("", "there are too many turns")
}

func (a *agent) state(text, failure string) wire.Value {
	told := wire.NullValue
	if failure != "" {
		told = wire.Obj(wire.M("message", wire.Str(failure)))
	}
	return a.tells(wire.Obj(wire.M("text", wire.Str(text)), wire.M("error", told), wire.M("runs", wire.List(a.runs...))))
}

// act runs the calls of a turn.
func (a *agent) act(t *turn) error {
	for _, c := range t.calls {
		if a.served(c) {
			t.results = append(t.results, *c.answer)
			continue
		}
		r := result{id: c.id, failed: true}
		does, known := a.tool(c.name)
		switch {
		case !known:
			r.value = wire.Str(fmt.Sprintf("There is no tool %q.", c.name))
		case c.refused != "" && !a.deafened:
			r.value, r.served = wire.Str(c.refused), true
		case !c.sound:
			r.value = wire.Str("The arguments are not a JSON object.")
		default:
			r.value, r.failed = a.do(c, does)
		}
		if a.lax(c, known, &r); r.failed && a.strict {
			return fmt.Errorf("the call of %s failed: %s", c.name, r.value.Text())
		}
		t.results = append(t.results, r)
	}
	return nil
}

// do runs a tool.
func (a *agent) do(c made, does wire.Value) (value wire.Value, failed bool) {
	a.runs = append(a.runs, wire.Obj(wire.M("name", wire.Str(c.name)), wire.M("arguments", c.arguments)))
	switch {
	case does.Has("throw"):
		return wire.Str("Error: " + does.Get("throw").Text()), true
	case does.Has("return"):
		return does.Get("return"), false
	}
	return c.arguments, false
}

func (a *agent) tool(name string) (does wire.Value, known bool) {
	for _, t := range a.input.Get("tools").Items() {
		if t.Get("name").Text() == name {
			return t.Get("does"), true
		}
	}
	return wire.Value{}, false
}

// ask sends a request and reads the answer.
func (a *agent) ask(m *memory) (turn, error) {
	body := a.sends(a.wire.body(a, m))
	request, err := http.NewRequest(http.MethodPost, a.input.Get("baseUrl").Text()+a.wire.path, bytes.NewReader(body.AppendJSON(nil)))
	if err != nil {
		return turn{}, fmt.Errorf("asking: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+a.input.Get("apiKey").Text())
	response, err := a.client.Do(request)
	if err != nil {
		return turn{}, fmt.Errorf("asking: %w", err)
	}
	defer response.Body.Close()
	r := &reading{byKey: map[string]*call{}, hasty: a.hasty, aloud: a.aloud}
	err = a.hear(r, response)
	switch {
	case err != nil:
	case response.StatusCode != http.StatusOK:
		err = fmt.Errorf("the server answers with status %d", response.StatusCode)
	case r.failure != "":
		err = fmt.Errorf("the server tells an error: %s", r.failure)
	case !r.over:
		err = fmt.Errorf("the stream ended before its end")
	}
	if err != nil && !a.blind(r) {
		if a.patient && !a.again {
			a.again = true
			return turn{}, errAgain
		}
		return turn{}, err
	}
	a.again = false
	return a.understand(r)
}
