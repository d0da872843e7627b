package reports_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolconform/conform/reports/reportstest"

	"github.com/toolconform/conform/reports"
)

// What was read is named: a whole result, a part of one, a journal, a torn one.
func TestKinds(t *testing.T) {
	incomplete := reportstest.Sample()
	incomplete.Complete, incomplete.Incomplete = false, "killed"
	journal := journalOf(t, reportstest.Sample())
	for want, text := range map[string]string{
		"a finished result": string(reportstest.Encoded(t,
			reportstest.Sample())),
		"the result of an incomplete run":                                              string(reportstest.Encoded(t, incomplete)),
		"the journal of a run that did not finish (3 cases)":                           journal,
		"the journal of a run that did not finish (2 cases; its last line is cut off)": journal[:len(journal)-5],
	} {
		if s, err := read(t, []byte(text)); err != nil || s.Kind() != want {
			t.Errorf("%v, %q; expected %q", err, s.Kind(), want)
		}
	}
	// A line in the middle that is cut off is no torn end.
	first, rest, _ := strings.Cut(journal, "\n")
	if _, err := read(t, []byte(first+"\n"+rest[:40]+"\n"+rest)); err == nil || !strings.HasPrefix(err.Error(), "journal, line 2: ") {
		t.Errorf("%v", err)
	}
}

// A refusal names the file; what is not there is told from what cannot be read.
func TestFilesThatHoldNoResult(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	broken, blocked := write("broken.json", "{"), write("file", "")
	write("half.json.partial", journalOf(t, reportstest.Sample()))
	for path, want := range map[string]string{
		dir:                               dir + " is a folder, not a result",
		broken:                            broken + ": neither a result nor a journal",
		filepath.Join(dir, "nothing"):     "reading a result: open ",
		filepath.Join(dir, "half.json"):   filepath.Join(dir, "half.json") + " is not there, but its journal",
		filepath.Join(blocked, "beneath"): "reading a result: open ",
	} {
		if _, err := reports.Read(path); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, expected %s…", err, want)
		}
	}
	if _, err := reports.Read(write("whole.json", string(reportstest.Encoded(t, reportstest.Sample())))); err != nil {
		t.Error(err)
	}
}

func TestTheLimitOfAReader(t *testing.T) {
	data := reportstest.Encoded(t, reportstest.Sample())
	if _, err := reports.ReadFrom(strings.NewReader(string(data)), int64(len(data))); err != nil {
		t.Errorf("as long as is allowed: %v", err)
	}
	if _, err := reports.ReadFrom(strings.NewReader(string(data)), int64(len(data))-1); err == nil ||
		!strings.HasPrefix(err.Error(), "longer than") {
		t.Errorf("longer by a byte: %v", err)
	}
	broken := errors.New("the disk is gone")
	if _, err := reports.ReadFrom(failing{broken}, 9); !errors.Is(err, broken) {
		t.Errorf("a reader that fails: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
