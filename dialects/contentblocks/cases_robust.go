package contentblocks

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

const mib = 1 << 20

func robustCases(b *casebook) {
	sizeCases(b)
	numberCases(b)
	idCases(b)
}

// nested is n arrays and objects inside each other.
func nested(n int) string {
	return strings.Repeat(`{"a":[`, n/2) + `"core"` + strings.Repeat(`]}`, n/2)
}

// long is a text of n bytes that is not one letter repeated.
func long(n int) string {
	const line = "0123456789 Giá 82,000 VND\n"
	return strings.Repeat(line, n/len(line)+1)[:n/len(line)*len(line)] + strings.Repeat("x", n%len(line))
}

// crowd is n calls in parallel and their results in another order.
func crowd(n int) []wire.Value {
	blocks := make([]wire.Value, 0, 2*n)
	for i := range n {
		blocks = append(blocks, use(fmt.Sprintf("call_%05d", (i*7919+3)%n+n), fmt.Sprintf("tool_%d", i%7), fmt.Sprintf(`{"n":%d}`, i)))
	}
	statuses := []string{"success", "error", "cancelled"}
	for i := n - 1; i >= 0; i-- {
		blocks = append(blocks, res(fmt.Sprintf("call_%05d", (i*7919+3)%n+n), statuses[i%3], fmt.Sprintf("answer %d", 3*i+1)))
	}
	return seq(1, blocks...)
}

func sizeCases(b *casebook) {
	sized := func(slug, title string, level requirement.Level, events func(int) []wire.Value, n int) {
		b.heavy(slug, title, "ROBUST-03", level, func(n int) dialect.Script { return &stream{events: events(n)} }, n)
	}
	content := func(n int) []wire.Value {
		return seq(1, buy(), sell(), res("toolu_K7", "success", long(n)), res("toolu_C2", "success", "small"))
	}
	input := func(n int) []wire.Value {
		return seq(1, toolUse("toolu_L3", "write_file", wire.Obj(wire.M("text", wire.Str(long(n))))), res("toolu_L3", "error", "disk full"))
	}
	sized("calls-1000", "A thousand calls in parallel.", requirement.Must, crowd, 1000)
	sized("value-1mib-content", "A result of 1 MiB.", requirement.Must, content, mib)
	sized("value-1mib-input", "An input of 1 MiB.", requirement.Must, input, mib)
	sized("value-1mib-artifact", "An artifact of 1 MiB.", requirement.Must, func(n int) []wire.Value {
		return seq(1, buy(), res("toolu_K7", "success", "drawn").With("artifact", wire.Obj(wire.M("svg", wire.Str(long(n))))))
	}, mib)
	sized("calls-10000", "Ten thousand calls in parallel.", requirement.Should, crowd, 10000)
	sized("value-16mib-content", "A result of 16 MiB.", requirement.Should, content, 16*mib)
	sized("value-16mib-input", "An input of 16 MiB.", requirement.Should, input, 16*mib)
	for slug, of := range map[string]func(int) *stream{
		"input": func(n int) *stream {
			return live(seq(1, use("toolu_N4", "walk", nested(n)), res("toolu_N4", "success", "bottom")))
		},
		"artifact": func(n int) *stream {
			return live(seq(1, buy(), with(res("toolu_K7", "success", "tree"), "artifact", nested(n))))
		},
	} {
		blame(b.valid("nesting-100-"+slug, "An "+slug+" nested 100 deep.", of(100), "ROBUST-03"),
			requirement.Must).Controlled("The same nested twice.", of(2))
	}
}

// numberCases: integers that no double holds.
func numberCases(b *casebook) {
	add := func(slug, title string, of func(value string) *stream, big, small string) {
		blame(b.valid(slug, title, of(big), "ROBUST-04"), requirement.Should).Controlled("The same with small integers.", of(small))
	}
	input := func(value string) *stream {
		return live(seq(1, use("toolu_I6", "get_order", value), res("toolu_I6", "success", "order 9007199254740993")))
	}
	artifact := func(value string) *stream {
		return live(seq(1, buy(), with(res("toolu_K7", "success", "orders"), "artifact", value)))
	}
	add("integers-input", "Integers beyond 2^53 in an input.", input,
		`{"id":9007199254740993,"neg":-9007199254740995,"big":123456789012345678901234567890,"ok":42}`,
		`{"id":82000,"neg":-83500,"big":81200,"ok":42}`)
	add("integers-artifact", "Integers beyond 2^53 in an artifact.", artifact, `{"ids":[9007199254740993,18446744073709551615]}`,
		`{"ids":[82000,83500]}`)
	add("integers-artifact-bare", "An artifact that is an integer beyond 2^53.", artifact, `9007199254740993`, `82000`)
	add("integers-history", "Integers beyond 2^53 from history.", func(value string) *stream {
		return live(seq(1, use("toolu_I6", "get_order", value))).fromHistory()
	}, `{"id":9223372036854775807}`, `{"id":82000}`)
}
