//go:build unix

package driver_test

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/wire"
)

const inFlight = 32

var smallInput = wire.ParseString(`{"chunks":["some text\n` + "```tool" + `\n{\"toolCallId\":\"c1\",\"input\":{\"a\":1}}\n` + "```" +
	`\n"]}`)

// BenchmarkAdapter compares an adapter's cases with bare round trips over the same
// kind of pipe in the same run: x-echo is how many times longer a case takes.
func BenchmarkAdapter(b *testing.B) {
	for _, concurrency := range []int{1, inFlight} {
		name := map[int]string{1: "one-by-one", inFlight: "in-flight"}[concurrency]
		b.Run(name, func(b *testing.B) {
			impl := start(b, "serve")
			request := driver.Request{ID: "case", Pair: fence, Input: smallInput}
			start := time.Now()
			side(b, concurrency, func() {
				if o := impl.Observe(context.Background(), request); o.Ending != dialect.Done {
					b.Errorf("%+v", o)
				}
			})
			cases := time.Since(start)
			b.StopTimer()
			b.ReportMetric(float64(b.N)/cases.Seconds(), "cases/s")
			b.ReportMetric(float64(cases)/float64(bareEcho(b, concurrency)), "x-echo")
		})
	}
}

// side calls f b.N times, as many at a time as told.
func side(b *testing.B, concurrency int, f func()) {
	var all sync.WaitGroup
	for w := range concurrency {
		all.Go(func() {
			for i := w; i < b.N; i += concurrency {
				f()
			}
		})
	}
	all.Wait()
}

// bareEcho is how long as many bare round trips take.
func bareEcho(b *testing.B, concurrency int) time.Duration {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), helperVariable+"=echo")
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	defer func() { _ = in.Close(); _ = cmd.Wait() }()
	line := append(smallInput.AppendJSON(nil), '\n')
	places := make(chan struct{}, concurrency)
	start := time.Now()
	go func() {
		for range b.N {
			places <- struct{}{}
			_, _ = in.Write(line)
		}
	}()
	r := bufio.NewReaderSize(out, 64<<10)
	for range b.N {
		if _, err := r.ReadSlice('\n'); err != nil {
			b.Fatal(err)
		}
		<-places
	}
	return time.Since(start)
}

func BenchmarkInProcess(b *testing.B) {
	impl := driver.InProcess(serveInfo(), map[dialect.Pair]dialect.Answer{fence: planted})
	request := driver.Request{ID: "case", Pair: fence, Input: smallInput}
	side(b, inFlight, func() { impl.Observe(context.Background(), request) })
}
