package messageparts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	cases "github.com/toolconform/conform/fixtures/message-parts"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// consumerCases are those of fixtures/message-parts/consumer, and those that code makes.
func consumerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Consumer(), Script: filled(stepsOf)}
	return slices.Concat(book.Cases("document", "order", "order_mixed", "outputs", "outputs_falsy", "contents", "errors", "parallel",
		"texts", "arguments", "arguments_told", "near", "stray", "stray_ids", "second", "cut", "cut_at", "replay", "beside", "again",
		"reasons", "long"), growthSteps(), alikeIDs(book), book.Cases("hostile"))
}

// converterCases are those of fixtures/message-parts/converter, and those that code makes.
func converterCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Converter(), Script: filled(storedOf)}
	return slices.Concat(book.Cases("stored", "errors", "odd", "placed", "states", "near", "beside", "again", "messages", "streaming",
		"long"), growthMessages(), alikeIDs(book), book.Cases("hostile"))
}

// filled puts a text of 12,000 characters, none like its neighbours, where a case file has «long».
func filled(script func(casefile.Entry) (dialect.Script, error)) func(casefile.Entry) (dialect.Script, error) {
	var long strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&long, "%06d: ", i)
	}
	fill := plant.Deep(plant.Text(func(s string) string { return strings.ReplaceAll(s, "«long»", long.String()) }))
	return func(e casefile.Entry) (dialect.Script, error) {
		elements := make([]wire.Value, len(e.Elements))
		for i, v := range e.Elements {
			elements[i] = fill(v)
		}
		e.Elements = elements
		return script(e)
	}
}

// alikeIDs are ids that every dialect tries, three in a turn.
func alikeIDs(book casefile.Book) []*dialect.Case {
	of := func(ids []string) dialect.Script {
		s, _ := book.Script(casefile.Entry{Elements: []wire.Value{wire.Obj(wire.M("ids", wire.Strs(ids)))}})
		return s
	}
	groups := dialect.AlikeIDs()
	slices.SortFunc(groups, func(a, b dialect.AlikeGroup) int { return strings.Compare(a.Slug, b.Slug) })
	var list []*dialect.Case
	for _, g := range groups {
		list = append(list, hostile(book.Pair, "ids-alike-"+g.Slug, "Ids that are like others: alike-"+g.Slug+".", "ROBUST-05",
			requirement.Must, of(g.IDs[:]), of([]string{"plain-c", "plain-a", "plain-b"})))
	}
	return list
}

// hostile is a case of one line that no right producer sends, with the same input without what it is about.
func hostile(pair dialect.Pair, slug, title, id string, level requirement.Level, s, control dialect.Script) *dialect.Case {
	c := &dialect.Case{ID: pair.String() + "/" + slug, Title: title, Pair: pair, Class: dialect.Adversarial, Tests: []string{id},
		Blame: &dialect.Blame{Requirement: id, Level: level}, Script: s}
	return c.Controlled("The same with nothing special in it.", control)
}
