package contentblocks

import (
	"sort"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	cases "github.com/toolconform/conform/fixtures/content-blocks"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// consumerCases are those of fixtures/content-blocks/consumer and those that code makes.
func consumerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: consumerPair(), Script: streamOf, Made: madeStreams(), Own: []string{"history"}}
	b := &casebook{pair: consumerPair(), list: book.Cases()}
	orphanCases(b)
	secondResultCases(b)
	statusCases(b)
	surroundingCases(b)
	everyTwoCases(b)
	robustCases(b)
	return arranged(b.list)
}

// streamOf is the stream of a case file's entry.
func streamOf(e casefile.Entry) (dialect.Script, error) {
	s := &stream{history: e.Fields["history"] == "true"}
	for _, short := range e.Elements {
		events, err := expand(short)
		if err != nil {
			return s, err
		}
		s.events = append(s.events, events...)
	}
	return s, nil
}

// producerCases are those of fixtures/content-blocks/producer, an item of the transcript a line,
// and those that code makes.
func producerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: producerPair(), Script: turnOf, Made: madeTurns(), Own: []string{"message"}}
	b := &casebook{pair: producerPair(), list: book.Cases()}
	valueTurns(b)
	surroundingTurns(b)
	robustTurns(b)
	return arranged(b.list)
}

// turnOf is the turn of a case file's entry. The field message is its id, as JSON.
func turnOf(e casefile.Entry) (dialect.Script, error) {
	message := wire.Str("msg-9f2")
	if text := e.Fields["message"]; text != "" {
		message = wire.ParseString(text)
	}
	t, err := transcript.Parse(wire.Obj(wire.M("messageId", message), wire.M("items", wire.List(e.Elements...))))
	return &turn{t}, err
}

// everyProducer are the requirements that any turn with an answered call tests.
func everyProducer() []string {
	return []string{"BLOCK-50", "BLOCK-51", "BLOCK-52", "BLOCK-53", "BLOCK-54", "BLOCK-55", "BLOCK-56", "BLOCK-58", "BLOCK-59", "BLOCK-60"}
}

// arranged puts cases in the order of their ids, however tables were walked, the
// heavy ones last.
func arranged(list []*dialect.Case) []*dialect.Case {
	sort.SliceStable(list, func(i, j int) bool {
		if list[i].Heavy != list[j].Heavy {
			return list[j].Heavy
		}
		return list[i].ID < list[j].ID
	})
	return list
}
