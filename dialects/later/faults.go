// Package later holds faults that were thought up when the suite was finished.
package later

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Fault is one that was thought up and planted when the suite was
// finished: no case, no twist and no list was made with it in mind. It works on
// what goes in and what comes out, so that it needs nothing of the reference.
type Fault struct {
	Pair  dialect.Pair
	Title string
	Plant func(dialect.Answer) dialect.Answer
}

func pair(name string, role dialect.Role) dialect.Pair {
	return dialect.Pair{Dialect: name, Role: role}
}

// Faults are all of them.
func Faults() []Fault { return slices.Concat(FirstRound(), secondRound(), thirdRound()) }

// FirstRound: two of these were missed at first. What they lacked, texts that end
// in a backslash or read as JSON with blanks in it, is drawn since.
func FirstRound() []Fault {
	return []Fault{
		{pair("content-blocks", dialect.Consumer), "A result that reads as a JSON object or list is written anew, without its blanks.",
			OnBlocks(tidyResults)},
		{pair("content-blocks", dialect.Consumer), "The artifact behind a cancelled result is lost, whosever it is.",
			OnBlocks(loseArtifact)},
		{pair("content-blocks", dialect.Consumer), "From four calls on, the last two change places.", OnBlocks(SwapLast)},
		{pair("stage-events", dialect.Consumer), "An end forgets the parameters of the call before it, where that one is still open.",
			onToolBlocks(forgetNeighbour)},
		{pair("stage-events", dialect.Producer), "A result that is an empty text is told as a failure.", onUpdates(emptyFails)},
		{pair("tool-fence", dialect.Consumer), "Text right behind a second fence loses its leading blanks.", trimBehindSecond},
		{pair("tool-fence", dialect.Producer), "A backslash at the end of a value is lost.", onMarkdown(loseBackslash)},
		{pair("message-parts", dialect.Consumer), "A client's result behind a client's error becomes an error too.",
			onMessages(errorsStick)},
		{pair("message-parts", dialect.Converter), "A tool message of more than forty letters is cut.", onModelMessages(cutLong)},
		{pair("message-parts", dialect.Consumer), "Text behind a second finish is lost.", loseTextBehindFinish},
	}
}

// secondRound was thought up after the first one had been mended.
func secondRound() []Fault {
	return []Fault{
		{pair("content-blocks", dialect.Consumer), "A call shows the label of the first call of its tool.", OnBlocks(borrowLabel)},
		{pair("content-blocks", dialect.Producer), "An artifact that is an empty object is left out.", onUpdates(loseEmptyArtifact)},
		{pair("content-blocks", dialect.Consumer), "What was cancelled is no error when it comes from history.",
			OnState("blocks", forgiveHistory)},
		{pair("stage-events", dialect.Consumer), "An end without a result leaves the one that a running update carried.",
			onToolBlocks(keepRunningResult)},
		{pair("stage-events", dialect.Producer), "Of more than three pieces of arguments the last loses its last character.", cutLastPiece},
		{pair("tool-fence", dialect.Consumer), "Behind a malformed fence, a generated id comes again.", repeatGeneratedID},
		{pair("tool-fence", dialect.Producer), "A line break comes between two texts.", breakBetweenTexts},
		{pair("message-parts", dialect.Consumer), "A server's error that comes behind the finish is a success.", forgiveLateErrors},
		{pair("message-parts", dialect.Converter), "Text behind a result is moved to the text before its call.", moveTextUp},
		{pair("message-parts", dialect.Converter), "An argument named id becomes the id of the call.", onModelMessages(overwriteID)},
	}
}

// thirdRound was thought up after the second.
func thirdRound() []Fault {
	return []Fault{
		{pair("content-blocks", dialect.Consumer), "A result equal to that of the call before it is taken for a repetition.",
			OnBlocks(skipRepetition)},
		{pair("content-blocks", dialect.Producer), "A stop right behind a result sends no terminal block.", loseTerminal},
		{pair("content-blocks", dialect.Consumer), "A stop for an index of two digits is read as its first digit.",
			onInput("events", firstDigit)},
		{pair("stage-events", dialect.Consumer), "The second call of a tool loses its name at its end.", onToolBlocks(loseName)},
		{pair("stage-events", dialect.Producer), "An error text ends at its first line break.", onUpdates(firstLine)},
		{pair("tool-fence", dialect.Consumer), "An output that is a list of one element becomes the element.", onUpdates(unwrapOutput)},
		{pair("tool-fence", dialect.Producer), "An input of one member is written as a list.", onMarkdown(inputToList)},
		{pair("message-parts", dialect.Consumer), "An output that is an object stands in the call as its text.", onMessages(outputAsText)},
		{pair("message-parts", dialect.Converter), "Two calls with the same name and arguments are sent as one.",
			onModelMessages(sendOnce)},
		{pair("message-parts", dialect.Consumer), "An empty result of a server makes no part.", onMessages(skipEmpty)},
	}
}

func trimBehindSecond(answer dialect.Answer) dialect.Answer {
	return func(input wire.Value) dialect.Observation {
		o := answer(input)
		fences, behind := 0, false
		for i, e := range o.Events {
			switch e.Value.Get("type").Text() {
			case "tool-input-available":
				fences++
				behind = fences == 2
			case "text-delta":
				delta := e.Value.Get("delta").Text()
				if behind && delta != "" {
					o.Events[i].Value = e.Value.With("delta", wire.Str(strings.TrimLeft(delta, " \t")))
					behind = false
				}
			}
		}
		return o
	}
}

func loseTextBehindFinish(answer dialect.Answer) dialect.Answer {
	return func(input wire.Value) dialect.Observation {
		var kept []wire.Value
		finished := 0
		for _, step := range input.Get("steps").Items() {
			kind := step.Get("type").Text()
			if kind == "finish" {
				finished++
			}
			if kind == "text" && finished > 1 {
				continue
			}
			kept = append(kept, step)
		}
		return answer(input.With("steps", wire.List(kept...)))
	}
}

func loseEmptyArtifact(event wire.Value) wire.Value {
	block := event.Get("content_block")
	if a := block.Get("artifact"); a.IsObject() && a.Len() == 0 {
		return event.With("content_block", block.Without("artifact"))
	}
	return event
}

func cutLastPiece(answer dialect.Answer) dialect.Answer {
	return func(input wire.Value) dialect.Observation {
		o := answer(input)
		pieces := map[string][]int{}
		for i, e := range o.Events {
			if e.Value.Get("parametersChunk").Text() != "" {
				id := e.Value.Get("id").Text()
				pieces[id] = append(pieces[id], i)
			}
		}
		for _, at := range pieces {
			if len(at) > 3 {
				last := &o.Events[at[len(at)-1]]
				text := []rune(last.Value.Get("parametersChunk").Text())
				last.Value = last.Value.With("parametersChunk", wire.Str(string(text[:len(text)-1])))
			}
		}
		return o
	}
}

func repeatGeneratedID(answer dialect.Answer) dialect.Answer {
	return func(input wire.Value) dialect.Observation {
		o := answer(input)
		last, malformed, renamed := "", false, map[string]string{}
		for i, e := range o.Events {
			if e.Value.Get("type").Text() == "text-delta" {
				malformed = malformed || strings.Contains(e.Value.Get("delta").Text(), "```tool\n")
				continue
			}
			id := e.Value.Get("toolCallId").Text()
			if !strings.HasPrefix(id, "tool-call-") {
				continue
			}
			if malformed && last != "" && renamed[id] == "" && id != last {
				renamed[id], malformed = last, false
			}
			if to := renamed[id]; to != "" {
				o.Events[i].Value = e.Value.With("toolCallId", wire.Str(to))
				continue
			}
			last = id
		}
		return o
	}
}

func breakBetweenTexts(answer dialect.Answer) dialect.Answer {
	return func(input wire.Value) dialect.Observation {
		turn := input.Get("transcript")
		items := turn.Get("items").Items()
		for i := 1; i < len(items); i++ {
			if items[i-1].Get("type").Text() == "text" && items[i].Get("type").Text() == "text" {
				items[i] = items[i].With("text", wire.Str("\n"+items[i].Get("text").Text()))
			}
		}
		return answer(input.With("transcript", turn.With("items", wire.List(items...))))
	}
}

func forgiveLateErrors(answer dialect.Answer) dialect.Answer {
	return onInput("steps", func(steps []wire.Value) []wire.Value {
		finished := false
		for i, step := range steps {
			finished = finished || step.Get("type").Text() == "finish"
			if finished && step.Get("type").Text() == "tool_result" {
				steps[i] = step.With("state", wire.Str("complete"))
			}
		}
		return steps
	})(answer)
}

func moveTextUp(answer dialect.Answer) dialect.Answer {
	return onInput("messages", func(messages []wire.Value) []wire.Value {
		for i, m := range messages {
			var parts []wire.Value
			text, answered := -1, false
			for _, p := range m.Get("parts").Items() {
				kind := p.Get("type").Text()
				answered = answered || kind == "tool-result"
				if kind == "text" && answered && text >= 0 {
					parts[text] = parts[text].With("content", wire.Str(parts[text].Get("content").Text()+p.Get("content").Text()))
					continue
				}
				if kind == "text" && !answered {
					text = len(parts)
				}
				parts = append(parts, p)
			}
			messages[i] = m.With("parts", wire.List(parts...))
		}
		return messages
	})(answer)
}

func loseTerminal(answer dialect.Answer) dialect.Answer {
	return func(input wire.Value) dialect.Observation {
		o := answer(input)
		items := input.Get("transcript").Get("items").Items()
		if n := len(items); n < 2 || items[n-2].Get("type").Text() != "result" {
			return o
		}
		index := wire.Value{}
		var kept []dialect.Event
		for _, e := range o.Events {
			if kind := e.Value.Get("content_block").Get("type").Text(); strings.HasPrefix(kind, "terminal_") {
				index = e.Value.Get("index")
				continue
			}
			if index.IsAbsent() || !wire.Equal(e.Value.Get("index"), index) {
				kept = append(kept, e)
			}
		}
		o.Events = kept
		return o
	}
}

func firstDigit(events []wire.Value) []wire.Value {
	for i, ev := range events {
		if n, ok := ev.Get("index").Int64(); ok && n > 9 && n < 100 && ev.Get("type").Text() == "content_block_stop" {
			events[i] = ev.With("index", wire.Int(n/10))
		}
	}
	return events
}

func unwrapOutput(event wire.Value) wire.Value {
	if out := event.Get("output"); out.IsArray() && out.Len() == 1 {
		return event.With("output", out.At(0))
	}
	return event
}
