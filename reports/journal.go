package reports

import (
	"encoding/json"
	"errors"
	"fmt"
)

// The kinds of rows in a journal.
const (
	headerRow       = "header"
	caseRow         = "case"
	adapterErrorRow = "adapterError"
)

// Row is one line of the journal that a run leaves while it goes on: a header,
// then a row for each case as soon as it is judged. Exactly one member is set.
type Row struct {
	// Header is the result before the first case: what is judged, and every
	// requirement that is going to be, unobserved.
	Header       *Result
	Case         *CaseRow
	AdapterError *AdapterError
}

// MarshalJSON writes the kind first. The header's members stand beside it, so that
// the first line of a journal reads as an incomplete result does.
func (r Row) MarshalJSON() ([]byte, error) {
	switch {
	case r.Header != nil:
		return json.Marshal(struct {
			Row string `json:"row"`
			*Result
		}{headerRow, r.Header})
	case r.Case != nil:
		return json.Marshal(struct {
			Row  string   `json:"row"`
			Case *CaseRow `json:"case"`
		}{caseRow, r.Case})
	case r.AdapterError != nil:
		return json.Marshal(struct {
			Row          string        `json:"row"`
			AdapterError *AdapterError `json:"adapterError"`
		}{adapterErrorRow, r.AdapterError})
	}
	return nil, errors.New("an empty journal row")
}

// unfinished is why a rebuilt result is incomplete.
const unfinished = "the run did not finish; this is what its journal holds"

// Rebuild makes a result out of a journal. It is never complete, and no row of it
// passes: what a case did not miss may still be missed by one that never came.
func Rebuild(rows []Row) (*Result, error) {
	if len(rows) == 0 || rows[0].Header == nil {
		return nil, errors.New("the journal has no header: its first row must say what was judged")
	}
	r := *rows[0].Header
	r.Complete, r.Incomplete = false, unfinished
	r.Cases, r.AdapterErrors = []CaseRow{}, []AdapterError{}
	at := map[string]int{}
	for i, row := range rows[1:] {
		switch {
		case row.Header != nil:
			return nil, fmt.Errorf("row %d is a second header: a journal is of one run", i+2)
		case row.AdapterError != nil:
			r.AdapterErrors = append(r.AdapterErrors, *row.AdapterError)
		case row.Case != nil:
			// A case that comes again was looked at again: the last word counts.
			if have, again := at[row.Case.ID]; again {
				r.Cases[have] = *row.Case
				continue
			}
			at[row.Case.ID] = len(r.Cases)
			r.Cases = append(r.Cases, *row.Case)
		}
	}
	recount(&r)
	return &r, nil
}
