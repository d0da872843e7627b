package serve

import (
	"bytes"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// Limits bound what clients can take. The zero value of each means its default.
type Limits struct {
	// Body is the largest body of a request, Reading what the bodies that are being read may take
	// together beyond their first 256 KiB.
	Body, Reading int64
	// Conversations and Log bound what is remembered: conversations, and bytes of their requests. Kept
	// is how many requests of one.
	Conversations, Kept int
	Log                 int64
	// Wait is how long a body may take to come, and a write until the client has read.
	Wait time.Duration
}

// The defaults.
const (
	defaultBody          = 32 << 20
	defaultReading       = 128 << 20
	defaultConversations = 20_000
	defaultKept          = 200
	defaultLog           = 64 << 20
	defaultWait          = 30 * time.Second
)

func (l Limits) filled() Limits {
	fill(&l.Body, defaultBody)
	fill(&l.Reading, defaultReading)
	fill(&l.Conversations, defaultConversations)
	fill(&l.Kept, defaultKept)
	fill(&l.Log, defaultLog)
	fill(&l.Wait, defaultWait)
	return l
}

func fill[T int | int64 | time.Duration](have *T, otherwise T) {
	if *have <= 0 {
		*have = otherwise
	}
}

var (
	errTooLarge = errors.New("the body is larger than this server takes")
	errBusy     = errors.New("too many large bodies are being read")
)

// budget is the memory that large bodies share.
type budget struct {
	mu   sync.Mutex
	left int64
}

func (b *budget) take(n int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n > b.left {
		return false
	}
	b.left -= n
	return true
}

// more takes what is missing to so many bytes.
func (b *budget) more(bytes int64, taken *int64) bool {
	need := bytes - free - *taken
	if need <= 0 {
		return true
	}
	if !b.take(need) {
		return false
	}
	*taken += need
	return true
}

func (b *budget) give(n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left += n
}

// free is how much of a body needs no share of the budget, so that small requests are always read.
const free = 256 << 10

// read reads a body of at most so many bytes; announced is how many it says to have, negative where
// it doesn't. Done is called when the body is no longer needed. What is taken of the budget is twice
// what has come, since a slice that grows stands there twice, and in the end what its values take.
func (b *budget) read(r io.Reader, most, announced int64) (body []byte, done func(), err error) {
	taken := int64(0)
	done = func() { b.give(taken) }
	if announced > most {
		return nil, done, errTooLarge
	}
	buf := make([]byte, 16<<10)
	for {
		n, err := r.Read(buf)
		if int64(len(body)+n) > most {
			return nil, done, errTooLarge
		}
		if !b.more(2*int64(len(body)+n), &taken) {
			return nil, done, errBusy
		}
		body = append(body, buf[:n]...)
		if err == io.EOF {
			if !b.more(int64(len(body))+cost(body), &taken) {
				return nil, done, errBusy
			}
			return body, done, nil
		}
		if err != nil {
			return nil, done, err
		}
	}
}

// cost is what a body takes once it is read: small values take more than their text.
func cost(body []byte) int64 {
	const value = 96
	return int64(len(body)) + value*int64(1+bytes.Count(body, []byte{','})+bytes.Count(body, []byte{'['}))
}

// counter counts requests.
type counter struct{ n atomic.Int64 }

func (c *counter) next() int64 { return c.n.Add(1) }
