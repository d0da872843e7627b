// Package generator makes streams: transcripts of any legal shape, drawn from
// pinned alphabets, and the generated cases that come of them. Everything is a
// function of the picks, so a stream is reproducible from version, seed and
// index on every platform.
package generator

import (
	"fmt"
	"strconv"
	gostrings "strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Transcript draws a valid transcript with at most size calls, now and then three times as many. Values that can
// be confused (ids, names, positions, contents) differ from each other, and the
// content of one result may hold the id of another.
func Transcript(pick dialect.Pick, size int) transcript.Transcript {
	if chance(pick, 12) {
		size *= 3 // two-digit positions
	}
	d := drawing{pick: pick, ids: callIDs(pick, size)}
	d.t.MessageID = one(pick, []string{"msg-1", "msg_01ABC", "m", "7c9e6679"})
	d.calls(size)
	d.play()
	return d.t
}

// callIDs draws distinct ids in one of several styles, none of which agrees with
// position or index. In each style the ids are alike in what some reader looks at
// alone: the beginning, the end, what stands before a separator, the first 64 bytes.
func callIDs(pick dialect.Pick, n int) []string {
	styles := []func(i int) string{
		func(i int) string { return fmt.Sprintf("call_%c", 'A'+rune(n-i)) }, // falls while positions rise
		func(i int) string { return "toolu_01" + gostrings.Repeat("X", i+1) },
		func(i int) string { return fmt.Sprintf("%d", (n-i)*7) }, // a number unlike any index
		func(i int) string { return fmt.Sprintf("fc_%08x", uint32(i+1)*2654435761) },
		func(i int) string { return fmt.Sprintf("call_%d", (37*i+8)%101) }, // one digit and two, unsorted
		func(i int) string { return fmt.Sprintf("tool:%d", n-i) },
		func(i int) string { return fmt.Sprintf("srv/a.b|%d", 3*(n-i)) },
		func(i int) string { return fmt.Sprintf("%d-same_end", 2*(n-i)+1) },
		func(i int) string { return gostrings.Repeat("0123456789abcdef", 4) + fmt.Sprintf("%d", n-i) },
		func(i int) string { return fmt.Sprintf("Gọi 🎸 %d", n-i) },
		func(i int) string { return string(rune(0x1F3B5 + n - i)) }, // alike but for one character outside ASCII
		func(i int) string { return "step" + []string{"-", "_", " ", "%20"}[i%4] + strconv.Itoa(3*(n-i/4)) },
		func(i int) string { return fmt.Sprintf("%c:turn:%d", 'a'+rune(i%2), 5*(n-i/2)) }, // alike behind the last colon
	}
	style := styles[pick(len(styles))]
	ids := make([]string, n)
	for i := range ids {
		ids[i] = style(i)
	}
	if n > 1 && chance(pick, 12) {
		ids[pick(n)] = one(pick, []string{"__proto__", "constructor", " "})
	}
	return ids
}

func toolNames() []string {
	return []string{"search_stock", "getGuitars", "recommendGuitar", "tool", "Bash", "mcp__srv__do", "a-b.c",
		"ns/search", " padded ", "constructor", "Tìm_kiếm", "a_name_of_more_than_sixty_four_characters_as_some_servers_make_them_up"}
}

func texts() []string {
	return []string{"Looking it up.", "Here you are.\n", "Two\nlines", "Một chút nhé…", "Use `go test` now.",
		"# A heading\n\nand text",
		"- item one\n- item two\n", "1 < 2 && 3 > 2",
		"  blanks around  ", "\n\nlines around\n\n", "\ttabs\t", ".",
		"$& and $1, 100%% of %s {{x}} ${y}", "“curly”, ‘single’ and &amp; &lt;b&gt;", "so <think>hm</think> and <|end|> and </s>",
		"two  blanks,   three", "e\u0301 and \u00e9, ❤️ and \ue000, \ufffe",
		"", "---\ntitle: notes\n---\n", "another\r\nsystem's\r\nlines\r\n", "***\n\n", "    indented\n", "> quoted\n\n",
		"ends in a backslash \\", "zero\u200bwidth, \u202eright to left", "null", "[DONE]", "a\u2028b\u0085c", "\"quoted\"", "{\"a\":1}"}
}

// thread is what one call still has to say.
type thread struct {
	call  transcript.Item
	items []transcript.Item
}

type drawing struct {
	pick    dialect.Pick
	ids     []string
	threads []thread
	last    wire.Value // the content of the result drawn before
	t       transcript.Transcript
}

// calls draws every call with its deltas, progress and result.
func (d *drawing) calls(size int) {
	for i := range d.pick(size + 1) {
		call := transcript.Item{Kind: transcript.Call, ID: d.ids[i], Name: one(d.pick, toolNames()), Input: Object(d.pick, 2)}
		if i > 0 && chance(d.pick, 4) {
			earlier := d.threads[i-1-d.pick(i)].call
			call.Name, call.Input = earlier.Name, earlier.Input
		}
		if chance(d.pick, 4) {
			call.Label = one(d.pick, []string{"Label of " + call.Name, "Searching...", " padded ", "Tìm kiếm…", "<i>look</i>"})
		}
		th := thread{call: call}
		if chance(d.pick, 3) {
			th.items = d.deltas(call)
		}
		for range d.pick(3) {
			th.items = append(th.items, transcript.Item{Kind: transcript.Progress, ID: call.ID, Text: d.progress()})
		}
		th.items = append(th.items, d.result(call.ID, i))
		d.threads = append(d.threads, th)
	}
}

// progress is a message about a call that is still running.
func (d *drawing) progress() string {
	if chance(d.pick, 2) {
		return one(d.pick, strings())
	}
	return one(d.pick, []string{"contacting exchange", "50%", "", "Error 503, trying again", "done", "{\"progress\":0.5}"})
}

// deltas cuts the argument text into pieces, some of them empty.
func (d *drawing) deltas(call transcript.Item) []transcript.Item {
	text := []rune(call.Input.JSON())
	var items []transcript.Item
	for len(text) > 0 {
		n := d.pick(min(len(text), 9) + 1)
		if n == 0 && len(items) > 0 && items[len(items)-1].Delta == "" {
			n = len(text)
		}
		items = append(items, transcript.Item{Kind: transcript.InputDelta, ID: call.ID, Delta: string(text[:n])})
		text = text[n:]
	}
	return items
}

// result draws a result. Some equal the one before, or begin with it, or hold the
// id of another call: what implementations take for a repetition or a reference.
func (d *drawing) result(id string, position int) transcript.Item {
	r := transcript.Item{Kind: transcript.Result, ID: id,
		Status: one(d.pick, []string{transcript.Success, transcript.Success, transcript.Error, transcript.Cancelled})}
	switch d.pick(8) {
	case 0:
		r.Content = wire.Str(fmt.Sprintf("result no. %d", position*3+5))
	case 1, 2:
		r.Content = wire.Str(one(d.pick, strings()))
	case 3:
		r.Content = wire.Str("see " + d.ids[d.pick(len(d.ids))])
	case 4:
		r.Content = d.last
	case 5:
		r.Content = wire.Str(d.last.Text() + one(d.pick, strings()))
	case 6:
		r.Content = one(d.pick, scalars())
	default:
		r.Content = Value(d.pick, 2)
	}
	if chance(d.pick, 5) { // a long line
		r.Content = wire.Str(gostrings.Repeat(one(d.pick, texts()), 50+d.pick(200)))
	}
	if r.Content.IsAbsent() {
		r.Content = wire.Str(fmt.Sprintf("first of %d", len(d.ids)))
	}
	if r.Status != transcript.Success && !r.Content.IsString() {
		r.Content = wire.Str("Error: " + r.Content.JSON())
	}
	if chance(d.pick, 4) {
		r.Artifact = wire.Obj(wire.M("type", wire.Str("chart")), wire.M("data", Value(d.pick, 1)))
		if chance(d.pick, 4) {
			r.Artifact = one(d.pick, []wire.Value{wire.NullValue, wire.Obj(), wire.List(), wire.Int(0), wire.Str(""), wire.Boolean(false)})
		}
	}
	d.last = r.Content
	return r
}

// play tells the threads, one after the other or woven into each other, with
// text between, up to the stop.
func (d *drawing) play() {
	budget := -1 // items until a stop cuts everything off
	reason := transcript.Completed
	if chance(d.pick, 3) {
		budget = d.pick(3*len(d.threads) + 2)
		reason = one(d.pick, []string{transcript.UserStopped, transcript.Error})
	}
	d.text()
	next, open := 0, []*thread{}
	weave := d.pick(3) // 0: one after the other; 1: all calls first; 2: anyhow
	for (next < len(d.threads) || len(open) > 0) && budget != 0 {
		budget--
		begin := next < len(d.threads) && (len(open) == 0 || weave == 1 || weave == 2 && d.pick(2) == 1)
		if begin {
			d.t.Items = append(d.t.Items, d.threads[next].call)
			open = append(open, &d.threads[next])
			next++
			d.between()
			continue
		}
		i := 0
		if weave > 0 {
			i = d.pick(len(open))
		}
		open = d.say(open, i)
	}
	d.text()
	if reason != transcript.Completed || d.pick(2) == 1 {
		d.t.Items = append(d.t.Items, transcript.Item{Kind: transcript.Stop, Reason: reason})
	}
}

// say tells the next item of a thread and drops the thread when it is through.
func (d *drawing) say(open []*thread, i int) []*thread {
	th := open[i]
	d.t.Items = append(d.t.Items, th.items[0])
	if th.items = th.items[1:]; len(th.items) > 0 {
		d.between()
		return open
	}
	d.text()
	return append(open[:i:i], open[i+1:]...)
}

// between draws a text while a call is open, more rarely than elsewhere.
func (d *drawing) between() {
	if chance(d.pick, 3) {
		d.text()
	}
}

func (d *drawing) text() {
	if chance(d.pick, 3) {
		d.t.Items = append(d.t.Items, transcript.Item{Kind: transcript.Text, Text: one(d.pick, texts())})
	}
}
