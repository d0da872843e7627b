package families

import (
	"io/fs"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// Turns are the cases of producers in the files, an item of the turn a line. The id of a
// message is its case's, behind a prefix.
func Turns(files fs.FS, pair dialect.Pair, prefix string) []*dialect.Case {
	return casefile.Cases(files, pair, func(e casefile.Entry) (dialect.Script, error) {
		return stream.ParseTurn(wire.Obj(wire.M("messageId", wire.Str(prefix+e.Slug)), wire.M("items", wire.List(e.Elements...))))
	})
}

// Histories are the cases of converters in the files, an entry of the history a line.
func Histories(files fs.FS, pair dialect.Pair) []*dialect.Case {
	return casefile.Cases(files, pair, func(e casefile.Entry) (dialect.Script, error) {
		return history.ParseScript(wire.List(e.Elements...))
	})
}
