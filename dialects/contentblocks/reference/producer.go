package reference

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Produce is a server that emits content blocks as its document asks.
func Produce(input wire.Value) dialect.Observation { return runServer(serverManner{}, input) }

func runServer(m serverManner, input wire.Value) dialect.Observation {
	t, err := transcript.ParseValid(input.Get("transcript"))
	if err != nil {
		return dialect.Rejection(err)
	}
	s := &server{serverManner: m, message: t.MessageID, names: map[string]string{}, settled: map[string]bool{}}
	s.turn(t)
	events := make([]dialect.Event, len(s.events))
	for i, ev := range s.events {
		events[i] = dialect.Event{Value: ev, After: -1}
	}
	return dialect.Observation{Events: events}
}

// serverManner are the choices that a server is free to make; the zero value is the reference's.
type serverManner struct {
	first, step int64 // of the indices; a step of 0 is 1
	framed      bool  // message_start … message_stop around it
	pings       bool
	bare        bool // no tool_name, message_id, tool_content_message
	nullless    bool // artifact left out instead of null
	raw         bool // content that is no text as itself
	cancel      bool // answers open calls `cancelled`, no terminal
	both        bool // answers them and adds the terminal
	always      bool // a terminal also where no call is open
	overlap     bool // a text block stays open around each tool block
	noText      bool
	wholeText   bool // text in the start instead of deltas
}

// server emits one message.
type server struct {
	serverManner
	message string
	names   map[string]string // of the calls, by id
	calls   []string          // their ids, in order
	settled map[string]bool   // the ids that have a result
	next    int64
	events  []wire.Value
}

func (s *server) emit(events ...wire.Value) { s.events = append(s.events, events...) }

func (s *server) index() int64 {
	n := s.first + s.next*max(s.step, 1)
	s.next++
	return n
}

func (s *server) turn(t transcript.Transcript) {
	if s.framed {
		s.emit(wire.Obj(wire.M("type", wire.Str(words.MessageStart)), wire.M("message_id", wire.Str(s.message))))
	}
	for _, item := range t.Items {
		s.item(item)
	}
	s.end(t.StopReason())
	if s.framed {
		s.emit(words.Plain(words.MessageDelta), words.Plain(words.MessageStop))
	}
}

func (s *server) item(item transcript.Item) {
	if s.pings {
		s.emit(words.Plain(words.Ping))
	}
	switch item.Kind {
	case transcript.Text:
		s.text(item.Text)
	case transcript.Call:
		s.call(item)
	case transcript.Result:
		s.result(item.ID, item.Status, item.Content, item.Artifact)
	}
}

func (s *server) text(text string) {
	if s.noText {
		return
	}
	n := s.index()
	if s.wholeText {
		s.emit(words.Block(n, words.Text(text))...)
		return
	}
	s.emit(words.Start(n, words.Plain(words.TextBlock)), words.TextDelta(n, text), words.Stop(n))
}

// call emits a tool_use, complete in its start.
func (s *server) call(item transcript.Item) {
	s.names[item.ID] = item.Name
	s.calls = append(s.calls, item.ID)
	b := words.UseBlock(item.ID, item.Name, item.Input)
	if s.bare {
		s.emitBlock(b)
		return
	}
	if item.Label != "" {
		b = b.With("tool_content_message", wire.Str(item.Label))
	}
	n := s.index()
	s.emit(words.Start(n, b).With("message_id", wire.Str(s.message)), words.Stop(n))
}

// emitBlock emits a block; where blocks overlap, a text block is open around it.
func (s *server) emitBlock(b wire.Value) {
	n := s.index()
	if !s.overlap {
		s.emit(words.Block(n, b)...)
		return
	}
	around := n
	n = s.index()
	s.emit(words.Start(around, words.Plain(words.TextBlock)))
	s.emit(words.Block(n, b)...)
	s.emit(words.Stop(around))
}

func (s *server) result(id, status string, content, artifact wire.Value) {
	s.settled[id] = true
	if !content.IsString() && !s.raw {
		content = wire.Str(content.JSON())
	}
	b := words.ResultBlock(id, status, content)
	if !s.bare {
		b = b.With("tool_name", wire.Str(s.names[id]))
	}
	if !artifact.IsNull() || !s.nullless {
		b = b.With("artifact", wire.OrNull(artifact))
	}
	s.emitBlock(b)
}

// end tells what becomes of the calls that the stop left open.
func (s *server) end(reason string) {
	if reason == transcript.Completed {
		return
	}
	open := false
	for _, id := range s.calls {
		if s.settled[id] {
			continue
		}
		open = true
		if s.cancel || s.both {
			s.result(id, transcript.Cancelled, wire.Str(""), wire.Value{})
		}
	}
	if s.cancel || !open && !s.always {
		return
	}
	terminal := words.Plain(words.UserStopped)
	if reason == transcript.Error {
		terminal = words.Plain(words.Failed).With("message", wire.Str("The turn failed."))
	}
	s.emit(words.Block(s.index(), terminal)...)
}
