package dialect

import "strings"

// formMark stands between a case's id and the form in which it was sent. No id of a
// case holds it.
const formMark = "+"

// FormID names a form of a case: "…/two-parallel+strewn". A run that names it sends
// the case and that form of it.
func FormID(id, form string) string { return id + formMark + form }

// CutForm is the inverse of FormID; form is "" for the case itself.
func CutForm(id string) (plain, form string) {
	plain, form, _ = strings.Cut(id, formMark)
	return plain, form
}

// FormKind is the word that forms of one kind share: "prefix" of "prefix-7".
func FormKind(form string) string {
	kind, _, _ := strings.Cut(form, "-")
	return kind
}
