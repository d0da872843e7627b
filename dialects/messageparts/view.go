package messageparts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// view is what was meant beside what was observed, aligned once per case.
type view struct {
	*account
	converter bool // the results stand in the input, not in the answer
	ui        ui
	model     model
	o         *dialect.Observation
}

// place is what stands in a list that a message has: a part of an observed UI message, or a call of a model message.
type place struct {
	messages string
	message  int
	list     string
	at       int
	value    wire.Value
}

func (p place) pointer() string {
	return p.messages + strconv.Itoa(p.message) + p.list + strconv.Itoa(p.at)
}

func (p place) compare(q place) int { return cmp.Or(p.message-q.message, p.at-q.at) }

// ui is the observed UI messages, by call id. Seen is false where the implementation has none.
type ui struct {
	seen    bool
	calls   map[string][]place
	results map[string][]place
}

// answer is one tool message of the observed model messages.
type answer struct {
	message int
	id      string
	content wire.Value
}

func (a answer) pointer() string { return "/modelMessages/" + strconv.Itoa(a.message) }

// model is the observed model messages.
type model struct {
	seen     bool
	listed   bool // there is a list of model messages, so that what is not in it was left out
	messages []wire.Value
	order    []place
	calls    map[string][]place
	tools    []answer
	answers  map[string][]answer
	users    []int // users are the indices of the user messages, rising
}

func newConsumerView(c *dialect.Case, o *dialect.Observation) *view {
	v := &view{o: o, ui: readUI(o), model: readModel(o)}
	list := c.Input().Get("steps").Items()
	v.account = accountOfSteps(list)
	// Whether an id that comes again is another call is the chat's choice: it shows in what it holds.
	v.reused = reusedIDs(o.State.Get("messages").Items())
	for id := range v.reused {
		if c := v.byID[id]; c == nil || !c.tangled || !v.ui.seen || o.Omitted("state") || o.Omitted("content") {
			delete(v.reused, id)
		}
	}
	return v
}

func newConverterView(c *dialect.Case, o *dialect.Observation) *view {
	v := &view{o: o, converter: true, model: readModel(o)}
	v.account = accountOfMessages(c.Input().Get("messages").Items())
	return v
}

func readUI(o *dialect.Observation) ui {
	u := ui{seen: !o.Omitted("messages") && !o.Omitted("parts"), calls: map[string][]place{}, results: map[string][]place{}}
	for i, m := range o.State.Get("messages").Items() {
		for j, p := range m.Get("parts").Items() {
			at := place{"/messages/", i, "/parts/", j, p}
			switch p.Get("type").Text() {
			case words.PartCall:
				u.calls[p.Get("id").Text()] = append(u.calls[p.Get("id").Text()], at)
			case words.PartResult:
				u.results[p.Get("toolCallId").Text()] = append(u.results[p.Get("toolCallId").Text()], at)
			}
		}
	}
	return u
}

func readModel(o *dialect.Observation) model {
	m := model{seen: !o.Omitted("modelMessages"), listed: o.State.Get("modelMessages").IsArray(),
		messages: o.State.Get("modelMessages").Items(),
		calls:    map[string][]place{}, answers: map[string][]answer{}}
	for i, msg := range m.messages {
		switch msg.Get("role").Text() {
		case words.RoleUser:
			m.users = append(m.users, i)
		case words.RoleTool:
			a := answer{i, msg.Get("toolCallId").Text(), msg.Get("content")}
			m.tools = append(m.tools, a)
			m.answers[a.id] = append(m.answers[a.id], a)
		case words.RoleAssistant:
			for j, call := range msg.Get("toolCalls").Items() {
				s := place{"/modelMessages/", i, "/toolCalls/", j, call}
				m.order = append(m.order, s)
				m.calls[call.Get("id").Text()] = append(m.calls[call.Get("id").Text()], s)
			}
		}
	}
	return m
}

// there tells whether the answer speaks of the input at all: of one of its calls, or where it need not show any, of none.
func (v *view) there() bool {
	awaited := false
	for _, c := range v.calls {
		if len(v.ui.calls[c.id])+len(v.ui.results[c.id])+len(v.model.calls[c.id])+len(v.model.answers[c.id]) > 0 {
			return true
		}
		awaited = awaited || !v.converter && v.ui.seen || c.owed()
	}
	if awaited || len(v.ui.calls)+len(v.ui.results)+len(v.model.calls)+len(v.model.answers) > len(v.strays) {
		return false
	}
	if v.converter || !v.ui.seen {
		return v.o.State.Get("modelMessages").IsArray() && v.saysText()
	}
	return v.o.State.Get("messages").IsArray()
}

// saysText tells whether a text of the input reaches the model, where it has any.
func (v *view) saysText() bool {
	return len(v.texts) == 0 || slices.ContainsFunc(v.model.messages, func(m wire.Value) bool {
		said := readable(m.Get("content"))
		return slices.ContainsFunc(v.texts, func(t *text) bool { return !blank(t.content) && strings.Contains(said, t.content) })
	})
}

// maxFindings of one requirement in one case: the rest tells nothing new.
const maxFindings = 8

// each looks at the elements of a list, until that is missed as often as is told; look returns false where it found something amiss.
func each[T any](list []T, look func(T) bool) {
	missed := 0
	for _, e := range list {
		if !look(e) {
			if missed++; missed >= maxFindings {
				return
			}
		}
	}
}

// eachCall looks at every call about which something can be said.
func (v *view) eachCall(look func(*call) bool) {
	each(v.calls, func(c *call) bool { return c.tangled || look(c) })
}

// finding is a finding at a place.
func finding(where string, want, got wire.Value, message string, args ...any) requirement.Finding {
	f := requirement.At(where, message, args...)
	f.Expected, f.Actual = want, got
	return f
}

// wherever says which lines a finding breaks by itself, in any stream.
func wherever(f requirement.Finding, ids ...string) requirement.Finding {
	f.Of = ids
	return f
}

// should makes a finding one of a SHOULD clause.
func should(f requirement.Finding) requirement.Finding {
	f.Level = requirement.Should
	return f
}

// resultPart is the first result part of a call in the observed UI messages.
func (v *view) resultPart(c *call) (place, bool) {
	parts := v.ui.results[c.id]
	if len(parts) == 0 {
		return place{}, false
	}
	return parts[0], true
}

// beside tells whether one of the result parts stands in a message that holds the call.
func (v *view) beside(c *call) bool {
	return slices.ContainsFunc(v.ui.results[c.id], func(r place) bool {
		return slices.ContainsFunc(v.ui.calls[c.id], func(held place) bool { return r.message == held.message })
	})
}

// arguments is what the input says about a call's arguments.
type arguments struct {
	texts  []string     // texts are the whole texts that a right reader may hold: one, unless the input says it twice and differently
	open   bool         // the text so far may not be all of it, and what it is then
	doubt  bool         // a finish for a reason like "length" ended them. They are whole or cut, and may be treated as either.
	values []wire.Value // values are the texts read as JSON, absent where they are none
}

func newArguments(open bool, texts ...string) arguments {
	a := arguments{open: open}
	seen := map[string]bool{}
	for _, t := range texts {
		if seen[t] {
			continue
		}
		seen[t] = true
		v, _ := wire.Parse([]byte(t))
		a.texts, a.values = append(a.texts, t), append(a.values, v)
	}
	return a
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }

// plain: there is one text at least and each is empty or a JSON object, so that nothing entitles anybody to leave the call out.
func (a arguments) plain() bool { return a.all(wire.Value.IsObject) }

// object: there is one text, and it is a JSON object.
func (a arguments) object() bool { return len(a.values) == 1 && a.values[0].IsObject() }

// readable: whole, and every text is empty or JSON of any kind.
func (a arguments) readable() bool { return a.all(func(v wire.Value) bool { return !v.IsAbsent() }) }

// all: whole, and every text is empty or JSON that is so.
func (a arguments) all(so func(v wire.Value) bool) bool {
	for i, t := range a.texts {
		if !blank(t) && !so(a.values[i]) {
			return false
		}
	}
	return !a.open && len(a.texts) > 0
}

// cutInside: the text may have been cut off, and is no JSON object as it stands.
func (a arguments) cutInside() bool {
	return a.open && len(a.texts) == 1 && !blank(a.texts[0]) && !a.values[0].IsObject()
}

// match tells whether got, as text or parsed, is one of the texts. An empty one
// may become {}, and parsed it is nothing; the text null it may not become.
func (a arguments) match(got wire.Value) bool {
	parsed, ok := got, !got.IsString()
	if got.IsString() {
		v, err := wire.Parse([]byte(got.Text()))
		parsed, ok = v, err == nil
	}
	for i, t := range a.texts {
		switch {
		case got.IsString() && got.Text() == t:
			return true
		case (blank(t) || a.values[i].Kind() == wire.Null) && (wire.Nothing(got) || ok && parsed.IsObject() && parsed.Len() == 0):
			return true
		case ok && !a.values[i].IsAbsent() && same(a.values[i], parsed):
			return true
		}
	}
	return false
}

// valid tells whether got, as text or parsed, is a JSON object.
func validArguments(got wire.Value) bool {
	if !got.IsString() {
		return got.IsObject()
	}
	v, err := wire.Parse([]byte(got.Text()))
	return err == nil && v.IsObject()
}

// expected shows the first text, to be compared with.
func (a arguments) expected() wire.Value {
	if len(a.texts) == 0 {
		return wire.Value{}
	}
	return wire.Str(a.texts[0])
}

// same tells whether two values are equal where an absent one counts as null.
func same(want, got wire.Value) bool {
	if want.IsNull() || got.IsNull() {
		return want.IsNull() && got.IsNull()
	}
	return wire.Equal(want, got)
}

// sameText tells whether a field that is a string holds want: a value that is no
// string may come as itself or as any JSON text equal to it.
func sameText(want, got wire.Value) bool {
	if want.IsNull() && got.IsNull() {
		return true
	}
	return wire.EqualOrText(want, got)
}

// sameContent is sameText for model messages, where null equals "".
func sameContent(want, got wire.Value) bool {
	if wire.Nothing(want) && wire.Nothing(got) {
		return true
	}
	return sameText(want, got)
}

// readable is the text of a content: the string itself, the texts of a list of content parts, the JSON of anything else.
func readable(v wire.Value) string {
	switch {
	case v.IsNull():
		return ""
	case v.IsString():
		return v.Text()
	case v.IsArray():
		var b strings.Builder
		for _, p := range v.Items() {
			for _, member := range [...]string{"text", "content"} {
				b.WriteString(p.Get(member).Text())
			}
		}
		return b.String()
	}
	return v.JSON()
}

// errorWords are what texts that tell an error have in them, in any case.
func errorWords() []string {
	return []string{"error", "fail", "cancel", "abort", "interrupt", "incomplete", "truncat", "invalid", "malformed", "missing",
		"unavailable", "unknown", "timeout", "timed out", "denied", "reject", "stopped", "skipped", "cut off", "never", "not ", "no ",
		"n't", "without", "unable", "lost", "unanswered", "unfinished", "pending", "exception", "broken", "partial"}
}

// tellsError tells whether a content that somebody made up for an unanswered call can be read as an error: prose that says so, or
// an object that does. A bare value, an empty text, or a word of success cannot.
func tellsError(content wire.Value) bool {
	text := strings.ToLower(strings.TrimSpace(readable(content)))
	if text == "" {
		return false
	}
	if slices.ContainsFunc(errorWords(), func(word string) bool { return strings.Contains(text, word) }) {
		return true
	}
	if _, err := wire.Parse([]byte(text)); err == nil {
		return false
	}
	switch strings.Trim(text, ".!") {
	case "ok", "okay", "done", "success", "successful", "complete", "completed", "undefined", "none", "nil", "output-available",
		"[object object]":
		return false
	}
	return !strings.Contains(text, "success")
}

// holdsText tells whether a text stands in a value: in the string itself, in one that its JSON has, or in any string of an object or array.
func holdsText(v wire.Value, text string) bool {
	if v.IsString() {
		if strings.Contains(v.Text(), text) {
			return true
		}
		parsed, err := wire.Parse([]byte(v.Text()))
		return err == nil && !parsed.IsString() && holdsText(parsed, text)
	}
	for i := range v.Len() {
		if holdsText(v.At(i), text) {
			return true
		}
	}
	return false
}
