package stageevents

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
)

// surroundingCases: what may stand between the updates of a call, and what came in
// the turns before it.
func surroundingCases() []*dialect.Case {
	var list []*dialect.Case
	for _, e := range neighbours() {
		class := dialect.Valid
		if e.loose {
			class = dialect.Adversarial
		}
		around := append(append(append([]string{}, e.at(0)...), `{"id":"su_5","stage":"start","name":"look","parametersChunk":"{\"a\":"}`),
			e.at(1)...)
		around = append(append(around, `{"id":"su_5","stage":"streaming","parametersChunk":"[5,"}`,
			`{"id":"su_5","stage":"streaming","parametersChunk":"6]}"}`), e.at(2)...)
		around = append(append(around, `{"id":"su_5","stage":"running","shortResult":"half"}`), e.at(3)...)
		open := append([]string{}, around...)
		around = append(append(append(around, `{"id":"su_5","stage":"end","result":"seen"}`), e.at(4)...), e.ends()...)
		whole := valid("beside-"+e.slug, "Between any two updates of a call stands "+e.title+".", "50 51 53 58", around...)
		cut := valid("beside-"+e.slug+"-open", "The same, and the call has not ended.", "57 50 51 53 58", open...)
		whole.Class, cut.Class = class, dialect.Adversarial
		list = append(list, whole, cut)
	}
	return append(append(list, againCases()...), followingEnds()...)
}

// neighbour is something that may stand between two updates of a call.
type neighbour struct {
	slug, title string
	// at are its events; k is the how-manieth it is.
	at func(k int) []string
	// open: its calls are still to end. loose: no right runner sends it.
	open, loose bool
}

// ends are those of the calls that a neighbour left open.
func (e neighbour) ends() []string {
	var list []string
	for k := 4; k >= 0 && e.open; k-- {
		list = append(list, fmt.Sprintf(`{"id":"nb_%c","stage":"end","result":"late %d"}`, 'z'-rune(k), k))
	}
	return list
}

func neighbours() []neighbour {
	of := func(events ...string) func(k int) []string {
		return func(k int) []string {
			var list []string
			for _, e := range events {
				list = append(list, strings.ReplaceAll(e, "ID", fmt.Sprintf("nb_%c", 'z'-rune(k))))
			}
			return list
		}
	}
	begin := `{"id":"ID","stage":"start","name":"look"}`
	return []neighbour{
		{"start", "the start of another", of(begin), true, false},
		{"start-with-parameters", "the start of another, with its arguments",
			of(`{"id":"ID","stage":"start","name":"roll","parameters":"{\"of\":\"ID\"}"}`), true, false},
		{"chunks", "another's start and its chunks", of(begin, `{"id":"ID","stage":"streaming","parametersChunk":"{\"b\":"}`,
			`{"id":"ID","stage":"streaming","parametersChunk":"\"ID\"}"}`), true, false},
		{"empty-chunk", "another's start and an empty chunk", of(begin, `{"id":"ID","stage":"streaming","parametersChunk":""}`), true,
			false},
		{"running", "another's start and its progress", of(begin, `{"id":"ID","stage":"running","shortResult":""}`,
			`{"id":"ID","stage":"running","shortResult":"ID"}`), true, false},
		{"life", "another's whole life", of(begin, `{"id":"ID","stage":"streaming","parametersChunk":"{}"}`,
			`{"id":"ID","stage":"running"}`,
			`{"id":"ID","stage":"end","success":true,"result":"of ID"}`), false, false},
		{"short-life", "another's start and end", of(begin, `{"id":"ID","stage":"end","result":""}`), false, false},
		{"failure", "another's start and failure", of(begin, `{"id":"ID","stage":"end","success":false,"error":"lost ID"}`), false, false},
		{"bare-end", "another's start and an end that says no more", of(begin, `{"id":"ID","stage":"end"}`), false, false},
		{"no-id", "an event without an id", of(`{"stage":"end","result":"nobody's"}`), false, true},
		{"no-stage", "an event of this id without a stage", of(`{"id":"su_5","result":"none yet","name":"other"}`), false, true},
		{"other-event", "an event that is no update", of(`{"type":"text","text":"Looking."}`, `{"type":"ping"}`), false, true},
		{"stranger", "an update of a call that never started", of(`{"id":"ID","stage":"running","shortResult":"who"}`), false, true},
	}
}

// againCases: the same call once more, later: another id, and an end of its own.
func againCases() []*dialect.Case {
	call := func(how, id string) []string {
		switch how {
		case "whole":
			return []string{`{"id":"` + id + `","stage":"start","name":"roll","parameters":"{\"sides\":6}"}`}
		case "chunks":
			return []string{`{"id":"` + id + `","stage":"start","name":"roll"}`,
				`{"id":"` + id + `","stage":"streaming","parametersChunk":"{\"sides\":"}`,
				`{"id":"` + id + `","stage":"streaming","parametersChunk":"6}"}`}
		case "on-end":
			return []string{`{"id":"` + id + `","stage":"start","name":"roll"}`}
		}
		return []string{`{"id":"` + id + `","stage":"start","name":"roll"}`,
			`{"id":"` + id + `","stage":"running","parameters":"{\"sides\":6}"}`}
	}
	ended := func(how, id, members string) []string {
		if how == "on-end" {
			members += `,"parameters":"{\"sides\":6}"`
		}
		return []string{`{"id":"` + id + `","stage":"end",` + members + `}`}
	}
	var list []*dialect.Case
	for _, how := range []string{"whole", "chunks", "on-running", "on-end"} {
		for _, first := range []struct{ slug, title, members string }{{"answered", "was answered", `"result":"four"`}, {"failed", "failed",
			`"success":false,"error":"the die is lost"`}, {"open", "still runs", ""}} {
			events := call(how, "ag_7")
			if first.members != "" {
				events = append(events, ended(how, "ag_7", first.members)...)
			}
			events = append(append(append(events, call(how, "ag_3")...), ended(how, "ag_3", `"result":"two"`)...), call(how, "ag_5")...)
			if events = append(events, ended(how, "ag_5", `"result":"six"`)...); first.members == "" {
				events = append(events, ended(how, "ag_7", `"result":"four"`)...)
			}
			list = append(list, valid("again-"+how+"-"+first.slug,
				"The same call three times, its arguments "+how+"; the first "+first.title+".",
				"50 51 53 58", events...))
		}
	}
	return list
}

// followingEnds: behind every kind of end comes every other, and it behind them:
// nothing is left over from the call before.
func followingEnds() []*dialect.Case {
	kinds := []struct{ slug, members string }{
		{"result", `,"result":"r%d"`}, {"success", `,"success":true`}, {"success-and-result", `,"success":true,"result":"s%d"`},
		{"bare", ``},
		{"empty-result", `,"result":""`},
		{"error", `,"error":"e%d"`}, {"failed", `,"success":false`}, {"failed-and-result", `,"success":false,"result":"f%d"`},
		{"error-and-result", `,"error":"g%d","result":"h"`},
	}
	var list []*dialect.Case
	for _, first := range kinds {
		var events []string
		life := func(i int, members string) {
			id := fmt.Sprintf("fe_%c", 'z'-rune(i))
			if strings.Contains(members, "%d") {
				members = fmt.Sprintf(members, 90-i)
			}
			events = append(events, `{"id":"`+id+`","stage":"start","name":"roll"}`, `{"id":"`+id+`","stage":"end"`+members+`}`)
		}
		for i, other := range kinds {
			life(2*i, first.members)
			life(2*i+1, other.members)
		}
		list = append(list, valid("ends-behind-"+first.slug,
			"Behind an end of this kind: "+first.slug+", comes one of every other, and it again.", "50 51 52", events...))
	}
	return list
}

// tellSurroundings are the turns with something beside a call and its result.
func tellSurroundings() []*dialect.Case {
	var list []*dialect.Case
	for _, s := range dialect.Surroundings() {
		c := tell(s.Slug, s.Title, "03 04 06 07 09 12")
		if s.Stopped {
			c.Tests = append(c.Tests, "STAGE-08")
		}
		c.Script.(*stream.Exchange).Transcript.Items = s.Items
		list = append(list, c)
	}
	return list
}
