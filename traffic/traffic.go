// Package traffic judges exchanges between a client and a server that know nothing of the harness: an
// answer by its producer's rules, a request by those of converters that it can miss by itself, and
// the next request of a conversation by the calls that it must answer. Judging is pure; bytes come
// from readers.
package traffic

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/requirement"
)

// Wire is one dialect behind HTTP, with all that judging its exchanges needs.
type Wire struct {
	*endpoint.Endpoint
	// Producer and Consumer are its sides; Consumer reads an answer as a right client does.
	Producer, Consumer *dialect.Side
	// Roles are the requirements of the wire by role, in order.
	Roles map[dialect.Role][]requirement.Requirement
}

// Wires are the endpoints with their sides.
func Wires(endpoints []*endpoint.Endpoint, all []dialect.Dialect) []*Wire {
	var list []*Wire
	for _, e := range endpoints {
		w := &Wire{Endpoint: e, Roles: map[dialect.Role][]requirement.Requirement{}}
		for i := range all {
			for k := range all[i].Sides {
				if all[i].Name == e.Dialect {
					w.take(&all[i].Sides[k])
				}
			}
		}
		list = append(list, w)
	}
	return list
}

func (w *Wire) take(side *dialect.Side) {
	w.Roles[side.Role] = side.Requirements
	switch side.Role {
	case dialect.Producer:
		w.Producer = side
	case dialect.Consumer:
		w.Consumer = side
	}
}

// Find is the wire that a request speaks, by the path that it is posted to; nil for none. Whatever
// stands before the path of a wire, a version or a deployment, is the server's.
func Find(wires []*Wire, method, path string) *Wire {
	if method != "POST" {
		return nil
	}
	path = strings.TrimSuffix(path, "/")
	for _, w := range wires {
		own := w.Path
		if own == "" {
			own = w.Base
		}
		if own != "" && strings.HasSuffix(path, own) || own == "" && path == "" {
			return w
		}
	}
	return nil
}

// Spoken is the wire of that dialect, nil where it has none.
func Spoken(wires []*Wire, name string) *Wire {
	for _, w := range wires {
		if w.Dialect == name {
			return w
		}
	}
	return nil
}

// Pair is the wire in a role.
func (w *Wire) Pair(role dialect.Role) dialect.Pair {
	return dialect.Pair{Dialect: w.Dialect, Role: role}
}

// RequestLines are the requirements of converters that requests are held against.
func (w *Wire) RequestLines() []requirement.Requirement {
	p := w.Live.Pairing
	lines := []string{p.Calls, p.Results, p.Order, p.Twice, p.Orphan}
	lines = append(lines, w.Live.Forms...)
	return slices.DeleteFunc(slices.Clone(w.Roles[dialect.Converter]), func(r requirement.Requirement) bool {
		return !slices.Contains(lines, r.ID)
	})
}
