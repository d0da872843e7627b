package stageevents

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// blamed puts a case under one line of the robustness family.
func blamed(c *dialect.Case, id string, level requirement.Level) *dialect.Case {
	c.Tests = []string{id}
	c.Blame = &dialect.Blame{Requirement: id, Level: level}
	return c
}

// idSet is a number of ids that an implementation may confuse, with plain ones
// that stand for them in the control.
type idSet struct {
	slug, title string
	ids         []string
}

func hostileIDs() []idSet {
	sets := []idSet{
		{"proto", "Ids that every object of some language has.", []string{"__proto__", "constructor", "toString"}},
		{"proto-more", "More ids that every object of some language has.", []string{"hasOwnProperty", "valueOf", "prototype", "length"}},
		{"blank", "Ids of blanks.", []string{" ", "  ", "\t"}},
		{"emoji", "Ids of emoji and letters beyond ASCII.", []string{"🎸", "🎸🎸", "Gọi", "工具", "👩‍👩‍👧"}},
		{"long", "Ids of 300 characters that differ in the last one.",
			[]string{strings.Repeat("x", 299) + "1", strings.Repeat("x", 299) + "2",
				strings.Repeat("x", 299)}},
		{"case", "Ids that differ only in case.", []string{"Call_Ab", "call_ab", "CALL_AB"}},
		{"surrounding-blanks", "Ids that differ only in the blanks around them.", []string{"call_s", " call_s", "call_s ", "call_s\n"}},
		{"normalisation", "Ids that differ only in their Unicode normalisation.", []string{"caf\u00e9", "cafe\u0301", "\u212b", "\u00c5"}},
		{"numbers", "Ids that look like numbers.", []string{"0", "-0", "00", "1e3", "1000", "NaN"}},
		{"words", "Ids that look like other values.", []string{"null", "undefined", "true", "[object Object]", "{}"}},
		{"escapes", "Ids of letters that need an escape.", []string{`"`, `\`, "\u2028", "\x7f", "a/b", "a\\/b", "data: x"}},
	}
	for _, g := range dialect.AlikeIDs() {
		sets = append(sets, idSet{"alike-" + g.Slug, "Ids that are alike: " + g.Slug + ".", g.IDs[:]})
	}
	return sets
}

func plainIDs(n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("plain_%c%d", 'q'-rune(i), 31*i+5)
	}
	return ids
}

func consumerIDCases() []*dialect.Case {
	var list []*dialect.Case
	for _, set := range hostileIDs() {
		c := valid("ids-"+set.slug, set.title, "")
		c.Script = idStream(set.ids)
		c.Control = valid("ids-"+set.slug+"-control", "The same stream with plain ids.", "50")
		c.Control.Script = idStream(plainIDs(len(set.ids)))
		list = append(list, blamed(c, "ROBUST-05", requirement.Must))
	}
	return list
}

// idStream is a life for each id, woven stage by stage.
func idStream(ids []string) *updates {
	var list []wire.Value
	add := func(id, stage string, members ...wire.Member) {
		list = append(list, wire.Obj(append([]wire.Member{wire.T("id", id), wire.T("stage", stage)}, members...)...))
	}
	for i, id := range ids {
		add(id, "start", wire.T("name", fmt.Sprintf("tool-%d", 80-i)))
	}
	for i := range ids {
		add(ids[len(ids)-1-i], "streaming", wire.T("parametersChunk", fmt.Sprintf(`{"order":%d`, 200+i)))
	}
	for i, id := range ids {
		add(id, "streaming", wire.T("parametersChunk", fmt.Sprintf(`,"place":%d}`, 300+i)))
	}
	for i := range ids {
		id := ids[(i+1)%len(ids)]
		if i%2 == 0 {
			add(id, "end", wire.T("result", fmt.Sprintf("result %d", 400+i)))
		} else {
			add(id, "end", wire.T("error", fmt.Sprintf("error %d", 500+i)))
		}
	}
	return newUpdates(list...)
}

func consumerNumberCases() []*dialect.Case {
	life := func(slug, title string, of func(...string) []string, numbers, small []string) *dialect.Case {
		return blamed(valid("numbers-"+slug, title, "", of(numbers...)...), "ROBUST-04", requirement.Should).
			Controlled("The same with small integers.", newUpdates(parseAll(of(small...))...))
	}
	return []*dialect.Case{
		life("in-parameters", "Integers beyond 2^53 in the arguments.", func(n ...string) []string {
			return []string{`{"id":"num_1","stage":"start","name":"order","parameters":"{\"id\":` + n[0] + `,\"list\":[` + n[1] + `,` +
				n[2] +
				`]}"}`,
				`{"id":"num_1","stage":"end","result":"` + n[0] + `"}`}
		}, []string{"9007199254740993", "18446744073709551615", "-9007199254740995"}, []string{"82000", "83500", "-81200"}),
		life("in-chunks", "An integer beyond 2^53 cut into two chunks.", func(n ...string) []string {
			return []string{`{"id":"num_2","stage":"start","name":"order"}`,
				`{"id":"num_2","stage":"streaming","parametersChunk":"{\"id\":` + n[0] + `"}`,
				`{"id":"num_2","stage":"streaming","parametersChunk":"` + n[1] + `}"}`,
				`{"id":"num_2","stage":"end","success":true,"result":"ok"}`}
		}, []string{"900719925474", "0997"}, []string{"82", "000"}),
	}
}

// consumerSizeCases stand last: whoever looks for a fault finds it before them.
func consumerSizeCases() []*dialect.Case {
	size := func(slug, title string, level requirement.Level, make func(int) *updates, n int) *dialect.Case {
		c := blamed(valid("size-"+slug, title, ""), "ROBUST-03", level).Controlled("The same in small.", make(32))
		c.Script, c.Heavy = nil, true
		c.Build = func() dialect.Script { return make(n) }
		return c
	}
	deep := blamed(valid("size-nesting-100", "Arguments and an unknown member nested 100 deep.", ""), "ROBUST-03", requirement.Must)
	deep.Script = deepStream(100)
	deep.Controlled("The same nested twice.", deepStream(2))
	return []*dialect.Case{
		deep,
		size("1000-calls", "1,000 calls in one turn.", requirement.Must, manyCalls, 1000),
		size("1000-chunks", "1,000 chunks of one call.", requirement.Must, manyChunks, 1000),
		size("1-mib-result", "A result of 1 MiB.", requirement.Must, bigValue, 1<<20),
		size("1-mib-parameters", "Arguments of 1 MiB in 16 chunks.", requirement.Must, func(n int) *updates { return bigChunks(16, n) },
			1<<16),
		size("10000-calls", "10,000 calls in one turn.", requirement.Should, manyCalls, 10_000),
		size("100000-chunks", "100,000 chunks of one call.", requirement.Should, manyChunks, 100_000),
		size("16-mib-result", "A result of 16 MiB.", requirement.Should, bigValue, 16<<20),
	}
}

// nested is an object n deep.
func nested(n int) string { return strings.Repeat(`{"n":`, n-1) + `{}` + strings.Repeat(`}`, n-1) }

func deepStream(n int) *updates {
	return newUpdates(parseAll([]string{
		`{"id":"deep_3","stage":"start","name":"nest","parameters":` + wire.Quote(nested(n)) + `}`,
		`{"id":"deep_3","stage":"running","extra":` + nested(n) + `}`,
		`{"id":"deep_3","stage":"end","result":` + wire.Quote(nested(n+1)) + `}`,
	})...)
}

func manyCalls(n int) *updates {
	var list []wire.Value
	id := func(i int) wire.Member { return wire.T("id", fmt.Sprintf("many_%05d", (i*7919+13)%n)) }
	for i := range n {
		list = append(list, wire.Obj(id(i), wire.T("stage", "start"), wire.T("name", fmt.Sprintf("tool_%d", i%17)),
			wire.T("parameters", fmt.Sprintf(`{"nth":%d}`, i))))
	}
	for i := n - 1; i >= 0; i-- {
		list = append(list, wire.Obj(id(i), wire.T("stage", "end"), wire.T("result", fmt.Sprintf("done %d", 2*i+1))))
	}
	return newUpdates(list...)
}

func manyChunks(n int) *updates {
	list := parseAll([]string{`{"id":"chunky_2","stage":"start","name":"type","parametersChunk":"{\"text\":\""}`})
	for i := range n {
		list = append(list, wire.Obj(wire.T("id", "chunky_2"), wire.T("stage", "streaming"), wire.M("parametersChunk",
			wire.Str(fmt.Sprintf("%d ", i)))))
	}
	return newUpdates(append(list, parseAll([]string{`{"id":"chunky_2","stage":"streaming","parametersChunk":"\"}"}`,
		`{"id":"chunky_2","stage":"end","result":"typed"}`})...)...)
}

func bigValue(n int) *updates {
	return newUpdates(
		wire.ParseString(`{"id":"big_8","stage":"start","name":"dump"}`),
		wire.Obj(wire.T("id", "big_8"), wire.T("stage", "end"), wire.T("result", pattern(n))))
}

func bigChunks(n, size int) *updates {
	list := parseAll([]string{`{"id":"big_9","stage":"start","name":"load","parametersChunk":"{\"text\":\""}`})
	for range n {
		list = append(list, wire.Obj(wire.T("id", "big_9"), wire.T("stage", "streaming"), wire.M("parametersChunk",
			wire.Str(pattern(size)))))
	}
	return newUpdates(append(list, parseAll([]string{`{"id":"big_9","stage":"streaming","parametersChunk":"\"}"}`,
		`{"id":"big_9","stage":"end","result":"loaded"}`})...)...)
}

// pattern is text of n bytes in which a lost piece shows.
func pattern(n int) string {
	text := make([]byte, 0, n+20)
	for i := int64(0); len(text) < n; i++ {
		text = append(strconv.AppendInt(text, i, 10), ',')
	}
	return string(text[:n])
}

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
		items = append(items, fmt.Sprintf(`{"type":"result","callId":"many_%05d","status":"success","content":"done %d"}`, (i*7919+13)%n,
			2*i+1))
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
