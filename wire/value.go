// Package wire turns bytes into JSON values and events without losing anything:
// numbers keep their literal, objects keep duplicate members and their order,
// lone surrogates survive. It also frames events as SSE or NDJSON and cuts
// streams into network reads.
package wire

import (
	"strconv"
	"unsafe"
)

// Kind is the kind of a JSON value. Its zero value says that there is no value
// at all, which is not the same as null.
type Kind uint8

// The kinds of JSON values.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// String names the kind as JSON Schema does.
func (k Kind) String() string {
	return [...]string{"absent", "null", "boolean", "number", "string", "array", "object"}[k]
}

// Value is one immutable JSON value. The zero Value is Absent.
//
// Strings are WTF-8: UTF-8 in which a lone surrogate stands as its three-byte
// form, so that "\ud800" can be read and written again.
type Value struct {
	_    [0]func()      // == would compare where values lie; see Equal
	at   unsafe.Pointer // the first byte of a text, or the first of the kids
	what uint64         // the kind in the highest byte, and below it how many bytes or kids there are
}

// Two words, and no memory besides the text or the kids: values are passed about so much that
// what they weigh is felt in the size of the binary and in the time of a run.
const kindAt = 56

// leaf is a value that a text says: a string, a number's literal, or "true".
func leaf(kind Kind, text string) Value {
	return Value{at: unsafe.Pointer(unsafe.StringData(text)), what: uint64(kind)<<kindAt | uint64(len(text))}
}

// nest is an array, whose elements have no names, or an object.
func nest(kind Kind, kids []Member) Value {
	return Value{at: unsafe.Pointer(unsafe.SliceData(kids)), what: uint64(kind)<<kindAt | uint64(len(kids))}
}

func (v Value) size() int { return int(v.what & (1<<kindAt - 1)) }

// text is that of a leaf.
func (v Value) text() string {
	if v.Kind() >= Array {
		return ""
	}
	return unsafe.String((*byte)(v.at), v.size())
}

// kids are those of an array or object. The list must not be changed.
func (v Value) kids() []Member {
	if v.Kind() < Array {
		return nil
	}
	n := v.size()
	return unsafe.Slice((*Member)(v.at), n)[:n:n]
}

// Member is one member of an object.
type Member struct {
	Name  string
	Value Value
}

// NullValue is JSON's null.
var NullValue = leaf(Null, "")

// Str makes a string.
func Str(s string) Value { return leaf(String, s) }

// Int makes a number.
func Int(n int64) Value { return leaf(Number, strconv.FormatInt(n, 10)) }

// Num makes a number from its JSON literal, which is kept as it is.
func Num(literal string) Value { return leaf(Number, literal) }

// Boolean makes true or false.
func Boolean(b bool) Value {
	if b {
		return leaf(Bool, "true")
	}
	return leaf(Bool, "")
}

// List makes an array.
func List(items ...Value) Value {
	kids := make([]Member, len(items))
	for i, v := range items {
		kids[i].Value = v
	}
	return nest(Array, kids)
}

// M makes a member; Obj(M("a", Int(1))) reads as the object does.
func M(name string, v Value) Member { return Member{name, v} }

// Obj makes an object. Members with an absent value are left out.
func Obj(members ...Member) Value {
	kids := make([]Member, 0, len(members))
	for _, m := range members {
		if m.Value.Kind() != Absent {
			kids = append(kids, m)
		}
	}
	return nest(Object, kids)
}

// Kind tells what v is.
func (v Value) Kind() Kind { return Kind(v.what >> kindAt) }

// IsAbsent tells whether there is no value.
func (v Value) IsAbsent() bool { return v.Kind() == Absent }

// IsNull tells whether v is null or absent: readers treat both alike unless the
// document says otherwise.
func (v Value) IsNull() bool { return v.Kind() == Null || v.Kind() == Absent }

// IsString tells whether v is a string.
func (v Value) IsString() bool { return v.Kind() == String }

// IsObject tells whether v is an object.
func (v Value) IsObject() bool { return v.Kind() == Object }

// IsArray tells whether v is an array.
func (v Value) IsArray() bool { return v.Kind() == Array }

// IsTrue tells whether v is true.
func (v Value) IsTrue() bool { return v.Kind() == Bool && v.text() != "" }

// IsFalse tells whether v is false.
func (v Value) IsFalse() bool { return v.Kind() == Bool && v.text() == "" }

// Text is the string's text, "" for every other kind.
func (v Value) Text() string {
	if v.Kind() != String {
		return ""
	}
	return v.text()
}

// Literal is the number as it was written, "" for every other kind.
func (v Value) Literal() string {
	if v.Kind() != Number {
		return ""
	}
	return v.text()
}

// Len is the number of elements or members.
func (v Value) Len() int { return len(v.kids()) }

// At is the i-th element of an array or value of an object; absent outside.
func (v Value) At(i int) Value {
	if i < 0 || i >= len(v.kids()) {
		return Value{}
	}
	return v.kids()[i].Value
}

// Items are the elements of an array, nil for every other kind.
func (v Value) Items() []Value {
	if v.Kind() != Array {
		return nil
	}
	items := make([]Value, len(v.kids()))
	for i, m := range v.kids() {
		items[i] = m.Value
	}
	return items
}

// Members are the members of an object in their order, duplicates included; nil
// for every other kind. The slice must not be changed.
func (v Value) Members() []Member {
	if v.Kind() != Object {
		return nil
	}
	return v.kids()
}

// Get is the member of that name, the last of several as in every common
// reader; absent where there is none or v is no object.
func (v Value) Get(name string) Value {
	if v.Kind() != Object {
		return Value{}
	}
	for i := len(v.kids()) - 1; i >= 0; i-- {
		if v.kids()[i].Name == name {
			return v.kids()[i].Value
		}
	}
	return Value{}
}

// Has tells whether the object has that member, null included.
func (v Value) Has(name string) bool { return v.Get(name).Kind() != Absent }

// With is the object with that member set: in place where it stood, at the end
// otherwise. An absent value removes it. A value that is no object becomes one.
func (v Value) With(name string, set Value) Value {
	kids := make([]Member, 0, len(v.kids())+1)
	done := set.Kind() == Absent
	for _, m := range v.Members() {
		switch {
		case m.Name != name:
			kids = append(kids, m)
		case !done:
			kids = append(kids, Member{name, set})
			done = true
		}
	}
	if !done {
		kids = append(kids, Member{name, set})
	}
	return nest(Object, kids)
}

// Without is the object without that member.
func (v Value) Without(name string) Value { return v.With(name, Value{}) }

// Append is the array with these elements behind its own.
func (v Value) Append(items ...Value) Value {
	var kids []Member
	if v.Kind() == Array {
		kids = v.kids()
	}
	kids = append(make([]Member, 0, len(kids)+len(items)), kids...)
	for _, item := range items {
		kids = append(kids, Member{Value: item})
	}
	return nest(Array, kids)
}

// Int64 is the number as an int64 and whether it is one exactly (1.0 and 1e2
// are; 1.5 is not).
func (v Value) Int64() (int64, bool) {
	if v.Kind() != Number {
		return 0, false
	}
	if n, err := strconv.ParseInt(v.text(), 10, 64); err == nil {
		return n, true
	}
	d, ok := parseDecimal(v.text())
	if !ok {
		return 0, false
	}
	return d.int64()
}

// Plain is a whole number as it is usually spelled, 1 for 1.0, and any other value as it is.
func (v Value) Plain() Value {
	if n, ok := v.Int64(); ok {
		return Int(n)
	}
	return v
}

// Duplicate is the name of the first member that stands twice in an object of
// v, at any depth, and whether there is one.
func (v Value) Duplicate() (string, bool) {
	if v.Kind() == Object && len(v.kids()) > 1 {
		seen := make(map[string]bool, len(v.kids()))
		for _, m := range v.kids() {
			if seen[m.Name] {
				return m.Name, true
			}
			seen[m.Name] = true
		}
	}
	for _, m := range v.kids() {
		if name, ok := m.Value.Duplicate(); ok {
			return name, true
		}
	}
	return "", false
}
