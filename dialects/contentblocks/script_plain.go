package contentblocks

import (
	"cmp"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Without is the stream as it would be told without what the requirement is about.
func (s *stream) Without(requirement string) []dialect.Script {
	switch requirement {
	case "BLOCK-12":
		return []dialect.Script{s.familiar()}
	case "BLOCK-14", "BLOCK-16", "BLOCK-17", "BLOCK-18":
		return []dialect.Script{s.plainly(false), s.plainly(true)}
	}
	return nil
}

// familiar is the stream without the events and members that no document names.
func (s *stream) familiar() *stream {
	unknown := func(ev wire.Value) bool { return mean(s.with([]wire.Value{ev})).unknown }
	var events []wire.Value
	for _, ev := range s.events {
		if unknown(ev) {
			switch b := ev.Get("content_block"); b.Get("type").Text() {
			case blkToolUse:
				ev = ev.With("content_block", known(b, "type", "id", "name", "input", "tool_content_message"))
			case blkToolResult:
				ev = ev.With("content_block", known(b, "type", "tool_use_id", "tool_name", "content", "status", "artifact"))
			}
			ev = known(ev, "type", "index", "content_block", "message_id")
		}
		if !unknown(ev) {
			events = append(events, ev)
		}
	}
	return s.with(events)
}

// known is the object with these members only.
func known(v wire.Value, names ...string) wire.Value {
	var members []wire.Member
	for _, m := range v.Members() {
		if slices.Contains(names, m.Name) {
			members = append(members, m)
		}
	}
	return wire.Obj(members...)
}

// plainly tells every call once, then one result of each, the first or the last, in the
// order in which they came, each block with its stop and an index of its own.
func (s *stream) plainly(last bool) *stream {
	m := mean(s)
	var blocks, ends []wire.Value
	var answers []*result
	told := map[string]bool{}
	for _, c := range m.calls {
		if c.free || told[c.id] {
			continue
		}
		told[c.id] = true
		blocks = append(blocks, s.events[c.at].Get("content_block"))
		if n := len(c.results); n > 0 && last {
			answers = append(answers, c.results[n-1])
		} else if n > 0 {
			answers = append(answers, c.results[0])
		}
	}
	slices.SortFunc(answers, func(a, b *result) int { return cmp.Compare(a.at, b.at) })
	for _, r := range answers {
		blocks = append(blocks, s.events[r.at].Get("content_block"))
	}
	for _, ev := range s.events {
		if b := ev.Get("content_block"); len(ends) == 0 && (b.Get("type").Text() == blkUserStopped || b.Get("type").Text() == blkError) {
			ends = append(ends, b)
		}
	}
	return s.with(seq(0, append(blocks, ends...)...))
}
