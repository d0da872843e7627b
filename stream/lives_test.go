package stream_test

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// letters are elements of lives: "a(" begins a, "a." goes on with it, "a)" ends it.
func letters(text string) (list []wire.Value) {
	for _, s := range strings.Fields(text) {
		list = append(list, wire.Str(s))
	}
	return list
}

func spelt(list []wire.Value) string {
	var all []string
	for _, e := range list {
		all = append(all, e.Text())
	}
	return strings.Join(all, " ")
}

func lives(e wire.Value) (string, stream.Phase) {
	s := e.Text()
	return s[:1], map[string]stream.Phase{"(": stream.Begins, ".": stream.GoesOn, ")": stream.Ends}[s[1:]]
}

func TestLives(t *testing.T) {
	const plain = "a( a. b( a. a) b. b) x!"
	first, any := func(int) int { return 0 }, func(*stream.Life) bool { return true }
	for name, c := range map[string]struct {
		change stream.OnLife
		want   string
	}{
		"dropped":  {stream.EndDropped, "a( a. b( a. b. b) x!"},
		"repeated": {stream.EndRepeated, "a( a. b( a. a) a) b. b) x!"},
		"again":    {stream.LifeRepeated, "a( a. b( a. a) a( a. a. a) b. b) x!"},
		"doubled":  {stream.DeltaRepeated, "a( a. a. b( a. a) b. b) x!"},
		"late":     {stream.DeltaLate, "a( a. b( a) a. b. b) x!"},
	} {
		if is := spelt(stream.Lives(lives).One(any, c.change)(letters(plain), first)); is != c.want {
			t.Errorf("%s: %s, not %s", name, is, c.want)
		}
	}
	life := stream.Lives(lives).In(letters(plain))[0]
	if is := spelt(life.Replaced(letters(plain), wire.Str("a!"))); is != "a( b( a! a) b. b) x!" {
		t.Errorf("replaced: %s", is)
	}
	if one := stream.Lives(lives).One(any, stream.EndDropped)(letters("a( a."), first); one != nil {
		t.Errorf("a life without its end: %s", spelt(one))
	}
}

// Woven together, each life's own elements keep their order, and so do the beginnings.
func TestWoven(t *testing.T) {
	turns := 0
	var pick dialect.Pick = func(n int) int { turns++; return turns % n }
	woven := stream.Lives(lives).Woven(letters("a( a. a) b( b. b) x!"), pick)
	of := func(letter string) string {
		var own []string
		for _, e := range woven {
			if strings.HasPrefix(e.Text(), letter) {
				own = append(own, e.Text())
			}
		}
		return strings.Join(own, " ")
	}
	if of("a") != "a( a. a)" || of("b") != "b( b. b)" || spelt(woven) == "a( a. a) b( b. b) x!" || !strings.HasSuffix(spelt(woven), "x!") {
		t.Error(spelt(woven))
	}
	if stream.Lives(lives).Woven(letters("a( a. a)"), pick) != nil {
		t.Error("one life is woven with itself")
	}
}

func TestPieces(t *testing.T) {
	ones := func(n int) int { return min(1, n-1) }
	for text, want := range map[string]string{"": "", "abcde": "ab|cd|e", "🎸é": "🎸é", "a\ufffdb": "a\ufffdb"} {
		if is := strings.Join(stream.Pieces(text, ones), "|"); is != want {
			t.Errorf("%q: %q, not %q", text, is, want)
		}
	}
	if long := strings.Repeat("x", 400); len(stream.Pieces(long, ones)) != 1 {
		t.Error("a long text is cut")
	}
}
