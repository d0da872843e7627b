package turns

import (
	"runtime"
	"sync/atomic"
	"testing"
)

// Those that wait for the lane while it is found out who hung run alone, too: one of them might hang in the company of another.
func TestWhoWaitedRunsAloneAfterAHang(t *testing.T) {
	const waiting = 32
	l := NewLane(4)
	l.Lock()
	var asked, inside, done atomic.Int64
	for range waiting {
		go func() {
			asked.Add(1)
			leave := l.Begin()
			if inside.Add(1) > 1 {
				t.Error("another one is in the lane")
			}
			for range 50 {
				runtime.Gosched()
			}
			inside.Add(-1)
			leave()
			done.Add(1)
		}()
	}
	for asked.Load() < waiting {
		runtime.Gosched()
	}
	l.Hung()
	l.Unlock()
	for done.Load() < waiting {
		runtime.Gosched()
	}
	if left := l.solo.Load(); left < soloAfterHang-waiting || left >= soloAfterHang {
		t.Errorf("%d cases still run alone", left)
	}
}
