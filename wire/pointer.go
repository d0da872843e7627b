package wire

import (
	"strconv"
	"strings"
)

// PointerStep escapes a member's name for a JSON pointer (RFC 6901).
func PointerStep(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

func unstep(step string) string {
	if strings.IndexByte(step, '~') < 0 {
		return step
	}
	return strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
}

// Find is the value at a JSON pointer, absent where there is none. "" is v itself.
func (v Value) Find(pointer string) Value {
	for pointer != "" {
		step, rest, _ := strings.Cut(pointer[1:], "/")
		v, pointer = v.child(step), rooted(rest)
	}
	return v
}

// Edit is v with the value at a JSON pointer changed; v itself where nothing stands there.
// A change to an absent value removes a member.
func (v Value) Edit(pointer string, change func(Value) Value) Value {
	if pointer == "" {
		return change(v)
	}
	step, rest, _ := strings.Cut(pointer[1:], "/")
	inner := v.child(step)
	if inner.IsAbsent() {
		return v
	}
	inner = inner.Edit(rooted(rest), change)
	if v.IsObject() {
		return v.With(unstep(step), inner)
	}
	items := v.Items()
	i, _ := strconv.Atoi(step)
	items[i] = inner
	return List(items...)
}

func rooted(rest string) string {
	if rest == "" {
		return ""
	}
	return "/" + rest
}

func (v Value) child(step string) Value {
	if v.IsObject() {
		return v.Get(unstep(step))
	}
	i, err := strconv.Atoi(step)
	if err != nil || !v.IsArray() {
		return Value{}
	}
	return v.At(i)
}
