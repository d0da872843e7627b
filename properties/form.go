package properties

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/toolconform/conform/dialect"
)

// Form is another way to send a case: what the properties compare the case with.
type Form struct {
	// Name stands behind the case's id: "strewn", "prefix-7".
	Name string
	// Requirement is the line that a refusal of this form misses.
	Requirement string
	// Title says how it is sent, as the end of a sentence: "with its ids renamed".
	Title string
	// Whole: what is sent is a stream with an expectation of its own, and judged as one.
	Whole bool
	// Case is what is sent, under an id of its own.
	Case *dialect.Case
}

// NewForm names a form of a case.
func NewForm(base *dialect.Case, name, requirement, title string, edit func(*dialect.Case)) Form {
	c := *base
	c.ID = dialect.FormID(base.ID, name)
	c.Title = strings.TrimSpace(fmt.Sprintf("%s Sent %s.", base.Title, title))
	c.Tests, c.Control = []string{requirement}, nil
	edit(&c)
	return Form{Name: name, Requirement: requirement, Title: title, Case: &c}
}

// keptMark begins the names of forms of which only some elements were sent.
const keptMark = "kept-"

// Kept is the form of which only these elements are sent: how counterexamples shrink.
func Kept(base *dialect.Case, indices []int, requirement string) Form {
	f := NewForm(base, keptMark+ranges(indices), requirement, "without some of its elements", func(c *dialect.Case) {
		another(base.Script.Keep(indices))(c)
		c.Class = dialect.Adversarial
	})
	f.Whole = true
	return f
}

// ranges writes ascending numbers: "0-3.5" for 0 1 2 3 5, "none" for none.
func ranges(indices []int) string {
	if len(indices) == 0 {
		return "none"
	}
	var parts []string
	for i := 0; i < len(indices); {
		j := i
		for j+1 < len(indices) && indices[j+1] == indices[j]+1 {
			j++
		}
		part := strconv.Itoa(indices[i])
		if j > i {
			part += "-" + strconv.Itoa(indices[j])
		}
		parts = append(parts, part)
		i = j + 1
	}
	return strings.Join(parts, ".")
}

// indices is the inverse of ranges, for a script of that many elements.
func indices(text string, length int) ([]int, bool) {
	list := []int{}
	if text == "none" {
		return list, true
	}
	next := 0
	for part := range strings.SplitSeq(text, ".") {
		first, last, through := strings.Cut(part, "-")
		from, err := strconv.Atoi(first)
		to := from
		if err == nil && through {
			to, err = strconv.Atoi(last)
		}
		if err != nil || from < next || to < from || to >= length {
			return nil, false
		}
		for i := from; i <= to; i++ {
			list = append(list, i)
		}
		next = to + 1
	}
	return list, true
}

// KnownForm tells whether a form of that name exists.
func KnownForm(name string) bool {
	name, nested := dialect.CutForm(name)
	if nested != "" && !KnownForm(nested) {
		return false
	}
	switch name {
	case Again, ReadsByte, ReadsDrawn, ReadsOne, Renamed, Permuted, Strewn, History, Control, ControlAgain, Before, Beside, Replayed,
		ReplayedAgain, Company:
		return true
	}
	if strings.HasPrefix(name, withoutMark) {
		return true
	}
	if n, ok := strings.CutPrefix(name, prefixMark); ok {
		_, err := strconv.ParseUint(n, 10, 31)
		return err == nil
	}
	kept, ok := strings.CutPrefix(name, keptMark)
	if ok {
		_, ok = indices(kept, 1<<30)
	}
	return ok
}

// The names of the forms that a property sends.
const (
	Again      = "again"
	ReadsByte  = "reads-byte"
	ReadsDrawn = "reads-drawn"
	ReadsOne   = "reads-one"
	Renamed    = "renamed"
	Permuted   = "permuted"
	Strewn     = "strewn"
	History    = "history"
	prefixMark = "prefix-"
)

// The names of the forms in which a run sends a case beside its own judgement: its
// control, the sample of META-07, the second look at what failed, and what was in flight
// when a deadline was missed. Judging sends it without what a requirement is about.
const (
	Control       = "control"
	ControlAgain  = "control-again"
	Before        = "before"
	Beside        = "beside"
	Replayed      = "replayed"
	ReplayedAgain = "replayed-again"
	Company       = "company"
	withoutMark   = "without-"
)
