package schemas

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toolconform/conform/wire"
)

// plain is the value in the form that the validator wants. Of duplicate members the
// last counts, as everywhere.
func plain(v wire.Value) any {
	switch v.Kind() {
	case wire.Bool:
		return v.IsTrue()
	case wire.Number:
		return json.Number(tame(v.Literal()))
	case wire.String:
		return v.Text()
	case wire.Array:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = plain(v.At(i))
		}
		return list
	case wire.Object:
		object := make(map[string]any, v.Len())
		for _, m := range v.Members() {
			object[m.Name] = plain(m.Value)
		}
		return object
	}
	return nil
}

// maxLiteral bounds the numbers that the validator sees, in characters and in
// powers of ten. It computes with exact fractions, which take time and memory in
// proportion to the exponent, and it panics where that is beyond its own limit.
const maxLiteral = 400

// tame is the literal where it is harmless, otherwise one of the same sign and kind
// (zero, integer, fraction), which is all that the schemas ask about numbers.
func tame(literal string) string {
	sign, digits, point := decimal(literal)
	switch {
	case len(literal) <= maxLiteral && point >= -maxLiteral && point <= maxLiteral:
		return literal
	case digits == "":
		return "0"
	case point < 0:
		return sign + "0.5"
	case int64(len(digits))+point <= maxLiteral:
		return sign + digits + strings.Repeat("0", int(point))
	}
	return sign + "1e" + strconv.Itoa(maxLiteral)
}

// decimal takes a literal apart: it is digits × 10^point, the digits without zeros
// at either end. A point out of range stands for any as large.
func decimal(literal string) (sign, digits string, point int64) {
	if rest, negative := strings.CutPrefix(literal, "-"); negative {
		sign, literal = "-", rest
	}
	if at := strings.IndexAny(literal, "eE"); at >= 0 {
		point = exponent(literal[at+1:])
		literal = literal[:at]
	}
	whole, fraction, _ := strings.Cut(literal, ".")
	digits = whole + fraction
	trimmed := strings.TrimRight(digits, "0")
	point += int64(len(digits) - len(trimmed) - len(fraction))
	return sign, strings.TrimLeft(trimmed, "0"), point
}

func exponent(text string) int64 {
	const beyond = 1 << 40
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil && strings.HasPrefix(text, "-") {
		return -beyond
	}
	if err != nil {
		return beyond
	}
	return max(-beyond, min(n, beyond))
}
