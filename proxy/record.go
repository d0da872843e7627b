package proxy

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/toolconform/conform/wire"
)

// recorder writes exchanges into a folder; "" for none. Each has a number:
//
//	000017.json           what it was: method, path, status, harmless headers
//	000017.request.json   the body of the request
//	000017.answer.sse     the stream; or .answer.json, the object
//	000017.answer.ndjson  the events that say the same as the object
//	000017.case.json      the stream as a case for consumers
//
// Of the headers only those in told are written: none that holds a credential, and no query.
type recorder struct {
	folder string
	// cases makes a case of a stream; nil where nobody can.
	cases CaseOf

	mu     sync.Mutex
	failed error
}

// CaseOf is a recorded stream as a case file for consumers of its dialect. Whole: it came to its end.
type CaseOf func(dialect, id string, events []wire.Value, whole bool) ([]byte, error)

// told are the headers that are written.
func told() []string {
	return []string{"Accept", "Anthropic-Version", "Content-Encoding", "Content-Length", "Content-Type", "Date", "Openai-Version",
		"Retry-After", "Server", "User-Agent", "X-Vercel-Ai-Ui-Message-Stream"}
}

func newRecorder(folder string, cases CaseOf) (*recorder, error) {
	if folder == "" {
		return &recorder{}, nil
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("recording: %w", err)
	}
	probe, err := os.CreateTemp(folder, ".conform.*.tmp")
	if err != nil {
		return nil, fmt.Errorf("recording: %w", err)
	}
	return &recorder{folder: folder, cases: cases}, errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// files are those of one exchange.
type files struct {
	*recorder
	name string
	open []*os.File
}

func (r *recorder) open(x *exchange) *files {
	return &files{recorder: r, name: filepath.Join(r.folder, fmt.Sprintf("%06d", x.number))}
}

// fail keeps the first error: recording never stops the traffic.
func (r *recorder) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed == nil && err != nil {
		r.failed = err
	}
}

func (r *recorder) notes() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed == nil {
		return nil
	}
	return []string{"Not all was recorded: " + r.failed.Error() + "."}
}

// whole writes a file at once.
func (f *files) whole(kind string, data []byte) {
	if f.folder != "" && len(data) > 0 {
		f.fail(os.WriteFile(f.name+"."+kind, data, 0o600))
	}
}

// tee writes what is read.
func (f *files) tee(kind string, r io.Reader) io.Reader {
	if f.folder == "" {
		return r
	}
	out, err := os.OpenFile(f.name+"."+kind, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		f.fail(err)
		return r
	}
	f.open = append(f.open, out)
	return io.TeeReader(r, forgiving{out, f.recorder})
}

// forgiving is a file whose errors stop nobody.
type forgiving struct {
	to *os.File
	*recorder
}

func (f forgiving) Write(p []byte) (int, error) {
	if _, err := f.to.Write(p); err != nil {
		f.fail(err)
	}
	return len(p), nil
}

// replay is the command that judges a recorded stream again.
func (f *files) replay(dialect, kind string) string {
	name := f.name + "." + kind
	if _, err := os.Stat(name); f.folder == "" || err != nil {
		return ""
	}
	return fmt.Sprintf("conform check --dialect %s %s", dialect, quoted(name))
}

func quoted(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return strings.ContainsRune(" '\"$\\`&;()<>|*?[]#~!{}\n\t", r) }) {
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return name
}

// close writes what is known when the exchange is over.
func (r *recorder) close(j *judged, request http.Header) {
	f := j.kept
	if r.folder == "" || j.foreign {
		return
	}
	for _, open := range f.open {
		f.fail(open.Close())
	}
	about := wire.Obj(wire.M("exchange", wire.Int(int64(j.number))), wire.M("dialect", wire.Str(j.wire.Dialect)),
		wire.M("method", wire.Str(j.method)), wire.M("path", wire.Str(j.path)), wire.M("requestHeaders", harmless(request)),
		wire.M("status", wire.Int(int64(j.head.status))), wire.M("answerHeaders", harmless(j.head.header)),
		wire.M("leftOut", wire.Int(j.lost)))
	if a := j.answer; a != nil {
		about = about.With("cut", wire.Boolean(a.Cut))
		if !j.stream && len(a.Events) > 0 {
			f.whole("answer.ndjson", wire.Encode(wire.NDJSON, a.Events))
		}
		f.asCase(j)
	}
	f.whole("json", append(about.AppendJSON(nil), '\n'))
}

func (f *files) asCase(j *judged) {
	a := j.answer
	if f.cases == nil || a.Long || len(a.Events) == 0 || a.Unread != "" {
		return
	}
	data, err := f.cases(j.wire.Dialect, fmt.Sprintf("%s/consumer/recorded-%06d", j.wire.Dialect, j.number), a.Events, !a.Cut)
	if err != nil {
		f.fail(err)
		return
	}
	f.whole("case.json", data)
}

// harmless are the headers that are written.
func harmless(h http.Header) wire.Value {
	var list []wire.Member
	for _, name := range slices.Sorted(slices.Values(told())) {
		if v := h.Get(name); v != "" {
			list = append(list, wire.M(name, wire.Str(v)))
		}
	}
	return wire.Obj(list...)
}
