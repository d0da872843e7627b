package generator

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strconv"
	gostrings "strings"

	"pgregory.net/rapid"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
)

// Version of the generator: it changes when the same seed gives other streams.
const Version = 7

// salt of every seed. It outlives versions: where nothing changed in how a stream is made, it is the same stream
// under the id of the next version, and what long runs said of it stays true.
const salt = 4

// Index names one generated stream. Its text is the id of the case.
type Index struct {
	dialect.Pair
	Seed uint64
	N    int
}

// ID is the case id: pair, generator version, seed, index.
func (i Index) ID() string {
	return fmt.Sprintf("%s/g%d.%d.%d", i.Pair, Version, i.Seed, i.N)
}

// FormID is the id of another form of a generated case: shrunk to what misses the
// requirement.
func FormID(id, requirement string) string { return id + "." + requirement }

// ParseID reads an id of a generated case, or of a form of it; ok is false for ids of
// fixed cases.
// Another generator version is an error: its streams cannot be made again.
func ParseID(id string) (index Index, ok bool, err error) {
	pair, rest, found := cutLast(id, "/g")
	if !found {
		return Index{}, false, nil
	}
	parts := gostrings.Split(rest, ".")
	if len(parts) != 3 && len(parts) != 4 {
		return Index{}, false, nil
	}
	version, e1 := strconv.Atoi(parts[0])
	seed, e2 := strconv.ParseUint(parts[1], 10, 64)
	n, e3 := strconv.Atoi(parts[2])
	if e1 != nil || e2 != nil || e3 != nil || n < 0 {
		return Index{}, false, nil
	}
	if version != Version {
		return Index{}, true, fmt.Errorf("case %s was made by generator version %d, this is version %d", id, version, Version)
	}
	name, role, _ := gostrings.Cut(pair, "/")
	return Index{Pair: dialect.Pair{Dialect: name, Role: dialect.Role(role)}, Seed: seed, N: n}, true, nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	at := gostrings.LastIndex(s, sep)
	if at < 0 {
		return s, "", false
	}
	return s[:at], s[at+len(sep):], true
}

// seed is hashed, because neighbouring seeds of the underlying source overlap.
func (i Index) seed(purpose string) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %s %d %d", purpose, salt, i.Pair, i.Seed, i.N))
	return binary.LittleEndian.Uint64(sum[:])
}

// Pick is a source of picks for whatever else is done with the stream.
func (i Index) Pick(purpose string) dialect.Pick {
	r := rand.New(rand.NewPCG(i.seed(purpose), uint64(i.N)))
	return func(n int) int {
		if n <= 1 {
			return 0
		}
		return int(r.Uint32N(uint32(n))) // IntN differs where an int has 32 bits
	}
}

// MaxTwists is how many faults are planted in one generated stream at most.
const MaxTwists = 3

// Size is the number of calls that a generated turn has at most.
const Size = 6

// Make makes the generated case of an index: a drawn transcript, rendered, and in
// three of seven cases twisted. Encoding is left to the runner. An error is a
// *DrawError.
func (i Index) Make(side *dialect.Side) (*dialect.Case, error) {
	d := rapid.Custom(func(t *rapid.T) drawn {
		return i.drawn(FromRapid(t), side)
	}).Example(int(i.seed("stream") >> 33)) // 31 bits: what an int holds everywhere
	return d.c, d.err
}

// Case is Make for whoever has no use for the error: it panics with it.
func (i Index) Case(side *dialect.Side) *dialect.Case {
	c, err := i.Make(side)
	if err != nil {
		panic(err)
	}
	return c
}

// Draw makes a generated case out of picks.
func Draw(pick dialect.Pick, side *dialect.Side, id string) *dialect.Case {
	c := &dialect.Case{ID: id, Pair: side.Pair, Class: dialect.Valid, Title: "A generated turn."}
	c.Script = side.Render(Turn(pick, side, Size), pick)
	twist(c, side, pick)
	c.Chunks = reads(c.Script, side, pick)
	return c
}

// Turn draws a transcript as the side is told it.
func Turn(pick dialect.Pick, side *dialect.Side, size int) transcript.Transcript {
	t := Transcript(pick, size)
	if side.Turn != nil {
		t = side.Turn(t, pick)
	}
	return t
}

// twist plants none to three faults.
func twist(c *dialect.Case, side *dialect.Side, pick dialect.Pick) {
	if len(side.Twists) == 0 {
		return
	}
	for range max(0, pick(2*MaxTwists+1)-MaxTwists) {
		twist := side.Twists[pick(len(side.Twists))]
		twisted, planted, ok := twist.Apply(c.Script, pick)
		if !ok {
			continue
		}
		c.MayReject = c.MayReject || planted.Malformed
		c.Script, c.Class = twisted, dialect.Adversarial
		c.Tests = append(c.Tests, twist.Tests...)
		c.Title += " Planted: " + twist.ID + "."
	}
}

// maxCuts bounds the reads of a stream: a right reader may read all again with each.
const maxCuts = 600

// reads draws where the bytes are cut: as the dialect does it by itself, in some
// places, or in many small pieces. A stream goes out in whichever encoding the
// implementation takes, so the offsets are those of the longest; in a shorter one
// the last of them mean nothing.
func reads(s dialect.Script, side *dialect.Side, pick dialect.Pick) []int {
	wired, ok := s.(dialect.Wired)
	how := pick(4)
	if !ok || how < 2 {
		return nil
	}
	length := 0
	for _, encoding := range append(side.Encodings[:len(side.Encodings):len(side.Encodings)], "") {
		length = max(length, len(wired.Bytes(encoding)))
	}
	cuts, step := []int{}, max(2, 2*length/(2+pick(60)))
	if how == 3 {
		step = 2 + pick(8) + 2*length/maxCuts
	}
	for at := 1 + pick(step); at < length; at += 1 + pick(step) {
		cuts = append(cuts, at)
	}
	return cuts
}
