package proxy_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

func reader(text string) io.Reader { return strings.NewReader(text) }

// ping is how long a piece takes from the server to its client and a word back, in the median of many.
func ping(t testing.TB, base string, next chan<- string, count int) time.Duration {
	t.Helper()
	resp, err := http.Post(base+"/v1/chat/completions", "application/json", strings.NewReader(question))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	piece := fmt.Sprintf(chunkOf, `{"content":"word"}`, "null")
	buf, took := make([]byte, 1<<16), make([]time.Duration, count)
	for i := range took {
		began := time.Now()
		next <- piece
		if _, err := io.ReadFull(resp.Body, buf[:len(piece)]); err != nil {
			t.Fatal(err)
		}
		took[i] = time.Since(began)
	}
	next <- ""
	slices.Sort(took)
	return took[count/2]
}

// The proxy adds less than a millisecond to each piece, in the median, while it judges. Both ways are
// measured in one run.
func TestDelay(t *testing.T) {
	next := make(chan string)
	s := stand(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.(http.Flusher).Flush()
		for piece := <-next; piece != ""; piece = <-next {
			_, _ = io.WriteString(w, piece)
			w.(http.Flusher).Flush()
		}
	}, nil)
	const count = 400
	var added []time.Duration
	for range 3 { // another process may have had the machine
		direct, through := ping(t, s.back.URL, next, count), ping(t, s.front.URL, next, count)
		if added = append(added, through-direct); through-direct < time.Millisecond {
			t.Logf("%v directly, %v through the proxy", direct, through)
			return
		}
	}
	t.Errorf("the proxy adds %v", added)
}
