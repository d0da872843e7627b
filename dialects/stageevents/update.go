package stageevents

import "github.com/toolconform/conform/wire"

// stage is how far a call has come. Its number is its rank: stages never go back.
type stage int

// The stages, "Stage Field Enum Values" of the document.
const (
	start stage = iota
	streaming
	running
	end
)

const stageCount = 4

func (s stage) String() string { return [...]string{"start", "streaming", "running", "end"}[s] }

// stageOf reads a stage; ok is false for everything that is none of the four.
func stageOf(v wire.Value) (stage, bool) {
	for s := start; s <= end; s++ {
		if v.IsString() && v.Text() == s.String() {
			return s, true
		}
	}
	return 0, false
}

// knownUpdate tells what an event says about which call. An object without a
// string id, or with another stage, is an unknown event (adapter protocol,
// section 3), and so is what is no object.
func knownUpdate(event wire.Value) (id string, s stage, ok bool) {
	s, ok = stageOf(event.Get("stage"))
	if !ok || !event.Get("id").IsString() {
		return "", 0, false
	}
	return event.Get("id").Text(), s, true
}

// emptyObject tells whether v is {}.
func emptyObject(v wire.Value) bool { return v.IsObject() && v.Len() == 0 }

// none tells whether a member of an answer holds nothing. Implementations in
// languages without null write "".
func none(v wire.Value) bool { return v.IsNull() || v.IsString() && v.Text() == "" }
