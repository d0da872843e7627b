package properties

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// mute is a script that can do nothing but be sent.
type mute struct{}

func (mute) Input(string, []int) wire.Value { return wire.Obj() }
func (mute) JSON() wire.Value               { return wire.Obj() }
func (mute) Len() int                       { return 0 }
func (m mute) Keep([]int) dialect.Script    { return m }

// Whom the properties bind follows from what its scripts can do and what it shows.
func TestBinding(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]struct {
		edit func(*dialect.Side)
		want string
	}{
		"all": {func(*dialect.Side) {}, "META-01 META-02 META-03 META-04 META-05 META-06 META-07 META-08 ROBUST-06"},
		"a producer": {func(s *dialect.Side) { s.Role = dialect.Producer },
			"META-01 META-03 META-04 META-05 META-06 META-07 META-08 ROBUST-06"},
		"nothing held": {func(s *dialect.Side) { s.Relations.Held = nil }, "META-01 META-02 META-04 META-06 META-07 META-08 ROBUST-06"},
		"no successes": {func(s *dialect.Side) { s.Relations.Successes = nil },
			"META-01 META-02 META-03 META-04 META-05 META-06 META-07 META-08"},
		"no normal form": {func(s *dialect.Side) { s.Relations.Normal = nil }, ""},
		"draws nothing":  {func(s *dialect.Side) { s.Render = nil }, ""},
		"mute": {func(s *dialect.Side) {
			s.Render = func(transcript.Transcript, dialect.Pick) dialect.Script { return mute{} }
		}, "META-05 META-06 META-07"},
	} {
		side := toys()
		k.edit(side)
		if got := strings.Join(Binding(side), " "); got != k.want {
			t.Errorf("%s: %s, expected %s", name, got, k.want)
		}
	}
}

// A script that can do nothing is sent a second time, and that is all.
func TestAMuteScript(t *testing.T) {
	t.Parallel()
	var forms []string
	r := about(nil, &heard{})
	r.Case.Script = mute{}
	r.Observe = func(f Form) (dialect.Observation, error) {
		forms = append(forms, f.Name)
		return r.First, nil
	}
	if _, err := Relate(r); err != nil || strings.Join(forms, " ") != Again {
		t.Errorf("sent were %q, %v", forms, err)
	}
}

// What is sent as a form: another id and title, of its own line, and without a control.
func TestWhatIsSent(t *testing.T) {
	t.Parallel()
	sent := map[string]Form{}
	h := &heard{}
	r := about(whole(), h)
	r.Case.Class, r.Case.Chunks, r.Case.Control = dialect.Valid, []int{3}, &dialect.Case{}
	r.Observe = func(f Form) (dialect.Observation, error) {
		sent[f.Name] = f
		return h.observe(f)
	}
	if _, err := Relate(r); err != nil {
		t.Fatal(err)
	}
	for name, line := range map[string]string{Again: "META-06", ReadsByte: "META-01", Renamed: "META-02", Permuted: "META-03",
		Strewn: "META-04", History: "META-08", "prefix-2": "META-05"} {
		f := sent[name]
		if f.Case.ID != "toy/consumer/one+"+name || !slices.Equal(f.Case.Tests, []string{line}) || f.Requirement != line ||
			f.Case.Control != nil || f.Title == "" || f.Case.Title != "One. Sent "+f.Title+"." {
			t.Errorf("%s: %+v of %+v", name, f, f.Case)
		}
		prefix := name == "prefix-2"
		if f.Whole != prefix || (f.Case.Class == dialect.Adversarial) != prefix {
			t.Errorf("%s: whole %t, class %s", name, f.Whole, f.Case.Class)
		}
	}
	if r.Case.Title != "One." || r.Case.Control == nil || len(r.Case.Tests) != 1 || r.Case.Tests[0] != "T-01" {
		t.Errorf("the case itself is another: %+v", r.Case)
	}
	n := len(strings.Join(whole(), "\n"))
	every := sent[ReadsByte].Case.Chunks
	if len(every) != n-1 || every[0] != 1 || every[n-2] != n-1 {
		t.Errorf("byte by byte it is cut at %v of %d", every, n)
	}
	if one := sent[ReadsOne].Case.Chunks; one == nil || len(one) > 0 {
		t.Errorf("in one read it is cut at %v", one)
	}
	for _, name := range []string{Renamed, Strewn, "prefix-2"} {
		if got := sent[name].Case.Chunks; got != nil {
			t.Errorf("%s is cut as the case was: %v", name, got)
		}
	}
	if got := sent[Again].Case.Chunks; !slices.Equal(got, []int{3}) {
		t.Errorf("a second time it is cut at %v", got)
	}
	kept := Kept(r.Case, []int{0, 2}, "T-09")
	if !kept.Whole || kept.Case.Class != dialect.Adversarial || kept.Case.Chunks != nil || kept.Case.ID != "toy/consumer/one+kept-0.2" ||
		!slices.Equal(kept.Case.Script.(toy), toy{"text x", "call b"}) || !slices.Equal(kept.Case.Tests, []string{"T-09"}) {
		t.Errorf("what is left: %+v of %+v", kept, kept.Case)
	}
}

// Where a long text is cut.
func TestCuts(t *testing.T) {
	t.Parallel()
	if got := everyByte(10_000); len(got) > 4096 || got[0] != 3 || got[1] != 6 || got[len(got)-1] < 9_990 {
		t.Errorf("every few bytes: %d cuts, first %v", len(got), got[:2])
	}
	if got := everyByte(1); len(got) != 0 {
		t.Errorf("one byte is cut at %v", got)
	}
	picks := []int{4, 7, 9, 3, 22, 0, 0}
	drawn := drawnCuts(30, func(n int) int {
		if n != 23 && n != 8 {
			t.Errorf("picked of %d", n)
		}
		p := picks[0]
		picks = picks[1:]
		return p
	})
	if !slices.Equal(drawn, []int{5, 5, 15}) { // 5, which is doubled, and 10 further
		t.Errorf("drawn cuts are %v", drawn)
	}
}

// Ids are renamed where ids stand, and nowhere else.
func TestRenamedIDs(t *testing.T) {
	t.Parallel()
	names := map[string]string{"a": "z", "b": "y"}
	for before, after := range map[string]string{
		`{"id":"a"}`:                               `{"id":"z"}`,
		`{"callId":"b","toolCallId":"a"}`:          `{"callId":"y","toolCallId":"z"}`,
		`{"calls":[{"tool_use_id":"a"}]}`:          `{"calls":[{"tool_use_id":"z"}]}`,
		`{"name":"a"}`:                             `{"name":"a"}`,
		`{"id":"c"}`:                               `{"id":"c"}`,
		`{"id":["a"]}`:                             `{"id":["a"]}`,
		`{"id":{"id":"a"}}`:                        `{"id":{"id":"z"}}`,
		`{"input":{"id":"a"},"output":{"id":"a"}}`: `{"input":{"id":"a"},"output":{"id":"a"}}`,
		`{"result":[{"id":"a"}],"text":"a"}`:       `{"result":[{"id":"a"}],"text":"a"}`,
	} {
		if got := renameIDs(wire.ParseString(before), names); !wire.Equal(got, wire.ParseString(after)) {
			t.Errorf("%s becomes %s, expected %s", before, got.JSON(), after)
		}
	}
	seen := map[string]bool{}
	for n := range 900 {
		seen[newName(n)] = true
	}
	if len(seen) != 900 || newName(0) <= newName(1) {
		t.Errorf("%d new names; %s, %s", len(seen), newName(0), newName(1))
	}
}

// Values that are held are in the order of their ids.
func TestHeldValue(t *testing.T) {
	t.Parallel()
	held := map[string]wire.Value{}
	for _, id := range []string{"d", "b", "a", "c", "e"} {
		held[id] = wire.Str(id)
	}
	if got := heldValue(held).JSON(); got != `{"a":"a","b":"b","c":"c","d":"d","e":"e"}` {
		t.Error(got)
	}
}

// unsettled is a script that says of a call that what it holds may come and go.
type unsettled struct{ toy }

func (u unsettled) Unsettled() map[string]bool { return map[string]bool{"a": true} }

// A held result may change where a second one came, and nowhere else; what came back is no
// third value.
func TestHeldResults(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]struct {
		script dialect.Script
		shows  []string // what call a holds after each element, "" for nothing
		want   string
	}{
		"as they came":         {toy{"call a", "result a 1", "result a 2"}, []string{"", "", "1", "2"}, ""},
		"the second one later": {toy{"call a", "result a 1", "text x", "result a 2"}, []string{"", "", "1", "1", "2"}, ""},
		"the first one stays":  {toy{"call a", "result a 1", "result a 2"}, []string{"", "", "1", "1"}, ""},
		"it comes late":        {toy{"call a", "result a 1", "text x"}, []string{"", "", "", "1"}, ""},
		"it goes": {toy{"call a", "result a 1", "text x"}, []string{"", "", "1", ""},
			`3 The result of call "a", held before, is gone`},
		"it changes": {toy{"call a", "result a 1", "text x"}, []string{"", "", "1", "2"}, `3 The result of call "a" changed`},
		"two results, three ways": {toy{"call a", "result a 1", "result a 2", "text x"}, []string{"", "", "1", "2", "3"},
			`4 The result of call "a" changed`},
		"before it came":     {toy{"call a", "text x", "result a 1"}, []string{"", "7", "8", "1"}, ""},
		"it may come and go": {unsettled{toy{"call a", "result a 1", "text x"}}, []string{"", "", "1", "2"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			state := func(s dialect.Script) dialect.Observation {
				calls := ""
				if v := k.shows[s.Len()]; v != "" {
					calls = fmt.Sprintf(`{"id":"a","result":%q}`, v)
				}
				return dialect.Observation{State: wire.ParseString(`{"calls":[` + calls + `]}`)}
			}
			r := about(nil, &heard{})
			r.Case.Script, r.First, r.Only = k.script, state(k.script), map[string]bool{"META-05": true}
			r.Observe = func(f Form) (dialect.Observation, error) { return state(f.Case.Script), nil }
			outcomes, err := Relate(r)
			var got []string
			for _, o := range outcomes {
				for _, f := range o.Findings {
					got = append(got, fmt.Sprintf("%d %s", f.Event+1, f.Message))
				}
			}
			if err != nil || len(outcomes) != k.script.Len()+1 || strings.Join(got, "; ") != k.want &&
				!(k.want != "" && len(got) == 1 && strings.HasPrefix(got[0], k.want)) {
				t.Errorf("%q of %d, %v; expected %q", got, len(outcomes), err, k.want)
			}
		})
	}
}

// Of a long script some prefixes are sent, those that were named, and the whole is looked at.
func TestWhichPrefixes(t *testing.T) {
	t.Parallel()
	long := make(toy, 40)
	for i := range long {
		long[i] = fmt.Sprintf("call c%d", i)
	}
	lengths := func(s toy, p func(int) int, forms ...string) []int {
		r := relation{Relation: about(s, &heard{})}
		r.Pick, r.Forms = func(string) dialect.Pick { return p }, forms
		return r.prefixLengths()
	}
	n := 0
	inTurn := func(of int) int { n++; return (n - 1) % of }
	for name, k := range map[string]struct {
		got, want []int
	}{
		"short":     {lengths(long[:12], func(of int) int { return of - 1 }), []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},
		"drawn":     {lengths(long, inTurn), []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 40}},
		"unlucky":   {lengths(long[:13], func(of int) int { return of - 1 }), []int{13}},
		"at twelve": {lengths(long[:13], func(int) int { return 12 }), []int{13}},
		"named":     {lengths(long, func(of int) int { return of - 1 }, "prefix-7", "prefix-33"), []int{7, 33, 40}},
	} {
		if !slices.Equal(k.got, k.want) {
			t.Errorf("%s: %v, expected %v", name, k.got, k.want)
		}
	}
	if got := prefix(long, 40).(toy); len(got) != 40 {
		t.Errorf("the whole has %d elements", len(got))
	}
	if got := prefix(long, 2).(toy); !slices.Equal(got, long[:2]) {
		t.Errorf("two elements are %q", got)
	}
}

// A prefix that is not answered misses the line that it is about.
func TestTheLineOfPrefixes(t *testing.T) {
	t.Parallel()
	for want, edit := range map[string]func(r *Relation){
		"META-05":                              func(*Relation) {},
		"META-05 beside a line of the dialect": func(r *Relation) { r.Side.Relations.Prefixes = "T-02" },
		"ROBUST-06":                            func(r *Relation) { r.Side.Relations.Held = nil },
		"T-02": func(r *Relation) {
			r.Side.Relations.Held, r.Side.Relations.Successes, r.Side.Relations.Prefixes = nil, nil, "T-02"
		},
	} {
		r := about(toy{"call a"}, nil)
		edit(&r)
		r.Forms = []string{"prefix-0"}
		stopped := errors.New("stopped")
		_, err := Relate(Relation{Side: r.Side, Case: r.Case, First: r.First, Sound: true, Forms: r.Forms, Pick: r.Pick,
			Observe: func(f Form) (dialect.Observation, error) {
				if f.Requirement != strings.Fields(want)[0] {
					t.Errorf("a prefix is about %s, expected %s", f.Requirement, want)
				}
				return dialect.Observation{}, stopped
			}})
		if !errors.Is(err, stopped) {
			t.Errorf("%s: no prefix was sent", want)
		}
	}
}

// A finding tells what was expected and what came instead.
func TestWhatIsToldOfAForm(t *testing.T) {
	t.Parallel()
	h := &heard{spoil: only(Strewn, calls(`[{"id":"a","result":"9"},{"id":"b","result":"2"}]`))}
	r := about(whole(), h)
	r.Only = map[string]bool{"META-04": true}
	outcomes, err := Relate(r)
	if err != nil || len(outcomes) != 1 || len(outcomes[0].Findings) != 1 {
		t.Fatalf("%+v, %v", outcomes, err)
	}
	f := outcomes[0].Findings[0]
	if f.Requirement != "META-04" || f.Level != requirement.Must || f.Where != "/calls/0/result" || f.Expected.Text() != "1" ||
		f.Actual.Text() != "9" || f.Event != -1 || !strings.Contains(f.Message, "unknown") {
		t.Errorf("%+v", f)
	}
}

// plainly is a script that tells nothing but how it is sent.
type plainly struct{ dialect.Script }

// A script that does not tell what was answered is held neither against what is shown as a
// success nor against what is held.
func TestAScriptThatTellsNoAnswers(t *testing.T) {
	t.Parallel()
	h := &heard{spoil: only("prefix-2", calls(`[{"id":"a","result":"9"}]`))}
	r := about(toy{"call a", "result a 1", "text x"}, h)
	r.Case.Script = plainly{r.Case.Script}
	outcomes, err := Relate(r)
	if got := lines(outcomes); err != nil || got != "META-05 META-05 META-05 META-05 META-06" {
		t.Errorf("%s, %v", got, err)
	}
}
