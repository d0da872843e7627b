package stream

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/wire"
)

// Whatever items of a valid turn are kept, a valid turn is left; and all of them are the turn.
func TestKeptExchangesAreValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pick := generator.FromRapid(t)
		s := &Exchange{Transcript: generator.Transcript(pick, 5)}
		var kept []int
		for i := range s.Len() {
			if pick(4) > 0 {
				kept = append(kept, i)
			}
		}
		part := s.Keep(kept).(*Exchange)
		if err := part.Transcript.Valid(); err != nil {
			t.Fatalf("%v of %s: %v", kept, s.JSON().JSON(), err)
		}
		if len(kept) == s.Len() && !wire.Equal(part.JSON(), s.JSON()) {
			t.Fatalf("all of %s are %s", s.JSON().JSON(), part.JSON().JSON())
		}
		for _, item := range part.Transcript.Items {
			same := func(i int) bool { return wire.Equal(s.JSON().Get("items").At(i), item.JSON()) }
			if !slices.ContainsFunc(kept, same) {
				t.Fatalf("%v of %s: %s was not kept", kept, s.JSON().JSON(), item.Kind)
			}
		}
	})
}
