package generator

import (
	"pgregory.net/rapid"

	"github.com/toolconform/conform/dialect"
)

// FromRapid is the source of picks inside a rapid property.
func FromRapid(t *rapid.T) dialect.Pick {
	return func(n int) int {
		if n <= 1 {
			return 0
		}
		return rapid.IntRange(0, n-1).Draw(t, "pick")
	}
}
