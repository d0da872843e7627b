package driver

import (
	"maps"
	"slices"
	"time"

	"github.com/toolconform/conform/driver/message"
)

// afterwards is an event or a second ending of a case that is over and told.
func (p *process) afterwards(n int64, line []byte, m message.Message) {
	kind := message.TwoEndings
	if m.Kind == "event" {
		kind = message.LateEvent
	}
	e := AdapterError{Kind: kind, Bytes: quote(line), Stderr: p.child.Stderr()}
	if p.last-n < int64(len(p.recent)) {
		e.Case = p.recent[n%int64(len(p.recent))]
	}
	p.ledger.broken(e)
}

// stray notes bytes that belong to no case. With one case in flight it is that
// one's; with several, each of them is run again alone.
func (p *process) stray(kind string, line []byte) {
	if p.cause != nil {
		return // what it says after its end has been decided is of no interest
	}
	f := p.newStray(kind, line)
	candidates, abandoned := p.candidates()
	for _, x := range candidates {
		p.spoil(x, f, len(candidates)+len(abandoned) == 1)
	}
	if len(candidates) == 0 {
		f.cases = p.lastAnswered()
		if len(abandoned) > 0 {
			f.cases = abandoned
		}
		f.tell(p.ledger)
	}
	if kind == message.TooLarge {
		p.condemn(f) // there is no way back to the start of a line
	}
}

func (p *process) newStray(kind string, line []byte) *failure {
	f := stray(kind, line)
	f.stderr = p.child.Stderr()
	return f
}

// candidates are the cases that what has just arrived may belong to, and the ids of those
// among them that nobody waits for any more.
func (p *process) candidates() (list []*exchange, abandoned []string) {
	all := slices.Clone(p.finished)
	for _, number := range slices.Sorted(maps.Keys(p.pending)) {
		all = append(all, p.pending[number])
	}
	for _, x := range all {
		if x.abandoned {
			abandoned = append(abandoned, x.request.ID)
		} else {
			list = append(list, x)
		}
	}
	return list, abandoned
}

// spoil takes the case's answer back. Its ending is waited for, but not for long,
// so that the messages after it are not taken for another case's. A case that nobody waits
// for has no turn to be run again: the others would wait for it for ever.
func (p *process) spoil(x *exchange, f *failure, certain bool) {
	if x.failure != nil || x.abandoned {
		return
	}
	x.failure, x.certain = f, certain
	f.note(x)
	if p.pending[x.number] != nil {
		time.AfterFunc(strayGrace, func() { p.overstay(x, f) })
	}
}

func (p *process) overstay(x *exchange, f *failure) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pending[x.number] != nil {
		p.condemn(f)
	}
}
