package dialect

import (
	"math"
	"slices"
	"strconv"

	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Doubles is a value whose numbers have passed through float64: what a planted fault
// of ROBUST-04 does.
func Doubles(v wire.Value) wire.Value { return reformatted(v, 'f', -1) }

// Integers32 is a value whose integers are the nearest ones of 32 bits.
func Integers32(v wire.Value) wire.Value {
	if v.Kind() != wire.Number {
		return v.Each(Integers32)
	}
	n, err := strconv.ParseFloat(v.Literal(), 64)
	if err != nil || n >= math.MinInt32 && n <= math.MaxInt32 || n != math.Trunc(n) {
		return v
	}
	return wire.Int(int64(max(math.MinInt32, min(math.MaxInt32, n))))
}

// reformatted is a value whose numbers were read as float64 and written again in this
// format of strconv, with so many digits.
func reformatted(v wire.Value, format byte, digits int) wire.Value {
	if v.Kind() != wire.Number {
		return v.Each(func(inner wire.Value) wire.Value { return reformatted(inner, format, digits) })
	}
	f, err := strconv.ParseFloat(v.Literal(), 64)
	if err != nil {
		return v
	}
	return wire.Num(strconv.FormatFloat(f, format, digits, 64))
}

// CutDeep is a value with null for whatever lies deeper than that.
func CutDeep(v wire.Value, depth int) wire.Value {
	if depth == 0 {
		return wire.NullValue
	}
	return v.Each(func(inner wire.Value) wire.Value { return CutDeep(inner, depth-1) })
}

// Backwards is a value with the members of its objects in the other order, all the
// way down: what a right variant may do.
func Backwards(v wire.Value) wire.Value {
	v = v.Each(Backwards)
	if !v.IsObject() {
		return v
	}
	members := slices.Clone(v.Members())
	slices.Reverse(members)
	return wire.Obj(members...)
}

// WithoutRepeats is a transcript without the calls that equal one answered before
// they came: what a planted fault makes of a call that is made again.
func WithoutRepeats(t transcript.Transcript) transcript.Transcript {
	key, answered, again := map[string]string{}, map[string]bool{}, map[string]bool{}
	var kept []transcript.Item
	for _, item := range t.Items {
		switch item.Kind {
		case transcript.Call:
			key[item.ID] = item.Name + item.Input.JSON()
			again[item.ID] = answered[key[item.ID]]
		case transcript.Result:
			answered[key[item.ID]] = true
		}
		if item.ID == "" || !again[item.ID] {
			kept = append(kept, item)
		}
	}
	t.Items = kept
	return t
}
