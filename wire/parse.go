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
	dec := jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	v, err := readValue(dec)
	if err != nil {
		return Value{}, syntaxError(dec, err)
	}
	if _, err := dec.ReadToken(); err != io.EOF {
		return Value{}, &SyntaxError{dec.InputOffset(), "more text after the value"}
	}
	return v, nil
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

func syntaxError(dec *jsontext.Decoder, err error) error {
	var s *jsontext.SyntacticError
	switch {
	case errors.As(err, &s):
		return &SyntaxError{s.ByteOffset, strings.TrimPrefix(s.Err.Error(), "jsontext: ")}
	case err == io.EOF, err == io.ErrUnexpectedEOF:
		return &SyntaxError{dec.InputOffset(), "the text ends before the value does"}
	}
	return &SyntaxError{dec.InputOffset(), err.Error()}
}

func readValue(dec *jsontext.Decoder) (Value, error) {
	switch dec.PeekKind() {
	case '{':
		return readObject(dec)
	case '[':
		return readArray(dec)
	case '"':
		s, err := readString(dec)
		return Value{kind: String, text: s}, err
	case '0':
		raw, err := dec.ReadValue()
		return Value{kind: Number, text: string(raw)}, err
	}
	tok, err := dec.ReadToken()
	if err != nil {
		return Value{}, err
	}
	switch tok.Kind() {
	case 'n':
		return NullValue, nil
	case 't':
		return Boolean(true), nil
	case 'f':
		return Boolean(false), nil
	}
	return Value{}, fmt.Errorf("unexpected %s", tok)
}

func readObject(dec *jsontext.Decoder) (Value, error) {
	if _, err := dec.ReadToken(); err != nil {
		return Value{}, err
	}
	kids := []Member{}
	for dec.PeekKind() == '"' {
		name, err := readString(dec)
		if err != nil {
			return Value{}, err
		}
		v, err := readValue(dec)
		if err != nil {
			return Value{}, err
		}
		kids = append(kids, Member{name, v})
	}
	if _, err := dec.ReadToken(); err != nil {
		return Value{}, err
	}
	return Value{kind: Object, kids: kids}, nil
}

func readArray(dec *jsontext.Decoder) (Value, error) {
	if _, err := dec.ReadToken(); err != nil {
		return Value{}, err
	}
	kids := []Member{}
	for {
		k := dec.PeekKind()
		if k == ']' {
			_, err := dec.ReadToken()
			return Value{kind: Array, kids: kids}, err
		}
		v, err := readValue(dec)
		if err != nil {
			return Value{}, err
		}
		kids = append(kids, Member{Value: v})
	}
}

// readString keeps lone surrogates, which jsontext would replace: their escapes
// can only stand in text that has `\ud` or `\uD` in it.
func readString(dec *jsontext.Decoder) (string, error) {
	raw, err := dec.ReadValue()
	if err != nil {
		return "", err
	}
	if bytes.IndexByte(raw, '\\') < 0 && validUTF8(raw) {
		return string(raw[1 : len(raw)-1]), nil
	}
	if bytes.Contains(raw, []byte(`\ud`)) || bytes.Contains(raw, []byte(`\uD`)) {
		return unquoteWTF8(raw), nil
	}
	// An error here speaks of invalid UTF-8, which has been replaced by then.
	out, _ := jsontext.AppendUnquote(nil, raw)
	return string(out), nil
}

// unquoteWTF8 unquotes a string that jsontext has found well-formed.
func unquoteWTF8(raw []byte) string {
	var b strings.Builder
	body := bytes.ToValidUTF8(raw[1:len(raw)-1], []byte("\uFFFD"))
	for i := 0; i < len(body); i++ {
		if body[i] != '\\' {
			b.WriteByte(body[i])
			continue
		}
		i++
		if body[i] != 'u' {
			b.WriteByte(unescape(body[i]))
			continue
		}
		unit := hex4(body[i+1:])
		i += 4
		if utf16.IsSurrogate(unit) && i+6 < len(body)+0 && body[i+1] == '\\' && body[i+2] == 'u' {
			if r := utf16.DecodeRune(unit, hex4(body[i+3:])); r != '\uFFFD' {
				b.WriteRune(r)
				i += 6
				continue
			}
		}
		writeUnit(&b, unit)
	}
	return b.String()
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
