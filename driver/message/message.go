// Package message is what an adapter writes: lines, the messages that they hold, and the answer that
// the messages of a case make.
package message

import (
	"bytes"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// The kinds of breaches of the adapter protocol.
const (
	NotJSON     = "not a JSON object"
	NoMessage   = "not a message"
	UnknownCase = "unknown case"
	TwoEndings  = "second ending"
	LateEvent   = "event after the ending"
	TooLarge    = "answer too large"
	Twofold     = "a member twice"
)

// Message is one message of an adapter.
type Message struct {
	Kind string // its "type"
	ID   string
	Body wire.Value
	cost int64
}

// Cost is what a message takes in memory, in bytes: small values take more than their text. What stands in a string is one.
func Cost(text []byte) int64 {
	const value = 64
	values := 1
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case ',':
			values++
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		}
	}
	return int64(len(text)) + value*int64(values)
}

// Read reads a line of at most so much cost; problem is the kind of breach that it is, "" for none.
func Read(line []byte, limit int64) (m Message, problem string) {
	m.cost = Cost(line)
	if m.cost > limit {
		return m, TooLarge
	}
	body, err := wire.Parse(line)
	if err != nil || !body.IsObject() {
		return m, NotJSON
	}
	if twofold(body) {
		return m, Twofold
	}
	m.Body, m.Kind = body, body.Get("type").Text()
	if m.Kind == "" {
		return m, NoMessage
	}
	m.ID = body.Get("id").Text()
	return m, ""
}

// twofold tells whether a member of the message stands there twice with different values: nobody knows which one is meant.
func twofold(body wire.Value) bool {
	for _, member := range body.Members() {
		switch member.Name {
		case "type", "id", "event", "after", "state", "reason":
			if !wire.Equal(member.Value, body.Get(member.Name)) {
				return true
			}
		}
	}
	return false
}

// Blank tells whether a line has nothing in it.
func Blank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

// AboutCase tells whether the message belongs to a case. Others are the hello, and
// types of a later version, which are ignored.
func (m Message) AboutCase() bool {
	switch m.Kind {
	case "event", "done", "rejected", "skipped":
		return true
	}
	return false
}

// Answer gathers the messages of a case, of at most so much cost together.
type Answer struct {
	dialect.Observation
	Limit int64
	// Cost of its messages so far, and whether the last one has come.
	Cost  int64
	Ended bool
}

// Take adds a message; problem is the kind of breach that it is, "" for none.
func (a *Answer) Take(m Message) (problem string) {
	if a.Ended {
		if m.Kind == "event" {
			return LateEvent
		}
		return TwoEndings
	}
	a.Cost += m.cost
	if a.Cost > a.Limit {
		return TooLarge
	}
	switch m.Kind {
	case "event":
		if !m.Body.Has("event") {
			return NoMessage
		}
		a.Events = append(a.Events, dialect.Event{Value: m.Body.Get("event"), After: after(m.Body)})
		return ""
	case "done":
		a.Ending, a.State = dialect.Done, m.Body.Get("state")
	case "rejected":
		a.Ending, a.Reason = dialect.Rejected, m.Body.Get("reason").Text()
	case "skipped":
		a.Ending, a.Reason = dialect.Skipped, m.Body.Get("reason").Text()
	}
	a.Ended = true
	return ""
}

func after(m wire.Value) int {
	n, ok := m.Get("after").Int64()
	if !ok || n < 0 || n > 1<<40 {
		return -1
	}
	return int(n)
}
