// Package words is what an update of a call says on this wire: the words that the roles, the
// judges and what is planted in the reference have in common.
package words

import (
	"unicode/utf8"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// What the dialect is called, and the document that it stands in.
const (
	Name     = "stage-events"
	Document = "document 001 (stage events)"
)

// Consumer is the pair of clients, Producer that of tool runners.
func Consumer() dialect.Pair { return dialect.Pair{Dialect: Name, Role: dialect.Consumer} }

func Producer() dialect.Pair { return dialect.Pair{Dialect: Name, Role: dialect.Producer} }

// IDs spells "50 53" out.
func IDs(numbers string) []string {
	var ids []string
	for i := 0; i+2 <= len(numbers); i += 3 {
		ids = append(ids, "STAGE-"+numbers[i:i+2])
	}
	return ids
}

// Stage is how far a call has come. Its number is its rank: stages never go back.
type Stage int

// The stages, "Stage Field Enum Values" of the document.
const (
	Start Stage = iota
	Streaming
	Running
	End
)

// Stages is how many there are.
const Stages = 4

func (s Stage) String() string { return [...]string{"start", "streaming", "running", "end"}[s] }

// StageOf reads a stage; ok is false for everything that is none of the four.
func StageOf(v wire.Value) (Stage, bool) {
	for s := Start; s <= End; s++ {
		if v.IsString() && v.Text() == s.String() {
			return s, true
		}
	}
	return 0, false
}

// Known tells what an event says about which call. An object without a string id, or with another stage, is an unknown event
// (adapter protocol, section 3), and so is what is no object.
func Known(event wire.Value) (id string, s Stage, ok bool) {
	s, ok = StageOf(event.Get("stage"))
	if !ok || !event.Get("id").IsString() {
		return "", 0, false
	}
	return event.Get("id").Text(), s, true
}

// At tells whether the event is an update of that stage.
func At(e wire.Value, s Stage) bool {
	got, ok := StageOf(e.Get("stage"))
	return ok && got == s
}

// Argues tells whether an update carries arguments, whole or in pieces.
func Argues(u wire.Value) bool { return u.Has("parameters") || u.Has("parametersChunk") }

// TellsFailure: `error` present or `success:false`. An error of null or false is none.
func TellsFailure(e wire.Value) bool {
	err := e.Get("error")
	return !err.IsNull() && !err.IsFalse() || e.Get("success").IsFalse()
}

// RuneCut is n, moved up to where a code point ends.
func RuneCut(s string, n int) int {
	for n < len(s) && !utf8.RuneStart(s[n]) {
		n++
	}
	return n
}
