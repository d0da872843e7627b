package host

import (
	"testing"
	"time"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/driver"
)

// However long a deadline is, the server of a run does not end a conversation before it.
func TestARunsServerOutlivesDeadlines(t *testing.T) {
	h := Beside(driver.InProcess(adapter.Info{}, nil), nil, Place{}).(*hosted)
	s := h.server.HTTP()
	for name, got := range map[string]time.Duration{"a request to come": s.ReadHeaderTimeout, "idle": s.IdleTimeout} {
		if got < 24*time.Hour {
			t.Errorf("%s: it waits for %s", name, got)
		}
	}
	if s.WriteTimeout != 0 || s.ReadTimeout != 0 {
		t.Errorf("it ends what is read after %s, what is written after %s", s.ReadTimeout, s.WriteTimeout)
	}
}
