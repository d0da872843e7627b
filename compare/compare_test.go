package compare_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/wire"
)

func want(id, name, text string, state compare.State) *compare.Want {
	return &compare.Want{IDs: []string{id}, Names: []string{name}, Texts: []string{text}, State: state, Parts: []string{text}}
}

func got(id, name, arguments, state string) *compare.Got {
	return &compare.Got{ID: wire.Str(id), Name: wire.Str(name), Arguments: wire.ParseString(arguments), State: state}
}

// twin is one of several calls with one id and the same arguments.
func twin(name string) *compare.Want { return want("a", name, `{}`, compare.Either) }

func kinds(r compare.Result) string {
	text := ""
	for _, d := range r.Deviations {
		text += fmt.Sprint(map[compare.Kind]string{compare.Missing: "missing ", compare.Extra: "extra ", compare.Torn: "torn ",
			compare.WrongID: "id ", compare.WrongName: "name ",
			compare.WrongText: "text ", compare.Foreign: "foreign ", compare.Repaired: "repaired ", compare.Healed: "healed ",
			compare.RanCut: "ran ", compare.NotReady: "unready ",
			compare.Disorder: "disorder "}[d.Kind])
	}
	return text
}

// Who parses isn't asked for one of the first few texts that can be made of many free pieces.
func TestTakesWhatWasParsed(t *testing.T) {
	w := want("a", "x", `{}`, compare.Either)
	w.Made = func(text string, _ bool) bool { return text == `{"q":1}` }
	for args, right := range map[string]bool{`{"q":1}`: true, `"{\"q\":1}"`: true, `"{\"q\":2}"`: false, `null`: false} {
		if w.Takes(wire.ParseString(args)) != right {
			t.Errorf("Takes(%s) is not %v", args, right)
		}
	}
}

func TestCalls(t *testing.T) {
	a, b := want("a", "x", `{"q":1}`, compare.Ready), want("b", "y", `{"of":"b"}`, compare.Ready)
	cut := want("c", "z", `{"path":"/etc`, compare.Open)
	cut.Cut, cut.Optional = true, true
	odd := want("d", "w", `not json`, compare.Either)
	for _, test := range []struct {
		name  string
		wants []*compare.Want
		got   []*compare.Got
		loud  bool
		want  string
	}{
		{"right", []*compare.Want{a, b}, []*compare.Got{got("a", "x", `"{\"q\":1}"`, "ready"), got("b", "y", `{"of":"b"}`, "ready")}, false,
			""},
		{"a call is missing", []*compare.Want{a, b}, []*compare.Got{got("b", "y", `{"of":"b"}`, "ready")}, false, "missing "},
		{"missing, and loud", []*compare.Want{a, b}, nil, true, ""},
		{"invented", []*compare.Want{a}, []*compare.Got{got("a", "x", `{"q":1}`, "ready"), got("n", "n", `{}`, "ready")}, false, "extra "},
		{"another id", []*compare.Want{a}, []*compare.Got{got("z", "x", `{"q":1}`, "ready")}, false, "id "},
		{"another name", []*compare.Want{a}, []*compare.Got{got("a", "xx", `{"q":1}`, "ready")}, false, "name "},
		{"half the text", []*compare.Want{a}, []*compare.Got{got("a", "x", `"{\"q\":"`, "ready")}, false, "text "},
		{"half the text, and open", []*compare.Want{a}, []*compare.Got{got("a", "x", `"{\"q\":"`, "open")}, false, "text unready "},
		{"half the text, loud and open", []*compare.Want{a}, []*compare.Got{got("a", "x", `"{\"q\":"`, "open")}, true, ""},
		{"half the text, loud and ready", []*compare.Want{a}, []*compare.Got{got("a", "x", `"{\"q\":"`, "ready")}, true, "ran "},
		{"another call's text", []*compare.Want{a, b},
			[]*compare.Got{got("a", "x", `"{\"q\":1}{\"of\":\"b\"}"`, "ready"), got("b", "y", `{"of":"b"}`, "ready")}, false, "foreign "},
		{"cut, as it came", []*compare.Want{cut}, []*compare.Got{got("c", "z", `"{\"path\":"`, "open")}, false, ""},
		{"cut, and not listed", []*compare.Want{cut}, nil, false, ""},
		{"cut, and ready", []*compare.Want{cut}, []*compare.Got{got("c", "z", `"{\"path\":\"/etc"`, "ready")}, false, "ran "},
		{"cut, and healed", []*compare.Want{cut}, []*compare.Got{got("c", "z", `{"path":"/etc"}`, "open")}, false, "healed "},
		{"malformed, as it came", []*compare.Want{odd}, []*compare.Got{got("d", "w", `"not json"`, "ready")}, false, ""},
		{"malformed, and repaired", []*compare.Want{odd}, []*compare.Got{got("d", "w", `{}`, "ready")}, false, "repaired "},
		{"one id, and one of them open", []*compare.Want{twin("x"), twin("y")},
			[]*compare.Got{got("a", "x", `null`, "open"), got("a", "y", `{}`, "ready")}, true, ""},
		{"without a state", []*compare.Want{a}, []*compare.Got{got("a", "x", `{"q":1}`, "")}, false, "unready "},
	} {
		if is := kinds(compare.Calls(test.wants, test.got, compare.Options{Partial: test.loud})); is != test.want {
			t.Errorf("%s: %q, %q was expected", test.name, is, test.want)
		}
	}
}

func TestOrder(t *testing.T) {
	var wants []*compare.Want
	for i, key := range []int64{2, 0, 1} {
		w := want(string(rune('a'+i)), "x", fmt.Sprint(i), compare.Either)
		w.Key, w.Placed = key, true
		wants = append(wants, w)
	}
	for order, want := range map[string]string{"abc": "", "bca": "", "acb": "disorder ", "cba": "disorder "} {
		var shown []*compare.Got
		for _, id := range order {
			shown = append(shown, got(string(id), "x", fmt.Sprintf(`"%d"`, id-'a'), "open"))
		}
		if is := kinds(compare.Calls(wants, shown, compare.Options{})); is != want {
			t.Errorf("%s: %q, %q was expected", order, is, want)
		}
	}
}

// Of several forms the one that fits best is taken, and told.
func TestForms(t *testing.T) {
	one := want("", "", `{"a":1}{"b":2}`, compare.Either)
	one.IDs, one.Names = nil, nil
	groups := []compare.Group{{Forms: []compare.Form{
		{Calls: []*compare.Want{want("a", "x", `{"a":1}`, compare.Either), want("b", "y", `{"b":2}`, compare.Either)}},
		{Calls: []*compare.Want{one}, Note: "one"}}}}
	r, forms := compare.Groups(groups, []*compare.Got{got("a", "x", `"{\"a\":1}{\"b\":2}"`, "open")}, compare.Options{})
	if kinds(r) != "" || forms[0].Note != "one" {
		t.Errorf("%q, in the form %q", kinds(r), forms[0].Note)
	}
}

// Who stopped behind an opener without text may show an empty object, but hand out none.
func TestBlank(t *testing.T) {
	begun := want("a", "x", `{"q":1}`, compare.Ready)
	begun.Blank = true
	spoken := want("a", "x", `{"q":1}`, compare.Ready)
	for _, test := range []struct {
		want  *compare.Want
		state string
		loud  bool
		kinds string
	}{
		{begun, "open", true, ""},
		{begun, "ready", true, "text ran "},
		{begun, "open", false, "text unready "},
		{spoken, "open", true, "text "},
	} {
		shown := []*compare.Got{got("a", "x", `"{}"`, test.state)}
		r := compare.Calls([]*compare.Want{test.want}, shown, compare.Options{Partial: test.loud})
		if k := kinds(r); k != test.kinds {
			t.Errorf("%s, loud: %t: %q, %q was expected", test.state, test.loud, k, test.kinds)
		}
	}
}

// Fragments of no call may share an entry, or have one each; what came otherwise is neither.
func TestStrays(t *testing.T) {
	a := &act.Answer{Nameless: []act.Piece{{Text: `{"q":`}, {Text: `1}`}, {Text: ` `}}}
	for _, test := range []struct {
		got  []*compare.Got
		want string
	}{
		{nil, ""},
		{[]*compare.Got{got("", "", `"{\"q\":1} "`, "open")}, ""},
		{[]*compare.Got{got("", "", `"{\"q\":"`, "open"), got("", "", `"1} "`, "open")}, ""},
		{[]*compare.Got{got("", "", `"{\"q\":1}"`, "ready")}, "ran "},
		{[]*compare.Got{got("", "", `"1}{\"q\":"`, "open")}, "text "},
	} {
		r, _ := compare.Groups(compare.Expect(a, compare.Terms{Closed: true}, 0), test.got, compare.Options{})
		if k := kinds(r); k != test.want {
			t.Errorf("%d entries: %q, %q was expected", len(test.got), k, test.want)
		}
	}
}

// Of two calls with one id, of which nothing but names is shown, each is the one of its name.
func TestOneID(t *testing.T) {
	cut := want("a", "y", "", compare.Open)
	cut.Cut = true
	r := compare.Calls([]*compare.Want{want("a", "x", `{"q":1}`, compare.Either), cut},
		[]*compare.Got{got("a", "x", `null`, "open"), got("a", "y", `null`, "open")}, compare.Options{})
	if k := kinds(r); r.Pairs[0].Got.Name.Text() != "x" || r.Pairs[1].Got.Name.Text() != "y" {
		t.Errorf("%q: the first was taken for %s", k, r.Pairs[0].Got.Name.Text())
	}
}

// Calls under other ids are told apart by what they say, and by their order.
func TestOtherIDs(t *testing.T) {
	blank := want("b", "x", "", compare.Either)
	blank.Bare = true
	wants := []*compare.Want{want("a", "x", `{}`, compare.Either), blank, want("c", "x", `{}`, compare.Either)}
	r := compare.Calls(wants, []*compare.Got{got("1", "x", `"{}"`, "ready"), got("2", "x", `"{}"`, "ready"),
		got("3", "x", `"{}"`, "ready")}, compare.Options{})
	for i, id := range []string{"1", "2", "3"} {
		if r.Pairs[i].Got.ID.Text() != id {
			t.Errorf("call %d was taken for %s", i, r.Pairs[i].Got.ID.Text())
		}
	}
	if k := kinds(r); k != "id id id " || r.Right() || !r.RightBut(compare.WrongID) {
		t.Errorf("%q, right: %t, but for ids: %t", k, r.Right(), r.RightBut(compare.WrongID))
	}
}

func TestRows(t *testing.T) {
	w := want("a", "x", `{}`, compare.Either)
	w.Traits = act.Gap
	rows := []compare.Row{{Traits: act.Gap, Kinds: compare.Missing, Requirement: "ODD"},
		{Kinds: compare.Missing, Requirement: "ANY", Else: true}}
	list := compare.Calls([]*compare.Want{w}, nil, compare.Options{}).Deviations
	blamed := compare.Blame(rows, list, 0)
	if len(blamed) != 1 || blamed[0].Requirement != "ODD" || blamed[0].Finding().Of[0] != "ANY" {
		t.Errorf("%+v", blamed)
	}
	w.Traits = 0
	if blamed = compare.Blame(rows, list, 0); len(blamed) != 1 || blamed[0].Requirement != "ANY" || blamed[0].Finding().Of != nil {
		t.Errorf("%+v", blamed)
	}
}

// Ten thousand calls are compared in a moment.
func TestMany(t *testing.T) {
	var wants []*compare.Want
	var shown []*compare.Got
	for i := range 10_000 {
		id, text := fmt.Sprintf("id_%d", i), fmt.Sprintf(`{"n":%d}`, i)
		wants = append(wants, want(id, "roll", text, compare.Ready))
		shown = append(shown, got(fmt.Sprintf("other_%d", i), "roll", text, "ready"))
	}
	start := time.Now()
	if r := compare.Calls(wants, shown, compare.Options{}); len(r.Pairs) != 10_000 || len(r.Deviations) != 10_000 {
		t.Errorf("%d pairs, %d deviations", len(r.Pairs), len(r.Deviations))
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %s", took)
	}
}
