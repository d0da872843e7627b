package contentblocks

import (
	"strconv"
	"unicode/utf8"

	"github.com/toolconform/conform/wire"
)

// wild tells whether a value holds what JSON readers rightly disagree on.
func wild(v wire.Value) bool {
	_, twice := v.Duplicate()
	return twice || unfit(v)
}

func unfit(v wire.Value) bool {
	switch v.Kind() {
	case wire.String:
		return !utf8.ValidString(v.Text())
	case wire.Number:
		return !isDouble(v.Literal())
	case wire.Array:
		for _, item := range v.Items() {
			if unfit(item) {
				return true
			}
		}
	case wire.Object:
		for _, m := range v.Members() {
			if !utf8.ValidString(m.Name) || unfit(m.Value) {
				return true
			}
		}
	}
	return false
}

func isDouble(literal string) bool {
	_, err := strconv.ParseFloat(literal, 64)
	return err == nil
}
