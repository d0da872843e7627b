package messageparts

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Without is the script as it would be told without what the requirement is about: with
// plain outputs for the falsy ones of PART-09.
func (s steps) Without(requirement string) []dialect.Script {
	if requirement != "PART-09" {
		return nil
	}
	list := make([]wire.Value, len(s.list))
	for i, step := range s.list {
		switch output := step.Get("output"); {
		case step.Get("type").Text() != stepAddResult || output.IsAbsent() || !falsy(output):
		case output.IsString():
			step = step.With("output", wire.Str("a plain text"))
		default:
			step = step.With("output", wire.Obj(wire.M("plain", wire.Int(7))))
		}
		list[i] = step
	}
	return []dialect.Script{steps{list}}
}
