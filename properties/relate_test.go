package properties

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

const (
	allForms = "again reads-byte reads-drawn reads-one renamed permuted strewn history " +
		"prefix-0 prefix-1 prefix-2 prefix-3 prefix-4 prefix-5"
	allHold = "META-01 META-01 META-01 META-02 META-03 META-04 META-05 META-05 META-05 META-05 META-05 META-05 META-05 META-06 META-08 " +
		"ROBUST-06 ROBUST-06 ROBUST-06 ROBUST-06 ROBUST-06 ROBUST-06 ROBUST-06"
)

// only does wrong in one form.
func only(name string, wrong func(o *dialect.Observation)) func(Form, *dialect.Observation) {
	return func(f Form, o *dialect.Observation) {
		if f.Name == name {
			wrong(o)
		}
	}
}

func calls(text string) func(o *dialect.Observation) {
	return func(o *dialect.Observation) { o.State = o.State.With("calls", wire.ParseString(text)) }
}

func ends(e dialect.Ending) func(o *dialect.Observation) {
	return func(o *dialect.Observation) { o.Ending = e }
}

// What is wrong in a form misses the line of that form, and no other.
func TestWhatAFormMisses(t *testing.T) {
	t.Parallel()
	odd := func(o *dialect.Observation) { o.State = o.State.With("text", wire.Str("odd")) }
	swapped := calls(`[{"id":"a","result":"2"},{"id":"b","result":"1"}]`)
	for name, k := range map[string]struct {
		spoil func(Form, *dialect.Observation)
		want  string
	}{
		"nothing":                  {nil, ""},
		"a second time":            {only(Again, odd), "META-06!"},
		"byte by byte":             {only(ReadsByte, odd), "META-01!"},
		"in drawn reads":           {only(ReadsDrawn, odd), "META-01!"},
		"in one read":              {only(ReadsOne, odd), "META-01!"},
		"old names":                {only(Renamed, func(o *dialect.Observation) { o.State = whole().reads() }), "META-02!"},
		"renamed, and odd":         {only(Renamed, odd), "META-02!"},
		"results by place":         {only(Permuted, swapped), "META-03!"},
		"the order of text":        {only(Permuted, odd), ""},
		"strewn":                   {only(Strewn, odd), "META-04!"},
		"loaded":                   {only(History, swapped), "META-08!"},
		"loaded, with other text":  {only(History, odd), ""},
		"a held result goes":       {only("prefix-5", calls(`[]`)), "META-05!"},
		"a held result changes":    {only("prefix-5", calls(`[{"id":"a","result":"9"},{"id":"b","result":"2"}]`)), "META-05! META-05!"},
		"the last result is late":  {only("prefix-5", calls(`[{"id":"a","result":"1"},{"id":"b"}]`)), ""},
		"a result before it came":  {only("prefix-3", calls(`[{"id":"a","result":"1"},{"id":"b"}]`)), "ROBUST-06!"},
		"two of them":              {only("prefix-0", calls(`[{"id":"a","result":"1"},{"id":"b","result":"2"}]`)), "ROBUST-06!"},
		"refused":                  {only(Strewn, ends(dialect.Rejected)), "-META-04"},
		"refused up to an element": {only("prefix-2", ends(dialect.Rejected)), "-META-05 -ROBUST-06"},
		"skipped":                  {only(Again, ends(dialect.Skipped)), "-META-06"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := &heard{spoil: k.spoil}
			outcomes, err := Relate(about(whole(), h))
			want := strings.Fields(allHold)
			for _, id := range strings.Fields(k.want) {
				plain := strings.Trim(id, "-!")
				at := slices.Index(want, plain)
				want = slices.Delete(want, at, at+1)
				if strings.HasSuffix(id, "!") {
					want = append(want, id)
				}
			}
			slices.Sort(want)
			if got := lines(outcomes); err != nil || got != strings.Join(want, " ") {
				t.Errorf("%s, expected %q of it: %v", got, k.want, err)
			}
			if got := strings.Join(h.forms, " "); got != allForms {
				t.Errorf("sent were %s", got)
			}
		})
	}
}

// What killed or silenced the implementation is the last thing that it gets.
func TestAFormThatKills(t *testing.T) {
	t.Parallel()
	for _, ending := range []dialect.Ending{dialect.Crashed, dialect.TimedOut, dialect.Broken} {
		for n, name := range strings.Fields(allForms) {
			h := &heard{spoil: only(name, ends(ending))}
			if _, err := Relate(about(whole(), h)); err != nil || len(h.forms) != n+1 {
				t.Errorf("%s ends in %s: %q were sent, %v", name, ending, h.forms, err)
			}
		}
	}
}

// An error of who observes ends it.
func TestAnObserverThatFails(t *testing.T) {
	t.Parallel()
	stopped := errors.New("stopped")
	for n, name := range strings.Fields(allForms) {
		h := &heard{}
		r := about(whole(), h)
		r.Observe = func(f Form) (dialect.Observation, error) {
			o, _ := h.observe(f)
			if f.Name == name {
				return o, stopped
			}
			return o, nil
		}
		if outcomes, err := Relate(r); !errors.Is(err, stopped) || outcomes != nil || len(h.forms) != n+1 {
			t.Errorf("%s: %v, %v, sent were %q", name, outcomes, err, h.forms)
		}
	}
}

// A case that was answered wrong is sent in all forms, and held against none; one that was
// not answered is not sent again.
func TestWhatThereIsToCompareWith(t *testing.T) {
	t.Parallel()
	h := &heard{}
	wrong := about(whole(), h)
	wrong.Sound = false
	if outcomes, err := Relate(wrong); err != nil || len(outcomes) > 0 || strings.Join(h.forms, " ") != allForms {
		t.Errorf("answered wrong: %v, %v; sent were %q", outcomes, err, h.forms)
	}
	for name, edit := range map[string]func(r *Relation){
		"refused":          func(r *Relation) { r.First.Ending = dialect.Rejected },
		"has no normal":    func(r *Relation) { r.Side.Relations.Normal = nil },
		"nothing is asked": func(r *Relation) { r.Only = map[string]bool{"META-09": true} },
		"no form is asked": func(r *Relation) { r.Forms = []string{"control"} },
	} {
		h := &heard{}
		r := about(whole(), h)
		edit(&r)
		if _, err := Relate(r); err != nil || len(h.forms) > 0 {
			t.Errorf("%s: sent were %q, %v", name, h.forms, err)
		}
	}
}

// Only what is asked for is sent, and what cannot be sent is left alone.
func TestWhichFormsAreSent(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]struct {
		script toy
		edit   func(r *Relation)
		want   string
	}{
		"one line":     {whole(), func(r *Relation) { r.Only = map[string]bool{"META-01": true} }, "reads-byte reads-drawn reads-one"},
		"one form":     {whole(), func(r *Relation) { r.Forms = []string{"prefix-2"} }, "prefix-2"},
		"no bytes":     {whole(), func(r *Relation) { r.Case.Encoding = wire.Events; r.Only = map[string]bool{"META-01": true} }, ""},
		"not parallel": {toy{"call a", "result a 1"}, func(r *Relation) { r.Forms = []string{Permuted} }, ""},
		"not finished": {toy{"call a"}, func(r *Relation) { r.Forms = []string{History} }, ""},
		"no ids":       {toy{"text x"}, func(r *Relation) { r.Forms = []string{Renamed} }, ""},
		"a producer":   {whole(), func(r *Relation) { r.Side.Role = dialect.Producer; r.Forms = []string{Renamed} }, ""},
		"a clash": {whole(), func(r *Relation) {
			r.Side.Relations.Clash = func(*dialect.Case, *dialect.Observation) bool { return true }
			r.Forms = []string{Renamed}
		}, ""},
		"no clash": {whole(), func(r *Relation) {
			r.Side.Relations.Clash = func(*dialect.Case, *dialect.Observation) bool { return false }
			r.Forms = []string{Renamed}
		}, "renamed"},
		"nothing held": {whole(), func(r *Relation) {
			r.Side.Relations.Held, r.Only = nil, map[string]bool{"META-05": true}
		}, ""},
		"nothing held, 03": {whole(), func(r *Relation) { r.Side.Relations.Held = nil; r.Forms = []string{Permuted, History} }, ""},
		"no successes": {whole(), func(r *Relation) {
			r.Side.Relations.Successes, r.Only = nil, map[string]bool{"ROBUST-06": true}
		}, ""},
		"successes only": {toy{"call a"}, func(r *Relation) {
			r.Side.Relations.Held, r.Only = nil, map[string]bool{"ROBUST-06": true}
		}, "prefix-0"},
		"only the dialect's": {toy{"call a"}, func(r *Relation) {
			r.Side.Relations.Prefixes, r.Only = "T-02", map[string]bool{"T-02": true}
		}, "prefix-0"},
		"not that one": {toy{"call a"}, func(r *Relation) {
			r.Side.Relations.Prefixes, r.Only = "T-02", map[string]bool{"T-03": true}
		}, ""},
		"what was left, with a form of a form that dies": {whole(), func(r *Relation) {
			r.Forms = []string{"kept-0-1+again"}
			observe := r.Observe
			r.Observe = func(f Form) (dialect.Observation, error) {
				o, err := observe(f)
				o.Ending = dialect.Crashed
				return o, err
			}
		}, "kept-0-1"},
		"what was left": {whole(), func(r *Relation) { r.Forms = []string{"kept-0-1"} }, "kept-0-1"},
		"a form of it":  {whole(), func(r *Relation) { r.Forms = []string{"kept-0-1+again"} }, "kept-0-1 again"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := &heard{}
			r := about(k.script, h)
			k.edit(&r)
			if _, err := Relate(r); err != nil || strings.Join(h.forms, " ") != k.want {
				t.Errorf("sent were %q, %v; expected %q", h.forms, err, k.want)
			}
		})
	}
	stopped := errors.New("stopped")
	for _, at := range []string{"kept-0-1", "again"} {
		h := &heard{}
		r := about(whole(), h)
		r.Forms = []string{"kept-0-1+again", "kept-0-2"}
		r.Observe = func(f Form) (dialect.Observation, error) {
			o, _ := h.observe(f)
			if f.Name == at {
				return o, stopped
			}
			return o, nil
		}
		if _, err := Relate(r); !errors.Is(err, stopped) || h.forms[len(h.forms)-1] != at {
			t.Errorf("stopped at %s: %v, sent were %q", at, err, h.forms)
		}
	}
	r := about(whole(), &heard{})
	r.Forms = []string{"kept-0-6"}
	if _, err := Relate(r); err == nil || !strings.Contains(err.Error(), "6 elements") {
		t.Errorf("elements that the case has not: %v", err)
	}
}

// Where any answer is right there is nothing to compare; where one was answered and the
// other has nothing, there is.
func TestAnswersThatTellNothing(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"neither": "", "first": "META-06!", "second": "META-06!"} {
		r := about(whole(), &heard{})
		r.Only = map[string]bool{"META-06": true}
		first := true
		r.Side.Relations.Normal = func(_ *dialect.Case, o *dialect.Observation) wire.Value {
			shows := name == "first" && first || name == "second" && !first
			first = false
			if shows {
				return o.State
			}
			return wire.Value{}
		}
		outcomes, err := Relate(r)
		if got := lines(outcomes); err != nil || got != want {
			t.Errorf("%s has something to compare: %q, %v", name, got, err)
		}
	}
}

// A refusal that says as much as an answer is compared as one.
func TestALoudForm(t *testing.T) {
	t.Parallel()
	h := &heard{spoil: only(Strewn, func(o *dialect.Observation) { o.Ending, o.Reason = dialect.Rejected, "too odd" })}
	r := about(whole(), h)
	r.Only = map[string]bool{"META-04": true}
	r.Side.Loud = dialect.LoudError()
	outcomes, err := Relate(r)
	if got := lines(outcomes); err != nil || got != "META-04!" {
		t.Errorf("%q, %v", got, err)
	}
}

// Where something else has a call's id too, renaming calls alone tells nothing.
func TestAnIDOfSomethingElseStands(t *testing.T) {
	for _, c := range []struct {
		script string
		stands bool
	}{
		{`[{"toolCallId":"new"},{"type":"data-x","id":"old","data":1}]`, true},
		{`[{"toolCallId":"new"},{"type":"start","messageId":"old"}]`, true},
		{`[{"toolCallId":"new","input":{"id":"old"}},{"text":"old"}]`, false},
		{`[{"toolCallId":"new"},{"id":"older"}]`, false},
	} {
		if got := stands(wire.ParseString(c.script), map[string]string{"old": "new"}); got != c.stands {
			t.Errorf("%s: %v", c.script, got)
		}
	}
}

// A language whose maps have no order writes a value as text in another order each time.
func TestAnotherOrderOfMembersIsTheSameResult(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{`Failed: {"b":2,"a":1}`: "META-06", `Failed: {"b":1,"a":2}`: "META-06!"} {
		h := &heard{spoil: only(Again, func(o *dialect.Observation) { o.State = o.State.With("text", wire.Str(text)) })}
		r := about(whole(), h)
		r.Only = map[string]bool{"META-06": true}
		r.First.State = r.First.State.With("text", wire.Str(`Failed: {"a":1,"b":2}`))
		outcomes, err := Relate(r)
		if got := lines(outcomes); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", text, got, err, want)
		}
	}
}
