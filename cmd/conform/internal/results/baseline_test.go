package results

import (
	"testing"
	"time"
)

func TestExpiry(t *testing.T) {
	today := time.Date(2026, 11, 22, 23, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{"90d": "2027-02-20", "1d": "2026-11-23", "2w": "2026-12-06", "2027-03-31": "2027-03-31"} {
		if got, err := expiry(text, today); err != nil || got != want {
			t.Errorf("%s: %s, %v, expected %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "d", "90", "-1d", "0d", "90m", "2027-02-30", "never", "99999d"} {
		if got, err := expiry(text, today); err == nil {
			t.Errorf("%q is %s", text, got)
		}
	}
}
