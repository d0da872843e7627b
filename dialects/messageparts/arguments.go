package messageparts

import (
	"strings"

	"github.com/toolconform/conform/wire"
)

// arguments is what the input says about a call's arguments.
type arguments struct {
	// texts are the whole texts that a right reader may hold: one, unless the input
	// says it twice and differently.
	texts []string
	// open: the text so far may not be all of it, and what it is then.
	open bool
	// doubt: a finish for a reason like "length" ended them. They are whole or cut, and
	// may be treated as either.
	doubt bool
	// values are the texts read as JSON, absent where they are none.
	values []wire.Value
}

func newArguments(open bool, texts ...string) arguments {
	a := arguments{open: open}
	seen := map[string]bool{}
	for _, t := range texts {
		if seen[t] {
			continue
		}
		seen[t] = true
		v, _ := wire.Parse([]byte(t))
		a.texts, a.values = append(a.texts, t), append(a.values, v)
	}
	return a
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }

// plain: there is one text at least and each is empty or a JSON object, so that
// nothing entitles anybody to leave the call out.
func (a arguments) plain() bool {
	for i, t := range a.texts {
		if !blank(t) && !a.values[i].IsObject() {
			return false
		}
	}
	return !a.open && len(a.texts) > 0
}

// object: there is one text, and it is a JSON object.
func (a arguments) object() bool { return len(a.values) == 1 && a.values[0].IsObject() }

// readable: whole, and every text is empty or JSON of any kind.
func (a arguments) readable() bool {
	for i, t := range a.texts {
		if !blank(t) && a.values[i].IsAbsent() {
			return false
		}
	}
	return !a.open && len(a.texts) > 0
}

// cutInside: the text may have been cut off, and is no JSON object as it stands.
func (a arguments) cutInside() bool {
	return a.open && len(a.texts) == 1 && !blank(a.texts[0]) && !a.values[0].IsObject()
}

// match tells whether got, as text or parsed, is one of the texts. An empty one
// may become {}, and parsed it is nothing; the text null it may not become.
func (a arguments) match(got wire.Value) bool {
	parsed, ok := got, !got.IsString()
	if got.IsString() {
		v, err := wire.Parse([]byte(got.Text()))
		parsed, ok = v, err == nil
	}
	for i, t := range a.texts {
		switch {
		case got.IsString() && got.Text() == t:
			return true
		case (blank(t) || a.values[i].Kind() == wire.Null) && (wire.Nothing(got) || ok && parsed.IsObject() && parsed.Len() == 0):
			return true
		case ok && !a.values[i].IsAbsent() && same(a.values[i], parsed):
			return true
		}
	}
	return false
}

// valid tells whether got, as text or parsed, is a JSON object.
func validArguments(got wire.Value) bool {
	if !got.IsString() {
		return got.IsObject()
	}
	v, err := wire.Parse([]byte(got.Text()))
	return err == nil && v.IsObject()
}

// expected shows the first text, to be compared with.
func (a arguments) expected() wire.Value {
	if len(a.texts) == 0 {
		return wire.Value{}
	}
	return wire.Str(a.texts[0])
}
