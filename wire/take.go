package wire

import (
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// taker takes a text apart that jsontext has found to be one JSON value, and so it looks for
// nothing wrong.
type taker struct {
	text string
	at   int
	// shared: strings are pieces of the text, which then stays as long as any of them.
	shared bool
}

// sharedBelow bounds the texts that a string of theirs may hold on to.
const sharedBelow = 4096

func take(raw []byte) Value {
	t := taker{text: string(raw), shared: len(raw) < sharedBelow}
	return t.value()
}

func (t *taker) value() Value {
	switch t.next() {
	case '{':
		return Value{kind: Object, kids: t.kids('}')}
	case '[':
		return Value{kind: Array, kids: t.kids(']')}
	case '"':
		return Value{kind: String, text: t.quoted()}
	case 'n':
		t.at += len("null")
		return NullValue
	case 't':
		t.at += len("true")
		return Boolean(true)
	case 'f':
		t.at += len("false")
		return Boolean(false)
	}
	first := t.at
	for t.at < len(t.text) && strings.IndexByte("+-.0123456789eE", t.text[t.at]) >= 0 {
		t.at++
	}
	return Value{kind: Number, text: t.piece(first, t.at)}
}

// next is the byte that the next token begins with.
func (t *taker) next() byte {
	for {
		switch c := t.text[t.at]; c {
		case ' ', '\t', '\r', '\n', ',', ':':
			t.at++
		default:
			return c
		}
	}
}

// kids are those of an object or array, up to its end, in a list of exactly their number.
func (t *taker) kids(end byte) []Member {
	t.at++
	var few [8]Member
	list := few[:0]
	for {
		c := t.next()
		if c == end {
			break
		}
		var m Member
		if end == '}' {
			m.Name = t.quoted()
		}
		m.Value = t.value()
		list = append(list, m)
	}
	t.at++
	kids := make([]Member, len(list))
	copy(kids, list)
	return kids
}

// quoted is a string. Lone surrogates are kept, which jsontext would replace: their escapes can
// only stand in text that has `\ud` or `\uD` in it.
func (t *taker) quoted() string {
	first, plain, wide := t.at, true, false
	for t.at++; t.text[t.at] != '"'; t.at++ {
		switch c := t.text[t.at]; {
		case c == '\\':
			plain = false
			t.at++
		case c >= utf8.RuneSelf:
			wide = true
		}
	}
	t.at++
	raw := t.text[first:t.at]
	if plain && (!wide || utf8.ValidString(raw)) {
		return t.piece(first+1, t.at-1)
	}
	if strings.Contains(raw, `\ud`) || strings.Contains(raw, `\uD`) {
		return unquoteWTF8([]byte(raw))
	}
	// An error here speaks of invalid UTF-8, which has been replaced by then.
	out, _ := jsontext.AppendUnquote(nil, raw)
	return string(out)
}

func (t *taker) piece(from, to int) string {
	if t.shared {
		return t.text[from:to]
	}
	return strings.Clone(t.text[from:to])
}
