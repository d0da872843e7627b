package probe

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/traffic"
	"github.com/toolconform/conform/wire"
)

// leastSecret is how long a key is at least that is a secret: what is shorter is a placeholder, for a
// server that wants none, and a word like any other.
const leastSecret = 8

const instead = "[key]"

// hidden is a text without the key.
func (p *prober) hidden(text string) string {
	if len(p.Key) < leastSecret {
		return text
	}
	return strings.ReplaceAll(text, p.Key, instead)
}

// hiddenValue is a value without the key. Judging is over: what is told may be another value.
func (p *prober) hiddenValue(v wire.Value) wire.Value {
	if v.IsAbsent() || len(p.Key) < leastSecret {
		return v
	}
	inside := strings.Trim(wire.Quote(p.Key), `"`)
	text := v.JSON()
	if !strings.Contains(text, inside) {
		return v
	}
	shown, err := wire.Parse([]byte(strings.ReplaceAll(text, inside, instead)))
	if err != nil {
		return wire.Str(instead)
	}
	return shown
}

func (p *prober) hiddenAll(list []wire.Value) []wire.Value {
	list = slices.Clone(list)
	for i, v := range list {
		list[i] = p.hiddenValue(v)
	}
	return list
}

// hiddenIn is what was found, without the key.
func (p *prober) hiddenIn(j traffic.Judged) traffic.Judged {
	j.Findings = slices.Clone(j.Findings)
	for i, f := range j.Findings {
		f.Message, f.Where = p.hidden(f.Message), p.hidden(f.Where)
		f.Expected, f.Actual = p.hiddenValue(f.Expected), p.hiddenValue(f.Actual)
		j.Findings[i] = f
	}
	return j
}
