package judging

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
)

// lastFailed remembers which cases failed when an implementation was last judged from
// this folder, in the user's cache. It is a convenience: where it can't be kept, nothing
// is said.
type lastFailed struct{ path string }

// lastFailedOf is the memory of one way to reach an implementation.
func lastFailedOf(reach string) lastFailed {
	cache, err := os.UserCacheDir()
	if err != nil {
		return lastFailed{}
	}
	here, err := os.Getwd()
	if err != nil {
		return lastFailed{}
	}
	sum := sha256.Sum256([]byte(here + "\x00" + reach))
	return lastFailed{filepath.Join(cache, "conform", "last-failed", hex.EncodeToString(sum[:12])+".json")}
}

// cases that failed last time; none where nothing is remembered.
func (l lastFailed) cases() ([]string, error) {
	data, err := os.ReadFile(l.path)
	if l.path == "" || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, cli.Usage("--last-failed: %v", err)
	}
	var ids []string
	if err := json.Unmarshal(data, &ids); err != nil {
		return nil, cli.Usage("--last-failed: %s: %v", l.path, err)
	}
	return ids, nil
}

// keep remembers what failed, and forgets all where nothing did.
func (l lastFailed) keep(r *reports.Result) {
	if l.path == "" {
		return
	}
	ids := []string{}
	for _, c := range r.Cases {
		if c.Verdict == requirement.Fail {
			ids = append(ids, replayable(c))
		}
	}
	data, err := json.Marshal(ids)
	if err != nil || os.MkdirAll(filepath.Dir(l.path), 0o755) != nil {
		return
	}
	if os.WriteFile(l.path+".tmp", data, 0o600) == nil {
		_ = os.Rename(l.path+".tmp", l.path)
	}
}

// replayable is the id that --case takes: that of the whole stream for a counterexample that
// was shrunk for one requirement.
func replayable(c reports.CaseRow) string {
	if c.Generated != nil && c.Generated.For != "" {
		return c.ID[:len(c.ID)-len(c.Generated.For)-1]
	}
	return c.ID
}
