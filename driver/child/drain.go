package child

import (
	"errors"
	"io"
	"os"
	"sync/atomic"
	"time"
)

// drain reads our end of a pipe to its end. After the process has exited, what
// still lies in the pipe is read, but nobody who holds the other end open (a
// grandchild that left the group) can hold us up.
type drain struct {
	f      *os.File
	exited atomic.Bool
	left   int
}

// maxDrain bounds what is read after the exit; each read counts as one of a whole pipe, or somebody who
// writes a little again and again would be read for hours.
const maxDrain, wholePipe = 2 << 20, 64 << 10

func newDrain(f *os.File) *drain { return &drain{f: f, left: maxDrain} }

func (d *drain) Read(b []byte) (int, error) {
	for {
		exited := d.exited.Load()
		if exited {
			_ = d.f.SetReadDeadline(time.Now().Add(drainTime))
		}
		n, err := d.f.Read(b)
		if n == 0 && errors.Is(err, os.ErrDeadlineExceeded) {
			if exited {
				return 0, io.EOF
			}
			continue // it exited while we waited: one more look
		}
		if exited {
			if d.left -= max(n, wholePipe); d.left < 0 {
				return n, io.EOF
			}
		}
		return n, err
	}
}

// finish says that the process has exited.
func (d *drain) finish() {
	d.exited.Store(true)
	if err := d.f.SetReadDeadline(time.Now().Add(drainTime)); err != nil {
		// Pipes of this system know no deadlines.
		time.AfterFunc(drainTime, func() { _ = d.f.Close() })
	}
}
