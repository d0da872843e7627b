package dialecttest

import (
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
)

// Whole holds a dialect against itself in every way there is: what it says of itself, drawn
// and twisted streams, answers of any kind, right implementations that are not the reference,
// and its valid cases against its own producers' lines. Streams are how many are drawn, where
// nobody asks for others.
func Whole(t *testing.T, d dialect.Dialect, streams int) {
	t.Helper()
	streams = Streams(streams)
	t.Run("verify", func(t *testing.T) { Verify(t, d) })
	if All() { // in everyday runs the tests of the table draw some for every dialect
		t.Run("consistent", func(t *testing.T) { Consistent(t, d, 0, max(streams, placing)) })
		t.Run("anything", func(t *testing.T) { Anything(t, d, streams) })
		t.Run("otherwise", func(t *testing.T) { Otherwise(t, d, streams) })
	}
	t.Run("sendable", func(t *testing.T) {
		Sendable(t, d, func(*dialect.Case, requirement.Finding) bool { return false })
	})
}
