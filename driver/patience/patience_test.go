package patience

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestCountdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rang := make(chan time.Time, 2)
		began := time.Now()
		Countdown(5*time.Second, func() { rang <- time.Now() })
		if took := (<-rang).Sub(began); took != 5*time.Second {
			t.Errorf("it rang after %v", took)
		}
		stop := Countdown(time.Second, func() { rang <- time.Now() })
		stop()
		stop()
		time.Sleep(time.Minute)
		if len(rang) > 0 {
			t.Error("it rang, though it was stopped")
		}
	})
}

// What the machine held us up does not count.
func TestATimeInWhichNothingRan(t *testing.T) {
	now := time.Unix(0, 0)
	rang := false
	c := &countdown{left: 5 * time.Second, slice: 250 * time.Millisecond, late: func() { rang = true },
		now: func() time.Time { return now }, began: now, timer: time.NewTimer(time.Hour)}
	defer c.stop()
	now = now.Add(time.Minute)
	if c.tick(); rang || c.left != 4500*time.Millisecond {
		t.Errorf("a minute in which nothing ran leaves %v, and it rang: %t", c.left, rang)
	}
	for range 17 {
		now = now.Add(250 * time.Millisecond)
		c.tick()
	}
	if rang {
		t.Error("it rang too early")
	}
	now = now.Add(250 * time.Millisecond)
	if c.tick(); !rang {
		t.Error("it did not ring")
	}
}
