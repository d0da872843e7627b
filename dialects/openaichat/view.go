package openaichat

import (
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// view is what a consumer shows beside what the stream means.
type view struct {
	*meaning
	o     *dialect.Observation
	state wire.Value
	texts texts
	compare.View
	// partial: it need not hold everything.
	partial bool
	wants   []compare.Group
	// unfit is a text in content that is not the choice's.
	unfit bool
}

func newView(book *compare.Rulebook[*view], c *dialect.Case, o *dialect.Observation) (*view, bool) {
	m, ok := meant(c)
	if !ok {
		return nil, false
	}
	v := &view{meaning: m, o: o, state: o.State, texts: textsOf(m.own)}
	v.Loud, v.Called = !o.Omitted("error") && !v.state.Get("error").IsNull(), m.failed()
	v.Leave = m.leave
	v.Leave.Allow(o.Omitted("otherChoices") && len(m.others) > 0, "CHAT-24") // who shows one choice may refuse another
	v.Blames = book.Blames(c.Tests, c.Blame != nil, "CHAT-01", "CHAT-02", len(m.own.Calls) > 0)
	v.partial = v.Loud || m.failed()
	v.wants = m.groups(m.own)
	if !m.own.Muddled {
		v.Result, v.Forms = compare.Groups(v.wants, shown(v.state, "/toolCalls"),
			compare.Options{Partial: v.partial, Stateless: o.Omitted("callState")})
		wrong := slices.DeleteFunc(slices.Clone(v.Result.Deviations), v.phantom)
		v.Blamed = book.Blame(wrong, traits(m.own)|m.besides())
	}
	content := v.state.Get("content")
	v.unfit = !content.IsNull() && !content.IsString() || !v.fits(v.texts.content, content.Text())
	return v, true
}

func (m *meaning) besides() act.Traits {
	if len(m.others) > 0 {
		return besideChoices
	}
	return 0
}

func (v *view) fits(right []string, text string) bool { return compare.Fits(right, text, v.partial) }

// shown are the calls of a state.
func shown(state wire.Value, at string) []*compare.Got {
	return compare.Show(state, at, members(), nil)
}

func members() compare.Members {
	return compare.Members{ID: "id", Name: "name", Arguments: "arguments", State: "state"}
}

// Tells says whether the answer shows anything: something of what came is there, or nothing
// came.
func (v *view) Tells() bool {
	content := v.state.Get("content")
	if !v.state.Get("toolCalls").IsArray() || !content.IsNull() && !content.IsString() {
		return false
	}
	text := slices.ContainsFunc(v.texts.content, func(s string) bool { return s != "" })
	switch {
	case text && content.Text() != "" && !v.unfit, v.Result.Right(), v.Loud && v.failed():
		return true
	}
	return !text && len(v.own.Calls) == 0 && len(v.others) == 0 && v.meaning.all.Usage == nil
}
