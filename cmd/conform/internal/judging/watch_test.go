package judging

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// It runs once, and again for each change that is seen, until it is over.
func TestTheLoopOfWatch(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ticks := make(chan time.Time)
	seen, runs := make(chan string, 1), make(chan string, 9)
	state := "one"
	done := make(chan struct{})
	go func() {
		defer close(done)
		watchLoop(ctx, ticks, func() string {
			select {
			case state = <-seen:
			default:
			}
			return state
		}, func() { runs <- state })
	}()
	for _, next := range []string{"one", "two", "two", "three"} {
		seen <- next
		ticks <- time.Time{}
	}
	ticks <- time.Time{} // the last look is over when this one begins
	cancel()
	<-done
	close(runs)
	var got []string
	for r := range runs {
		got = append(got, r)
	}
	if strings.Join(got, " ") != "one two three" {
		t.Errorf("it ran for %v", got)
	}
}

func TestWhatIsWatched(t *testing.T) {
	dir := t.TempDir()
	adapter := filepath.Join(dir, "adapter.py")
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("adapter.py", "1")
	if got := foldersOf([]string{"python3", adapter, "--fast"}); len(got) != 1 || got[0] != dir {
		t.Fatalf("it watches %v", got)
	}
	out, err := os.Create(filepath.Join(dir, "told"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	told := filesOf(out, io.Discard)
	before := snapshot([]string{dir}, told)
	write("result.json", "{}")
	write("result.json.partial", "{}")
	write("adapter.log", "case 1")
	write("told", "conforms")
	if snapshot([]string{dir}, told) != before {
		t.Error("a report of the run itself is a change")
	}
	write("merge.py", "2")
	if snapshot([]string{dir}, told) == before {
		t.Error("a new file beside the adapter is no change")
	}
	if got := strings.Join(withoutWatch([]string{"run", "--watch", "--", "x", "--watch"}), " "); got != "run -- x --watch" {
		t.Errorf("it runs %s", got)
	}
	if got := strings.Join(withoutWatch([]string{"run", "--", "x", "--watch"}), " "); got != "run -- x --watch" {
		t.Errorf("it runs %s", got)
	}
}
