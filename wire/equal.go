package wire

import (
	"strconv"
	"strings"
)

// Equal tells whether two values are the same: numbers by their mathematical
// value at any size (1 = 1.0, -0 = 0), objects whatever the order of their
// members, everything else exactly. Of duplicate members the last counts.
func Equal(a, b Value) bool {
	if a.Kind() != b.Kind() {
		return false
	}
	switch a.Kind() {
	case Absent, Null:
		return true
	case Bool, String:
		return a.text() == b.text()
	case Number:
		return a.text() == b.text() || equalNumbers(a.text(), b.text())
	case Array:
		if len(a.kids()) != len(b.kids()) {
			return false
		}
		for i := range a.kids() {
			if !Equal(a.kids()[i].Value, b.kids()[i].Value) {
				return false
			}
		}
		return true
	default:
		return equalObjects(a, b)
	}
}

func equalObjects(a, b Value) bool {
	if sameNames(a, b) {
		same := true
		for i := range a.kids() {
			same = same && Equal(a.kids()[i].Value, b.kids()[i].Value)
		}
		if same || !a.twice() {
			return same
		}
	}
	am, bm := lastMembers(a), lastMembers(b)
	if len(am) != len(bm) {
		return false
	}
	for name, av := range am {
		bv, ok := bm[name]
		if !ok || !Equal(av, bv) {
			return false
		}
	}
	return true
}

// sameNames is the common case, which needs no map: the same names in the same order.
func sameNames(a, b Value) bool {
	if len(a.kids()) != len(b.kids()) {
		return false
	}
	for i := range a.kids() {
		if a.kids()[i].Name != b.kids()[i].Name {
			return false
		}
	}
	return true
}

// twice tells whether an object has two members of one name.
func (v Value) twice() bool { return len(v.kids()) > 1 && len(lastMembers(v)) != len(v.kids()) }

func lastMembers(v Value) map[string]Value {
	m := make(map[string]Value, len(v.kids()))
	for _, k := range v.kids() {
		m[k.Name] = k.Value
	}
	return m
}

// Alike tells whether values are equal as far as doubles hold their numbers: what the parsers of many languages make of them.
func Alike(a, b Value) bool { return Equal(a, b) || Equal(a.rounded(), b.rounded()) }

// rounded is a value whose numbers are what a double holds.
func (v Value) rounded() Value {
	if v.Kind() != Number {
		return v.Each(Value.rounded)
	}
	f, err := strconv.ParseFloat(v.Literal(), 64)
	if err != nil {
		return v
	}
	return Num(strconv.FormatFloat(f, 'g', -1, 64))
}

// AlikeOrText is Alike for a value, and EqualOrText for a text: what was parsed may be rounded, what is text is as it was.
func AlikeOrText(want, got Value) bool {
	if got.IsString() {
		return EqualOrText(want, got)
	}
	return Alike(want, got)
}

// EqualOrText tells whether got is want, or, where want is no string, a text
// that is JSON equal to it: the answer of an implementation whose field is a
// string.
func EqualOrText(want, got Value) bool {
	if Equal(want, got) {
		return true
	}
	if want.Kind() == String || want.Kind() == Absent || got.Kind() != String {
		return false
	}
	if want.JSON() == got.text() {
		return true
	}
	parsed, err := Parse([]byte(got.text()))
	return err == nil && Equal(want, parsed)
}

// decimal is a number as 0.digits × 10^exp; zero has no digits.
type decimal struct {
	neg    bool
	digits string
	exp    int64
}

func equalNumbers(a, b string) bool {
	if isCounted(a) && isCounted(b) {
		return a == b
	}
	da, ok := parseDecimal(a)
	if !ok {
		return false
	}
	db, ok := parseDecimal(b)
	return ok && da == db
}

// isCounted tells whether a number is written in the one way that whole ones mostly are: digits alone.
func isCounted(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != "" && (s[0] != '0' || s == "0")
}

func parseDecimal(s string) (decimal, bool) {
	var d decimal
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		d.neg, s = true, rest
	}
	mantissa := s
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		e, err := strconv.ParseInt(s[i+1:], 10, 64)
		if err != nil || e > 1<<60 || e < -1<<60 {
			return d, false
		}
		d.exp, mantissa = e, s[:i]
	}
	whole, frac, _ := strings.Cut(mantissa, ".")
	digits := whole + frac
	trimmed := strings.TrimLeft(digits, "0")
	d.exp += int64(len(whole)) - int64(len(digits)-len(trimmed))
	d.digits = strings.TrimRight(trimmed, "0")
	if d.digits == "" {
		return decimal{}, true
	}
	return d, true
}

func (d decimal) int64() (int64, bool) {
	if d.digits == "" {
		return 0, true
	}
	if d.exp > 19 || d.exp < int64(len(d.digits)) {
		return 0, false
	}
	text := d.digits + strings.Repeat("0", int(d.exp)-len(d.digits))
	if d.neg {
		text = "-" + text
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}
