package compare

// Renamed reads ids that were changed into each other's: as many calls as there must be, each right in its place, under an
// id that no other has. Not ok where this is not it.
func Renamed(wants []*Want, got []*Got) (r Result, ok bool) {
	if len(wants) != len(got) {
		return r, false
	}
	moved, own := make([]*Want, len(wants)), map[*Want]*Want{}
	given, taken := map[string]bool{}, map[string]bool{}
	for i, w := range wants {
		id := got[i].ID.Text()
		if given[w.IDs[0]] || taken[id] || id == "" {
			return r, false // one id is not two calls'
		}
		given[w.IDs[0]], taken[id] = true, true
		as := *w
		as.IDs = []string{id}
		moved[i], own[&as] = &as, w
	}
	if r = Calls(moved, got, Options{Stateless: true}); len(r.Deviations) > 0 {
		return r, false
	}
	for i, p := range r.Pairs {
		r.Pairs[i].Want = own[p.Want]
	}
	return r, true
}
