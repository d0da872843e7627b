package wire

import (
	"strconv"
	"strings"
)

// FirstDifference finds the first place, in want's order, where two values are
// not equal: its JSON pointer and what stands there on both sides. Equal values
// have none: "" and two absent values.
func FirstDifference(want, got Value) (pointer string, w, g Value) {
	if Equal(want, got) {
		return "", Value{}, Value{}
	}
	switch {
	case want.Kind() == Array && got.Kind() == Array:
		for i := range max(len(want.kids()), len(got.kids())) {
			if !Equal(want.At(i), got.At(i)) {
				return deeper(strconv.Itoa(i), want.At(i), got.At(i))
			}
		}
	case want.Kind() == Object && got.Kind() == Object:
		for _, m := range append(want.Members()[:len(want.kids()):len(want.kids())], got.Members()...) {
			if !Equal(want.Get(m.Name), got.Get(m.Name)) {
				return deeper(m.Name, want.Get(m.Name), got.Get(m.Name))
			}
		}
	}
	return "", want, got
}

func deeper(token string, want, got Value) (string, Value, Value) {
	token = strings.NewReplacer("~", "~0", "/", "~1").Replace(token)
	pointer, w, g := FirstDifference(want, got)
	return "/" + token + pointer, w, g
}
