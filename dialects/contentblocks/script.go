package contentblocks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/content-blocks"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// feed is a consumer's input: events, live or loaded from history.
type feed struct {
	stream.Events
	history bool
}

func feedOf(events []wire.Value, history bool) *feed {
	s := &feed{Events: stream.Events{List: events}, history: history}
	if history {
		s.Beside = []wire.Member{wire.M("history", wire.Boolean(true))}
	}
	return s
}

// fromHistory is the same events loaded from history.
func (s *feed) fromHistory() *feed { return feedOf(s.List, true) }

func (s *feed) with(events []wire.Value) *feed { return feedOf(events, s.history) }

// Keep implements dialect.Script.
func (s *feed) Keep(indices []int) dialect.Script { return s.with(s.Kept(indices)) }

func parseStream(v wire.Value) (dialect.Script, error) {
	events := v.Get("events")
	if !events.IsArray() {
		return nil, fmt.Errorf("%s: events: an array is expected, this is %s", words.Name, events.Kind())
	}
	return feedOf(events.Items(), v.Get("history").IsTrue()), nil
}

// Without is the stream as it would be told without what the requirement is about.
func (s *feed) Without(requirement string) []dialect.Script {
	switch requirement {
	case "BLOCK-12":
		return []dialect.Script{s.familiar()}
	case "BLOCK-14", "BLOCK-16", "BLOCK-17", "BLOCK-18":
		return []dialect.Script{s.plainly(false), s.plainly(true)}
	}
	return nil
}

// familiar is the stream without the events and members that no document names.
func (s *feed) familiar() *feed {
	unknown := func(ev wire.Value) bool { return mean(s.with([]wire.Value{ev})).unknown }
	var events []wire.Value
	for _, ev := range s.List {
		if unknown(ev) {
			ev = words.Known(ev).Edit("/content_block", words.Known)
		}
		if !unknown(ev) {
			events = append(events, ev)
		}
	}
	return s.with(events)
}

// plainly tells every call once, then one result of each, the first or the last, in the
// order in which they came, each block with its stop and an index of its own.
func (s *feed) plainly(last bool) *feed {
	m := mean(s)
	var blocks []wire.Value
	var answers []*result
	told := map[string]bool{}
	for _, c := range m.calls {
		if c.free || told[c.id] {
			continue
		}
		told[c.id] = true
		blocks = append(blocks, s.List[c.at].Get("content_block"))
		if n := len(c.results); n > 0 && last {
			answers = append(answers, c.results[n-1])
		} else if n > 0 {
			answers = append(answers, c.results[0])
		}
	}
	slices.SortFunc(answers, func(a, b *result) int { return cmp.Compare(a.at, b.at) })
	for _, r := range answers {
		blocks = append(blocks, s.List[r.at].Get("content_block"))
	}
	if len(m.ends) > 0 {
		blocks = append(blocks, s.List[m.ends[0].at].Get("content_block"))
	}
	var events []wire.Value
	for i, b := range blocks {
		events = append(events, words.Block(int64(i), b)...)
	}
	return s.with(events)
}

// Rename implements dialect.Renamer: the ids of calls and of results, nothing else.
func (s *feed) Rename(to func(string) string) dialect.Script {
	events := slices.Clone(s.List)
	for i, ev := range events {
		b := ev.Get("content_block")
		member := words.CallID(b.Get("type").Text())
		if id := b.Get(member); id.IsString() && id.Text() != "" {
			events[i] = ev.With("content_block", b.With(member, wire.Str(to(id.Text()))))
		}
	}
	return s.with(events)
}

// Answered implements dialect.Answerer.
func (s *feed) Answered() map[string]int {
	count := map[string]int{}
	for _, ev := range s.List {
		if b := ev.Get("content_block"); ev.Get("type").Text() == words.StartEvent && b.Get("type").Text() == words.ToolResult {
			if id := b.Get("tool_use_id"); id.IsString() {
				count[id.Text()]++
			}
		}
	}
	return count
}

// Permute implements dialect.Permuter: two results of calls that were both open
// when the first of them came trade places; indices stay where they are.
func (s *feed) Permute(pick dialect.Pick) (dialect.Script, bool) {
	type pair struct{ first, second *result }
	var pairs []pair
	m := mean(s)
	var answered []*call
	for _, c := range m.calls {
		if c.must() && len(c.results) == 1 {
			answered = append(answered, c)
		}
	}
	for i, a := range answered {
		for _, b := range answered[i+1:] {
			first, second := a.results[0], b.results[0]
			if first.at > second.at {
				first, second = second, first
			}
			if max(a.span.stoppedAt, b.span.stoppedAt) < first.at {
				pairs = append(pairs, pair{first, second})
			}
		}
		if len(pairs) > 64 {
			break
		}
	}
	if len(pairs) == 0 {
		return s, false
	}
	p := pairs[pick(len(pairs))]
	events := append([]wire.Value(nil), s.List...)
	plant.Exchange(events, p.first.at, p.second.at, "content_block")
	return s.with(events), true
}

// Reload implements dialect.Reloader. A turn is finished, for this, where every
// call holds one certain result or was cut off by a terminal for certain.
func (s *feed) Reload() (dialect.Script, bool) {
	m := mean(s)
	if s.history || m.wild || m.broken || len(m.orphans) > 0 || m.maybeEnded && !m.ended {
		return s, false
	}
	for _, c := range m.calls {
		answered := c.must() && len(c.results) == 1
		cutOff := c.cutOff && len(c.results) == 0
		if c.twin || c.optional || !answered && !cutOff {
			return s, false
		}
	}
	return s.fromHistory(), true
}

// InsertUnknown implements dialect.Inserter. What is strewn in speaks of real ids
// and indices, so that a reader who takes it for something he knows goes wrong.
func (s *feed) InsertUnknown(pick dialect.Pick) dialect.Script {
	var events []wire.Value
	strew := func(near wire.Value) {
		if pick(3) > 0 {
			events = append(events, unknownEvent(pick, near))
		}
	}
	var last wire.Value
	for _, ev := range s.List {
		strew(ev)
		last = ev
		if ev.IsObject() && pick(2) == 1 {
			ev = ev.With("x_trace", wire.Obj(wire.M("index", wire.Int(0)), wire.T("id", "trace-9")))
		}
		if b := ev.Get("content_block"); b.IsObject() && pick(2) == 1 {
			cached := wire.Obj(wire.T("status", "error"), wire.T("content", "cached"))
			ev = ev.With("content_block", b.With("x_cache", []wire.Value{wire.Boolean(true), wire.NullValue, cached}[pick(3)]))
		}
		events = append(events, ev)
	}
	strew(last)
	return s.with(events)
}

// unknownEvent makes an event of a type that the dialect does not have.
func unknownEvent(pick dialect.Pick, near wire.Value) wire.Value {
	index, b := wire.M("index", near.Get("index")), near.Get("content_block")
	if b.Has("content") {
		b = b.With("content", wire.Str("not the result")).With("status", wire.Str("error"))
	}
	return []wire.Value{
		words.Plain(words.Ping),
		wire.Obj(wire.T("type", words.GroupStart), wire.T("group_id", "group-4"), index),
		wire.Obj(wire.T("type", "content_block_progress"), index, wire.T("text", "50%")),
		wire.Obj(wire.T("type", "content_block_preview"), index, wire.M("content_block", b)),
		wire.Obj(wire.T("type", "usage"), wire.M("error", wire.NullValue), wire.M("tokens", wire.Int(1200))),
	}[pick(5)]
}

// Unsettled implements dialect.Unsettled: ids of several calls, and ids of a result without text or one that lost its stop: who shows
// that at the end of what came may drop it where a terminal, another message or another block at its index comes instead.
func (s *feed) Unsettled() map[string]bool {
	ids := map[string]bool{}
	m := mean(s)
	for _, c := range m.calls {
		for _, r := range c.results {
			lost := r.late || !r.span.closed() && (m.maybeEnded || r.span.starts > 1 || r.span.torn || r.span.nowhere)
			ids[c.id] = ids[c.id] || lost || c.twin || c.free || !r.content.IsString()
		}
	}
	return ids
}

// consumerCases are those of fixtures/content-blocks/consumer, an event or a block a line, and those that code makes.
func consumerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Consumer(), Script: streamOf, Own: []string{"history"},
		Growing: map[string]func(n int) dialect.Script{"crowd": crowd, "queue": queue}, Text: long, Value: nested}
	return slices.Concat(book.Cases(), families.Alike(book.Pair, dialect.Valid, book.Passage("ids", "three-ids")), book.Cases("sizes"))
}

// streamOf is the stream of a case file's entry.
func streamOf(e casefile.Entry) (dialect.Script, error) {
	events, err := e.Expanded(words.Expand)
	history, wrong := e.Flag("history")
	return feedOf(events, history), cmp.Or(err, wrong)
}

// producerCases are those of fixtures/content-blocks/producer, an item of the transcript a line, and those that code makes.
func producerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Producer(), Script: turnOf, Own: []string{"message"},
		Growing: map[string]func(n int) dialect.Script{"crowd": crowdTurn, "queue": queueTurn}, Text: long, Value: nested}
	everyTurn := []string{"BLOCK-50", "BLOCK-51", "BLOCK-52", "BLOCK-53", "BLOCK-54", "BLOCK-55", "BLOCK-56", "BLOCK-58", "BLOCK-59",
		"BLOCK-60"}
	surroundings := families.Surroundings(book.Pair, everyTurn, "BLOCK-57", func(items []transcript.Item) dialect.Script {
		return stream.Wrapped(transcript.Transcript{MessageID: someMessage, Items: items})
	})
	return slices.Concat(book.Cases(), surroundings,
		families.Alike(book.Pair, dialect.Valid, book.Passage("ids", "three-ids")), book.Cases("sizes"))
}

// someMessage is the message of turns that don't say theirs.
const someMessage = "msg-9f2"

// turnOf is the turn of a case file's entry. The field message is its id, as JSON.
func turnOf(e casefile.Entry) (dialect.Script, error) {
	message := wire.Str(someMessage)
	if text := e.Fields["message"]; text != "" {
		message = wire.ParseString(text)
	}
	t, err := transcript.Parse(wire.Obj(wire.M("messageId", message), wire.M("items", wire.List(e.Elements...))))
	return stream.Wrapped(t), err
}

// streamed is the stream of lines as case files spell them, told the turn of such lines.
func streamed(lines ...string) *feed {
	s, err := streamOf(casefile.Entry{Elements: wire.ParseStrings(lines...)})
	if err != nil {
		panic(err) // a mistake in this package
	}
	return s.(*feed)
}

func told(lines ...string) *stream.Exchange {
	s, err := turnOf(casefile.Entry{Elements: wire.ParseStrings(lines...)})
	if err != nil {
		panic(err) // a mistake in this package
	}
	return s.(*stream.Exchange)
}

// nested is n arrays and objects inside each other.
func nested(n int) wire.Value {
	return wire.ParseString(strings.Repeat(`{"a":[`, n/2) + `"core"` + strings.Repeat(`]}`, n/2))
}

// long is a text of n bytes that is not one letter repeated.
func long(n int) string {
	const line = "0123456789 Giá 82,000 VND\n"
	return strings.Repeat(line, n/len(line)) + strings.Repeat("x", n%len(line))
}

// crowd is n calls in parallel and their results in another order, crowdTurn the same as a turn.
const (
	crowdedUse    = `{"block":%[1]d,"tool_use":["call_%05[2]d","tool_%[3]d",{"n":%[4]d}]}`
	crowdedResult = `{"block":%[1]d,"tool_result":["call_%05[2]d","%[3]s","answer %[4]d"]}`
	crowdedCall   = `{"type":"call","id":"call_%05[2]d","name":"tool_%[3]d","input":{"n":%[4]d}}`
	crowdedAnswer = `{"type":"result","callId":"call_%05[2]d","status":"%[3]s","content":"answer %[4]d"}`
)

func crowd(n int) dialect.Script     { return streamed(crowded(n, crowdedUse, crowdedResult)...) }
func crowdTurn(n int) dialect.Script { return told(crowded(n, crowdedCall, crowdedAnswer)...) }
func queue(n int) dialect.Script     { return streamed(queued(n, crowdedUse, crowdedResult)...) }
func queueTurn(n int) dialect.Script { return told(queued(n, crowdedCall, crowdedAnswer)...) }

// queued are calls one by one: what is kept for those in flight alone forgets the first of them.
func queued(n int, call, result string) []string {
	lines := make([]string, 0, 2*n)
	for i := range n {
		id := (i*7919+3)%n + n
		lines = append(lines, fmt.Sprintf(call, 2*i+1, id, i%7, i),
			fmt.Sprintf(result, 2*i+2, id, []string{"success", "error", "cancelled"}[i%3], 3*i+1))
	}
	return lines
}

func crowded(n int, call, result string) []string {
	lines := make([]string, 0, 2*n)
	id := func(i int) int { return (i*7919+3)%n + n }
	for i := range n {
		lines = append(lines, fmt.Sprintf(call, i+1, id(i), i%7, i))
	}
	for i := n - 1; i >= 0; i-- {
		lines = append(lines, fmt.Sprintf(result, 2*n-i, id(i), []string{"success", "error", "cancelled"}[i%3], 3*i+1))
	}
	return lines
}
