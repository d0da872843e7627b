package openairesponses

import (
	"strings"

	"github.com/toolconform/conform/wire"
)

// outputOf is an output as text: text parts are joined.
func outputOf(v wire.Value) (string, bool) {
	if !v.IsArray() {
		return v.Text(), v.IsString()
	}
	var b strings.Builder
	for _, p := range v.Items() {
		b.WriteString(p.Get("text").Text())
	}
	return b.String(), true
}
