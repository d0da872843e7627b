// Package adapter is the adapter's side of the protocol: it puts answers that run
// in this process behind stdin and stdout, or behind an HTTP port.
package adapter

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Protocol is the version of the adapter protocol that this package speaks.
const Protocol = 1

// Support is one line of a hello: a dialect in a role.
type Support struct {
	Dialect string
	Role    dialect.Role
	// Encodings are the forms of consumer input that are taken, nil for the default.
	Encodings []string
	// Omits are members of the answer that the implementation does not have.
	Omits []string
}

// Pair is the dialect and role of the line.
func (s Support) Pair() dialect.Pair { return dialect.Pair{Dialect: s.Dialect, Role: s.Role} }

// Info is what an adapter says about itself.
type Info struct {
	// Implementation is an object: name, version, language, url.
	Implementation wire.Value
	Supports       []Support
	// Concurrency is how many cases may be in flight; 1 where it is less.
	Concurrency int
}

// Hello is the hello message.
func (i Info) Hello() wire.Value {
	supports := make([]wire.Value, len(i.Supports))
	for n, s := range i.Supports {
		supports[n] = wire.Obj(
			wire.M("dialect", wire.Str(s.Dialect)),
			wire.M("role", wire.Str(string(s.Role))),
			wire.M("encodings", names(s.Encodings)),
			wire.M("omits", names(s.Omits)))
	}
	return wire.Obj(
		wire.M("type", wire.Str("hello")),
		wire.M("protocol", wire.Int(Protocol)),
		wire.M("implementation", i.Implementation),
		wire.M("supports", wire.List(supports...)),
		wire.M("concurrency", wire.Int(int64(max(1, i.Concurrency)))))
}

// names is a list of strings, absent where it is empty.
func names(list []string) wire.Value {
	if len(list) == 0 {
		return wire.Value{}
	}
	items := make([]wire.Value, len(list))
	for i, s := range list {
		items[i] = wire.Str(s)
	}
	return wire.List(items...)
}
