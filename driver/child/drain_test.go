package child

import (
	"io"
	"os"
	"testing"
)

// A grandchild that goes on writing, a little each time, holds nobody up: after some reads it is not read
// any more.
func TestADrainComesToAnEnd(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	d := newDrain(r)
	d.finish()
	b := make([]byte, 8)
	for reads := 1; ; reads++ {
		if _, err := io.WriteString(w, "more"); err != nil {
			t.Fatal(err)
		}
		n, err := d.Read(b)
		if string(b[:n]) != "more" {
			t.Fatalf("read %d gave %q, %v", reads, b[:n], err)
		}
		if err == io.EOF && reads > 10 {
			return
		}
		if err != nil || reads > 40 {
			t.Fatalf("read %d ended with %v", reads, err)
		}
	}
}
