package reference

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/wire"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// nearFaults take what is nearly the same for the same, or keep what another block left behind.
func nearFaults() []dialect.Fault {
	return joined(fallbackFaults(), []dialect.Fault{
		also(does("BLOCK-11/label", "A call with name, input and label of one that runs is dropped.", func(m *manner) {
			m.admit = func(c *client, t *toolBlock, _ string) bool {
				return t.label.IsNull() || !c.has(func(b *toolBlock) bool {
					return b.result.IsAbsent() && b.name == t.name && wire.Equal(b.input, t.input) && wire.Equal(b.label, t.label)
				})
			}
		}), "BLOCK-01"),
		does("BLOCK-01/input-of-a-sibling", "An input with the members of one whose call runs is taken for that.", func(m *manner) {
			m.admit = func(c *client, t *toolBlock, _ string) bool {
				if b := c.find(func(b *toolBlock) bool {
					return b.result.IsAbsent() && b.name == t.name && t.input.Len() > 1 && names(b.input) == names(t.input)
				}); b != nil {
					t.input = b.input
				}
				return true
			}
		}),
		does("BLOCK-03/interned", "A content that differs from an earlier one in case only becomes that.", func(m *manner) {
			m.merge = func(c *client, t *toolBlock, r *resultBlock) {
				mergeResult(c, t, r)
				if b := c.find(func(b *toolBlock) bool { return strings.EqualFold(b.result.Text(), t.result.Text()) }); b != nil && b != t {
					t.result = b.result
				}
			}
		}),
		merges("BLOCK-14/extended", "A second content that goes on where the first ended is put behind it.",
			func(_ *client, t *toolBlock, _ *resultBlock, old toolBlock) {
				if strings.HasPrefix(t.result.Text(), old.result.Text()) {
					t.result = wire.Str(old.result.Text() + t.result.Text())
				}
			}),
		does("BLOCK-15/underway", "The statuses of what is not over are successes.", func(m *manner) {
			m.failed = func(s string) bool { return s != "success" && s != "partial" && s != "running" && s != "pending" }
		}).Warning(),
		hears("BLOCK-05/alone-in-data", "Of an artifact with a member data only that is taken.", func(_ *client, ev wire.Value) wire.Value {
			if a := ev.Get("content_block").Get("artifact"); a.Len() == 1 && a.Has("data") {
				return words.Edited(ev, a.Get("data"), "content_block", "artifact")
			}
			return ev
		}),
		hears("BLOCK-17/zero-is-none", "The index 0 counts as none: the number of open blocks stands for it.",
			func(c *client, ev wire.Value) wire.Value {
				switch n, ok := ev.Get("index").Int64(); {
				case !ok || n != 0:
					return ev
				case ev.Get("type").Text() == words.StartEvent:
					return ev.With("index", wire.Int(int64(len(c.open))))
				default:
					return ev.With("index", wire.Int(int64(len(c.open)-1)))
				}
			}),
		leftBehind("BLOCK-05/of-its-index", "A result without artifact has that of the last result at its index.",
			func(b, before wire.Value) wire.Value {
				if b.Get("artifact").IsNull() && !before.Get("artifact").IsNull() {
					return b.With("artifact", before.Get("artifact"))
				}
				return b
			}),
		leftBehind("BLOCK-03/of-its-index", "An empty result has the content of the last result at its index.",
			func(b, before wire.Value) wire.Value {
				if b.Get("content").Text() == "" && before.Get("content").IsString() {
					return b.With("content", before.Get("content"))
				}
				return b
			}),
		does("BLOCK-03/emptied-by-a-stop", "The stop of a call takes back a result that is empty.", func(m *manner) {
			m.closes = func(c *client, index string) string {
				if o := c.open[index]; o != nil && o.use != nil && o.use.result.IsString() && o.use.result.Text() == "" {
					o.use.result = wire.Value{}
				}
				return index
			}
		}),
		does("BLOCK-13/second-ends-stream", "The second result without its call ends the stream.", func(m *manner) {
			n := 0
			m.orphan = func(c *client, _ *resultBlock) {
				n++
				c.deaf = n > 1
			}
		}),
	})
}

// fallbackFaults find the call of a result by its id; where there is none, by a key of it.
func fallbackFaults() []dialect.Fault {
	keys := []struct {
		word, title string
		key         func(string) string
	}{
		{"composed", "composition", norm.NFC.String},
		{"compatible", "compatibility", norm.NFKC.String},
		{"folded", "case folded in full", cases.Fold().String},
		{"cut", "what stands behind 255 bytes", func(s string) string { return s[:min(len(s), 255)] }},
		{"blanks", "the number of blanks", func(s string) string { return strings.Join(strings.Fields(s), " ") }},
	}
	var list []dialect.Fault
	for _, k := range keys {
		title := "Where no call has the id of a result, one that differs in " + k.title + " is taken."
		list = append(list, pairs("BLOCK-13/falls-back-"+k.word, title,
			func(c *client, r *resultBlock) *toolBlock {
				if t := c.byID[r.callID]; t != nil {
					return t
				}
				return c.find(func(t *toolBlock) bool { return k.key(t.id) == k.key(r.callID) })
			}))
	}
	return list
}

// leftBehind is a client that makes a result of it and of the one before at the same index.
func leftBehind(id, title string, edit func(b, before wire.Value) wire.Value) dialect.Fault {
	return does(id, title, func(m *manner) {
		last := map[string]wire.Value{}
		m.hear = func(_ *client, ev wire.Value) wire.Value {
			b, index := ev.Get("content_block"), ev.Get("index").Literal()
			if b.Get("type").Text() != words.ToolResult {
				return ev
			}
			before := last[index]
			last[index] = b
			return ev.With("content_block", edit(b, before))
		}
	})
}

// names are those of an object's members.
func names(v wire.Value) string {
	all := ""
	for _, m := range v.Members() {
		all += m.Name + "\x00"
	}
	return all
}
