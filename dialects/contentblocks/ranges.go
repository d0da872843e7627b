package contentblocks

import "sort"

// ranges is a set of indices. Those that rise without gaps take no room.
type ranges struct{ list []span64 }

type span64 struct{ from, to int64 } // both inclusive

// find is the position of the first range that ends at n or later.
func (r *ranges) find(n int64) int {
	return sort.Search(len(r.list), func(i int) bool { return r.list[i].to >= n })
}

func (r *ranges) has(n int64) bool {
	i := r.find(n)
	return i < len(r.list) && r.list[i].from <= n
}

func (r *ranges) add(n int64) {
	i := r.find(n)
	if i < len(r.list) && r.list[i].from <= n {
		return
	}
	left := i > 0 && r.list[i-1].to == n-1
	right := i < len(r.list) && r.list[i].from-1 == n
	switch {
	case left && right:
		r.list[i-1].to = r.list[i].to
		r.list = append(r.list[:i], r.list[i+1:]...)
	case left:
		r.list[i-1].to = n
	case right:
		r.list[i].from = n
	default:
		r.list = append(r.list, span64{})
		copy(r.list[i+1:], r.list[i:])
		r.list[i] = span64{n, n}
	}
}
