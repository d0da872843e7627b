package agents

import (
	"slices"

	"github.com/toolconform/conform/wire"
)

// reminder is what an agent says to the model by itself.
const reminder = "Remember to be brief."

// reminded puts the agent's own word behind a request that holds results, as each wire spells what a user says.
func reminded(body wire.Value) wire.Value {
	at := "messages"
	if !body.Has(at) {
		at = "input"
	}
	list := body.Get(at).Items()
	if len(list) < 2 {
		return body
	}
	last := list[len(list)-1]
	if last.Get("content").IsString() && last.Get("role").Text() == "user" {
		return body // instructions stand before it, and nothing else
	}
	said := wire.Obj(str("role", "user"), str("content", reminder))
	switch {
	case last.Has("parts"):
		part := wire.Obj(str("type", "text"), str("text", reminder))
		said = wire.Obj(str("id", "own-3"), str("role", "user"), wire.M("parts", wire.List(part)))
	case last.Get("role").Text() == "user": // results stand in a message of the user's
		blocks := append(slices.Clone(last.Get("content").Items()), wire.Obj(str("type", "text"), str("text", reminder)))
		list, said = list[:len(list)-1], last.With("content", wire.List(blocks...))
	case last.Has("id"):
		said = said.With("id", wire.Str("own-3"))
	}
	return body.With(at, wire.List(append(list[:len(list):len(list)], said)...))
}
