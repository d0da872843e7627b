package contentblocks

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

func robustTurns(b *casebook) {
	sized := func(slug, title string, level requirement.Level, of func(int) *turn, n int) {
		b.heavy(slug, title, "ROBUST-03", level, func(n int) dialect.Script { return of(n) }, n)
	}
	value := func(n int) *turn { return told(tBuy(), tResult("toolu_K7", "success", long(n))) }
	sized("calls-1000", "A thousand calls in parallel.", requirement.Must, crowdTurn, 1000)
	sized("calls-10000", "Ten thousand calls in parallel.", requirement.Should, crowdTurn, 10000)
	sized("value-1mib", "A result of 1 MiB.", requirement.Must, value, mib)
	sized("value-16mib", "A result of 16 MiB.", requirement.Should, value, 16*mib)
	sized("value-1mib-input", "An input of 1 MiB.", requirement.Must, func(n int) *turn {
		call := tBuy()
		call.Input = wire.Obj(wire.M("text", wire.Str(long(n))))
		return told(call, tResult("toolu_K7", "success", "small"))
	}, mib)
	sized("value-1mib-artifact", "An artifact of 1 MiB.", requirement.Must, func(n int) *turn {
		result := tResult("toolu_K7", "success", "drawn")
		result.Artifact = wire.Obj(wire.M("svg", wire.Str(long(n))))
		return told(tBuy(), result)
	}, mib)
	nestedTurns(b)
	integerTurns(b)
	idTurns(b)
}

func nestedTurns(b *casebook) {
	for slug, of := range map[string]func(value string) *turn{
		"": func(value string) *turn {
			return told(tCall("toolu_N4", "walk", value, ""), tValue("toolu_N4", "success", `"bottom"`, value))
		},
		"-content": func(value string) *turn { return told(tBuy(), tValue("toolu_K7", "success", value, "")) },
	} {
		blame(b.valid("nesting-100"+slug, "Values nested 100 deep.", of(nested(100)), "ROBUST-03"), requirement.Must).
			Controlled("The same nested twice.", of(nested(2)))
	}
}

// integerTurns: integers that no double holds.
func integerTurns(b *casebook) {
	add := func(slug, title string, of func(one, two string) *turn, one, two, small1, small2 string) {
		blame(b.valid(slug, title, of(one, two), "ROBUST-04"), requirement.Should).Controlled("The same with small integers.", of(small1, small2))
	}
	result := func(content, artifact string) *turn {
		return told(tBuy(), tValue("toolu_K7", "success", content, artifact))
	}
	add("integers-bare", "A result and an artifact that are integers beyond 2^53.", result, `9007199254740993`, `-9007199254740995`,
		`82000`, `-83500`)
	add("integers-input", "Integers beyond 2^53 in an input.", func(id, big string) *turn {
		return told(tCall("toolu_I6", "get_order", `{"id":`+id+`,"big":`+big+`}`, ""), tResult("toolu_I6", "success", "ok"))
	}, `9007199254740993`, `123456789012345678901234567890`, `82000`, `83500`)
	add("integers-result", "Integers beyond 2^53 in a result and its artifact.", result, `{"id":9007199254740993}`,
		`{"ids":[18446744073709551615]}`, `{"id":82000}`, `{"ids":[83500]}`)
	add("integers-below", "Integers below -2^53.", func(input, content string) *turn {
		return told(tCall("toolu_V3", "lookup", `{"n":`+input+`}`, ""), tValue("toolu_V3", "success", `{"n":`+content+`}`, ""))
	}, `-9007199254740995`, `-9007199254740997`, `-82000`, `-83500`)
}

func crowdTurn(n int) *turn {
	items := make([]transcript.Item, 0, 2*n)
	id := func(i int) string { return fmt.Sprintf("call_%05d", (i*7919+3)%n+n) }
	for i := range n {
		items = append(items, tCall(id(i), fmt.Sprintf("tool_%d", i%7), fmt.Sprintf(`{"n":%d}`, i), ""))
	}
	for i := n - 1; i >= 0; i-- {
		items = append(items, tResult(id(i), []string{"success", "error", "cancelled"}[i%3], fmt.Sprintf("answer %d", 3*i+1)))
	}
	return told(items...)
}
