package generator

import (
	"slices"

	"github.com/toolconform/conform/dialect"
)

// Shrink drops elements from a script as long as it still fails: first halves,
// then ever smaller ranges, then single elements, until nothing can go or the
// budget of tries is used up. Fails gets a smaller script, and which elements of the
// whole one are left in it. The script that Shrink returns has failed.
func Shrink(whole dialect.Script, budget int, fails func(s dialect.Script, kept []int) bool) dialect.Script {
	best, left := whole, without(whole.Len(), 0, 0)
	for size := (len(left) + 1) / 2; size > 0 && budget > 0; {
		dropped := false
		for start := 0; start < len(left) && budget > 0; {
			kept := slices.Concat(left[:start], left[min(start+size, len(left)):])
			smaller := whole.Keep(kept)
			budget--
			if smaller.Len() < best.Len() && fails(smaller, kept) {
				best, left, dropped = smaller, kept, true
				continue
			}
			start += size
		}
		switch {
		case size > 1:
			size = min(size/2, max(1, len(left)/2))
		case !dropped:
			size = 0
		}
	}
	return best
}

func without(n, start, size int) []int {
	keep := make([]int, 0, n)
	for i := range n {
		if i < start || i >= start+size {
			keep = append(keep, i)
		}
	}
	return keep
}
