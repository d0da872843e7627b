package stageevents

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// longNames are beyond what some service allows, and differ at their ends.
func longNames() []string {
	var names []string
	for _, n := range []int{63, 64, 127, 128, 299} {
		names = append(names, strings.Repeat("n", n)+"x", strings.Repeat("n", n)+"y")
	}
	return names
}

// namesWithParts look as if only a part of them were the name.
func namesWithParts() []string {
	return []string{"srv/read", "srv:read", "srv.read", "mcp__srv__read", "functions.read:0", "read (v2)", "read_2", "Read", "__proto__", "undefined", "Grep", "grep", "a%20b", "a\tb", "100%", "e\u0301", "\u00e9", " ", "call", "end"}
}

// nameCases: names, and ids that a careless key would take for one.
func nameCases() []*dialect.Case {
	return []*dialect.Case{
		namedCalls("names-long", "Names of 64 characters and more.", longNames()),
		namedCalls("names-with-parts", "Names that have parts.", namesWithParts()),
		alikeIDs("parallel-ids-alike-punctuation", "Ids that differ in their punctuation only.", "t-1", "t_1", "t.1", "t 1", "t:1", "t1", "t/1"),
		alikeIDs("parallel-ids-alike-letters", "Ids that differ in one letter beyond ASCII only.", "té", "tè", "t", "tệ", "t🎸", "t🎺"),
		alikeIDs("parallel-ids-alike-tails", "Ids that are alike behind their last separator, or before their first.", "a_7", "b_7", "a:7", "b:7", "7_a", "7_b"),
	}
}

func namedCalls(slug, title string, names []string) *dialect.Case {
	var events []string
	for i, name := range names {
		events = append(events, fmt.Sprintf(`{"id":"nmd_%d","stage":"start","name":%s}`, 60-7*i, wire.Quote(name)))
	}
	for i := range names {
		events = append(events, fmt.Sprintf(`{"id":"nmd_%d","stage":"end","result":"named %d"}`, 60-7*i, i))
	}
	return valid(slug, title, "50 53", events...)
}

func alikeIDs(slug, title string, ids ...string) *dialect.Case {
	var events []string
	for i, id := range ids {
		events = append(events, fmt.Sprintf(`{"id":%s,"stage":"start","name":"name-%c"}`, wire.Quote(id), 'p'+rune(i)))
	}
	for i, id := range ids {
		events = append(events, fmt.Sprintf(`{"id":%s,"stage":"streaming","parametersChunk":"{\"n\":%d}"}`, wire.Quote(id), 60+i))
	}
	for i := len(ids) - 1; i >= 0; i-- {
		events = append(events, fmt.Sprintf(`{"id":%s,"stage":"end","result":"outcome %c"}`, wire.Quote(ids[i]), 'A'+rune(i)))
	}
	return valid(slug, title, "50 51 58", events...)
}
