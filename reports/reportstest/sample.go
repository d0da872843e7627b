package reportstest

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Sample is a small result that holds together: one requirement fails, one warns,
// one passes, one is unobserved.
func Sample() *reports.Result {
	event := 4
	stream := wire.ParseString(`{"events":[
		{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"search","input":{"q":"VNM"}}},
		{"type":"content_block_stop","index":0},
		{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"b","name":"search","input":{"q":"HPG"}}},
		{"type":"content_block_stop","index":1},
		{"type":"content_block_start","index":2,"content_block":{"type":"tool_result","tool_use_id":"b",` +
		`"content":"28,500","status":"success"}},
		{"type":"content_block_stop","index":2}]}`)
	return &reports.Result{SchemaVersion: 1, Complete: true,
		Suite:          reports.Suite{Name: "conform", Version: "0.1.0", Corpus: "sha256:00", Protocol: 1, Generator: 1},
		Implementation: wire.ParseString(`{"name":"acme-chat","version":"2.3.1","language":"typescript"}`),
		Supports:       wire.ParseString(`[{"dialect":"content-blocks","role":"consumer"}]`),
		Profile:        "full", Seed: 1, Runs: 200,
		Summary: reports.Summary{Pass: 1, Fail: 1, Warn: 1, Unobserved: 1, Cases: 3},
		Requirements: []reports.RequirementRow{
			Row("BLOCK-02", requirement.Must, requirement.Fail, "content-blocks/consumer/parallel"),
			Row("BLOCK-05", requirement.Must, requirement.Unobserved),
			Row("BLOCK-11", requirement.Must, requirement.Pass),
			Row("BLOCK-19", requirement.Should, requirement.Warn, "content-blocks/consumer/label")},
		Policies: []reports.Policy{{Requirement: "BLOCK-14", Dialect: "content-blocks", Role: "consumer", Observed: "last result wins"}},
		Cases: []reports.CaseRow{
			{ID: "content-blocks/consumer/label", Title: "A label.", Dialect: "content-blocks", Role: "consumer", Class: "valid",
				Tests:   []string{"BLOCK-19"},
				Verdict: requirement.Warn, Findings: []reports.Finding{{Requirement: "BLOCK-19", Level: requirement.Should,
					Message: "The label is lost."}}},
			{ID: "content-blocks/consumer/parallel", Title: "Two calls in parallel.", Dialect: "content-blocks", Role: "consumer",
				Class: "valid", Tests: []string{"BLOCK-02"},
				Verdict: requirement.Fail, Replay: "conform run --case content-blocks/consumer/parallel -- node adapter.mjs",
				Findings: []reports.Finding{{Requirement: "BLOCK-02", Level: requirement.Must, Message: `Call "b" holds no result.`,
					Where: "/blocks/1/toolResult",
					Event: &event, Expected: wire.Str("28,500"), Actual: wire.NullValue}},
				Evidence: &reports.Evidence{Input: stream, Script: stream, State: wire.ParseString(`{"blocks":[{"id":"a"},{"id":"b"}]}`),
					Ending: "done"}},
			{ID: "content-blocks/consumer/plain", Title: "One call.", Dialect: "content-blocks", Role: "consumer", Class: "valid",
				Tests:   []string{"BLOCK-11"},
				Verdict: requirement.Pass, Findings: []reports.Finding{}}},
		Properties: []reports.PropertyRow{{Requirement: "META-01", Dialect: "content-blocks", Role: "consumer", Runs: 200,
			Verdict: requirement.Pass}},
		AdapterErrors: []reports.AdapterError{},
		Times:         reports.Times{Started: "2026-01-02T03:04:05Z", Seconds: "1.500"}}
}

// Row is a requirement in one pair.
func Row(id string, level requirement.Level, v requirement.Verdict, cases ...string) reports.RequirementRow {
	return reports.RequirementRow{ID: id, Level: level, Verdict: v, Cases: append([]string{}, cases...),
		By: []reports.PairRow{{Dialect: "content-blocks", Role: "consumer", Verdict: v}}}
}

// Lookup knows two of the sample's requirements.
func Lookup(id string) (requirement.Requirement, bool) {
	switch id {
	case "BLOCK-02":
		return requirement.Requirement{ID: id, Level: requirement.Must,
			Sentence: "A result is merged into the call whose `id` equals its `tool_use_id`.",
			Source:   "document 003, parallel calls", Ruling: ""}, true
	case "BLOCK-19":
		return requirement.Requirement{ID: id, Level: requirement.Should, Sentence: "The label to show is kept.", Source: "document 003"},
			true
	}
	return requirement.Requirement{}, false
}

// Encoded is a result as JSON.
func Encoded(t testing.TB, r *reports.Result) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := reports.WriteJSON(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Filled has something in every field, with words where words are expected. It
// does not hold together.
func Filled(text func(field string) string) *reports.Result {
	r := &reports.Result{}
	words := map[string]string{"Profile": "full", "Role": "consumer", "Class": "valid"}
	fill(reflect.ValueOf(r).Elem(), func(field string) string {
		if word, ok := words[field]; ok {
			return word
		}
		return text(field)
	})
	r.SchemaVersion, r.Live.Kind = reports.SchemaVersion, reports.Probed
	return r
}

// MustJSON is a value as JSON.
func MustJSON(t testing.TB, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Replaced is a text with a part that it has replaced.
func Replaced(t *testing.T, data []byte, from, to string) []byte {
	t.Helper()
	if !bytes.Contains(data, []byte(from)) {
		t.Fatalf("there is no %s in the sample", from)
	}
	return []byte(strings.Replace(string(data), from, to, 1))
}

// fill puts a value into every field of v, lists with two elements. Strings come
// from text, so that a test can plant what it likes everywhere at once.
func fill(v reflect.Value, text func(field string) string) { filler{text}.fill(v, "") }

type filler struct{ text func(field string) string }

func (f filler) fill(v reflect.Value, field string) {
	switch v.Interface().(type) {
	case wire.Value:
		s := wire.Str(f.text(field))
		v.Set(reflect.ValueOf(wire.Obj(wire.M("name", s), wire.M("version", s), wire.M("language", s),
			wire.M(f.text(field), wire.List(s, wire.Int(7))))))
		return
	case requirement.Verdict:
		v.Set(reflect.ValueOf(requirement.Fail))
		return
	case requirement.Level:
		v.Set(reflect.ValueOf(requirement.Must))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem(), field)
	case reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i), v.Type().Field(i).Name)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			f.fill(v.Index(i), field)
		}
	case reflect.String:
		v.SetString(f.text(field))
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint64:
		v.SetUint(1)
	case reflect.Bool:
		v.SetBool(true)
	}
}
