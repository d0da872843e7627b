package generator

import "github.com/toolconform/conform/dialect"

// Shrink drops elements from a script as long as it still fails: first halves,
// then ever smaller ranges, then single elements, until nothing can go or the
// budget of tries is used up. The script that it returns has failed.
func Shrink(s dialect.Script, budget int, fails func(dialect.Script) bool) dialect.Script {
	for size := (s.Len() + 1) / 2; size > 0 && budget > 0; {
		dropped := false
		for start := 0; start < s.Len() && budget > 0; {
			smaller := s.Keep(without(s.Len(), start, size))
			budget--
			if smaller.Len() < s.Len() && fails(smaller) {
				s, dropped = smaller, true
				continue
			}
			start += size
		}
		switch {
		case size > 1:
			size = min(size/2, max(1, s.Len()/2))
		case !dropped:
			size = 0
		}
	}
	return s
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
