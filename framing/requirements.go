// Package framing holds the FRAME requirements: how events stand on the wire.
// They bind every consumer that takes SSE or NDJSON; FRAME-08 also binds readers
// of markdown. Cases and planted faults are made for any dialect that frames
// events, from a stream of that dialect.
package framing

import "github.com/toolconform/conform/requirement"

const (
	sse    = "WHATWG HTML, 9.2 Server-sent events"
	ndjson = "NDJSON: one JSON text a line"
	suite  = "Suite: wire framing"
)

// Requirements are FRAME-01…13.
func Requirements() []requirement.Requirement {
	list := []requirement.Requirement{
		{ID: "FRAME-01", Level: requirement.Must, Source: sse + ", 9.2.5; " + ndjson,
			Sentence: "SSE lines end in LF, CRLF or CR, mixed freely; NDJSON lines in LF or CRLF, empty lines ignored.",
			Right:    "data: {…}\\r\\n\\r\\n", Wrong: "a reader that splits at LF LF sees no event in it"},
		{ID: "FRAME-02", Level: requirement.Must, Source: sse + ", 9.2.6",
			Sentence: "A leading byte order mark is skipped.",
			Right:    "\\uFEFFdata: {…}", Wrong: "a reader that loses the first event"},
		{ID: "FRAME-03", Level: requirement.Must, Source: sse + ", 9.2.6",
			Sentence: "sse: one space after the colon is optional.",
			Right:    "data:{…}", Wrong: "a reader that looks for \"data: \""},
		{ID: "FRAME-04", Level: requirement.Must, Source: sse + ", 9.2.6",
			Sentence: "sse: several `data:` lines of an event are joined by LF.",
			Right:    "data: {\\ndata: \"type\": …}", Wrong: "a reader that parses each line alone"},
		{ID: "FRAME-05", Level: requirement.Must, Source: sse + ", 9.2.6",
			Sentence: "sse: comments, `id:`, `retry:` and unknown fields disturb nothing; a comment with a blank line is no event.",
			Right:    ": keep-alive", Wrong: "a reader that dispatches an empty event for it"},
		{ID: "FRAME-06", Level: requirement.Should, Source: sse + ", 9.2.6",
			Ruling: "The standard dispatches an event with empty data; no dialect has such an event, and servers send it to keep " +
				"the line open.",
			Sentence: "sse: an empty `data:` heartbeat is ignored.",
			Right:    "data:\\n\\n", Wrong: "JSON.parse(\"\") ends the stream"},
		{ID: "FRAME-07", Level: requirement.Must, Source: suite,
			Ruling:   "The documents name the type in the JSON only.",
			Sentence: "sse: the event's JSON decides; `event:` may be absent.",
			Right:    "data: {…} without event:", Wrong: "a reader that waits for a named event"},
		{ID: "FRAME-08", Level: requirement.Must, Source: suite,
			Sentence: "Reads may cut anywhere: inside a line ending, a UTF-8 sequence, a JSON escape.",
			Right:    "one byte a read", Wrong: "each read decoded as UTF-8 by itself"},
		{ID: "FRAME-09", Level: requirement.Must, Also: []requirement.Level{requirement.Should}, Source: suite,
			Ruling:   "Neither format limits a line; results of a megabyte are common.",
			Sentence: "A line of 1 MiB passes; 16 MiB SHOULD.",
			Right:    "a result of 1 MiB in one frame", Wrong: "a scanner with a buffer of 64 KiB"},
		{ID: "FRAME-10", Level: requirement.Must, Source: sse + ", 9.2.5; RFC 8259, 7",
			Sentence: "U+2028, U+2029 and U+0085 inside data end no line.",
			Right:    "\"a\\u2028b\" unescaped in a string", Wrong: "a splitter for every Unicode line end"},
		{ID: "FRAME-11", Level: requirement.May, Source: sse + ", 9.2.6",
			Sentence: "A last event without its blank line (sse) or line end (ndjson): dropped or taken.",
			Right:    "the events before it are all there", Wrong: "the whole stream is lost"},
		{ID: "FRAME-12", Level: requirement.Must, Adversarial: true, Source: suite,
			Ruling: "A silent stop loses every result behind it; a clear error does not.",
			Sentence: "One malformed frame: the events after it are applied, or the answer is `rejected`. Stopping there and answering " +
				"`done` fails.",
			Right: "data: {\"type\":  – skipped", Wrong: "everything after it is lost, silently"},
		{ID: "FRAME-13", Level: requirement.Must, Adversarial: true, Source: suite,
			Ruling: "The marker is a convention of the field; only its exact form is one.",
			Sentence: "sse: `[DONE]`, exactly, ends the stream and what follows is ignored; `[DONE]x` is a malformed frame, and so is " +
				"`[DONE]` in ndjson. A frame whose JSON is no object: ignored or `rejected`.",
			Right: "data: [DONE]", Wrong: "data: [DONE]x ends the stream too"},
	}
	for i := range list {
		list[i].Roles = []string{"consumer"}
	}
	return list
}
