package toolfence

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/wire"
)

// nameCases: names that are long, or have parts (FENCE-25).
func (b *builder) nameCases() {
	named := func(slug, title string, names []string) {
		var segments []segment
		for i, name := range names {
			segments = append(segments, tool(fmt.Sprintf(`{"toolCallId":"nmd_%d","toolName":%s,"input":{"nth":%d}}`, 60-7*i, wire.Quote(name), i)))
		}
		b.valid(slug, title, ids("FENCE-25"), append(segments, text("end\n"))...)
	}
	named("given-names-long", "Names of 64 characters and more.", longNames())
	named("given-names-with-parts", "Names that have parts, and names that every object of some language has.", namesWithParts())
}

// longNames are beyond what some service allows, and differ at their ends.
func longNames() []string {
	var names []string
	for _, n := range []int{63, 64, 127, 128, 299} {
		names = append(names, strings.Repeat("n", n)+"x", strings.Repeat("n", n)+"y")
	}
	return names
}

func namesWithParts() []string {
	return []string{"srv/read", "srv:read", "srv.read", "functions.read:0", "read (v2)", "read_2", "Read", "constructor", "__proto__", "undefined", " padded "}
}

// oddMembers are names of members that the document doesn't know.
func oddMembers() []string {
	return []string{"_x", "$ref", "é", "e\u0301", "名前", "🎸", "text", "content", "delta", "title", "label", "description", "0", "length", "constructor", "__proto__",
		"toolcallid", "tool_call_id", "call_id", "tool", "function", "arguments", "parameters", "Input", "outputs", "error_text", "errorMessage", "done", "role",
		"stage", "chunk", "events", "a.b", "a b", strings.Repeat("m", 100)}
}
