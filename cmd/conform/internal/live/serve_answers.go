package live

import (
	"os"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/loop"
	"github.com/toolconform/conform/serve"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// answers are what the server says: a case's streams, a file's, or what the seed draws.
func (c Serve) answers(cat *catalogue.Catalogue, o serve.Options) (serve.Options, error) {
	var k *dialect.Case
	switch {
	case c.Case != "":
		found, err := caseOf(cat, c.Case)
		if err != nil {
			return o, err
		}
		k = found
	case c.File != "":
		data, err := os.ReadFile(c.File)
		if err != nil {
			return o, cli.Usage("--file: %v", err)
		}
		if v, bad := wire.Parse(data); bad != nil || !v.Has("script") {
			return c.recorded(o, data)
		}
		if k, err = cat.ParseCase(data); err != nil {
			return o, cli.Usage("--file %s: %v", c.File, err)
		}
	default:
		mock := serve.Mock{Seed: c.Seed}
		if c.Adversarial {
			mock.Twist = twisted(cat)
		}
		o.Script = mock.Script
		return o, nil
	}
	return served(o, k)
}

// caseOf is a case by its id, hand-written or drawn.
func caseOf(cat *catalogue.Catalogue, id string) (*dialect.Case, error) {
	index, drawn, err := generator.ParseID(id)
	if err != nil {
		return nil, cli.Usage("--case %q: %v", id, err)
	}
	if drawn {
		if side := cat.Side(index.Pair); side != nil {
			return index.Make(side.Side.Side)
		}
	}
	for _, side := range cat.Sides {
		for _, k := range side.Cases() {
			if k.ID == id {
				return k.Ready(), nil
			}
		}
	}
	return nil, cli.Usage("--case %q: there is no such case%s", id, cli.DidYouMean(id, cli.NamesOf(cat).Cases()))
}

// served answers with a case: a conversation turn by turn, a stream first of all.
func served(o serve.Options, k *dialect.Case) (serve.Options, error) {
	for _, e := range o.Endpoints {
		if e.Dialect != k.Dialect {
			continue
		}
		o.Endpoints = []*endpoint.Endpoint{e}
		switch s := k.Ready().Script.(type) {
		case *loop.Conversation:
			o.Script = func(_ *endpoint.Endpoint, _ string, n int, _ endpoint.Request) *stream.Script { return s.Script(n) }
		case *stream.Script:
			o.Script = firstThen(s)
		case *stream.Turn:
			told, _ := e.Render(s.Told(), func(int) int { return 0 }).(*stream.Script)
			o.Script = firstThen(told)
		default:
			return o, cli.Usage("%s is no stream that a server sends: a consumer's, a producer's or an agent's case is expected", k.ID)
		}
		return o, nil
	}
	return o, cli.Usage("%s is a case of %s, which is not served here", k.ID, k.Dialect)
}

// firstThen answers with a stream, and then that it is over.
func firstThen(s *stream.Script) serve.Script {
	return func(e *endpoint.Endpoint, _ string, n int, _ endpoint.Request) *stream.Script {
		if n == 0 {
			return s
		}
		return loop.Over(e)
	}
}

// recorded answers with a recorded stream.
func (c Serve) recorded(o serve.Options, data []byte) (serve.Options, error) {
	if len(o.Endpoints) != 1 {
		return o, cli.Usage("--file %s is no case file; a recorded stream needs --dialect", c.File)
	}
	s := &stream.Script{Form: o.Endpoints[0].Form, End: stream.Cut}
	d := wire.NewDecoder(wire.SSE, 0)
	for _, f := range append(d.Feed(data), d.Close()...) {
		element := act.Raw(string(f.Data))
		if v, err := wire.Parse(f.Data); err == nil {
			element = v
		}
		if f.Event != "" && !act.IsRaw(element) {
			element = act.Named(f.Event, element)
		}
		s.Elements = append(s.Elements, element)
	}
	if len(s.Elements) == 0 {
		return o, cli.Usage("--file %s: there is neither a case nor a stream of events in it", c.File)
	}
	o.Script = firstThen(s)
	return o, nil
}

// twisted plants faults in streams, one in every third: those that the dialect's consumers are tried with.
func twisted(cat *catalogue.Catalogue) func(e *endpoint.Endpoint, s *stream.Script, pick dialect.Pick) *stream.Script {
	twists := map[string][]dialect.Twist{}
	for _, side := range cat.Sides {
		if side.Role == dialect.Consumer {
			twists[side.Dialect] = side.Twists
		}
	}
	return func(e *endpoint.Endpoint, s *stream.Script, pick dialect.Pick) *stream.Script {
		list := twists[e.Dialect]
		if len(list) == 0 || pick(3) != 2 {
			return s
		}
		if script, _, ok := list[pick(len(list))].Apply(s, pick); ok {
			if changed, is := script.(*stream.Script); is {
				return changed
			}
		}
		return s
	}
}
