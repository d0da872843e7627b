package openaichat

import (
	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	cases "github.com/toolconform/conform/fixtures/openai-chat"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

func consumerCases() []*dialect.Case {
	return casefile.Cases(cases.Files, pair(dialect.Consumer), scriptOf, "ending", "abort")
}

func producerCases() []*dialect.Case {
	return casefile.Cases(cases.Files, pair(dialect.Producer), turnOf)
}

// turnOf makes the turn of a case file's entry, an item a line.
func turnOf(e casefile.Entry) (dialect.Script, error) {
	return stream.ParseTurn(wire.Obj(wire.M("messageId", wire.Str("msg-"+e.Slug)), wire.M("items", wire.List(e.Elements...))))
}

func converterCases() []*dialect.Case {
	return casefile.Cases(cases.Files, pair(dialect.Converter), func(e casefile.Entry) (dialect.Script, error) {
		return history.ParseScript(wire.List(e.Elements...))
	})
}
