package reference

import (
	"maps"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// besideChatFaults are about results that say nothing, or another tool's name, and about outputs that look untidy.
func besideChatFaults() []plant.Row {
	output := func(change plant.Edit) edit { return parts(words.PartCall, plant.Inside("/output", change)) }
	rows := []plant.Row{
		row("PART-11/empty-keeps-first", held(emptyKeepsFirst), ""),
		row("PART-25/name-of-failed", answered(words.PartCall, words.StepAddResult, func(p, s wire.Value) wire.Value {
			if stepFailed(s) {
				return p.With("name", s.Get("tool"))
			}
			return p
		}), ""),
		row("PART-25/quotes-in-pieces", heard(always(plant.When(is(words.StepDelta), plant.Inside("/argumentsDelta",
			plant.Text(strings.NewReplacer(`\"`, `"`).Replace))))), ""),
		row("PART-10/in-text", edit{model: func(list, sent []wire.Value) []wire.Value {
			return append(slices.Clone(sent), retold(strays(list))...)
		}}, ""),
		row("PART-02/list-nulls", output(plant.When(wire.Value.IsArray, plant.In(plant.Drop(wire.Nothing)))), ""),
		row("PART-20/pieces-stop", told(piecesStop), "25"),
		row("PART-02/twenty-items", output(plant.Inside("/many", plant.When(wire.Value.IsArray,
			func(v wire.Value) wire.Value { return wire.List(v.Items()[:min(20, v.Len())]...) }))), ""),
	}
	for _, tidy := range dialect.Tidyings() {
		rows = append(rows, row("PART-02/"+tidy.Slug, output(tidy.Change), ""))
	}
	return rows
}

// retold are texts that say what these results say.
func retold(results []wire.Value) []wire.Value {
	var out []wire.Value
	for _, r := range results {
		for _, name := range []string{"output", "content", "errorText"} {
			if said := r.Get(name); !said.IsNull() {
				out = append(out, words.Model(words.RoleAssistant, asText(said)))
			}
		}
	}
	return out
}

func asText(v wire.Value) wire.Value {
	if v.IsString() {
		return v
	}
	return wire.Str(v.JSON())
}

// piecesStop sends no call that was told in pieces and finished for the reason stop.
func piecesStop(list []wire.Value) plant.Edit {
	cut, open := map[string]bool{}, map[string]bool{}
	for _, s := range list {
		switch words.Kind(s) {
		case words.StepDelta:
			open[words.ID(s)] = true
		case words.StepCall:
			delete(open, words.ID(s))
		case words.StepFinish:
			if s.Get("reason").Text() == "stop" {
				maps.Copy(cut, open)
			}
			clear(open)
		}
	}
	sent := inCalls(losing(func(c wire.Value) bool { return cut[c.Get("id").Text()] }))
	return func(m wire.Value) wire.Value { return keepIf(!from(words.RoleTool)(m) || !cut[words.ID(m)], sent(m)) }
}

// emptyKeepsFirst leaves a part its content where a second result brings none.
func emptyKeepsFirst(list []wire.Value) plant.Edit {
	first := map[string]wire.Value{}
	for _, s := range list {
		if words.IsResult(s) && first[words.ID(s)].IsAbsent() {
			first[words.ID(s)] = s
		}
	}
	return plant.When(is(words.PartResult), func(p wire.Value) wire.Value {
		for _, name := range []string{"content", "output", "errorText"} {
			if v := first[words.ID(p)].Get(name); p.Get("content").Text() == "" && v.Text() != "" {
				return p.With("content", v)
			}
		}
		return p
	})
}

// rareFaults change letters that are rare, in ids and in names, and lose an error that is blanks only.
func rareFaults() []plant.Row {
	rare := []struct {
		slug   string
		change func(string) string
	}{
		{"noncharacters", strings.NewReplacer("\uffff", "", "\ufffe", "").Replace},
		{"tags", strings.NewReplacer("\U000e0041", "", "\U000e0042", "").Replace},
		{"other-controls", strings.NewReplacer("\u0001", "", "\u007f", "", "\u000b", "").Replace},
	}
	rows := []plant.Row{row("PART-24/blank-is-none", toolsWith(func(list []wire.Value) plant.Edit {
		blank := map[string]bool{}
		note := func(v wire.Value) {
			for _, name := range []string{"content", "error", "errorText"} {
				text := v.Get(name).Text()
				blank[words.ID(v)] = blank[words.ID(v)] || stepFailed(v) && text != "" && strings.TrimSpace(text) == ""
			}
		}
		for _, s := range list {
			if words.IsResult(s) {
				note(s)
			}
		}
		for _, p := range found(list, words.PartResult) {
			note(p)
		}
		return plant.When(func(m wire.Value) bool { return blank[words.ID(m)] }, member("content", ""))
	}), "")}
	for _, r := range rare {
		rows = append(rows, row("ROBUST-05/"+r.slug, renaming(r.change), ""),
			row("PART-25/name-"+r.slug, calls(plant.Inside("/name", plant.Text(r.change))), ""))
	}
	return append(rows, row("ROBUST-05/line-separators", renaming(strings.NewReplacer("\u0085", " ", "\u2028", " ").Replace), ""),
		row("ROBUST-05/folded", renaming(strings.NewReplacer("ß", "ss").Replace), ""),
		row("ROBUST-05/before-bar", renaming(func(id string) string {
			before, _, _ := strings.Cut(id, "|")
			return before
		}), ""),
		row("PART-25/name-pluses", calls(plant.Inside("/name", plant.Text(strings.NewReplacer("+", " ").Replace))), ""))
}
