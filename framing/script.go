package framing

import (
	"bytes"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Script is a stream told in a framing of its own: what it means is another
// script, what is sent are these bytes.
type Script struct {
	Meaning dialect.Script
	// Otherwise is what the bytes may also mean, nil where there is one meaning only.
	Otherwise dialect.Script
	// Wire makes the bytes. It is called when they are needed, because some are many.
	Wire func() []byte
	// Cuts are the read boundaries, where the case fixes them.
	Cuts [][]byte
}

// Meanings are the scripts that an answer may rightly be held against.
func (s *Script) Meanings() []dialect.Script {
	if s.Otherwise == nil {
		return []dialect.Script{s.Meaning}
	}
	return []dialect.Script{s.Meaning, s.Otherwise}
}

// fixed are bytes that are at hand.
func fixed(data []byte) func() []byte { return func() []byte { return data } }

// Bytes are the wire bytes, whatever the encoding is said to be.
func (s *Script) Bytes(string) []byte { return s.Wire() }

// Input is the chunks of the wire bytes, with what else the meaning sends beside
// its chunks.
func (s *Script) Input(encoding string, chunks []int) wire.Value {
	pieces := s.Cuts
	if pieces == nil {
		pieces = wire.Cut(s.Wire(), chunks)
	}
	members := wire.ChunkMembers(encoding, pieces)
	if m, ok := s.Meaning.(interface{ Besides() []wire.Member }); ok {
		members = append(m.Besides(), members...)
	}
	return wire.Obj(members...)
}

// JSON is the bytes beside their meaning.
func (s *Script) JSON() wire.Value {
	members := append(wire.ChunkMembers("", wire.Cut(s.Wire(), nil)), wire.M("meaning", s.Meaning.JSON()))
	if s.Otherwise != nil {
		members = append(members, wire.M("otherwise", s.Otherwise.JSON()))
	}
	if s.Cuts != nil {
		members = append(members, wire.M("reads", wire.Obj(wire.ChunkMembers("", s.Cuts)...)))
	}
	return wire.Obj(members...)
}

// Len is 1: framing is not taken apart, its bytes are the point.
func (s *Script) Len() int { return 1 }

// Keep returns the script itself.
func (s *Script) Keep([]int) dialect.Script { return s }

// Parse reads what JSON wrote; the meaning is parsed by its dialect.
func Parse(v wire.Value, meaning func(wire.Value) (dialect.Script, error)) (*Script, error) {
	m, err := meaning(v.Get("meaning"))
	if err != nil {
		return nil, err
	}
	s := &Script{Meaning: m}
	if other := v.Get("otherwise"); !other.IsAbsent() {
		if s.Otherwise, err = meaning(other); err != nil {
			return nil, err
		}
	}
	chunks, err := wire.InputChunks(v)
	if err != nil {
		return nil, err
	}
	s.Wire = fixed(bytes.Join(chunks, nil))
	if reads := v.Get("reads"); reads.IsObject() {
		if s.Cuts, err = wire.InputChunks(reads); err != nil {
			return nil, err
		}
	}
	return s, nil
}
