package schemas_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/wire"
)

// filled sets every field that is reached to something that is not its zero value.
func filled(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		if _, ok := v.Interface().(wire.Value); ok {
			v.Set(reflect.ValueOf(wire.ParseString(`{"any":["thing"]}`)))
			return
		}
		for i := range v.NumField() {
			filled(v.Field(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		filled(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		filled(v.Index(0))
	case reflect.String:
		v.SetString("text")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(1)
	case reflect.Uint64:
		v.SetUint(1<<64 - 1)
	}
}

// words are the members that hold one of a few words.
var words = map[string]string{"profile": "strict", "level": "SHOULD", "class": "adversarial", "role": "producer",
	"kind":        "probe",
	"requirement": "META-01", "follows": "META-07"}

func worded(v wire.Value, inside string) wire.Value {
	switch v.Kind() {
	case wire.Object:
		for _, m := range v.Members() {
			set := worded(m.Value, m.Name)
			if word := words[m.Name]; word != "" && m.Value.IsString() {
				set = wire.Str(word)
			}
			v = v.With(m.Name, set)
		}
		if v.Has("for") {
			v = v.With("for", wire.Str("BLOCK-02"))
		}
		if v.Has("by") {
			v = v.With("id", wire.Str("BLOCK-02"))
		}
	case wire.Array:
		items := v.Items()
		for i := range items {
			items[i] = worded(items[i], inside)
			if inside == "tests" || inside == "missed" {
				items[i] = wire.Str("BLOCK-02")
			}
		}
		return wire.List(items...)
	}
	return v
}

func TestWhatReportsWriteIsAResult(t *testing.T) {
	var full reports.Result
	filled(reflect.ValueOf(&full).Elem())
	full.SchemaVersion = reports.SchemaVersion
	empty := reports.Result{SchemaVersion: reports.SchemaVersion, Suite: reports.Suite{Protocol: 1}, Profile: "core",
		Requirements: []reports.RequirementRow{},
		Policies:     []reports.Policy{}, Cases: []reports.CaseRow{}, Properties: []reports.PropertyRow{},
		AdapterErrors: []reports.AdapterError{}}
	for name, r := range map[string]reports.Result{"full": full, "empty": empty} {
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := load(t).Validate("result", worded(wire.ParseString(string(data)), "")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Every member that a report can have is in the schema.
func TestTheResultSchemaIsComplete(t *testing.T) {
	doc := read(t, "result")
	described(t, doc, doc, reflect.TypeFor[reports.Result](), "result")
}

func described(t *testing.T, doc, schema wire.Value, of reflect.Type, where string) {
	t.Helper()
	if name, ok := strings.CutPrefix(schema.Get("$ref").Text(), "#/$defs/"); ok {
		schema = doc.Get("$defs").Get(name)
	}
	switch {
	case of == reflect.TypeFor[wire.Value]():
	case of.Kind() == reflect.Pointer:
		described(t, doc, schema, of.Elem(), where)
	case of.Kind() == reflect.Slice:
		described(t, doc, schema.Get("items"), of.Elem(), where+"/0")
	case of.Kind() == reflect.Struct:
		for i := range of.NumField() {
			name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
			if !schema.Get("properties").Has(name) {
				t.Errorf("%s: the schema has no %s", where, name)
				continue
			}
			described(t, doc, schema.Get("properties").Get(name), of.Field(i).Type, where+"/"+name)
		}
	}
}
