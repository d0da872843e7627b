package history

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Read reads what a converter sent: a member of its state is the list of messages. Not ok where the case holds no history.
func Read(c *dialect.Case, o *dialect.Observation, member string, as func(at string, m wire.Value) []Sent) (r *Request, ok bool) {
	h, ok := c.Script.(History)
	messages := o.State.Get(member)
	r = Hold(h, Taken(messages, "/"+member, as))
	r.Messages = wire.List(messages.Items()...)
	return r, ok
}

// Taken is what a list says, whose place is at: a message may say several things, or nothing.
func Taken(list wire.Value, at string, as func(at string, m wire.Value) []Sent) (sent []Sent) {
	for i, m := range list.Items() {
		sent = append(sent, as(fmt.Sprintf("%s/%d", at, i), m)...)
	}
	return sent
}

// Joined is a content as text, and whether it is one: a list of parts is what they say, joined.
func Joined(content wire.Value) (text string, isText bool) {
	if !content.IsArray() {
		return content.Text(), content.IsString()
	}
	var b strings.Builder
	for _, p := range content.Items() {
		b.WriteString(p.Get("text").Text())
	}
	return b.String(), true
}

// Account is how a converter of this wire answered: first is the line that a refusal misses; a history that is not valid, of
// which odd speaks, or that is malformed, may be refused.
func (r *Request) Account(there, refused bool, first, odd string) Account {
	return Account{There: there, Refused: refused, Sound: r.Valid && !r.History.Malformed(), Tells: r.Tells(), First: first,
		Excuses: func(id string) bool { return id == odd && !r.Valid || id == first && r.Valid }}
}
