package messageparts

import (
	"strings"

	"github.com/toolconform/conform/wire"
)

// arguments is what the input says about a call's arguments.
type arguments struct {
	// texts are the whole texts that a right reader may hold: one, unless the input says it twice and differently.
	texts []string
	// open: the text so far may not be all of it, and what it is then.
	open bool
	// doubt: a finish for a reason like "length" ended them. They are whole or cut, and may be treated as either.
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

// plain: there is one text at least and each is empty or a JSON object, so that nothing entitles anybody to leave the call out.
func (a arguments) plain() bool { return a.all(wire.Value.IsObject) }

// object: there is one text, and it is a JSON object.
func (a arguments) object() bool { return len(a.values) == 1 && a.values[0].IsObject() }

// readable: whole, and every text is empty or JSON of any kind.
func (a arguments) readable() bool { return a.all(func(v wire.Value) bool { return !v.IsAbsent() }) }

// all: whole, and every text is empty or JSON that is so.
func (a arguments) all(so func(v wire.Value) bool) bool {
	for i, t := range a.texts {
		if !blank(t) && !so(a.values[i]) {
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

// same tells whether two values are equal where an absent one counts as null.
func same(want, got wire.Value) bool {
	if want.IsNull() || got.IsNull() {
		return want.IsNull() && got.IsNull()
	}
	return wire.Equal(want, got)
}

// sameText tells whether a field that is a string holds want: a value that is no
// string may come as itself or as any JSON text equal to it.
func sameText(want, got wire.Value) bool {
	if want.IsNull() && got.IsNull() {
		return true
	}
	return wire.EqualOrText(want, got)
}

// sameContent is sameText for model messages, where null equals "".
func sameContent(want, got wire.Value) bool {
	if wire.Nothing(want) && wire.Nothing(got) {
		return true
	}
	return sameText(want, got)
}

// readable is the text of a content: the string itself, the texts of a list of content parts, the JSON of anything else.
func readable(v wire.Value) string {
	switch {
	case v.IsNull():
		return ""
	case v.IsString():
		return v.Text()
	case v.IsArray():
		var b strings.Builder
		for _, p := range v.Items() {
			for _, member := range [...]string{"text", "content"} {
				b.WriteString(p.Get(member).Text())
			}
		}
		return b.String()
	}
	return v.JSON()
}

// errorWords are what texts that tell an error have in them, in any case.
func errorWords() []string {
	return []string{"error", "fail", "cancel", "abort", "interrupt", "incomplete", "truncat", "invalid", "malformed", "missing",
		"unavailable", "unknown", "timeout", "timed out", "denied", "reject", "stopped", "skipped", "cut off", "never", "not ", "no ",
		"n't", "without", "unable", "lost", "unanswered", "unfinished", "pending", "exception", "broken", "partial"}
}

// tellsError tells whether a content that somebody made up for an unanswered call can be read as an error: prose that says so, or
// an object that does. A bare value, an empty text, or a word of success cannot.
func tellsError(content wire.Value) bool {
	text := strings.ToLower(strings.TrimSpace(readable(content)))
	if text == "" {
		return false
	}
	for _, word := range errorWords() {
		if strings.Contains(text, word) {
			return true
		}
	}
	if _, err := wire.Parse([]byte(text)); err == nil {
		return false
	}
	switch strings.Trim(text, ".!") {
	case "ok", "okay", "done", "success", "successful", "complete", "completed", "undefined", "none", "nil", "output-available",
		"[object object]":
		return false
	}
	return !strings.Contains(text, "success")
}

// holdsText tells whether a text stands in a value: in the string itself, in one
// that its JSON has, or in any string of an object or array.
func holdsText(v wire.Value, text string) bool {
	if v.IsString() {
		if strings.Contains(v.Text(), text) {
			return true
		}
		parsed, err := wire.Parse([]byte(v.Text()))
		return err == nil && !parsed.IsString() && holdsText(parsed, text)
	}
	for i := range v.Len() {
		if holdsText(v.At(i), text) {
			return true
		}
	}
	return false
}
