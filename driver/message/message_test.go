package message

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// One message after the other makes an answer.
func TestAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		want  []string // the problem of each
		after []int
	}{
		"an event and an end": {[]string{`{"type":"event","event":1,"after":3}`, `{"type":"done"}`}, []string{"", ""}, []int{3}},
		"odd places": {[]string{`{"type":"event","event":1}`, `{"type":"event","event":1,"after":-7}`,
			`{"type":"event","event":1,"after":0}`, `{"type":"event","event":null,"after":"x"}`}, make([]string, 4), []int{-1, -1, 0, -1}},
		"far places": {[]string{`{"type":"event","event":1,"after":1099511627776}`,
			`{"type":"event","event":1,"after":1099511627777}`}, make([]string, 2), []int{1 << 40, -1}},
		"an event that is none":   {[]string{`{"type":"event"}`}, []string{NoMessage}, nil},
		"an event behind the end": {[]string{`{"type":"rejected"}`, `{"type":"event","event":1}`}, []string{"", LateEvent}, nil},
		"two ends":                {[]string{`{"type":"skipped"}`, `{"type":"done"}`}, []string{"", TwoEndings}, nil},
		"too much in one":         {[]string{`{"type":"done","state":"` + strings.Repeat("x", 2000) + `"}`}, []string{TooLarge}, nil},
		"too much in all": {slices.Repeat([]string{`{"type":"event","event":"` + strings.Repeat("x", 400) + `"}`}, 2),
			[]string{"", TooLarge}, []int{-1}},
		"a member twice": {[]string{`{"type":"done","id":"1","id":"1","state":1,"state":1.0}`, `{"type":"done","id":"1","id":"2"}`,
			`{"type":"done","state":1,"state":2}`, `{"type":"done","type":"rejected"}`, `{"type":"event","event":1,"event":2}`},
			[]string{"", Twofold, Twofold, Twofold, Twofold}, nil},
		"no message": {[]string{`{"kind":"done"}`, `[]`, `{`, ``}, []string{NoMessage, NotJSON, NotJSON, NotJSON}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			a := Answer{Limit: 1000}
			var got []string
			for _, line := range c.lines {
				m, problem := Read([]byte(line), 1000)
				if problem == "" {
					problem = a.Take(m)
				}
				got = append(got, problem)
			}
			var after []int
			for _, e := range a.Events {
				after = append(after, e.After)
			}
			if !slices.Equal(got, c.want) || !slices.Equal(after, c.after) {
				t.Errorf("%q at %v, expected %q at %v", got, after, c.want, c.after)
			}
		})
	}
}

// The end of an answer says what is to be judged.
func TestEnds(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"done","state":{"a":1},"reason":"x"}`: `done {"a":1} ""`,
		`{"type":"rejected","reason":"odd","state":7}`: `rejected null "odd"`,
		`{"type":"skipped","reason":"no"}`:             `skipped null "no"`,
	} {
		a := Answer{Limit: 1000}
		m, _ := Read([]byte(text), 1000)
		if problem := a.Take(m); problem != "" || !a.Ended || !m.AboutCase() {
			t.Errorf("%s: %s", text, problem)
		}
		if got := fmt.Sprintf("%s %s %q", a.Ending, a.State.JSON(), a.Reason); got != want {
			t.Errorf("%s is %s, expected %s", text, got, want)
		}
		if _, problem := Read([]byte(text), Cost([]byte(text))); problem != "" {
			t.Errorf("%s: as large as is allowed: %s", text, problem)
		}
		if _, problem := Read([]byte(text), Cost([]byte(text))-1); problem != TooLarge {
			t.Errorf("%s: larger by one: %q", text, problem)
		}
		exactly := Answer{Limit: m.cost}
		if problem := exactly.Take(m); problem != "" {
			t.Errorf("%s: all that is allowed: %s", text, problem)
		}
	}
	for _, kind := range []string{"hello", "log", "case", ""} {
		if (Message{Kind: kind}).AboutCase() {
			t.Errorf("%q is about a case", kind)
		}
	}
	if !Blank([]byte(" \t\r")) || Blank([]byte("x")) {
		t.Error("a line that is blank is none, or the other way round")
	}
}

func TestCost(t *testing.T) {
	for text, want := range map[string]int64{"": 64, "{}": 66, "[1,2,3]": 7 + 3*64,
		`["a,\",b",2,"\\"]`: 17 + 3*64, `"open, \`: 8 + 64} {
		if got := Cost([]byte(text)); got != want {
			t.Errorf("%s costs %d, expected %d", text, got, want)
		}
	}
}
