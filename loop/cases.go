package loop

import (
	"embed"
	"fmt"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
)

// files are the literal conversations, for every wire.
//
//go:embed agent/*.cases
var files embed.FS

// cases are the conversations of a wire. A file is wrong where one cannot be read: it was built in, and
// a test reads it.
func cases(e *endpoint.Endpoint, pair dialect.Pair) []*dialect.Case {
	entries, err := casefile.Read(files, Agent, nil, nil)
	if err != nil {
		panic(err)
	}
	var list []*dialect.Case
	for _, entry := range entries {
		c := start(e, pair.String()+"/"+entry.Slug)
		fits := true
		for _, line := range entry.Elements {
			ok, err := c.add(line)
			if err != nil {
				panic(fmt.Errorf("%s:%d: %w", entry.File, entry.Line, err))
			}
			fits = fits && ok
		}
		if fits {
			k := entry.Case(pair, c)
			k.Source = fmt.Sprintf("loop/%s:%d", entry.File, entry.Line)
			list = append(list, k)
		}
	}
	return list
}
