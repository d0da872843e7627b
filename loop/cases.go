package loop

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/families"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// shared are the literal conversations of every wire.
//
//go:embed agent/*.cases
var shared embed.FS

// cases are the conversations of a wire. A file is wrong where one cannot be read: it was built in, and
// a test reads it.
func cases(e *endpoint.Endpoint, pair dialect.Pair, told map[string][]wire.Value) []*dialect.Case {
	list := slices.Concat(written(shared, e, pair, told), written(e.Files, e, pair, told))
	// Arguments that are no JSON stand alone each: an agent may end at the first.
	lenient := families.Malformed(pair, "LOOP-05", dialect.Adversarial, func(text string) dialect.Script {
		call := transcript.Item{Kind: transcript.Call, ID: "call_m", Name: "search", Arguments: wire.Str(text)}
		return answered(e, pair.String()+"/lenient "+text, call)
	})
	return slices.Concat(list, lenient, alike(e, pair))
}

// written are the conversations in files, as far as a wire has what they tell.
func written(files fs.FS, e *endpoint.Endpoint, pair dialect.Pair, told map[string][]wire.Value) (list []*dialect.Case) {
	entries, err := casefile.Read(files, Agent, nil, nil)
	if err != nil {
		panic(err)
	}
	for _, entry := range entries {
		c := start(e, pair.String()+"/"+entry.Slug)
		fits := true
		for _, line := range entry.Elements {
			ok, err := c.add(line, told)
			if err != nil {
				panic(fmt.Errorf("%s:%d: %w", entry.File, entry.Line, err))
			}
			fits = fits && ok
		}
		if fits {
			k := entry.Case(pair, c)
			if files == fs.FS(shared) {
				k.Source = fmt.Sprintf("loop/%s:%d", entry.File, entry.Line)
			}
			list = append(list, k)
		}
	}
	return list
}

// answered is a conversation of one turn with these calls, and an answer; of tells it from others.
func answered(e *endpoint.Endpoint, of string, calls ...transcript.Item) *Conversation {
	c := start(e, of)
	c.Turns = []Turn{c.turn(Plain, calls...), c.turn(Plain, transcript.Item{Kind: transcript.Text, Text: "So it is."})}
	return c
}

// alike are the ids that every dialect tries, parallel: as many groups of them in a turn as have none in common.
func alike(e *endpoint.Endpoint, pair dialect.Pair) (list []*dialect.Case) {
	for left := dialect.AlikeIDs(); len(left) > 0; {
		var slugs []string
		var calls []transcript.Item
		var later []dialect.AlikeGroup
		for _, g := range left {
			if slices.ContainsFunc(calls, func(c transcript.Item) bool { return slices.Contains(g.IDs[:], c.ID) }) {
				later = append(later, g)
				continue
			}
			slugs = append(slugs, g.Slug)
			for _, id := range g.IDs {
				calls = append(calls, transcript.Item{Kind: transcript.Call, ID: id, Name: "search", Input: wire.Obj(wire.T("of", id))})
			}
		}
		id := pair.String() + "/ids-alike-" + slugs[0]
		list = append(list, &dialect.Case{ID: id, Title: "Ids that are like others: " + strings.Join(slugs, ", ") + ".", Pair: pair,
			Class: dialect.Adversarial, Tests: []string{"LOOP-02", "LOOP-11"}, Script: answered(e, id, calls...)})
		left = later
	}
	return list
}
