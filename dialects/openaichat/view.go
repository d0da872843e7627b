package openaichat

import (
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// view is what a consumer shows beside what the stream means: the answers of its choices, the first one and the others.
type view struct {
	compare.View
	o      *dialect.Observation
	state  wire.Value
	all    *act.Gathered
	own    *act.Answer
	others []*act.Answer
	// besides is the trait of calls beside which others came.
	besides act.Traits
	// chunks are the data of what came.
	chunks []wire.Value
	// closed: it ended with [DONE]. bare: no role, or chunk ids that are empty or change.
	closed, bare bool
	texts        texts
	// partial: it need not hold everything.
	partial bool
	wants   []compare.Group
	// unfit is a text in content that is not the choice's.
	unfit bool
}

func newView(book *compare.Rulebook[*view], c *dialect.Case, o *dialect.Observation) (*view, bool) {
	s, ok := c.Script.(*stream.Script)
	if !ok {
		return nil, false
	}
	v := &view{o: o, state: o.State, all: act.Gather(s.Acts()), closed: s.Closed()}
	for _, e := range s.Came() {
		if data, _, _ := act.Frame(e); !data.IsAbsent() {
			v.chunks = append(v.chunks, data)
		}
	}
	v.own = v.all.Of(firstChoice)
	v.others = slices.DeleteFunc(slices.Clone(v.all.Answers), func(a *act.Answer) bool { return a.Stream == firstChoice })
	if v.texts = textsOf(v.all, v.own); len(v.others) > 0 {
		v.besides = besideChoices
	}
	v.Loud, v.Called = !o.Omitted("error") && !v.state.Get("error").IsNull(), len(v.all.Failures) > 0
	v.partial = v.Loud || v.Called
	v.Allow(c.MayReject, "FRAME-12")
	v.allowances()
	v.Allow(o.Omitted("otherChoices") && len(v.others) > 0, "CHAT-24") // who shows one choice may refuse another
	v.Blames = book.Blames(c.Tests, c.Blame != nil, "CHAT-01", "CHAT-02", len(v.own.Calls) > 0)
	v.calls(book)
	content := v.state.Get("content")
	v.unfit = !content.IsNull() && !content.IsString() || !v.fits(v.texts.content, content.Text())
	return v, true
}

// calls holds the calls that are shown against those that came.
func (v *view) calls(book *compare.Rulebook[*view]) {
	if v.wants = v.groups(v.own); !v.own.Muddled {
		v.Result, v.Forms = compare.Groups(v.wants, compare.Show(v.state, "/toolCalls", members(), nil),
			compare.Options{Partial: v.partial, Stateless: v.o.Omitted("callState")})
		wrong := slices.DeleteFunc(slices.Clone(v.Result.Deviations), v.phantom)
		v.Blamed = book.Blame(wrong, traits(v.own)|v.besides)
	}
}

func (v *view) fits(right []string, text string) bool { return compare.Fits(right, text, v.partial) }

func members() compare.Members {
	return compare.Members{ID: "id", Name: "name", Arguments: "arguments", State: "state"}
}

// Tells says whether the answer shows anything: something of what came is there, or nothing came.
func (v *view) Tells() bool {
	content := v.state.Get("content")
	if !v.state.Get("toolCalls").IsArray() || !content.IsNull() && !content.IsString() {
		return false
	}
	text := slices.ContainsFunc(v.texts.content, func(s string) bool { return s != "" })
	if text && content.Text() != "" && !v.unfit || v.Result.Right() || v.Loud && v.Called {
		return true
	}
	return !text && len(v.own.Calls) == 0 && len(v.others) == 0 && v.all.Usage == nil
}
