package act

import (
	"fmt"
	"slices"
	"strings"
)

// Traits are what is particular about how a call was told. Requirements are about traits.
type Traits uint64

// The traits of a call.
const (
	// Keyless: a fragment has no key. Gap: it opened under another key than the next free
	// one. Reused: it opened under a key that another call has; Used: that other call.
	Keyless Traits = 1 << iota
	Gap
	Reused
	Used
	// FreshID: a later fragment has another id and no name. SameID: another call has its id.
	FreshID
	SameID
	// NoID, NoName and NoTag: the opener lacks it; Late: it comes on a later fragment.
	NoID
	NoName
	NoTag
	Late
	// Pieces: its name came in several different pieces. Repeated: id, name or tag came again
	// unchanged. Blanked: one of them came again as "" or null.
	Pieces
	Repeated
	Blanked
	// Interleaved: fragments of another call stand between its own. Across: text does.
	// Beside: a fragment shares its element with text or a reason. Crowded: with other calls.
	Interleaved
	Across
	Beside
	Crowded
	// Empty: no text at all came. Stray: a fragment may be its own or another call's.
	Empty
	Stray
	// Behind: a fragment came behind the reason. Among: there are other calls.
	Behind
	Among
	// AtEnd: a fragment shares its element with the reason.
	AtEnd
	// Malformed: its text is whole and no JSON. CutOff: it is not whole. Who knows how the
	// stream ended says so.
	Malformed
	CutOff
)

// Own is the n-th trait of a dialect's own, n from 0 to 7.
func Own(n int) Traits { return 1 << (56 + n) }

// Has tells whether one of these traits is there.
func (t Traits) Has(some Traits) bool { return t&some != 0 }

// Piece is a piece of text. Free pieces may be taken or left.
type Piece struct {
	Text    string
	Kind    Kind
	Element int
	Free    bool
	// ID is the id that a fragment of a call gave, "" where it gave none.
	ID string
}

// Called is a call as its fragments tell it.
type Called struct {
	// Key is the JSON of its key, "" where it has none. IDs are the different ids that it was
	// given, in order; Names the pieces of its name, "" and null left out.
	Key        string
	IDs, Names []string
	// NameLater: a piece of the name came behind text of the arguments.
	NameLater bool
	Pieces    []Piece
	Traits    Traits
	// First and Last are the elements of its first and last fragment.
	First, Last int
}

// Text is what its pieces make, without those that are free.
func (c *Called) Text() string { return c.Texts()[0] }

// maxFree bounds how many free pieces are tried in every combination.
const maxFree = 5

// Texts are all that may rightly be made of the pieces, first without any free one.
func (c *Called) Texts() []string {
	free := 0
	for _, p := range c.Pieces {
		if p.Free {
			free++
		}
	}
	var list []string
	for set := range 1 << min(free, maxFree) {
		var b strings.Builder
		n := 0
		for _, p := range c.Pieces {
			if p.Free {
				n++
				if n > maxFree && set != 1<<maxFree-1 || n <= maxFree && set&(1<<(n-1)) == 0 {
					continue
				}
			}
			b.WriteString(p.Text)
		}
		if text := b.String(); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// Countless tells whether more can be made of the pieces than Texts lists.
func (c *Called) Countless() bool {
	free := 0
	for _, p := range c.Pieces {
		if p.Free {
			free++
		}
	}
	return free > maxFree
}

// Made tells whether a text can be made of the pieces, in their order, with any of those that
// are free; beginning: whether the beginning of one can.
func (c *Called) Made(text string, beginning bool) bool {
	at := map[int]bool{0: true}
	for _, p := range c.Pieces {
		next := map[int]bool{}
		for i := range at {
			if p.Free {
				next[i] = true
			}
			if strings.HasPrefix(text[i:], p.Text) {
				next[i+len(p.Text)] = true
			} else if beginning && strings.HasPrefix(p.Text, text[i:]) {
				return true
			}
		}
		if beginning && next[len(text)] {
			return true
		}
		at = next
	}
	return at[len(text)]
}

// Plain are the id and the name of a call that is told plainly, the n-th: its own, or made-up ones.
func (c *Called) Plain(n int) (id, name string) {
	id, name = fmt.Sprintf("plain_%d", 3*n+1), "plain"
	if len(c.IDs) > 0 && !c.Traits.Has(SameID) {
		id = c.IDs[0]
	}
	if len(c.Names) > 0 {
		name = c.Names[0]
	}
	return id, name
}
