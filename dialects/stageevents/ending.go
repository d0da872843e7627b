package stageevents

import "github.com/toolconform/conform/wire"

// ending is what an `end` update says: a success or a failure, and its text.
type ending struct {
	at                     int
	result, success, error wire.Value
}

func endingOf(u update) ending {
	return ending{u.at, u.event.Get("result"), u.event.Get("success"), u.event.Get("error")}
}

// failure: `error` present or `success:false` (adapter protocol, section 3). A
// null is taken as a member that isn't there.
func (e ending) failure() bool { return !e.error.IsNull() || e.success.IsFalse() }

// vague endings carry a value that the update's shape has no room for, so whether
// they tell a failure is anybody's reading.
func (e ending) vague() bool {
	return e.error.Kind() == wire.Null || e.error.Kind() == wire.Bool ||
		!e.success.IsNull() && e.success.Kind() != wire.Bool
}

// contradicts itself: an error beside `success:true`.
func (e ending) contradicts() bool { return !e.error.IsNull() && e.success.IsTrue() }

// outcome is what a block holds of an end; omitted members are unobserved.
type outcome struct {
	result, success, error    wire.Value
	noResult, noFlag, noError bool
}

// flaw is a member that is not as an ending says.
type flaw struct {
	member  string
	want    wire.Value
	got     wire.Value
	message string
}

// flaws are the members in which the outcome is not a right record of the
// ending. An error or a result that is no string may be passed by: nothing says
// what it means.
func (o outcome) flaws(e ending, strings map[string]bool) []flaw {
	list := o.flawsOf(e, strings)
	for _, reading := range e.otherReadings() {
		if len(list) == 0 {
			break
		}
		if len(o.flawsOf(reading, strings)) == 0 {
			return nil
		}
	}
	return list
}

// otherReadings are the ending without what has another type than a string.
func (e ending) otherReadings() []ending {
	odd := func(v wire.Value) bool { return !v.IsNull() && !v.IsString() }
	var list []ending
	for _, error := range []bool{false, true} {
		for _, result := range []bool{false, true} {
			if other := e; (error || result) && (!error || odd(e.error)) && (!result || odd(e.result)) {
				if error {
					other.error = wire.Value{}
				}
				if result {
					other.result = wire.Value{}
				}
				list = append(list, other)
			}
		}
	}
	return list
}

// flawsOf are the flaws under one reading. The strings of the stream tell an
// invented text from a confused one.
func (o outcome) flawsOf(e ending, strings map[string]bool) []flaw {
	if e.failure() {
		return o.failureFlaws(e, strings)
	}
	return o.successFlaws(e)
}

func (o outcome) successFlaws(e ending) []flaw {
	var list []flaw
	switch {
	case o.noResult:
	case e.result.IsNull():
		if !none(o.result) && !wire.EqualOrText(e.result, o.result) {
			list = append(list, flaw{"result", wire.NullValue, o.result, "the end brought no result"})
		}
	case !wire.EqualOrText(e.result, o.result):
		list = append(list, flaw{"result", e.result, o.result, "it is not the result of the end"})
	}
	if !o.noError && !none(o.error) && !e.vague() {
		list = append(list, flaw{"error", wire.NullValue, o.error, "the call ended without an error"})
	}
	if o.noFlag || e.vague() {
		return list
	}
	// Without the flag a held result shows the success.
	shown := o.success.IsTrue() || o.success.IsNull() && (!e.success.IsTrue() || o.noResult || !o.result.IsNull())
	if !shown {
		list = append(list, flaw{"success", wire.Boolean(true), o.success, "the call ended without an error"})
	}
	return list
}

func (o outcome) failureFlaws(e ending, strings map[string]bool) []flaw {
	var list []flaw
	if !o.noError && !o.errorFits(e, strings) {
		list = append(list, flaw{"error", e.error, o.error, "it is not the error of the end"})
	}
	if !o.noResult && !o.resultFits(e) {
		list = append(list, flaw{"result", e.result, o.result, "it is not the result of the end"})
	}
	if !o.noFlag && !o.flagFits(e) {
		list = append(list, flaw{"success", wire.Boolean(false), o.success, "the call ended in a failure"})
	}
	return list
}

// errorFits: the error as given. Where the end told the failure by
// `success:false`, its result may stand as the error, or a text of the
// implementation's own.
func (o outcome) errorFits(e ending, strings map[string]bool) bool {
	switch {
	case e.error.IsString() && e.error.Text() == "":
		return none(o.error)
	case e.error.IsString():
		return wire.Equal(e.error, o.error)
	case !e.error.IsNull():
		return wire.EqualOrText(e.error, o.error) || o.error.IsString() && !none(o.error)
	}
	return none(o.error) || wire.EqualOrText(e.result, o.error) || o.error.IsString() && !strings[o.error.Text()]
}

// resultFits: the result as given. It may be missing, or repeat the error, where
// the error tells the failure.
func (o outcome) resultFits(e ending) bool {
	if !e.result.IsNull() && wire.EqualOrText(e.result, o.result) {
		return true
	}
	told := o.noError || !none(o.error) || !e.error.IsNull()
	if none(o.result) {
		return none(e.result) || told
	}
	return told && wire.Equal(o.result, o.error)
}

// flagFits: not a success. Without the flag a held error shows the failure.
func (o outcome) flagFits(e ending) bool {
	switch {
	case o.success.IsFalse(), e.contradicts(), e.vague():
		return true
	case o.success.IsNull():
		return o.noError || o.error.IsString() || !none(o.error)
	}
	return false
}

// shownAsSuccess is the catalogue's definition: `success:true`, or a result and
// no error. The stage is looked at by who asks.
func (o outcome) shownAsSuccess() bool {
	if o.success.IsTrue() {
		return true
	}
	return !o.success.IsFalse() && !o.noError && !none(o.result) && none(o.error)
}
