package wire

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// taker takes a text apart that jsontext has found to be one JSON value, and so it looks for
// nothing wrong.
type taker struct {
	raw []byte
	at  int
	// text is the whole where strings are pieces of it: then it stays as long as any of them.
	text string
}

// sharedBelow bounds the texts that a string of theirs may hold on to.
const sharedBelow = 4096

func take(raw []byte) Value {
	t := taker{raw: raw}
	if len(raw) < sharedBelow {
		t.text = string(raw)
	}
	return t.value()
}

func (t *taker) value() Value {
	switch t.next() {
	case '{':
		return nest(Object, t.kids('}'))
	case '[':
		return nest(Array, t.kids(']'))
	case '"':
		return leaf(String, t.quoted())
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
	for t.at < len(t.raw) && strings.IndexByte("+-.0123456789eE", t.raw[t.at]) >= 0 {
		t.at++
	}
	return leaf(Number, t.piece(first, t.at))
}

// next is the byte that the next token begins with.
func (t *taker) next() byte {
	for {
		switch c := t.raw[t.at]; c {
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

// quoted is a string.
func (t *taker) quoted() string {
	first := t.at
	end := first + 1 + bytes.IndexByte(t.raw[first+1:], '"')
	body := t.raw[first+1 : end]
	escaped := bytes.IndexByte(body, '\\') >= 0
	if escaped {
		for end = first + 1; t.raw[end] != '"'; end++ {
			if t.raw[end] == '\\' {
				end++
			}
		}
		body = t.raw[first+1 : end]
	}
	t.at = end + 1
	switch {
	case !utf8.Valid(body):
		return unquote([]byte(string([]rune(string(body))))) // each byte that is none of a letter's becomes U+FFFD
	case escaped:
		return unquote(body)
	}
	return t.piece(first+1, end)
}

func (t *taker) piece(from, to int) string {
	if t.text != "" {
		return t.text[from:to]
	}
	return string(t.raw[from:to])
}
