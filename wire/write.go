package wire

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"
	"unsafe"
)

// JSON is the value as compact JSON, members in their order, numbers as they
// were written. An absent value is written as null.
func (v Value) JSON() string {
	n := v.sizeUpTo(math.MaxInt)
	if n > 512 {
		text := v.AppendJSON(make([]byte, 0, n)) // nobody else holds it, so it needs no copy
		return unsafe.String(unsafe.SliceData(text), len(text))
	}
	var few [768]byte
	return string(v.AppendJSON(few[:0]))
}

// Longer tells whether the value takes more than about n bytes as JSON.
func (v Value) Longer(n int) bool { return v.sizeUpTo(n) > n }

// sizeUpTo is about how long the value is as JSON; of one that is longer than n, some of that.
func (v Value) sizeUpTo(n int) int {
	size := len(v.text()) + len(v.text())/16 + 6
	for i := 0; i < len(v.kids()) && size <= n; i++ {
		size += len(v.kids()[i].Name) + 4 + v.kids()[i].Value.sizeUpTo(n-size)
	}
	return size
}

// AppendJSON appends the value as compact JSON.
func (v Value) AppendJSON(dst []byte) []byte {
	switch v.Kind() {
	case Bool:
		if v.text() != "" {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case Number:
		return append(dst, v.text()...)
	case String:
		return appendQuoted(dst, v.text())
	case Array:
		dst = append(dst, '[')
		for i, m := range v.kids() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = m.Value.AppendJSON(dst)
		}
		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for i, m := range v.kids() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendQuoted(dst, m.Name), ':')
			dst = m.Value.AppendJSON(dst)
		}
		return append(dst, '}')
	}
	return append(dst, "null"...)
}

// MarshalJSON lets a Value stand in structs that encoding/json writes.
func (v Value) MarshalJSON() ([]byte, error) {
	return v.AppendJSON(make([]byte, 0, v.sizeUpTo(math.MaxInt))), nil
}

// UnmarshalJSON lets a Value stand in structs that encoding/json reads.
func (v *Value) UnmarshalJSON(data []byte) error {
	parsed, err := Parse(data)
	if err != nil {
		return err
	}
	*v = parsed
	return nil
}

// IsZero lets `omitzero` leave absent values out.
func (v Value) IsZero() bool { return v.Kind() == Absent }

const hexDigits = "0123456789abcdef"

// longText is how long a text must be for its room to be made at once.
const longText = 4096

// appendQuoted escapes what JSON must and control characters; a lone surrogate
// (WTF-8) is written as its escape, any other invalid byte as U+FFFD.
func appendQuoted(dst []byte, s string) []byte {
	if len(s) > longText {
		dst = slices.Grow(dst, len(s)+len(s)/16+2)
	}
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r != utf8.RuneError || size > 1 {
				i += size
				continue
			}
			dst = append(dst, s[start:i]...)
			if unit, ok := surrogateAt(s[i:]); ok {
				dst = fmt.Appendf(dst, `\u%04x`, unit)
				i += 3
			} else {
				dst = append(dst, "\uFFFD"...)
				i++
			}
			start = i
			continue
		}
		if c >= 0x20 && c != '"' && c != '\\' {
			i++
			continue
		}
		dst = append(dst, s[start:i]...)
		dst = appendEscape(dst, c)
		i++
		start = i
	}
	return append(append(dst, s[start:]...), '"')
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	}
	return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

func surrogateAt(s string) (rune, bool) {
	if len(s) < 3 || s[0] != 0xED || s[1] < 0xA0 || s[1] > 0xBF || s[2]&0xC0 != 0x80 {
		return 0, false
	}
	return rune(s[0]&0x0F)<<12 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), true
}

// Quote is the text as a JSON string.
func Quote(s string) string { return Str(s).JSON() }
