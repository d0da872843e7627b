package reports_test

import (
	"reflect"

	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

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
