package act_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/wire"
)

// letter is a fragment as a test writes it: which call it is of, and whether it opens it.
type letter struct {
	name string
	act  act.Act
}

func fragment(key int64, id, name, text string) act.Act {
	a := act.Act{Kind: act.Call, Key: wire.Int(key), Value: wire.Str(text)}
	if id != "" {
		a.ID, a.Name, a.Tag = wire.Str(id), wire.Str(name), wire.Str("function")
	}
	return a
}

func alphabet() []letter {
	return []letter{{"A", fragment(0, "a", "x", "1")}, {"B", fragment(1, "b", "y", "2")}, {"a", fragment(0, "", "", "3")},
		{"b", fragment(1, "", "", "4")},
		{"C", fragment(0, "c", "z", "5")}, {"t", act.Act{Kind: act.Text, Value: wire.Str("t")}},
		{"!", act.Act{Kind: act.Reason, Value: wire.Str("stop")}}}
}

// naive reads a word as a person would: the text of each call, by the letters that belong
// to it, those behind the reason left out.
func naive(word []letter) map[string]string {
	texts, now, over := map[string]string{}, map[string]string{}, false
	for _, l := range word {
		switch l.name {
		case "!":
			over = true
		case "A", "B", "C":
			id := strings.ToLower(l.name)
			now[l.act.Key.JSON()] = id
			if _, known := texts[id]; !known {
				texts[id] = ""
			}
			fallthrough
		case "a", "b":
			key := l.act.Key.JSON()
			if now[key] == "" {
				now[key] = "?" + key
			}
			if id := now[key]; !over {
				texts[id] += l.act.Value.Text()
			} else if _, known := texts[id]; !known {
				texts[id] = ""
			}
		}
	}
	return texts
}

// Every word of up to five fragments, texts and reasons is gathered as a naive reading says.
func TestEveryWordIsGathered(t *testing.T) {
	letters, words := alphabet(), 0
	var grow func(word []letter)
	grow = func(word []letter) {
		words++
		holdWord(t, word)
		if len(word) < 5 && !t.Failed() {
			for _, l := range letters {
				grow(append(word[:len(word):len(word)], l))
			}
		}
	}
	grow(nil)
	if words < 19000 {
		t.Errorf("only %d words", words)
	}
}

func holdWord(t *testing.T, word []letter) {
	t.Helper()
	var acts []act.Act
	text, name := "", ""
	for i, l := range word {
		l.act.Element = i
		acts, name = append(acts, l.act), name+l.name
	}
	want := naive(word)
	got := act.Gather(acts).Of("")
	// An opener of a call that is open already goes on with it; a key whose first fragment
	// names nobody is a call without an id, which a later opener gives one.
	if strings.ContainsAny(name, "ab") && unopened(name) || reopened(name) {
		return
	}
	if len(got.Calls) != len(want) {
		t.Errorf("%s: %d calls, %d were expected", name, len(got.Calls), len(want))
	}
	for _, c := range got.Calls {
		if c.Text() != want[c.IDs[0]] {
			t.Errorf("%s: call %v has %q, not %q", name, c.IDs, c.Text(), want[c.IDs[0]])
		}
	}
	for _, p := range got.Text {
		if !p.Free {
			text += p.Text
		}
	}
	before, _, _ := strings.Cut(name, "!")
	if want := strings.Repeat("t", strings.Count(before, "t")); text != want {
		t.Errorf("%s: the text is %q, not %q", name, text, want)
	}
}

func unopened(word string) bool {
	for key, openers := range map[string]string{"a": "AC", "b": "B"} {
		first, opener := strings.Index(word, key), strings.IndexAny(word, openers)
		if first >= 0 && (opener < 0 || first < opener) {
			return true
		}
	}
	return false
}

// reopened: an opener comes again after another one took its key.
func reopened(word string) bool {
	return strings.Count(word, "A") > 1 && strings.Contains(word, "C") || strings.Count(word, "C") > 1 && strings.Contains(word, "A")
}

func TestTraits(t *testing.T) {
	later := func(a act.Act, change func(*act.Act)) act.Act {
		change(&a)
		return a
	}
	for _, test := range []struct {
		name string
		acts []act.Act
		want act.Traits
	}{
		{"a gap", []act.Act{fragment(3, "a", "x", "1")}, act.Gap},
		{"an empty call", []act.Act{fragment(0, "a", "x", "")}, act.Empty},
		{"another call under its key", []act.Act{fragment(0, "a", "x", "1"), fragment(0, "b", "y", "2")}, act.Used},
		{"a fresh id", []act.Act{fragment(0, "a", "x", "1"), fragment(0, "b", "", "2")}, act.FreshID},
		{"repeated", []act.Act{fragment(0, "a", "x", "1"), fragment(0, "a", "x", "2")}, act.Repeated},
		{"a name in pieces", []act.Act{fragment(0, "a", "x", ""), fragment(0, "a", "y", "2")}, act.Pieces},
		{"blanked", []act.Act{fragment(0, "a", "x", "1"), later(fragment(0, "", "", "2"), func(a *act.Act) { a.ID = wire.Str("") })},
			act.Blanked},
		{"nulled", []act.Act{fragment(0, "a", "x", "1"), later(fragment(0, "", "", "2"), func(a *act.Act) { a.Name = wire.NullValue })},
			act.Blanked},
		{"no key", []act.Act{later(fragment(0, "a", "x", "1"), func(a *act.Act) { a.Key = wire.Value{} })}, act.Keyless},
		{"no id", []act.Act{later(fragment(0, "a", "x", "1"), func(a *act.Act) { a.ID = wire.Value{} })}, act.NoID},
		{"one id twice", []act.Act{fragment(0, "a", "x", "1"), fragment(1, "a", "y", "2")}, act.SameID},
	} {
		for i := range test.acts {
			test.acts[i].Element = i
		}
		got := act.Gather(test.acts).Of("").Calls[0].Traits
		if !got.Has(test.want) {
			t.Errorf("%s: traits %b lack %b", test.name, got, test.want)
		}
	}
	second := later(fragment(0, "", "", "2"), func(a *act.Act) { a.Element = 1 })
	plain := act.Gather([]act.Act{fragment(0, "a", "x", "1"), second}).Of("").Calls[0]
	if plain.Traits != 0 || plain.Text() != "12" {
		t.Errorf("a plain call has traits %b and the text %q", plain.Traits, plain.Text())
	}
}

func TestFreePieces(t *testing.T) {
	free := func(text string) act.Piece { return act.Piece{Text: text, Free: true} }
	c := act.Called{Pieces: []act.Piece{{Text: "a"}, free("b"), free("c")}}
	if got := fmt.Sprint(c.Texts()); got != "[a ab ac abc]" {
		t.Errorf("texts: %s", got)
	}
	for text, want := range map[string]bool{"a": true, "ac": true, "abc": true, "b": false, "acb": false, "": false} {
		if c.Made(text, false) != want {
			t.Errorf("%q made of the pieces: %v was expected", text, want)
		}
	}
	if !c.Made("", true) || c.Made("x", true) {
		t.Error("a beginning is taken for another")
	}
}
