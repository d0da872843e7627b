package judging

import (
	"testing"
	"time"

	"github.com/toolconform/conform/session"
)

func TestTheProgressLine(t *testing.T) {
	for _, c := range []struct {
		now  session.Progress
		took time.Duration
		want string
	}{
		{session.Progress{Done: 50, Total: 200, Doing: "d/consumer"}, 10 * time.Second,
			" 25%  50 of 200  d/consumer  0:10, about 0:30 left"},
		{session.Progress{Done: 1, Total: 200, Doing: "d", Failed: 2}, time.Second, "  0%  1 of 200  d  0:01  2 failed"},
		{session.Progress{Done: 210, Total: 200, Doing: "d"}, 61 * time.Second, "100%  210 of 200  d  1:01"},
		{session.Progress{}, 3 * time.Second, "  0%  0 of 0    0:03"},
	} {
		if got := progressLine(c.now, c.took); got != c.want {
			t.Errorf("%q, expected %q", got, c.want)
		}
	}
}
