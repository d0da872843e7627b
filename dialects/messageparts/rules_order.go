package messageparts

import (
	"maps"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// sequence walks the input in its order and the model messages beside it (PART-26). It is linear: only the furthest place so far is kept.
type sequence struct {
	v               *view
	n               *requirement.Notes
	message, offset int // message and offset are where the last text was found
	// lastText is the furthest message of a text that is bound to its place, lastTool the furthest tool message of a result so far.
	lastText, lastTool int
	lastToolID         string
	open               int // open counts the calls told and not answered yet: text between is free
	missed             int
}

// moment is one thing of the input, in its order.
type moment struct {
	at     int
	text   *text
	begins *call
	ends   *call
}

func judgeSequence(v *view, n *requirement.Notes) {
	if !v.model.seen {
		return
	}
	s := &sequence{v: v, n: n, lastText: -1, lastTool: -1}
	for _, m := range v.moments() {
		switch {
		case m.text != nil:
			s.text(m.text)
		case m.begins != nil:
			s.open++
			s.call(m.begins)
		case m.ends != nil:
			s.open--
			s.result(m.ends)
		}
		if s.missed >= maxFindings {
			return
		}
	}
	s.calls()
	s.tools()
}

// moments are the texts, the beginnings of calls and their last results, in the input's order.
func (v *view) moments() []moment {
	var list []moment
	for _, t := range v.texts {
		list = append(list, moment{at: t.at, text: t})
	}
	for _, c := range v.calls {
		list = append(list, moment{at: c.from, begins: c})
		if k := len(c.results); c.answered() { // with an early one, who knows where it ends
			list = append(list, moment{at: max(c.results[k-1].at, c.from), ends: c})
		}
	}
	slices.SortStableFunc(list, func(a, b moment) int { return a.at - b.at })
	return list
}

// text finds a text from where the last one was found on, in a message of its role, and checks that it was not moved before a result.
func (s *sequence) text(t *text) {
	want := strings.TrimSpace(t.content)
	if want == "" {
		return
	}
	role := words.RoleAssistant
	if t.user {
		role = words.RoleUser
	}
	for i := s.message; i < len(s.v.model.messages); i++ {
		m := s.v.model.messages[i]
		if m.Get("role").Text() != role {
			continue
		}
		from, content := 0, readable(m.Get("content"))
		if i == s.message {
			from = min(s.offset, len(content))
		}
		if k := strings.Index(content[from:], want); k >= 0 {
			s.message, s.offset = i, from+k+len(want)
			s.found(t, i)
			return
		}
	}
	s.miss(finding("/modelMessages", wire.Str(t.content), wire.Value{}, "The text %.60q is not sent where it belongs, or not at all.",
		want))
}

func (s *sequence) found(t *text, message int) {
	s.n.Saw()
	if message <= s.lastTool {
		s.miss(finding(answer{message: message}.pointer(), wire.Value{}, wire.Str(t.content),
			"The text %.60q came after the result of call %q and is sent before it.", t.content, s.lastToolID))
	}
	if s.open == 0 {
		s.lastText = max(s.lastText, message)
	}
}

// call checks that a call is not sent before a text that came before it.
func (s *sequence) call(c *call) {
	sent := s.v.model.calls[c.id]
	if c.tangled || len(sent) == 0 {
		return
	}
	s.n.Saw()
	if sent[0].message < s.lastText {
		s.miss(finding(sent[0].pointer(), wire.Value{}, wire.Str(c.id), "Call %q is sent before a text that came before it.", c.id))
	}
}

func (s *sequence) result(c *call) {
	got := s.v.model.answers[c.id]
	if c.tangled || len(got) == 0 {
		return
	}
	if got[0].message > s.lastTool {
		s.lastTool, s.lastToolID = got[0].message, c.id
	}
}

// calls checks that two calls keep their order, where the order in which they began is also the one in which they became whole.
func (s *sequence) calls() {
	var last *call
	lastAt := place{message: -1}
	for _, c := range s.v.calls {
		list := s.v.model.calls[c.id]
		if c.tangled || len(list) == 0 {
			continue
		}
		at := list[0]
		if last != nil && last.to <= c.to && at.compare(lastAt) < 0 {
			s.miss(finding(at.pointer(), wire.Value{}, wire.Str(c.id), "Call %q came after call %q and is sent before it.", c.id, last.id))
		}
		last, lastAt = c, at
		if s.missed >= maxFindings {
			return
		}
	}
}

// tools checks every run of tool messages: in the order of the calls or in that of the result parts.
func (s *sequence) tools() {
	byCall, byPart := map[string]int{}, map[string]int{}
	for i, c := range s.v.calls {
		byCall[c.id] = i
		if r := c.only(); r != nil && !c.tangled {
			byPart[c.id] = r.at
		}
	}
	byShown := map[string]place{}
	for id, parts := range s.v.ui.results {
		byShown[id] = parts[0]
	}
	var run []answer
	check := func() {
		inCalls := slices.IsSortedFunc(run, func(a, b answer) int { return byCall[a.id] - byCall[b.id] })
		inParts := slices.IsSortedFunc(run, func(a, b answer) int { return byPart[a.id] - byPart[b.id] })
		shown := slices.IsSortedFunc(run, func(a, b answer) int { return byShown[a.id].compare(byShown[b.id]) })
		if len(run) > 1 && !inCalls && !inParts && (s.v.converter || !s.v.ui.seen || !shown) {
			s.miss(finding(run[0].pointer(), wire.Value{}, ids(run),
				"The tool messages come neither in the order of the calls nor in that of the results."))
		}
		run = nil
	}
	last := -1
	for _, a := range s.v.model.tools {
		if a.message != last+1 {
			check()
		}
		last = a.message
		if _, known := byPart[a.id]; known {
			run = append(run, a)
		}
	}
	check()
}

func ids(run []answer) wire.Value {
	list := make([]wire.Value, len(run))
	for i, a := range run {
		list[i] = wire.Str(a.id)
	}
	return wire.List(list...)
}

func (s *sequence) miss(f requirement.Finding) {
	s.missed++
	s.n.Miss(f)
}

// eachReusedID: where an id comes again in another stored message, for a call of
// its own with its own result, each of these results becomes one tool message.
func (v *view) eachReusedID(n *requirement.Notes) {
	if !v.model.seen {
		return
	}
	for _, id := range slices.Sorted(maps.Keys(v.reused)) {
		want, got := v.reused[id], v.model.answers[id]
		if !n.Holds(len(got) == len(want), finding("/modelMessages", wire.Int(int64(len(want))), wire.Int(int64(len(got))),
			"The id %q stands for %d calls, and %d tool messages answer it.", id, len(want), len(got))) {
			continue
		}
		for i, r := range want {
			if !n.Holds(r.becomes(got[i].content), finding(got[i].pointer()+"/content", r.value, got[i].content,
				"Tool message %d for the reused id %q has another call's content.", i+1, id)) {
				break
			}
		}
	}
}

func judgeCalls(v *view, n *requirement.Notes) {
	v.eachModelCall(func(c *call) bool {
		sent := v.model.calls[c.id]
		switch {
		case len(sent) > 1:
			return n.Holds(false, finding(sent[1].pointer(), wire.Int(1), wire.Int(int64(len(sent))), "Call %q is sent %d times.", c.id,
				len(sent)))
		case len(sent) == 1:
			return v.kept(n, c, sent[0])
		}
		if !c.args.open && !c.args.plain() && v.model.listed {
			n.Policy("a call with malformed arguments is left out")
		}
		if !v.converter && v.ui.seen && len(v.ui.results[c.id]) == 0 {
			return true // nothing is held that could be sent: PART-06
		}
		return !c.owed() || n.Holds(false, finding("/modelMessages", wire.Str(c.id), wire.Value{},
			"Call %q is answered and is not sent to the model.", c.id))
	})
	v.eachReusedCall(n)
	v.phantoms(n)
}

// eachReusedCall: where an id comes again for a call of its own, each of these calls is sent under its own name, with its own arguments.
func (v *view) eachReusedCall(n *requirement.Notes) {
	for _, id := range slices.Sorted(maps.Keys(v.reused)) {
		sent, want := v.model.calls[id], v.reused[id]
		if len(sent) != len(want) {
			continue // what answers them tells
		}
		for i, w := range want {
			one := &call{id: id, names: []string{w.part.Get("name").Text()}, args: newArguments(false, readable(w.part.Get("arguments")))}
			if !v.kept(n, one, sent[i]) {
				break
			}
		}
	}
}

// kept checks that a sent call is the one that was made.
func (v *view) kept(n *requirement.Notes, c *call, s place) bool {
	name, args := s.value.Get("name"), s.value.Get("arguments")
	ok := v.o.Omitted("name") || n.Holds(name.IsString() && c.named(name.Text()), finding(s.pointer()+"/name", wire.Str(c.names[0]), name,
		"Call %q is sent under another name.", c.id))
	if c.args.cutInside() || v.o.Omitted("arguments") || c.pending {
		return ok
	}
	if !c.args.plain() && !c.args.open {
		n.Policy("malformed arguments are sent as they are")
	}
	// Cut after them, or perhaps inside: an error may answer what is valid.
	cut := c.args.open && (len(c.results) == 0 || v.failed(c) || v.answeredByError(c))
	if (cut || c.between || c.args.doubt && !c.args.plain()) && validArguments(args) {
		return ok
	}
	return n.Holds(c.args.match(args), finding(s.pointer()+"/arguments", c.args.expected(), args,
		"The arguments of call %q did not stay as they were.", c.id)) && ok
}

// answeredByError tells whether what answers the call in the model messages tells an error.
func (v *view) answeredByError(c *call) bool {
	return slices.ContainsFunc(v.model.answers[c.id], func(a answer) bool { return tellsError(a.content) })
}

// phantoms are sent calls that nobody made.
func (v *view) phantoms(n *requirement.Notes) {
	each(v.model.order, func(s place) bool {
		id := s.value.Get("id")
		stray := func(r *result) bool { return r.id == id.Text() } // PART-10 speaks of it
		if id.IsString() && v.byID[id.Text()] != nil || slices.ContainsFunc(v.strays, stray) {
			return true
		}
		n.Miss(finding(s.pointer()+"/id", wire.Value{}, id, "A call %s is sent that was never made.", id.JSON()))
		return false
	})
}
