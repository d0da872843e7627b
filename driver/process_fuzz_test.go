package driver

import (
	"bytes"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver/child"
	"github.com/toolconform/conform/driver/message"
)

// Whatever an adapter writes, every case ends once, and what is not an answer is
// either noted or blamed.
func FuzzMessages(f *testing.F) {
	f.Add([]byte(`{"type":"event","id":"1","event":{},"after":-1}` + "\n" + `{"type":"done","id":"1"}` + "\n" + `{"type":"done","id":"1"}`))
	f.Add([]byte(`{"type":"rejected","id":"2"}` + "\n" + `{"type":"event","id":"2","event":1}` + "\ngarbage\n[]\n{}"))
	f.Add([]byte(`{"type":"skipped","id":"03","reason":7}` + "\n" + `{"type":"hello"}` + "\n" + `{"type":"done","id":3}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		p := &process{
			child: &child.Process{}, limits: Limits{Line: 1 << 10, Answer: 4 << 10}, ledger: &ledger{},
			out: message.NewOutbox(), dead: make(chan struct{}), greeted: true, pending: map[int64]*exchange{},
		}
		var cases []*exchange
		for _, id := range []string{"a", "b"} {
			x, _ := p.send(Request{ID: id})
			cases = append(cases, x)
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			m, problem := message.Read(line, p.limits.Answer)
			p.handle(line, m, problem)
			if i%3 == 2 {
				p.deliver()
			}
		}
		p.deliver()
		p.mu.Lock()
		p.blame(&failure{ending: dialect.Crashed})
		p.mu.Unlock()
		for _, x := range cases {
			<-x.done
			if o, told := x.outcome(p.ledger); told && o.Ending == dialect.Broken && o.Output == "" {
				t.Errorf("%+v", o)
			}
		}
	})
}
