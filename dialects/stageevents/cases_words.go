package stageevents

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
)

// wordCases: words that other dialects use where this one has its four stages. An
// update with another stage is an unknown event.
func wordCases() []*dialect.Case {
	return []*dialect.Case{
		endWords("done", "completed", "complete", "finished", "finish", "success", "succeeded", "result", "stopped", "close"),
		failureWords("error", "failed", "failure", "aborted", "cancelled", "output-error", "timeout"),
		startWords("started", "begin", "init", "created", "pending", "queued", "call", "input-available"),
		courseWords("stream", "delta", "progress", "run", "executing", "in_progress", "update", "input-streaming", "pending", "queued", "waiting", "processing", ""),
	}
}

// besides is a call with nothing wrong, before and behind the others.
func besides(events []string) []string {
	all := append([]string{`{"id":"wd_ok","stage":"start","name":"safe"}`}, events...)
	return append(all, `{"id":"wd_ok","stage":"end","result":"kept"}`)
}

func endWords(words ...string) *dialect.Case {
	var events []string
	for i, word := range words {
		events = append(events, fmt.Sprintf(`{"id":"wd_%d","stage":"start","name":"job_%c"}`, 90-4*i, 'a'+rune(i)),
			fmt.Sprintf(`{"id":"wd_%d","stage":%q,"success":true,"result":"by %s"}`, 90-4*i, word, word))
	}
	return adversarial("stray-words-for-end", "Words of other dialects for an end are no stage: the calls go on.", "56 57", besides(events)...)
}

func failureWords(words ...string) *dialect.Case {
	var events []string
	for i, word := range words {
		events = append(events, fmt.Sprintf(`{"id":"wd_%d","stage":"start","name":"job_%c"}`, 90-4*i, 'a'+rune(i)),
			fmt.Sprintf(`{"id":"wd_%d","stage":%q,"error":"by %s"}`, 90-4*i, word, word),
			fmt.Sprintf(`{"id":"wd_%d","stage":"end","success":true,"result":"well after %s"}`, 90-4*i, word))
	}
	return adversarial("stray-words-for-failure", "Words of other dialects for a failure are no stage: the calls end as their ends say.", "56", besides(events)...)
}

func startWords(words ...string) *dialect.Case {
	var events []string
	for i, word := range words {
		events = append(events, fmt.Sprintf(`{"id":"wd_%d","stage":%q,"name":"job_%c"}`, 90-4*i, word, 'a'+rune(i)))
	}
	return adversarial("stray-words-for-start", "Words of other dialects for a start create no block.", "56", besides(events)...)
}

func courseWords(words ...string) *dialect.Case {
	var events []string
	for i, word := range words {
		events = append(events, fmt.Sprintf(`{"id":"wd_%d","stage":"start","name":"job_%c"}`, 90-4*i, 'a'+rune(i)),
			fmt.Sprintf(`{"id":"wd_%d","stage":%q,"parametersChunk":"by %s"}`, 90-4*i, word, word))
	}
	return adversarial("stray-words-for-course", "Words of other dialects for what comes between start and end move no stage.", "56", besides(events)...)
}
