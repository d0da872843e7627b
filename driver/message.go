package driver

import (
	"bytes"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// message is one message of an adapter.
type message struct {
	kind string // its "type"
	id   string
	body wire.Value
	cost int64
}

// readMessage reads a line; problem is the kind of adapter error that it is.
func readMessage(line []byte, limit int64) (m message, problem string) {
	m.cost = cost(line)
	if m.cost > limit {
		return m, TooLarge
	}
	body, err := wire.Parse(line)
	if err != nil || !body.IsObject() {
		return m, NotJSON
	}
	m.body, m.kind = body, body.Get("type").Text()
	if m.kind == "" {
		return m, NoMessage
	}
	m.id = body.Get("id").Text()
	return m, ""
}

func blank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

// aboutCase tells whether the message belongs to a case. Others are the hello, and
// types of a later version, which are ignored.
func (m message) aboutCase() bool {
	switch m.kind {
	case "event", "done", "rejected", "skipped":
		return true
	}
	return false
}

// answer gathers the messages of a case.
type answer struct {
	dialect.Observation
	limit int64
	cost  int64
	ended bool
}

// take adds a message; problem is the kind of adapter error that it is.
func (a *answer) take(m message) (problem string) {
	if a.ended {
		if m.kind == "event" {
			return LateEvent
		}
		return TwoEndings
	}
	a.cost += m.cost
	if a.cost > a.limit {
		return TooLarge
	}
	switch m.kind {
	case "event":
		if !m.body.Has("event") {
			return NoMessage
		}
		a.Events = append(a.Events, dialect.Event{Value: m.body.Get("event"), After: after(m.body)})
		return ""
	case "done":
		a.Ending, a.State = dialect.Done, m.body.Get("state")
	case "rejected":
		a.Ending, a.Reason = dialect.Rejected, m.body.Get("reason").Text()
	case "skipped":
		a.Ending, a.Reason = dialect.Skipped, m.body.Get("reason").Text()
	}
	a.ended = true
	return ""
}

func after(m wire.Value) int {
	n, ok := m.Get("after").Int64()
	if !ok || n < 0 || n > 1<<40 {
		return -1
	}
	return int(n)
}
