package serve_test

import (
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/toolconform/conform/serve"
)

// What is remembered of conversations has a bound, and nothing else of them stays.
func TestMemoryStaysFlat(t *testing.T) {
	s, url := start(t, serve.Options{Limits: serve.Limits{Conversations: 100, Log: 1 << 20}})
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 50}}
	defer client.CloseIdleConnections()
	body := `{"messages":[{"role":"user","content":"` + strings.Repeat("x", 4<<10) + `"}]}`
	round := func(n int) (heap int64) {
		var wait sync.WaitGroup
		for worker := range 50 {
			wait.Go(func() {
				for i := range 20 {
					resp, err := client.Post(fmt.Sprintf("%s/c/r%d-%d-%d/v1/chat/completions", url, n, worker, i), "application/json",
						strings.NewReader(body))
					if err != nil {
						t.Error(err)
						return
					}
					if got, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != http.StatusOK {
						t.Errorf("%d %s, %v", resp.StatusCode, got, err)
					}
					resp.Body.Close()
				}
			})
		}
		wait.Wait()
		if !serve.Idle(s, patient) {
			t.Fatal("something is still under way")
		}
		runtime.GC()
		runtime.GC() // what pools hold goes with the second
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	round(0)
	before, after := round(1), int64(0)
	for n := range 4 {
		after = round(2 + n)
	}
	if grown := after - before; grown > 2<<20 { // 4,000 requests of 4 KiB are 16 MiB
		t.Errorf("%d bytes more after 4,000 further conversations", grown)
	}
}
