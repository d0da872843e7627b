package families

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

// mixes is how many conversations are mixed. Each shows some thousand pairs of traits that stand together in no other case.
const mixes = 10

// Mixed are conversations of several turns in which everything stands beside everything: what is odd at a place, in an order, or
// behind something else that is odd. They are drawn, the same ones for ever.
func Mixed(pair dialect.Pair, tests []string, of func(history.History) dialect.Script) (list []*dialect.Case) {
	for n := range mixes {
		r := rand.New(rand.NewPCG(uint64(n), mixes))
		m := mixer{pick: func(n int) int { return int(r.Uint32N(uint32(n))) }}
		if n%3 == 1 { // the assistant begins
			m.say(1)
			m.step()
		}
		list = append(list, &dialect.Case{ID: fmt.Sprintf("%s/mixed-%02d", pair, n+1), Pair: pair, Class: dialect.Valid,
			Title: "A conversation of some turns, in which everything stands beside everything.", Tests: tests, Script: of(m.make())})
	}
	return list
}

type mixer struct {
	pick  dialect.Pick
	h     history.History
	calls int
}

func (m *mixer) make() history.History {
	for turn := range 3 + m.pick(2) {
		m.ask(fmt.Sprintf("Go on with %d.", 40-turn))
		for range 1 + m.pick(3) {
			m.say(m.pick(3) / 2)
			m.step()
		}
		m.say(m.pick(3))
	}
	m.ask("Thanks.")
	return m.h
}

// ask lets the user say one thing or two, the second of any kind.
func (m *mixer) ask(text string) {
	m.h = append(m.h, history.Entry{Role: history.User, Text: text})
	if len(m.h) > 1 && m.pick(5) > 1 {
		m.h = append(m.h, history.Entry{Role: history.User, Text: m.text()})
	}
}

// say is messages of the assistant in a row that are nothing but text.
func (m *mixer) say(times int) {
	for range times {
		m.h = append(m.h, history.Entry{Role: history.Assistant, Parts: []history.Part{{Text: m.text()}}})
	}
}

func (m *mixer) one(list ...string) string { return list[m.pick(len(list))] }

func (m *mixer) text() string {
	return m.one("One moment, please.", "Looking:\n- a\n- b", "été 🎸", `say "hi" \ bye`, "<b>bold</b> & more", `{"a":1}`, "null",
		"7", "OK", "[1,2]", "first\r\nsecond", "true", "found", "Go on with 40.", " padded ")
}

// step is a message with up to six calls, text before, between and behind them, and their results in some order.
func (m *mixer) step() {
	var parts []history.Part
	say := func(often int) {
		if m.pick(often) == 0 {
			parts = append(parts, history.Part{Text: []string{m.text(), ""}[m.pick(4)/3]})
		}
	}
	say(2)
	var results []history.Entry
	name := ""
	for range []int{1, 1, 2, 2, 3, 4, 6}[m.pick(7)] {
		if name == "" || m.pick(3) > 0 {
			name = m.one("search", "search_all", "open", "get_weather", "a")
		}
		p := history.Part{Call: true, ID: m.id(), Name: name, Arguments: m.arguments()}
		parts = append(parts, p)
		results = append(results, m.result(p))
		say(4)
	}
	switch m.pick(4) {
	case 0:
		slices.Reverse(results)
	case 1:
		results = append(results[1:], results[0])
	}
	m.h = append(append(m.h, history.Entry{Role: history.Assistant, Parts: parts}), results...)
}

// id is another one each time; some begin as others do.
func (m *mixer) id() string {
	m.calls++
	id := m.one("c%d", "call_%d", "call_%d_of_a_gateway_that_gives_long_ids_to_its_calls")
	return fmt.Sprintf(id, (m.calls*37)%101)
}

func (m *mixer) arguments() string {
	return m.one(`{"q":1}`, `{"q":1}`, `{}`, ``, ` {"q" : 2} `, `{"q":"two words","n":null}`, `{"deep":{"a":[1,{"b":false}]}}`,
		`{"t":"été 🎸\n\"q\" <b> \\"}`, `{"z":0,"e":"","f":false,"l":[],"o":{}}`, `{"q":-1.5}`, `{"q":"null"}`,
		`{"of":["many","members"],"n":7}`)
}

func (m *mixer) result(p history.Part) history.Entry {
	e := history.Entry{Role: history.Tool, CallID: p.ID, Name: p.Name, Status: "success"}
	switch m.pick(5) {
	case 0:
		e.Status = "error"
		e.Output = wire.Str(m.one("boom", "", "no such file: /tmp/x", `{"code":7}`, "line\nline \"two\"", "été 🎸", "found"))
	case 1:
		e.Status = "cancelled"
		e.Output = wire.Str(m.one("The user said no.", "", "stopped"))
	default:
		e.Output = wire.ParseString(m.one(`"found"`, `"found"`, `""`, `"  two \n"`, `"{\"a\": 1}"`, `"7"`, `"null"`, `"OK"`, `"été\nà"`,
			`false`, `0`, `-3`, `1.5`, `null`, `true`, `[1,{"a":null}]`, `[]`, `[""]`, `["x"]`, `{}`, `{"hits":0}`, `{"a":{"b":[]}}`,
			`"say \"hi\" <b> 🎸"`))
	}
	return e
}
