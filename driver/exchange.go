package driver

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver/message"
)

// exchange is a case in flight in a process.
type exchange struct {
	message.Answer
	request Request
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

// outcome is the observation; told is false where the case may or may not be to blame
// for its failure.
func (x *exchange) outcome(l *ledger) (o dialect.Observation, told bool) {
	switch {
	case x.failure == nil:
		return x.Observation, true
	case x.certain:
		return x.failure.observation(l, x.request.ID), true
	}
	return dialect.Observation{}, false
}
