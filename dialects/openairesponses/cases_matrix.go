package openairesponses

import (
	"fmt"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// matrixCases are every way in which a piece of arguments is told: in the first piece or a
// later one, empty or not, with something beside it, of the first call or of a later one, and
// with its arguments.done or without.
func matrixCases() []*dialect.Case {
	beside := [][2]string{{"alone", ``}, {"text", `["say",0,"and "]`}, {"keepalive", `["event","keepalive",{}]`}, {"prefixed", `["event","acme:x",{"delta":"no"}]`},
		{"comment", `["comment","hm"]`}, {"call", `["+",%d,"{\"other\":1"]`}}
	var list []*dialect.Case
	for n := range len(beside) * 16 {
		b, first, early, blank, told := beside[n/16], n&1 == 0, n&2 == 0, n&4 == 0, n&8 == 0
		index := 1
		shorts := []string{`["created","resp_m"]`, `["msg",0,"msg_m"]`, `["part",0]`, `["say",0,"Look. "]`}
		if !first {
			index = 2
			shorts = append(shorts, `["called",1,"fc_m1","call_m9","before","{\"m\":9}"]`)
		}
		other := b[0] == "call"
		if other {
			shorts = append(shorts, fmt.Sprintf(`["call",%d,"fc_m9","call_m2","beside"]`, index))
			b[1] = fmt.Sprintf(b[1], index)
			index++
		}
		shorts = append(shorts, fmt.Sprintf(`["call",%d,"fc_m4","call_m4","matrix"]`, index))
		piece := func(text string) { shorts = append(shorts, fmt.Sprintf(`["+",%d,%s]`, index, wire.Quote(text))) }
		if !early {
			piece(`{"n"`)
		}
		if b[1] != "" {
			shorts = append(shorts, b[1])
		}
		whole := `{"n":7}`
		if blank {
			piece("")
		}
		if early {
			piece(`{"n"`)
		}
		piece(`:7}`)
		if told {
			shorts = append(shorts, fmt.Sprintf(`["args",%d]`, index))
		}
		shorts = append(shorts, fmt.Sprintf(`["enddone",%d,%s]`, index, wire.Quote(whole)))
		if other {
			shorts = append(shorts, fmt.Sprintf(`["+",%d,"}"]`, index-1), fmt.Sprintf(`["args",%d]`, index-1), fmt.Sprintf(`["enddone",%d]`, index-1))
		}
		shorts = append(shorts, `["text",0]`, `["endpart",0]`, `["end",0]`, `["completed"]`)
		e := casefile.Entry{Slug: fmt.Sprintf("piece-%s-%s-%s-%s-%s", choose(early, "opening", "later"), choose(blank, "blank", "said"), b[0], choose(first, "first", "second"), choose(told, "told", "untold")),
			Title: "A piece of arguments, with something beside it.", Tests: []string{"RESP-06", "RESP-04", "RESP-07"}, Class: dialect.Valid}
		for _, s := range shorts {
			e.Elements = append(e.Elements, wire.ParseString(s))
		}
		script, err := scriptOf(e)
		if err != nil {
			panic(err) // it was built in
		}
		list = append(list, e.Case(pair(dialect.Consumer), script))
	}
	return list
}

func choose(so bool, yes, no string) string {
	if so {
		return yes
	}
	return no
}
