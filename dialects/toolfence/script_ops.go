package toolfence

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// certain tells whether every right reader takes the segment for a call: only
// such fences are touched where their source must not show.
func (d *document) certain(i int) bool {
	s := d.segments[i]
	if s.kind != toolSegment || s.style.free() || s.style.Open || s.style.Extra != "" || d.newline == cr || d.bom && i == 0 {
		return false
	}
	w := call{object: s.object}
	_, _, w.unsureID = textMember(s.object.Get("toolCallId"))
	_, _, w.unsureName = textMember(s.object.Get("toolName"))
	return !w.unsureID && !w.unsureName && knownState(s.object.Get("state")) &&
		(!s.object.Has("errorText") || s.object.Get("errorText").IsString())
}

func knownState(v wire.Value) bool {
	if v.IsAbsent() {
		return true
	}
	for _, known := range states() {
		if v.Text() == known {
			return true
		}
	}
	return false
}

// mapped is the document with every certain tool fence's object changed.
func (d *document) mapped(change func(wire.Value) wire.Value) dialect.Script {
	other := *d
	other.segments = append([]segment{}, d.segments...)
	for i := range other.segments {
		if s := &other.segments[i]; d.certain(i) {
			if changed := change(s.object); !wire.Equal(changed, s.object) {
				s.object, s.body = changed, ""
			}
		}
	}
	return other.script()
}

// Rename gives the calls other ids, but for those that also stand in a fence that
// need not be a call.
func (d *document) Rename(name func(string) string) dialect.Script {
	uncertain := map[string]bool{}
	rest := &document{}
	for i, s := range d.segments {
		if !d.certain(i) {
			rest.segments = append(rest.segments, s)
		}
	}
	for _, o := range rest.objects() {
		id := o.Get("toolCallId")
		uncertain[id.Text()], uncertain[id.JSON()] = true, true // 42 may become "42"
	}
	return d.mapped(func(o wire.Value) wire.Value {
		if !isText(o.Get("toolCallId")) || uncertain[o.Get("toolCallId").Text()] {
			return o
		}
		return o.With("toolCallId", wire.Str(name(o.Get("toolCallId").Text())))
	})
}

// InsertUnknown strews members that the document doesn't know into the objects.
func (d *document) InsertUnknown(pick dialect.Pick) dialect.Script {
	return d.mapped(func(o wire.Value) wire.Value {
		for range 1 + pick(2) {
			o = withUnknown(o, pick)
		}
		return o
	})
}

// unknownMembers look like something that a reader may know from elsewhere.
func unknownMembers() []wire.Member {
	return []wire.Member{
		wire.M("x-trace", wire.Str("a1b2")), wire.M("error", wire.Str("not an error")), wire.M("result", wire.Int(7)),
		wire.M("args", wire.Obj(wire.M("other", wire.Boolean(true)))), wire.M("id", wire.Str("other_id")),
		wire.M("name", wire.Str("otherName")), wire.M("status", wire.Str("output-error")), wire.M("isError", wire.Boolean(true)),
		wire.M("metadata", wire.Obj(wire.M("state", wire.Str("output-error")), wire.M("toolCallId", wire.Str("inner")))),
		wire.M("ToolCallId", wire.Str("upper")), wire.M("toolCallID", wire.Str("upper_too")), wire.M("providerExecuted", wire.NullValue),
		wire.M("toString", wire.List(wire.Int(0), wire.Str(""))), wire.M("", wire.Str("a member without a name")),
	}
}

func withUnknown(o wire.Value, pick dialect.Pick) wire.Value {
	all := unknownMembers()
	m := all[pick(len(all))]
	if o.Has(m.Name) {
		return o
	}
	members := append([]wire.Member{}, o.Members()...)
	at := len(members) - pick(len(members)+1)
	members = append(members[:at:at], append([]wire.Member{m}, members[at:]...)...)
	return wire.Obj(members...)
}

// Answered counts for each id the fences that tell an outcome.
func (n named) Answered() map[string]int {
	answered := map[string]int{}
	for _, o := range n.objects() {
		state := o.Get("state").Text()
		if o.Has("output") || o.Has("errorText") || state == "output-available" || state == "output-error" {
			answered[o.Get("toolCallId").Text()]++
		}
	}
	return answered
}

// Unsettled are the calls of fences that nothing closes: what is held of them at the
// end of input may be gone when the document goes on, or when their container ends.
func (n named) Unsettled() map[string]bool {
	unsettled := map[string]bool{}
	var walk func([]segment)
	walk = func(segments []segment) {
		for _, s := range segments {
			if s.kind == toolSegment && s.open() {
				unsettled[s.object.Get("toolCallId").Text()] = true
			}
			walk(s.inside)
		}
	}
	walk(n.segments)
	return unsettled
}

// Without is the document in plain: with LF for the line endings of FENCE-20, without the
// other members of FENCE-12.
func (d *document) Without(requirement string) []dialect.Script {
	plain := *d
	switch {
	case requirement == "FENCE-20" && (d.newline != "" || d.bom || d.unterminated):
		plain.newline, plain.bom, plain.unterminated = "", false, false
		return []dialect.Script{plain.script()}
	case requirement == "FENCE-12":
		return []dialect.Script{d.mapped(func(o wire.Value) wire.Value {
			var members []wire.Member
			for _, m := range o.Members() {
				switch m.Name {
				case "toolCallId", "toolName", "state", "input", "output", "errorText":
					members = append(members, m)
				}
			}
			return wire.Obj(members...)
		})}
	}
	return nil
}
