package messageparts

import (
	"strings"

	"github.com/toolconform/conform/wire"
)

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

// readable is the text of a content: the string itself, the texts of a list of
// content parts, the JSON of anything else.
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

// tellsError tells whether a content that somebody made up for an unanswered
// call can be read as an error: prose that says so, or an object that does. A
// bare value, an empty text, or a word of success cannot.
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
