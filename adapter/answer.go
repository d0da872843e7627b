package adapter

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// CrashError says that an answer ended as Crashed, or panicked. Whoever gets it
// lets the process die: that is what the answer stands for.
type CrashError struct{ Reason string }

func (e *CrashError) Error() string { return "the implementation crashed: " + e.Reason }

// request is a case message.
type request struct {
	id    string
	pair  dialect.Pair
	input wire.Value
}

func readRequest(m wire.Value) request {
	return request{
		id:    m.Get("id").Text(),
		pair:  dialect.Pair{Dialect: m.Get("dialect").Text(), Role: dialect.Role(m.Get("role").Text())},
		input: m.Get("input"),
	}
}

// observe asks the answer of the request's pair. A panic is a crash.
func observe(answers map[dialect.Pair]dialect.Answer, r request) (o dialect.Observation) {
	answer, ok := answers[r.pair]
	if !ok {
		return dialect.Observation{Ending: dialect.Skipped, Reason: r.pair.String() + " is not offered"}
	}
	defer func() {
		if p := recover(); p != nil {
			o = dialect.Observation{Ending: dialect.Crashed, Reason: fmt.Sprintf("panic: %v\n%s", p, debug.Stack())}
		}
	}()
	return answer(r.input)
}

// idPlace stands for the case's id in the raw output of a planted adapter error.
const idPlace = "$ID"

// messages are the observation as messages; raw is the output of a planted
// adapter error, which follows them as it is.
func messages(id string, o dialect.Observation) (list []wire.Value, raw string) {
	for _, e := range o.Events {
		m := []wire.Member{
			wire.M("type", wire.Str("event")), wire.M("id", wire.Str(id)), wire.M("event", e.Value),
		}
		if e.After >= 0 {
			m = append(m, wire.M("after", wire.Int(int64(e.After))))
		}
		list = append(list, wire.Obj(m...))
	}
	switch o.Ending {
	case dialect.Done:
		list = append(list, ending("done", id, wire.M("state", o.State)))
	case dialect.Rejected:
		list = append(list, ending("rejected", id, wire.M("reason", wire.Str(o.Reason))))
	case dialect.Skipped:
		list = append(list, ending("skipped", id, wire.M("reason", wire.Str(o.Reason))))
	case dialect.Broken:
		raw = strings.ReplaceAll(o.Output, idPlace, id)
	}
	return list, raw
}

func ending(kind, id string, m wire.Member) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(kind)), wire.M("id", wire.Str(id)), m)
}
