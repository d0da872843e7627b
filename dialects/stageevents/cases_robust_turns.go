package stageevents

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

func producerIDCases() []*dialect.Case {
	var list []*dialect.Case
	for _, set := range hostileIDs() {
		c := tell("ids-"+set.slug, set.title, "", idItems(set.ids)...)
		c.Control = tell("ids-"+set.slug+"-control", "The same turn with plain ids.", "09", idItems(plainIDs(len(set.ids)))...)
		list = append(list, blamed(c, "ROBUST-05", requirement.Must))
	}
	return list
}

func idItems(ids []string) []string {
	var items []string
	for i, id := range ids {
		items = append(items, fmt.Sprintf(`{"type":"call","id":%s,"name":"tool-%d","input":{"place":%d}}`, wire.Quote(id), 80-i, 300+i))
	}
	for i, id := range ids {
		items = append(items, fmt.Sprintf(`{"type":"input-delta","callId":%s,"delta":"{\"place\":%d}"}`, wire.Quote(id), 300+i))
	}
	for i := range ids {
		at := (i + 1) % len(ids)
		items = append(items, fmt.Sprintf(`{"type":"result","callId":%s,"status":%q,"content":"outcome %d"}`, wire.Quote(ids[at]),
			[]string{"success", "error"}[i%2], 400+i))
	}
	return items
}

func producerNumberCases() []*dialect.Case {
	turn := func(slug, title string, of func(...string) []string, numbers, small []string) *dialect.Case {
		return blamed(tell("numbers-"+slug, title, "", of(numbers...)...), "ROBUST-04", requirement.Should).
			Controlled("The same with small integers.", tell("", "", "", of(small...)...).Script)
	}
	small := []string{"82000", "83500", "-81200"}
	return []*dialect.Case{
		turn("in-input", "Integers beyond 2^53 in the input.", func(n ...string) []string {
			return []string{`{"type":"call","id":"num_1","name":"order","input":{"id":` + n[0] + `,"list":[` + n[1] + `,` + n[2] + `]}}`,
				`{"type":"result","callId":"num_1","status":"success","content":"` + n[0] + `"}`}
		}, []string{"9007199254740993", "18446744073709551615", "-9007199254740995"}, small),
		turn("in-result", "Integers beyond 2^53 in the result.", func(n ...string) []string {
			return []string{`{"type":"call","id":"num_2","name":"order","input":{}}`,
				`{"type":"result","callId":"num_2","status":"success","content":{"id":` + n[0] + `}}`}
		}, []string{"9007199254740997"}, small),
		turn("below", "Integers below -2^53.", func(n ...string) []string {
			return []string{`{"type":"call","id":"num_3","name":"order","input":{"id":` + n[0] + `}}`,
				`{"type":"result","callId":"num_3","status":"success","content":{"id":` + n[1] + `,"list":[` + n[2] + `]}}`}
		}, []string{"-9007199254740995", "-9007199254740997", "-12345678901234567890"}, small),
	}
}

// producerSizeCases stand last: whoever looks for a fault finds it before them.
func producerSizeCases() []*dialect.Case {
	size := func(slug, title string, level requirement.Level, items func(int) []string, n int) *dialect.Case {
		of := func(n int) dialect.Script { return tell("size-"+slug, title, "", items(n)...).Script }
		c := blamed(tell("size-"+slug, title, ""), "ROBUST-03", level).Controlled("The same in small.", of(32))
		c.Script, c.Heavy = nil, true
		c.Build = func() dialect.Script { return of(n) }
		return c
	}
	deep := func(n int) []string {
		return []string{`{"type":"call","id":"deep_3","name":"nest","input":` + nested(n) + `}`,
			`{"type":"result","callId":"deep_3","status":"success","content":` + nested(n-1) + `}`}
	}
	big := func(n int) []string {
		return []string{`{"type":"call","id":"big_8","name":"dump","input":{"n":1}}`,
			`{"type":"result","callId":"big_8","status":"success","content":"` + pattern(n) + `"}`}
	}
	input := func(n int) []string {
		return []string{`{"type":"call","id":"big_4","name":"load","input":{"text":"` + pattern(n) + `"}}`,
			`{"type":"result","callId":"big_4","status":"success","content":"loaded"}`}
	}
	return []*dialect.Case{
		blamed(tell("size-nesting-100", "Input and result nested 100 deep.", "", deep(100)...), "ROBUST-03", requirement.Must).
			Controlled("The same nested twice.", tell("", "", "", deep(2)...).Script),
		size("1000-calls", "1,000 calls in one turn.", requirement.Must, manyItems, 1000),
		size("1000-deltas", "1,000 deltas of one call.", requirement.Must, manyDeltas, 1000),
		size("1-mib-result", "A result of 1 MiB.", requirement.Must, big, 1<<20),
		size("1-mib-input", "An input of 1 MiB.", requirement.Must, input, 1<<20),
		size("10000-calls", "10,000 calls in one turn.", requirement.Should, manyItems, 10_000),
		size("16-mib-result", "A result of 16 MiB.", requirement.Should, big, 16<<20),
	}
}

func manyItems(n int) []string {
	var items []string
	for i := range n {
		items = append(items, fmt.Sprintf(`{"type":"call","id":"many_%05d","name":"tool_%d","input":{"nth":%d}}`, (i*7919+13)%n, i%17, i))
	}
	for i := n - 1; i >= 0; i-- {
		items = append(items, fmt.Sprintf(`{"type":"result","callId":"many_%05d","status":"success","content":"done %d"}`, (i*7919+13)%n, 2*i+1))
	}
	return items
}

func manyDeltas(n int) []string {
	var text strings.Builder
	var deltas []string
	add := func(d string) {
		text.WriteString(d)
		deltas = append(deltas, `{"type":"input-delta","callId":"chunky_2","delta":`+wire.Quote(d)+`}`)
	}
	add(`{"text":"`)
	for i := range n {
		add(fmt.Sprintf("%d ", i))
	}
	add(`"}`)
	items := append([]string{`{"type":"call","id":"chunky_2","name":"type","arguments":` + wire.Quote(text.String()) + `}`}, deltas...)
	return append(items, `{"type":"result","callId":"chunky_2","status":"success","content":"typed"}`)
}
