package driver

import "github.com/toolconform/conform/dialect"

// exchange is a case in flight in a process.
type exchange struct {
	answer
	request string
	number  int64
	done    chan struct{} // closed when answer or failure stands

	// failure is set where something went wrong, and certain where it is this case's.
	failure *failure
	certain bool
	// late: the deadline has passed, an answer counts no more.
	late bool
	// abandoned: nobody waits for it.
	abandoned bool
}

// outcome is the observation, or the failure that this case may or may not be to
// blame for.
func (x *exchange) outcome(l *ledger) (dialect.Observation, *failure) {
	switch {
	case x.failure == nil:
		return x.Observation, nil
	case x.certain:
		return x.failure.observation(l, x.request), nil
	}
	return dialect.Observation{}, x.failure
}
