package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/outdir"
	"github.com/toolconform/conform/wire"
)

// The formats of an export.
const (
	Native = "native" // the bytes of the wire: .md, .sse, .ndjson
	JSON   = "json"   // the adapter protocol's input: .input.json
	Both   = "both"
)

// Export is the corpus as plain files that need none of this project's code: the
// input of each case, and beside it the right answers that are known. Only the cases that
// keep says yes to are in it; nil keeps all.
func Export(cat *catalogue.Catalogue, format string, keep func(*dialect.Case) bool) (outdir.Files, error) {
	e := exporter{files: outdir.Files{}, format: format}
	for _, side := range cat.Sides {
		if keep != nil && !slices.ContainsFunc(side.Cases(), keep) {
			continue
		}
		for _, c := range Cases(side) {
			if keep != nil && !keep(c.Case) {
				continue
			}
			if err := e.add(side, c.Case); err != nil {
				return nil, err
			}
		}
	}
	index, err := indented(e.index)
	if err != nil {
		return nil, err
	}
	e.files["index.json"] = index
	e.files["VERSION"] = fmt.Appendf(nil, "%d\n", Version)
	e.files[".gitattributes"] = []byte("* -text\n")
	e.files["README.md"] = []byte(exportReadme)
	return e.files, nil
}

type exporter struct {
	files  outdir.Files
	format string
	index  []exported
}

// exported is a row of the export's index.
type exported struct {
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	Dialect  string   `json:"dialect"`
	Role     string   `json:"role"`
	Class    string   `json:"class"`
	Tests    []string `json:"tests"`
	Inputs   []string `json:"inputs"`
	Expected string   `json:"expected"`
}

func (e *exporter) add(side *catalogue.Side, c *dialect.Case) error {
	base := strings.ReplaceAll(c.ID, "@", "-")
	row := exported{ID: c.ID, Title: c.Title, Dialect: c.Dialect, Role: string(c.Role), Class: string(c.Class),
		Tests: append([]string{}, c.Tests...), Expected: base + ".expected.json"}
	if e.format != JSON {
		for ext, data := range natives(side, c) {
			e.files[base+ext] = data
			row.Inputs = append(row.Inputs, base+ext)
		}
	}
	if e.format != Native || len(row.Inputs) == 0 {
		e.files[base+".input.json"] = append(plain(side, c).Input().AppendJSON(nil), '\n')
		row.Inputs = append(row.Inputs, base+".input.json")
	}
	slices.Sort(row.Inputs)
	expected, err := indented(expectation(side, c))
	if err != nil {
		return err
	}
	e.files[row.Expected] = expected
	e.index = append(e.index, row)
	return nil
}

// plain is the case in the plainest form that the pair has.
func plain(side *catalogue.Side, c *dialect.Case) *dialect.Case {
	sent := *c.Ready()
	if sent.Encoding == "" && len(side.Encodings) > 0 {
		sent.Encoding = side.Encodings[0]
	}
	return &sent
}

// natives are the wire forms of a case by file ending; none where the pair has no
// wire of its own.
func natives(side *catalogue.Side, c *dialect.Case) map[string][]byte {
	wired, ok := c.Ready().Script.(dialect.Wired)
	switch {
	case !ok || c.Role != dialect.Consumer:
		return nil
	case len(side.Encodings) == 0:
		return map[string][]byte{".md": wired.Bytes("")}
	case c.Encoding != "":
		return map[string][]byte{"." + c.Encoding: wired.Bytes(c.Encoding)}
	}
	return map[string][]byte{".sse": wired.Bytes(wire.SSE), ".ndjson": wired.Bytes(wire.NDJSON)}
}

// expected is what stands in an .expected.json file.
type expected struct {
	ID        string       `json:"id"`
	Title     string       `json:"title"`
	Class     string       `json:"class"`
	Tests     []string     `json:"tests"`
	History   bool         `json:"history,omitempty"`
	MayReject bool         `json:"mayReject,omitempty"`
	Answers   []wire.Value `json:"answers"`
}

// expectation lists the right answers that are known: the reference's, and those
// of its variants that differ.
func expectation(side *catalogue.Side, c *dialect.Case) expected {
	sent := plain(side, c)
	input := sent.Input()
	x := expected{ID: c.ID, Title: c.Title, Class: string(c.Class), Tests: append([]string{}, c.Tests...),
		History: input.Get("history").IsTrue(), MayReject: c.MayReject, Answers: []wire.Value{}}
	seen := map[string]bool{}
	add := func(answer dialect.Answer) {
		o := answer(input)
		if o.Ending != dialect.Done {
			return
		}
		v := answerValue(o)
		if text := v.JSON(); !seen[text] {
			seen[text] = true
			x.Answers = append(x.Answers, v)
		}
	}
	add(side.Reference)
	for _, variant := range side.Variants() {
		add(variant.Plant(side.Reference))
	}
	return x
}

func answerValue(o dialect.Observation) wire.Value {
	var members []wire.Member
	if len(o.Events) > 0 {
		list := make([]wire.Value, len(o.Events))
		for i, e := range o.Events {
			list[i] = e.Value
		}
		members = append(members, wire.M("events", wire.List(list...)))
	}
	return wire.Obj(append(members, wire.M("state", o.State))...)
}

func indented(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("writing an exported file: %w", err)
	}
	return b.Bytes(), nil
}

const exportReadme = `# Streams of LLM tool calls, with right answers

Plain files, ready to be read by tests in any language. index.json lists every case: its input files, what it is
about (requirement ids), and the file with the right answers.

| file | what it is |
|---|---|
| .md | markdown with tool fences |
| .sse, .ndjson | the events of a stream on the wire, byte for byte |
| .input.json | the input as the adapter protocol sends it (transcripts, steps, messages) |
| .expected.json | "answers": right answers that are known. An implementation that gives one of them is right; where a requirement ` +
	`leaves a choice, others may be right as well. "mayReject": refusing the input is right too. |

Read the wire files as bytes: some end lines in CR or CRLF, and .gitattributes keeps git from changing them.
`
