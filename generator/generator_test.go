package generator

import (
	"testing"

	"pgregory.net/rapid"
)

func TestTranscriptsAreValid(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tr := Transcript(FromRapid(rt), Size)
		if err := tr.Valid(); err != nil {
			rt.Fatalf("%v\n%s", err, tr.JSON().JSON())
		}
		seen := map[string]bool{}
		for _, c := range tr.Calls() {
			if seen[c.ID] {
				rt.Fatalf("id %q stands twice", c.ID)
			}
			seen[c.ID] = true
		}
	})
}

func TestIDsReadBack(t *testing.T) {
	want := Index{Seed: 7, N: 31}
	want.Dialect, want.Role = "content-blocks", "consumer"
	got, ok, err := ParseID(want.ID())
	if got != want || !ok || err != nil {
		t.Errorf("%s reads back as %+v, %v, %v", want.ID(), got, ok, err)
	}
	if got, ok, err := ParseID(FormID(want.ID(), "BLOCK-05")); got != want || !ok || err != nil {
		t.Errorf("a form of %s reads back as %+v, %v, %v", want.ID(), got, ok, err)
	}
	if _, ok, err := ParseID("content-blocks/consumer/g0.1.1"); !ok || err == nil {
		t.Error("another generator version is not refused")
	}
	for _, id := range []string{"content-blocks/consumer/two-parallel", "content-blocks/consumer/guitar", "a/g3.2", "a/g3.1.2.PART-20.x",
		"a/g1.x.3", "a/g1.2.-3"} {
		if _, ok, err := ParseID(id); ok || err != nil {
			t.Errorf("%s was taken for a generated case (%v)", id, err)
		}
	}
}

func TestPicksDependOnPurpose(t *testing.T) {
	i := Index{Seed: 1, N: 1}
	a, b, again := i.Pick("a"), i.Pick("b"), i.Pick("a")
	same := true
	for range 50 {
		x := a(1000)
		if x != again(1000) {
			t.Fatal("the same purpose gives other picks")
		}
		same = same && x == b(1000)
	}
	if same {
		t.Error("two purposes give the same picks")
	}
}
