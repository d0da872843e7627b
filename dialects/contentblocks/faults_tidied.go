package contentblocks

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// tidiedFaults show values as somebody tidied them up.
func tidiedFaults() []dialect.Fault {
	var list []dialect.Fault
	for _, tidy := range dialect.Tidyings() {
		list = append(list,
			shows("BLOCK-01/input-"+tidy.Slug, "Inputs "+tidy.Title+".", func(b wire.Value) wire.Value { return b.With("input", tidy.Change(b.Get("input"))) }),
			shows("BLOCK-05/artifact-"+tidy.Slug, "Artifacts "+tidy.Title+".", func(b wire.Value) wire.Value { return b.With("artifact", tidy.Change(b.Get("artifact"))) }))
	}
	return list
}

// tidiedTurnFaults send them like that.
func tidiedTurnFaults() []dialect.Fault {
	var list []dialect.Fault
	for _, tidy := range dialect.Tidyings() {
		list = append(list, starts("BLOCK-58/input-"+tidy.Slug, "Inputs "+tidy.Title+".", blkToolUse, func(b wire.Value) wire.Value { return b.With("input", tidy.Change(b.Get("input"))) }))
	}
	return list
}
