package messageparts

import (
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/wire"
)

// accountOfMessages tells what stored UI messages say happened. Positions count the parts.
func accountOfMessages(messages []wire.Value) *account {
	a := &account{byID: map[string]*call{}}
	at := 0
	var results []*result
	var waiting []*call
	for _, m := range messages {
		user := m.Get("role").Text() == words.RoleUser
		for _, p := range m.Get("parts").Items() {
			switch p.Get("type").Text() {
			case words.PartText:
				a.texts = append(a.texts, &text{at: at, user: user, content: p.Get("content").Text()})
			case words.PartCall:
				if c := a.storedCall(p, at); c != nil && unfinished(p) {
					waiting = append(waiting, c)
				}
			case words.PartResult:
				results = append(results, storedResult(p, at))
			}
			at++
		}
	}
	for _, r := range results {
		a.pair(r)
	}
	for _, c := range a.calls { // a finished result counts, whatever was told before it
		c.pending = c.pending && !c.answered()
	}
	for _, c := range waiting {
		c.pending = c.pending || !c.answered() || !c.args.object()
	}
	a.reused = reusedIDs(messages)
	return a
}

// again is one of several calls with one id, and its result.
type again struct {
	part wire.Value // of the call
	*result
}

// reusedIDs are the calls, in order, of ids that several messages use, each for
// one whole call of its own with one finished result beside it.
func reusedIDs(messages []wire.Value) map[string][]again {
	reused := map[string][]again{}
	muddled := map[string]bool{}
	for _, m := range messages {
		calls, results, part := map[string]int{}, map[string][]*result{}, map[string]wire.Value{}
		for at, p := range m.Get("parts").Items() {
			switch p.Get("type").Text() {
			case words.PartCall:
				id := p.Get("id").Text()
				calls[id]++
				part[id] = p
				muddled[id] = muddled[id] || unfinished(p) || !newArguments(false, readable(p.Get("arguments"))).plain()
			case words.PartResult:
				r := storedResult(p, at)
				results[r.id] = append(results[r.id], r)
			}
		}
		for id, list := range results {
			if calls[id] != 1 || len(list) != 1 || list[0].at < 0 {
				muddled[id] = true
			}
			for _, r := range list {
				reused[id] = append(reused[id], again{part[id], r})
			}
		}
		for id := range calls {
			muddled[id] = muddled[id] || len(results[id]) != 1
		}
	}
	for id, list := range reused {
		if muddled[id] || len(list) < 2 {
			delete(reused, id)
		}
	}
	return reused
}

// storedCall adds a call; one that is there already is tangled, and nothing is added.
func (a *account) storedCall(p wire.Value, at int) *call {
	id := p.Get("id").Text()
	if c := a.byID[id]; c != nil {
		c.tangled = true
		return nil
	}
	c := &call{id: id, names: []string{p.Get("name").Text()}, from: at, to: at, touched: at,
		args: newArguments(false, readable(p.Get("arguments"))), output: p.Get("output")}
	a.calls = append(a.calls, c)
	a.byID[id] = c
	return c
}

// unfinished: a call part says that its input is not complete, or that something else is still to come.
func unfinished(p wire.Value) bool {
	state := p.Get("state")
	return !state.IsNull() && state.Text() != words.StateInput
}

func storedResult(p wire.Value, at int) *result {
	r := &result{id: p.Get("toolCallId").Text(), at: at, value: p.Get("content")}
	switch p.Get("state").Text() {
	case words.StateError:
		r.failed = true
		if r.reason = p.Get("error").Text(); r.reason == "" {
			r.reason = readable(r.value)
		}
	case words.StateComplete:
	default:
		r.value = wire.Value{}
		r.at = -1
	}
	return r
}

// pair gives a stored result to its call, wherever in the messages it stands.
func (a *account) pair(r *result) {
	c := a.byID[r.id]
	switch {
	case c == nil:
		a.strays = append(a.strays, r)
	case r.at < 0:
		c.pending = true
	default:
		c.results = append(c.results, r)
	}
}
