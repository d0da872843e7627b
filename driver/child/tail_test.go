package child

import (
	"io"
	"strings"
	"testing"
)

func TestTail(t *testing.T) {
	t.Parallel()
	var tl tail
	for range 50_000 {
		_, _ = io.WriteString(&tl, "0123456789")
	}
	_, _ = io.WriteString(&tl, "end")
	if got := tl.String(); len(got) != maxStderr || !strings.HasSuffix(got, "789end") || cap(tl.buf) > 8*maxStderr {
		t.Errorf("%d bytes of %d", len(got), cap(tl.buf))
	}
}
