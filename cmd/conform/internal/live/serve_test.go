package live

import (
	"net"
	"strings"
	"testing"
	"time"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/serve"
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

// How long clients are waited for is what was asked for, and a connection may be idle for four times as long.
func TestHowLongClientsAreWaitedFor(t *testing.T) {
	for wait, right := range map[time.Duration]bool{time.Hour: true, time.Millisecond: true, 0: false, -time.Second: false} {
		o, err := Serve{Wait: wait, Every: 1}.options(catalogue.New())
		if (err == nil) != right {
			t.Errorf("--wait %s: %v", wait, err)
		}
		if right {
			if s := serve.New(o).HTTP(); s.ReadHeaderTimeout != wait || s.IdleTimeout != 4*wait {
				t.Errorf("--wait %s: %s, and idle %s", wait, s.ReadHeaderTimeout, s.IdleTimeout)
			}
		}
	}
}
