package properties

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// planted is a fault of the protocol of three words, in what echoes its input as its state.
func planted(t *testing.T, id string, right dialect.Answer) dialect.Answer {
	t.Helper()
	for _, f := range Faults(toys()) {
		if f.ID == id {
			return f.Plant(right)
		}
	}
	t.Fatalf("no fault is called %s", id)
	return nil
}

func echo(in wire.Value) dialect.Observation { return dialect.Observation{State: in} }

// A crash or a hang comes of what is rare, in the input or in what was made of it, and of nothing else.
func TestFaultsOfWhatIsRare(t *testing.T) {
	t.Parallel()
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for id, ending := range map[string]dialect.Ending{"ROBUST-01/crash": dialect.Crashed, "ROBUST-02/hang": dialect.TimedOut} {
		for text, rare := range map[string]bool{`{"a":1}`: false, `{"a":1,"a":2}`: true, `{"constructor":1}`: true, `["constructor"]`: true,
			nested(59): false, nested(60): false, nested(61): true, `[[],` + nested(60) + `]`: true} {
			v := wire.ParseString(text)
			made := func(wire.Value) dialect.Observation { return dialect.Observation{State: v} }
			answers := map[string]dialect.Observation{"asked": planted(t, id, echo)(v), "made": planted(t, id, made)(wire.Obj())}
			for where, o := range answers {
				if (o.Ending == ending) != rare || !rare && (o.Ending != dialect.Done || !wire.Equal(o.State, v)) {
					t.Errorf("%s, %.40s %s: ends in %s", id, text, where, o.Ending)
				}
			}
		}
	}
}

// What came last is dropped: of every third answer, or of all behind the sixtieth.
func TestFaultsOfChanceAndMemory(t *testing.T) {
	t.Parallel()
	state := wire.ParseString(`{"text":"a\nb\n","empty":[],"list":[1,2]}`)
	for id, drops := range map[string]func(n int) bool{
		"META-06/coin": func(n int) bool { return n%3 == 0 }, "META-07/worn-out": func(n int) bool { return n > 60 },
	} {
		answer := planted(t, id, echo)
		for n := 1; n <= 70; n++ {
			if got := !wire.Equal(answer(state).State, state); got != drops(n) {
				t.Errorf("%s: answer %d is another: %t", id, n, got)
			}
		}
	}
	rare := wire.ParseString(`{"constructor":1}`)
	plain := func(wire.Value) dialect.Observation { return dialect.Observation{} }
	if o := planted(t, "ROBUST-01/crash", plain)(rare); o.Ending != dialect.Crashed {
		t.Errorf("what is rare is asked, and it ends in %s", o.Ending)
	}
	side := toys()
	side.Relations.Normal = nil
	if n := len(Faults(side)); n != 2 || len(Faults(toys())) != 4 {
		t.Errorf("%d faults without a normal form, %d with one", n, len(Faults(toys())))
	}
}

func TestWithoutLast(t *testing.T) {
	t.Parallel()
	for before, after := range map[string]string{
		`{"a":[1,2],"b":[3]}`:            `{"a":[1],"b":[3]}`,
		`{"a":[],"b":[3]}`:               `{"a":[],"b":[]}`,
		`{"a":"","b":"one\ntwo\n"}`:      `{"a":"","b":"one\n"}`,
		`{"a":"one"}`:                    `{"a":""}`,
		`{"a":"\n","b":7}`:               `{"a":"\n","b":7}`,
		`{"a":"one\ntwo","b":["three"]}`: `{"a":"one\n","b":["three"]}`,
	} {
		if got := withoutLast(dialect.Observation{State: wire.ParseString(before)}).State; !wire.Equal(got, wire.ParseString(after)) {
			t.Errorf("%s becomes %s, expected %s", before, got.JSON(), after)
		}
	}
	events := []dialect.Event{{Value: wire.Int(1)}, {Value: wire.Int(2)}}
	got := withoutLast(dialect.Observation{Events: events, State: wire.ParseString(`{"a":[1]}`)})
	if len(got.Events) != 1 || got.State.Get("a").Len() != 1 || len(events) != 2 {
		t.Errorf("%d events, %s", len(got.Events), got.State.JSON())
	}
}
