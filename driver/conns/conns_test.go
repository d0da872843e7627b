package conns

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"time"
)

// answering takes connections, answers so many requests on each, and closes it then without a word.
func answering(t *testing.T, each int) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = c.Close() }()
				r := bufio.NewReader(c)
				for range each {
					if req, err := http.ReadRequest(r); err != nil || req.Body.Close() != nil {
						return
					}
					_, _ = fmt.Fprint(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
				}
			}()
		}
	}()
	return "http://" + l.Addr().String()
}

// A connection that the other side closes behind an answer is counted once; one that we close is not.
func TestClosedByTheOtherSide(t *testing.T) {
	for each, want := range map[int]bool{1: true, 1000: false} {
		client, closed := Client(4)
		resp, err := client.Get(answering(t, each))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.Body.Close() != nil {
			t.Fatal(err)
		}
		patience := time.Minute
		if !want {
			client.CloseIdleConnections()
			patience = 50 * time.Millisecond
		}
		if got := closed.Beyond(context.Background(), 0, patience); got != want {
			t.Errorf("of %d answers on a connection: closed by the other side %t", each, got)
		}
		if n, _ := closed.Count(); n > 1 || closed.Beyond(context.Background(), 1, 0) {
			t.Errorf("it is counted %d times", n)
		}
	}
}
