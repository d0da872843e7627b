package later

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// OnState plants a change of one list in the state.
func OnState(member string, change func(input wire.Value, list []wire.Value) []wire.Value) func(dialect.Answer) dialect.Answer {
	return func(answer dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			o := answer(input)
			if o.State.Get(member).IsArray() {
				o.State = o.State.With(member, wire.List(change(input, o.State.Get(member).Items())...))
			}
			return o
		}
	}
}

// OnBlocks plants a change of the blocks of a state.
func OnBlocks(change func([]wire.Value) []wire.Value) func(dialect.Answer) dialect.Answer {
	return OnState("blocks", func(_ wire.Value, list []wire.Value) []wire.Value { return change(list) })
}

func tidyResults(blocks []wire.Value) []wire.Value {
	for i, b := range blocks {
		text := b.Get("toolResult").Text()
		if v, err := wire.Parse([]byte(text)); err == nil && (v.IsObject() || v.IsArray()) {
			blocks[i] = b.With("toolResult", wire.Str(v.JSON()))
		}
	}
	return blocks
}

func loseArtifact(blocks []wire.Value) []wire.Value {
	for i := 1; i < len(blocks); i++ {
		if before := blocks[i-1]; before.Get("toolResultError").IsTrue() &&
			strings.Contains(strings.ToLower(before.Get("toolResult").Text()), "cancel") {
			blocks[i] = blocks[i].With("artifact", wire.NullValue)
		}
	}
	return blocks
}

// SwapLast changes the places of the last two of four or more.
func SwapLast(blocks []wire.Value) []wire.Value {
	if n := len(blocks); n > 3 {
		blocks[n-1], blocks[n-2] = blocks[n-2], blocks[n-1]
	}
	return blocks
}

func onToolBlocks(change func(input wire.Value, list []wire.Value) []wire.Value) func(dialect.Answer) dialect.Answer {
	return OnState("toolBlocks", change)
}

func forgetNeighbour(input wire.Value, blocks []wire.Value) []wire.Value {
	ended := map[string]bool{}
	for _, ev := range input.Get("events").Items() {
		if ev.Get("stage").Text() != "end" {
			continue
		}
		ended[ev.Get("id").Text()] = true
		for i := 1; i < len(blocks); i++ {
			before := blocks[i-1]
			if wire.Equal(blocks[i].Get("id"), ev.Get("id")) && !ended[before.Get("id").Text()] {
				blocks[i-1] = before.With("parameters", wire.Str(""))
			}
		}
	}
	return blocks
}

func onUpdates(change func(wire.Value) wire.Value) func(dialect.Answer) dialect.Answer {
	return func(answer dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			o := answer(input)
			for i := range o.Events {
				o.Events[i].Value = change(o.Events[i].Value)
			}
			return o
		}
	}
}

func emptyFails(update wire.Value) wire.Value {
	if r := update.Get("result"); update.Get("stage").Text() == "end" && r.IsString() && r.Text() == "" {
		return update.With("success", wire.Boolean(false))
	}
	return update
}

func onMarkdown(change func(string) string) func(dialect.Answer) dialect.Answer {
	return func(answer dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			o := answer(input)
			o.State = o.State.With("markdown", wire.Str(change(o.State.Get("markdown").Text())))
			return o
		}
	}
}

func loseBackslash(markdown string) string { return strings.ReplaceAll(markdown, `\\"`, `"`) }

func onMessages(change func(input wire.Value, list []wire.Value) []wire.Value) func(dialect.Answer) dialect.Answer {
	return OnState("messages", change)
}

func errorsStick(input wire.Value, messages []wire.Value) []wire.Value {
	failed, wrong := false, map[string]bool{}
	for _, step := range input.Get("steps").Items() {
		if step.Get("type").Text() == "add_tool_result" {
			wrong[step.Get("toolCallId").Text()] = failed
			failed = step.Get("state").Text() == "output-error"
		}
	}
	return onParts(messages, func(p wire.Value) (wire.Value, bool) {
		if p.Get("type").Text() == "tool-result" && wrong[p.Get("toolCallId").Text()] {
			return p.With("state", wire.Str("error")), true
		}
		return p, true
	})
}

func onModelMessages(change func(wire.Value) wire.Value) func(dialect.Answer) dialect.Answer {
	return OnState("modelMessages", func(_ wire.Value, list []wire.Value) []wire.Value {
		for i, m := range list {
			list[i] = change(m)
		}
		return list
	})
}

func cutLong(m wire.Value) wire.Value {
	text := []rune(m.Get("content").Text())
	if m.Get("role").Text() == "tool" && len(text) > 40 {
		return m.With("content", wire.Str(string(text[:40])+"…"))
	}
	return m
}

func borrowLabel(blocks []wire.Value) []wire.Value {
	first := map[string]wire.Value{}
	for i, b := range blocks {
		name, label := b.Get("name").Text(), b.Get("tool_content_message")
		if have, ok := first[name]; ok && label.IsString() {
			blocks[i] = b.With("tool_content_message", have)
		} else if label.IsString() {
			first[name] = label
		}
	}
	return blocks
}

func forgiveHistory(input wire.Value, blocks []wire.Value) []wire.Value {
	if !input.Get("history").IsTrue() {
		return blocks
	}
	cancelled := map[string]bool{}
	for _, ev := range input.Get("events").Items() {
		if b := ev.Get("content_block"); b.Get("status").Text() == "cancelled" {
			cancelled[b.Get("tool_use_id").Text()] = true
		}
	}
	for i, b := range blocks {
		if cancelled[b.Get("id").Text()] {
			blocks[i] = b.With("toolResultError", wire.Boolean(false))
		}
	}
	return blocks
}

func keepRunningResult(input wire.Value, blocks []wire.Value) []wire.Value {
	seen := map[string]wire.Value{}
	for _, ev := range input.Get("events").Items() {
		if ev.Get("stage").Text() == "running" && ev.Get("result").IsString() {
			seen[ev.Get("id").Text()] = ev.Get("result")
		}
	}
	for i, b := range blocks {
		if r, ok := seen[b.Get("id").Text()]; ok && b.Get("result").IsNull() {
			blocks[i] = b.With("result", r)
		}
	}
	return blocks
}

// onInput plants a change of what goes in.
func onInput(member string, change func([]wire.Value) []wire.Value) func(dialect.Answer) dialect.Answer {
	return func(answer dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			if list := input.Get(member); list.IsArray() {
				input = input.With(member, wire.List(change(list.Items())...))
			}
			return answer(input)
		}
	}
}

func overwriteID(m wire.Value) wire.Value {
	calls := m.Get("toolCalls").Items()
	for i, c := range calls {
		args := c.Get("arguments")
		if parsed, err := wire.Parse([]byte(args.Text())); err == nil && args.IsString() {
			args = parsed
		}
		if args.Has("id") {
			calls[i] = c.With("arguments", args.With("id", c.Get("id")))
		}
	}
	if len(calls) == 0 {
		return m
	}
	return m.With("toolCalls", wire.List(calls...))
}

func skipRepetition(blocks []wire.Value) []wire.Value {
	for i := len(blocks) - 1; i > 0; i-- {
		have, before := blocks[i].Get("toolResult"), blocks[i-1].Get("toolResult")
		if !have.IsNull() && have.Text() != "" && wire.Equal(have, before) {
			blocks[i] = blocks[i].With("toolResult", wire.NullValue)
		}
	}
	return blocks
}

func loseName(_ wire.Value, blocks []wire.Value) []wire.Value {
	seen := map[string]bool{}
	for i, b := range blocks {
		name := b.Get("name").Text()
		if seen[name] && b.Get("stage").Text() == "end" {
			blocks[i] = b.With("name", wire.NullValue)
		}
		seen[name] = true
	}
	return blocks
}

func firstLine(update wire.Value) wire.Value {
	if text, rest, found := strings.Cut(update.Get("error").Text(), "\n"); found && rest != "" && text != "" {
		return update.With("error", wire.Str(text))
	}
	return update
}

func inputToList(markdown string) string {
	lines := strings.Split(markdown, "\n")
	for i, line := range lines {
		v, err := wire.Parse([]byte(line))
		if in := v.Get("input"); err == nil && in.IsObject() && in.Len() == 1 {
			lines[i] = v.With("input", wire.List(in.At(0))).JSON()
		}
	}
	return strings.Join(lines, "\n")
}

func outputAsText(_ wire.Value, messages []wire.Value) []wire.Value {
	return onParts(messages, func(p wire.Value) (wire.Value, bool) {
		if out := p.Get("output"); p.Get("type").Text() == "tool-call" && out.IsObject() {
			return p.With("output", wire.Str(out.JSON())), true
		}
		return p, true
	})
}

func skipEmpty(_ wire.Value, messages []wire.Value) []wire.Value {
	return onParts(messages, func(p wire.Value) (wire.Value, bool) {
		content := p.Get("content")
		return p, p.Get("type").Text() != "tool-result" || !content.IsString() || content.Text() != "" || p.Get("state").Text() == "error"
	})
}

// onParts changes or drops parts.
func onParts(messages []wire.Value, change func(wire.Value) (part wire.Value, keep bool)) []wire.Value {
	for i, m := range messages {
		var parts []wire.Value
		for _, p := range m.Get("parts").Items() {
			if p, keep := change(p); keep {
				parts = append(parts, p)
			}
		}
		messages[i] = m.With("parts", wire.List(parts...))
	}
	return messages
}

func sendOnce(m wire.Value) wire.Value {
	var kept []wire.Value
	seen := map[string]bool{}
	for _, c := range m.Get("toolCalls").Items() {
		key := c.Get("name").JSON() + c.Get("arguments").JSON()
		if !seen[key] {
			kept = append(kept, c)
		}
		seen[key] = true
	}
	if len(kept) == 0 {
		return m
	}
	return m.With("toolCalls", wire.List(kept...))
}
