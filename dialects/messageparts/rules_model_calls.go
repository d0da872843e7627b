package messageparts

import (
	"maps"
	"slices"

	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

func judgeCalls(v *view, n *requirement.Notes) {
	v.eachModelCall(func(c *call) bool {
		sent := v.model.calls[c.id]
		switch {
		case len(sent) > 1:
			return n.Holds(false, finding(sent[1].pointer(), wire.Int(1), wire.Int(int64(len(sent))), "Call %q is sent %d times.", c.id,
				len(sent)))
		case len(sent) == 1:
			return v.kept(n, c, sent[0])
		}
		if !c.args.open && !c.args.plain() && v.model.listed {
			n.Policy("a call with malformed arguments is left out")
		}
		if !v.converter && v.ui.seen && len(v.ui.results[c.id]) == 0 {
			return true // nothing is held that could be sent: PART-06
		}
		return !c.owed() || n.Holds(false, finding("/modelMessages", wire.Str(c.id), wire.Value{},
			"Call %q is answered and is not sent to the model.", c.id))
	})
	v.eachReusedCall(n)
	v.phantoms(n)
}

// eachReusedCall: where an id comes again for a call of its own, each of these calls
// is sent under its own name, with its own arguments.
func (v *view) eachReusedCall(n *requirement.Notes) {
	for _, id := range slices.Sorted(maps.Keys(v.reused)) {
		sent, want := v.model.calls[id], v.reused[id]
		if len(sent) != len(want) {
			continue // what answers them tells
		}
		for i, w := range want {
			one := &call{id: id, names: []string{w.part.Get("name").Text()}, args: newArguments(false, readable(w.part.Get("arguments")))}
			if !v.kept(n, one, sent[i]) {
				break
			}
		}
	}
}

// kept checks that a sent call is the one that was made.
func (v *view) kept(n *requirement.Notes, c *call, s sent) bool {
	name, args := s.value.Get("name"), s.value.Get("arguments")
	ok := v.o.Omitted("name") || n.Holds(name.IsString() && c.named(name.Text()), finding(s.pointer()+"/name", wire.Str(c.names[0]), name,
		"Call %q is sent under another name.", c.id))
	if c.args.cutInside() || v.o.Omitted("arguments") || c.pending {
		return ok
	}
	if !c.args.plain() && !c.args.open {
		n.Policy("malformed arguments are sent as they are")
	}
	// Cut after them, or perhaps inside: an error may answer what is valid.
	if (c.args.open && (len(c.results) == 0 || v.failed(c)) || c.between || c.args.doubt && !c.args.plain()) && validArguments(args) {
		return ok
	}
	return n.Holds(c.args.match(args), finding(s.pointer()+"/arguments", c.args.expected(), args,
		"The arguments of call %q did not stay as they were.", c.id)) && ok
}

// phantoms are sent calls that nobody made.
func (v *view) phantoms(n *requirement.Notes) {
	each(v.model.order, func(s sent) bool {
		id := s.value.Get("id")
		stray := func(r *result) bool { return r.id == id.Text() } // PART-10 speaks of it
		if id.IsString() && v.byID[id.Text()] != nil || slices.ContainsFunc(v.strays, stray) {
			return true
		}
		n.Miss(finding(s.pointer()+"/id", wire.Value{}, id, "A call %s is sent that was never made.", id.JSON()))
		return false
	})
}
