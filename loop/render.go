package loop

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// render makes a conversation of a transcript: a turn ends where its results come. Picks choose how each is
// told, and what the tools do.
func render(e *endpoint.Endpoint, pair dialect.Pair) dialect.Render {
	return func(t transcript.Transcript, pick dialect.Pick) dialect.Script {
		c := start(e, fmt.Sprintf("%s %s %d", pair, t.JSON().JSON(), pick(1<<30)))
		c.Tools = append(c.Tools, returning(pick))
		d := drawing{c: c, pick: pick, name: map[string]string{}, id: map[string]string{}}
		for _, item := range t.Completion().Items {
			d.deltas(item)
		}
		for _, item := range t.Told().Items {
			d.item(item)
		}
		d.flush()
		final := transcript.Item{Kind: transcript.Text, Text: []string{"Done.", "That is what there is.\n", "\"Done\" 🎸"}[pick(3)]}
		c.Turns = append(c.Turns, c.drawn(Plain, pick, final))
		return c
	}
}

// returning is a tool that returns a drawn value.
func returning(pick dialect.Pick) Tool {
	values := []string{`{"hits":[]}`, `false`, `""`, `null`, `[]`, `"plain words"`, `1.5`, `"7"`, `{"error":null}`}
	return Tool{"given", wire.Obj(wire.M("return", wire.ParseString(values[pick(len(values))])))}
}

type drawing struct {
	c     *Conversation
	pick  dialect.Pick
	items []transcript.Item
	// left are the pieces of the calls that are to come, answered tells that a result came.
	left     map[string]int
	answered bool
	// name and id are those that the agent is told: tools that it has, and ids that every wire takes.
	name, id map[string]string
}

func (d *drawing) deltas(item transcript.Item) {
	if d.left == nil {
		d.left = map[string]int{}
	}
	if item.Kind == transcript.InputDelta {
		d.left[item.ID]++
	}
}

func (d *drawing) item(item transcript.Item) {
	switch item.Kind {
	case transcript.Result:
		d.answered = true
	case transcript.Text, transcript.Call:
		if d.answered && !d.open() {
			d.flush()
		}
		if item.Kind == transcript.Call {
			d.id[item.ID] = fmt.Sprintf("call_%c%d", 'z'-rune(len(d.id)%20), 7*len(d.id)+2)
			names := []string{"search", "lookup", "fails", "zero", "given"}
			item.ID, item.Name = d.id[item.ID], names[d.pick(len(names))]
		}
		if item.Kind == transcript.Call || item.Text != "" {
			d.items = append(d.items, item)
		}
	case transcript.InputDelta:
		d.left[item.ID]--
		item.ID = d.id[item.ID]
		d.items = append(d.items, item)
	}
}

// open tells whether a call waits for pieces.
func (d *drawing) open() bool {
	for id, n := range d.left {
		if n > 0 && d.id[id] != "" {
			return true
		}
	}
	return false
}

// flush ends a turn. One without a call would end the conversation: its text goes into the next.
func (d *drawing) flush() {
	called := slices.ContainsFunc(d.items, func(i transcript.Item) bool { return i.Kind == transcript.Call })
	if !called {
		return
	}
	d.c.Turns = append(d.c.Turns, d.c.drawn(Plain, d.pick, whole(d.items)...))
	d.items, d.answered = nil, false
}

// whole gives calls whose pieces make no value the value instead: what is malformed is a twist's.
func whole(items []transcript.Item) []transcript.Item {
	var out []transcript.Item
	texts := map[string]string{}
	for _, item := range items {
		texts[item.ID] += item.Delta
	}
	for _, item := range items {
		v, err := wire.Parse([]byte(texts[item.ID]))
		sound := item.ID == "" || texts[item.ID] == "" && (item.Input.IsObject() || item.Arguments.IsString()) || err == nil && v.IsObject()
		switch {
		case sound:
			out = append(out, item)
		case item.Kind == transcript.Call:
			item.Input = wire.Obj(wire.M("n", wire.Int(int64(len(out)))))
			out = append(out, item)
		}
	}
	return out
}

// twists plant a turn before the last one, or change one.
func twists(e *endpoint.Endpoint) []dialect.Twist {
	plant := func(id, title, line string, make func(c *Conversation, n int) (Turn, bool)) dialect.Twist {
		return dialect.Twist{ID: id, Title: title, Tests: []string{line},
			Apply: func(s dialect.Script, pick dialect.Pick) (dialect.Script, dialect.Planted, bool) {
				c, ok := s.(*Conversation)
				if !ok || len(c.Turns) == 0 {
					return s, dialect.Planted{}, false
				}
				at := pick(len(c.Turns))
				t, fits := make(c, len(c.Turns))
				if !fits {
					return s, dialect.Planted{}, false
				}
				return c.with(slices.Insert(slices.Clone(c.Turns), at, t)), dialect.Planted{}, true
			}}
	}
	call := func(id, name, arguments string) transcript.Item {
		return transcript.Item{Kind: transcript.Call, ID: id, Name: name, Arguments: wire.Str(arguments)}
	}
	list := []dialect.Twist{
		plant("unknown-tool", "A tool is called that there is not.", "LOOP-05", func(c *Conversation, n int) (Turn, bool) {
			return c.turn(Plain, call(fmt.Sprintf("call_u%d", n), "teleport", fmt.Sprintf(`{"to":%d}`, n))), true
		}),
		plant("malformed", "Arguments are whole, and no JSON.", "LOOP-05", func(c *Conversation, n int) (Turn, bool) {
			return c.turn(Plain, call(fmt.Sprintf("call_m%d", n), "search", fmt.Sprintf(`{"q": %d, seven}`, n))), true
		}),
		plant("hostile-ids", "Ids are alike where some readers look.", "LOOP-11", func(c *Conversation, n int) (Turn, bool) {
			return c.turn(Plain, call(fmt.Sprintf("a%d|x", n), "search", fmt.Sprintf(`{"q":%d}`, n)),
				call(fmt.Sprintf("a%d|y", n), "search", fmt.Sprintf(`{"q":%d}`, 100+n))), true
		}),
		plant("twice", "The ends of calls are told twice.", "LOOP-07", func(c *Conversation, n int) (Turn, bool) {
			return c.twice(c.turn(Plain, call(fmt.Sprintf("call_t%d", n), "lookup", fmt.Sprintf(`{"twice":%d}`, n))))
		}),
	}
	for _, how := range []How{Closed, Broken, Failed, Length} {
		if how == Length && !e.Limited {
			continue
		}
		list = append(list, plant("cut-"+string(how), "A stream ends inside the arguments: "+string(how)+".", "LOOP-06",
			func(c *Conversation, n int) (Turn, bool) {
				id := fmt.Sprintf("call_h%d", n)
				return c.cut(how, []transcript.Item{{Kind: transcript.Call, ID: id, Name: "search"},
					{Kind: transcript.InputDelta, ID: id, Delta: fmt.Sprintf(`{"half%d":"ha`, n)},
					{Kind: transcript.InputDelta, ID: id, Delta: fmt.Sprintf(`lf%d"}`, n)}})
			}))
	}
	if e.Twice == nil {
		list = slices.DeleteFunc(list, func(t dialect.Twist) bool { return t.ID == "twice" })
	}
	return list
}
