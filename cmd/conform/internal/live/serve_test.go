package live

import (
	"net"
	"strings"
	"testing"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialects"
)

// pieces are what was written, write by write.
type pieces []string

func (p *pieces) Write(b []byte) (int, error) {
	*p = append(*p, string(b))
	return len(b), nil
}

// Who starts the server as a process waits for the first piece of what it says, and reads no more.
func TestItSaysWhereItIsInOnePiece(t *testing.T) {
	var out pieces
	Serve{}.announce(cli.Streams{Out: &out}, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 4110}, dialects.Endpoints())
	if len(out) != 1 || !strings.HasPrefix(out[0], "conform serves at http://127.0.0.1:4110\n") || strings.Count(out[0], "\n") != 6 {
		t.Errorf("%q", out)
	}
}
