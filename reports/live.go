package reports

import (
	"cmp"
	"fmt"
	"slices"
)

// The kinds of live traffic that a result may be of.
const (
	Proxied = "proxy"
	Probed  = "probe"
)

// Live is set in the result of traffic that the harness did not make up: what passed a proxy, or what
// a live server answered.
type Live struct {
	// Kind is Proxied or Probed.
	Kind string `json:"kind"`
	// Target is the server, without credentials.
	Target string `json:"target"`
	// Exchanges are all that were seen, Judged those of which something was judged.
	Exchanges int `json:"exchanges"`
	Judged    int `json:"judged"`
	// Shown counts for each requirement the exchanges that showed it.
	Shown []Shown `json:"shown"`
	// Notes say what was not judged, and why, one sentence each.
	Notes []string `json:"notes"`
}

// Shown counts the exchanges that could have shown a requirement in one dialect and role, those that
// did, and those that missed it.
type Shown struct {
	Requirement string `json:"requirement"`
	Dialect     string `json:"dialect"`
	Role        string `json:"role"`
	Shown       int    `json:"shown"`
	Of          int    `json:"of"`
	Missed      int    `json:"missed,omitempty"`
	// Hint says how to get an unobserved one seen, "" where nothing is known.
	Hint string `json:"hint,omitempty"`
}

// SortShown orders rows by dialect, role and requirement.
func SortShown(list []Shown) {
	slices.SortFunc(list, func(a, b Shown) int {
		return cmp.Or(cmp.Compare(a.Dialect, b.Dialect), cmp.Compare(a.Role, b.Role), cmp.Compare(a.Requirement, b.Requirement))
	})
}

func (n node) live() *Live {
	n.object()
	l := &Live{Kind: n.get("kind").word(Proxied, Probed), Target: n.get("target").text(), Exchanges: n.get("exchanges").count(),
		Judged: n.get("judged").count(), Shown: []Shown{}, Notes: []string{}}
	n.get("shown").each(func(n node) {
		n.object()
		l.Shown = append(l.Shown, Shown{Requirement: n.get("requirement").text(), Dialect: n.get("dialect").text(),
			Role:  n.get("role").role(),
			Shown: n.get("shown").count(), Of: n.get("of").count(), Missed: n.optionalCount("missed"), Hint: n.optionalText("hint")})
	})
	n.get("notes").each(func(n node) { l.Notes = append(l.Notes, n.text()) })
	return l
}

// liveAgrees: no more exchanges showed a requirement than could have, or missed it than showed it.
func liveAgrees(r *Result) error {
	if r.Live == nil {
		return nil
	}
	if r.Live.Judged > r.Live.Exchanges {
		return fmt.Errorf("live.judged: %d of %d exchanges", r.Live.Judged, r.Live.Exchanges)
	}
	for i, s := range r.Live.Shown {
		if s.Missed > s.Shown || s.Shown > s.Of {
			return fmt.Errorf("live.shown[%d]: %d missed, %d shown, %d could have been", i, s.Missed, s.Shown, s.Of)
		}
	}
	return nil
}
