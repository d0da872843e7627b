package act

import "slices"

// Told is a piece of an answer: of its text, or of its call N, from 0, which it may open.
type Told struct {
	Piece
	N     int
	Call  *Called
	Opens bool
}

// InOrder are the pieces of an answer in the order in which they were told; those of a call are what pieces says.
func (a *Answer) InOrder(pieces func(n int, c *Called) []Piece) []Told {
	var list []Told
	for _, p := range a.Text {
		list = append(list, Told{Piece: p})
	}
	for n, c := range a.Calls {
		for i, p := range pieces(n, c) {
			list = append(list, Told{p, n, c, i == 0})
		}
	}
	slices.SortStableFunc(list, func(p, q Told) int { return p.Element - q.Element })
	return list
}
