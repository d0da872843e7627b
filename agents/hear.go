package agents

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/toolconform/conform/wire"
)

// errAgain says that the same request is to be sent again.
var errAgain = errors.New("again")

// hear reads an answer: a stream, or one object.
func (a *agent) hear(r *reading, response *http.Response) error {
	if !strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") {
		body, err := io.ReadAll(response.Body)
		if err != nil {
			return fmt.Errorf("reading an object: %w", err)
		}
		v, err := wire.Parse(body)
		if err != nil {
			return fmt.Errorf("reading an object: %w", err)
		}
		if a.wire.object != nil {
			a.wire.object(r, v)
		}
		return nil
	}
	frames := wire.NewDecoder(wire.SSE, 0)
	buf, last := make([]byte, 8<<10), ""
	for {
		n, err := response.Body.Read(buf)
		piece := buf[:n]
		if a.hearing != nil {
			piece = a.hearing(piece)
		}
		for _, f := range frames.Feed(piece) {
			again := last == string(f.Data)
			if last = string(f.Data); again && a.skips {
				continue
			}
			if v, bad := wire.Parse(f.Data); bad == nil && v.IsObject() {
				a.wire.read(r, a.takes(v))
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading a stream: %w", err)
		}
	}
}

// limited is the failure of an answer that came to a limit.
const limited = "the model came to its limit inside a call"

// understand makes a turn of an answer. At a limit the last call may not be whole, and then nothing is
// made of the turn: what it would have been is anybody's guess.
func (a *agent) understand(r *reading) (turn, error) {
	t := turn{text: r.text.String(), answer: r.id, stepless: a.follows && !r.stepped}
	if a.inPlace && len(r.calls) > 0 {
		t.text, t.late = t.text[:r.early], t.text[r.early:]
	}
	if a.refers {
		t.items = r.items
	}
	filters := []string{"content_filter", "content-filter", "refusal"}
	for i, c := range r.calls {
		cut := (r.limited || !r.over) && i > 0 && i == len(r.calls)-1
		if cut && a.salvages {
			break
		}
		m := made{id: c.id, name: c.name, item: c.item, text: cmp.Or(c.text.String(), c.begun), arguments: wire.Obj(), sound: true,
			answer: c.answer, provider: c.provider, refused: c.refused}
		if strings.TrimSpace(m.text) != "" {
			v, err := wire.Parse([]byte(m.text))
			m.arguments, m.sound = v, err == nil && v.IsObject()
		}
		if r.limited && !m.sound && !a.eager && (!a.unfiltered || !slices.Contains(filters, r.word)) {
			return turn{}, errors.New(limited)
		}
		if a.heal(&m); cut && a.borrows {
			m.text, m.arguments, m.sound = t.calls[i-1].text, t.calls[i-1].arguments, true
		}
		t.calls = append(t.calls, m)
	}
	return t, nil
}
