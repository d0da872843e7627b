package reference

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// edit is how an implementation goes wrong: what it makes of the steps before it applies them, of the UI messages it holds, of
// the model messages it sends. The model messages follow from the edited UI messages. Each function may be nil. The list is
// what came: steps, or stored messages; a converter has no steps.
type edit struct {
	steps    plant.List
	messages func(list, messages []wire.Value) []wire.Value
	model    func(list, sent []wire.Value) []wire.Value
	choose   choices
}

// row is a fault. Also are further requirements that it violates, without their family.
func row(id string, e edit, also string) plant.Row {
	return plant.New(id, func(dialect.Answer) dialect.Answer { return e.answer }, words.IDs(also)...)
}

// answer is the chat with the edit in it, or the converter where messages are stored.
func (e edit) answer(input wire.Value) dialect.Observation {
	if stored := input.Get("messages"); stored.IsArray() {
		_, sent := e.messagesOf(nil, stored.Items(), stored.Items())
		return done(sent)
	} else if !stored.IsAbsent() {
		return rejected("`messages` is no array")
	}
	if !input.Get("steps").IsArray() {
		return rejected("`steps` is no array")
	}
	list := input.Get("steps").Items()
	heard := list
	if e.steps != nil {
		heard = e.steps(slices.Clone(list))
	}
	c := &chat{choose: e.choose, calls: map[string]*chatCall{}, strays: map[string]*chatResult{}}
	for _, step := range heard {
		if !step.IsObject() {
			return rejected("a step is no object")
		}
		c.step(step)
	}
	return done(e.messagesOf(list, c.uiMessages(), list))
}

// messagesOf are the UI messages that are held, and the model messages that are made of them; came is the list that came.
func (e edit) messagesOf(steps, held, came []wire.Value) (ui, model wire.Member) {
	if e.messages != nil {
		held = e.messages(steps, held)
	}
	sent := modelMessages(held, e.choose)
	if e.model != nil {
		sent = e.model(came, sent)
	}
	return wire.M("messages", wire.List(held...)), wire.M("modelMessages", wire.List(sent...))
}

// choosing is the edit in an implementation that takes these sides.
func choosing(choose choices, e edit) edit {
	e.choose = choose
	return e
}

// each changes the elements of a list one after another; an absent one is gone.
func each(list []wire.Value, change plant.Edit) []wire.Value {
	return plant.Each(plant.Every, change)(slices.Clone(list))
}

// memory makes the edit of one conversation, with what it remembers; list is what came.
type memory = func(list []wire.Value) plant.Edit

// always is an edit without memory.
func always(change plant.Edit) memory { return func([]wire.Value) plant.Edit { return change } }

// heard changes the steps, held the parts of UI messages, told the model messages.
func heard(of memory) edit {
	return edit{steps: func(list []wire.Value) []wire.Value { return each(list, of(list)) }}
}

func held(of memory) edit {
	return edit{messages: func(list, messages []wire.Value) []wire.Value { return inParts(messages, of(list)) }}
}

func told(of memory) edit {
	return edit{model: func(list, sent []wire.Value) []wire.Value { return each(sent, of(list)) }}
}

// adding sends more messages, of what came.
func adding(more func(list []wire.Value) []wire.Value) edit {
	return edit{model: func(list, sent []wire.Value) []wire.Value { return append(slices.Clone(sent), more(list)...) }}
}

// sending changes the list of model messages, partLists that of every message's parts.
func sending(change plant.List) edit {
	return edit{model: func(_, sent []wire.Value) []wire.Value { return change(slices.Clone(sent)) }}
}

func partLists(change plant.List) edit {
	return edit{messages: func(_, messages []wire.Value) []wire.Value {
		return each(messages, plant.Inside("/parts", plant.In(change)))
	}}
}

func inParts(messages []wire.Value, change plant.Edit) []wire.Value {
	return each(messages, plant.Inside("/parts", plant.In(func(parts []wire.Value) []wire.Value { return each(parts, change) })))
}

// arranged puts the parts of a type that a message has in another order, in the places where it has such parts.
func arranged(messages []wire.Value, kind string, change plant.List) []wire.Value {
	return each(messages, plant.Inside("/parts", plant.Shown{Is: is(kind)}.Edit(change)))
}

// losing are elements of which so is true, keeping the others.
func losing(so plant.Of) plant.Edit { return plant.When(so, plant.Gone) }

func keepIf(ok bool, p wire.Value) wire.Value {
	if ok {
		return p
	}
	return wire.Value{}
}

// is tells steps and parts of a type, from tells model messages of a role.
func is(kind string) plant.Of { return func(v wire.Value) bool { return words.Kind(v) == kind } }

func from(role string) plant.Of {
	return func(m wire.Value) bool { return m.Get("role").Text() == role }
}

// tools changes tool messages, content what they say, calls the calls that are sent.
func tools(change plant.Edit) edit { return told(always(plant.When(from(words.RoleTool), change))) }

func content(change plant.Edit) edit { return tools(plant.Inside("/content", change)) }

func calls(change plant.Edit) edit { return callsWith(always(change)) }

func callsWith(of memory) edit {
	return told(func(list []wire.Value) plant.Edit { return inCalls(of(list)) })
}

func inCalls(change plant.Edit) plant.Edit {
	return plant.Inside("/toolCalls", plant.In(func(calls []wire.Value) []wire.Value { return each(calls, change) }))
}

// toolsWith changes tool messages with a memory.
func toolsWith(of memory) edit {
	return told(func(list []wire.Value) plant.Edit { return plant.When(from(words.RoleTool), of(list)) })
}

// parts changes parts of a type.
func parts(kind string, change plant.Edit) edit { return held(always(plant.When(is(kind), change))) }

// member sets a member to a text.
func member(name, text string) plant.Edit { return plant.Having(name, wire.Str(text)) }

// answeredBy are the ids that steps of that type answer, with the last such step.
func answeredBy(list []wire.Value, kind string) map[string]wire.Value {
	by := map[string]wire.Value{}
	for _, s := range list {
		if words.Kind(s) == kind {
			by[words.ID(s)] = s
		}
	}
	return by
}

// answered changes the parts of a type whose call steps of that type answer.
func answered(part, step string, change func(p, step wire.Value) wire.Value) edit {
	return held(func(list []wire.Value) plant.Edit {
		by := answeredBy(list, step)
		return plant.When(is(part), func(p wire.Value) wire.Value {
			if s, ok := by[words.ID(p)]; ok {
				return change(p, s)
			}
			return p
		})
	})
}

// found are the parts of a type in messages, by call id.
func found(messages []wire.Value, kind string) map[string]wire.Value {
	by := map[string]wire.Value{}
	for _, m := range messages {
		for _, p := range m.Get("parts").Items() {
			if words.Kind(p) == kind {
				by[words.ID(p)] = p
			}
		}
	}
	return by
}
