package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/go-json-experiment/json/jsontext"
)

// SyntaxError says where JSON text stops being JSON.
type SyntaxError struct {
	Offset int64 // bytes into the text
	Reason string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("not JSON at byte %d: %s", e.Offset, e.Reason)
}

// Parse reads exactly one JSON value and nothing but white space around it. The
// error is a *SyntaxError. Nesting is limited to 10,000, as jsontext does.
func Parse(data []byte) (Value, error) {
	raw, ok := one(data)
	if !ok {
		return Value{}, syntaxError(data)
	}
	return take(raw), nil
}

// one is the one JSON value that a text is, without the white space around it.
func one(data []byte) (raw []byte, ok bool) {
	raw = bytes.Trim(data, " \t\r\n")
	return raw, jsontext.Value(raw).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// ParseString is Parse for text that is known to be JSON, as in tests and
// tables; it panics otherwise.
func ParseString(text string) Value {
	v, err := Parse([]byte(text))
	if err != nil {
		panic(fmt.Sprintf("wire.ParseString(%q): %v", text, err))
	}
	return v
}

// ParseStrings parses texts that are JSON for certain.
func ParseStrings(texts ...string) []Value {
	list := make([]Value, len(texts))
	for i, text := range texts {
		list[i] = ParseString(text)
	}
	return list
}

// syntaxError says what is wrong with a text that is not one JSON value.
func syntaxError(data []byte) error {
	dec := jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	_, err := dec.ReadToken()
	for err == nil && dec.StackDepth() > 0 {
		_, err = dec.ReadToken()
	}
	var s *jsontext.SyntacticError
	switch {
	case err == nil:
		_, _ = dec.ReadToken() // what else there is, JSON or not
		return &SyntaxError{dec.InputOffset(), "more text after the value"}
	case errors.As(err, &s):
		return &SyntaxError{s.ByteOffset, strings.TrimPrefix(s.Err.Error(), "jsontext: ")}
	case err == io.EOF, err == io.ErrUnexpectedEOF:
		return &SyntaxError{dec.InputOffset(), "the text ends before the value does"}
	}
	return &SyntaxError{dec.InputOffset(), err.Error()}
}

// unquote is what stands between the quotes of a string that is well-formed. Lone surrogates are kept, as WTF-8 writes
// them; jsontext would replace them.
func unquote(body []byte) string {
	var b strings.Builder
	b.Grow(len(body))
	for {
		i := bytes.IndexByte(body, '\\')
		if i < 0 {
			b.Write(body)
			return b.String()
		}
		b.Write(body[:i])
		if body[i+1] != 'u' {
			b.WriteByte(unescape(body[i+1]))
			body = body[i+2:]
			continue
		}
		unit := hex4(body[i+2:])
		body = body[i+6:]
		if utf16.IsSurrogate(unit) && len(body) >= 6 && body[0] == '\\' && body[1] == 'u' {
			if r := utf16.DecodeRune(unit, hex4(body[2:])); r != '\uFFFD' {
				b.WriteRune(r)
				body = body[6:]
				continue
			}
		}
		writeUnit(&b, unit)
	}
}

func writeUnit(b *strings.Builder, unit rune) {
	if utf16.IsSurrogate(unit) {
		b.Write([]byte{0xE0 | byte(unit>>12), 0x80 | byte(unit>>6)&0x3F, 0x80 | byte(unit)&0x3F})
		return
	}
	b.WriteRune(unit)
}

func hex4(b []byte) rune {
	n, _ := strconv.ParseUint(string(b[:4]), 16, 32)
	return rune(n)
}

func unescape(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}
