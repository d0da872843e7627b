package probe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/traffic"
	"github.com/toolconform/conform/wire"
)

// leavesAfter is after how many bytes of an answer the probe's client leaves.
const leavesAfter = 900

// sample asks a question once. The error is the context's.
func (p *prober) sample(ctx context.Context, q question) error {
	p.Say(q.title)
	e := endpoint.Question{Tools: q.tools, Said: q.said(), Limit: q.limit, Stream: q.how != whole}
	leaves := 0
	if q.how == aborted {
		leaves = leavesAfter
	}
	r, err := p.ask(ctx, e, leaves)
	if err != nil {
		return err
	}
	a := p.heard(q, r)
	if a == nil {
		return nil
	}
	if q.how == limited {
		p.limitTold(q, a)
	}
	p.shape(q, a)
	p.judged(q, a, form(q.how))
	if q.how == answered && p.found.Asked < p.Samples {
		return p.goOn(ctx, q, e, a)
	}
	return nil
}

func form(h how) string {
	return [...]string{"stream", "one object", "stream, left in the middle", "stream", "stream"}[h]
}

// heard reads a reply; nil where it is none.
func (p *prober) heard(q question, r *reply) *traffic.Answer {
	if r.refusal != "" {
		p.note(fmt.Sprintf("A request for %s was refused: %s.", q.title, strings.TrimSuffix(r.refusal, ".")))
		return nil
	}
	kind := r.header.Get("Content-Type")
	var a *traffic.Answer
	switch {
	case q.how == whole && traffic.IsStream(kind):
		p.note("A request without stream was answered by a stream.")
		return nil
	case q.how == whole:
		a = p.Wire.Object(r.body)
	case traffic.IsObject(kind):
		p.note("A request for a stream was answered by one object.")
		return nil
	case !traffic.IsStream(kind) && !p.Wire.Live.Typed: // else a line says so
		p.note(fmt.Sprintf("A request for a stream was answered by the content type %q.", brief([]byte(kind))))
		return nil
	default:
		a = p.Wire.Stream(r.reader(), r.headersOf())
	}
	if r.broken && q.how != aborted {
		p.note("An answer broke off, or took longer than the timeout; what is missing there is not judged.")
	}
	p.spent += took(a, len(r.body))
	return a
}

// took is how many tokens an answer says that it took; a quarter of its bytes where it doesn't say.
func took(a *traffic.Answer, size int) int {
	for _, name := range []string{"completion_tokens", "output_tokens"} {
		if n, ok := a.Usage.Get(name).Int64(); ok && n >= 0 && n < 1<<30 {
			return int(n)
		}
	}
	return min(size/4, 1<<20)
}

// limitTold: an answer that a limit has cut inside a call doesn't say that its calls are whole.
func (p *prober) limitTold(q question, a *traffic.Answer) {
	g := act.Gather(p.Wire.Form.Lens(a.Events)).Of(p.Wire.Form.Main)
	cut := slices.IndexFunc(g.Calls, func(c *act.Called) bool { return unfinished(c.Text()) })
	if cut < 0 || a.Cut {
		return
	}
	a.Seen = append(a.Seen, p.Wire.Live.Limit)
	for _, name := range []string{"completion_tokens", "output_tokens"} {
		if n, ok := a.Usage.Get(name).Int64(); ok && n < int64(q.limit) {
			return // the model stopped there by itself
		}
	}
	for _, reason := range g.Reasons {
		if slices.Contains(p.Wire.Live.Whole, reason.Text()) {
			a.Findings = append(a.Findings, missed(p.Wire.Live.Limit,
				fmt.Sprintf("The limit of %d tokens cut a call, and the reason says that it is whole.", q.limit), reason))
			return
		}
	}
}

// unfinished tells whether a text is the beginning of a JSON value and no whole one.
func unfinished(text string) bool {
	if strings.TrimSpace(text) == "" {
		return false
	}
	var v json.RawMessage
	err := json.NewDecoder(strings.NewReader(text)).Decode(&v)
	return errors.Is(err, io.ErrUnexpectedEOF)
}

// goOn sends the results of an answer's calls, and judges what comes.
func (p *prober) goOn(ctx context.Context, q question, e endpoint.Question, a *traffic.Answer) error {
	if len(a.Calls) == 0 || a.Cut {
		return nil
	}
	said := history.Entry{Role: history.Assistant}
	for _, piece := range act.Gather(p.Wire.Form.Lens(a.Events)).Of(p.Wire.Form.Main).Text {
		if piece.Kind == act.Text {
			said.Parts = append(said.Parts, history.Part{Text: piece.Text})
		}
	}
	said.Parts = joined(said.Parts)
	results := history.History{}
	for i, c := range a.Calls {
		arguments := c.Arguments.Text()
		if !c.Arguments.IsString() {
			arguments = c.Arguments.JSON()
		}
		said.Parts = append(said.Parts, history.Part{Call: true, ID: c.ID.Text(), Name: c.Name.Text(), Arguments: arguments})
		results = append(results, history.Entry{Role: history.Tool, CallID: c.ID.Text(), Name: c.Name.Text(), Status: "success",
			Output: wire.Obj(wire.M("celsius", wire.Int(int64(7*i-4))), wire.M("sky", wire.Str("clear")))})
	}
	e.Said = append(append(append(history.History{}, e.Said...), said), results...)
	r, err := p.ask(ctx, e, 0)
	if err != nil {
		return err
	}
	q = question{title: q.title + ": the answer to them", text: q.text, ideal: inWords()}
	if p.aims[q.title] == nil {
		p.aims[q.title] = p.ideal(q)
	}
	if next := p.heard(q, r); next != nil {
		p.judged(q, next, "stream")
	}
	return nil
}

// joined are the texts as one part.
func joined(parts []history.Part) []history.Part {
	text := ""
	for _, part := range parts {
		text += part.Text
	}
	if text == "" {
		return nil
	}
	return []history.Part{{Text: text}}
}

// shape counts the answers to one question, and those with a call.
type shape struct{ streams, streamsWithCall, objects, objectsWithCall int }

func (p *prober) shape(q question, a *traffic.Answer) {
	title := strings.TrimSuffix(q.title, ", in one object")
	if p.shapes[title] == nil {
		p.shapes[title] = &shape{}
	}
	s, with := p.shapes[title], 0
	if len(a.Calls) > 0 {
		with = 1
	}
	switch q.how {
	case streamed:
		s.streams, s.streamsWithCall = s.streams+1, s.streamsWithCall+with
	case whole:
		s.objects, s.objectsWithCall = s.objects+1, s.objectsWithCall+with
	}
}

// compareShapes tells where streams and objects always differ in whether they call. A model is free to,
// so it is a note.
func (p *prober) compareShapes() {
	for _, q := range questions(nil) {
		s := p.shapes[q.title]
		if s == nil || q.how != streamed || s.streams < 2 || s.objects < 2 {
			continue
		}
		all := func(with, of int) bool { return with == of }
		if all(s.streamsWithCall, s.streams) && s.objectsWithCall == 0 || s.streamsWithCall == 0 && all(s.objectsWithCall, s.objects) {
			p.note(fmt.Sprintf("Asked for %s, %d of %d streams had a call, and %d of %d answers in one object.", q.title, s.streamsWithCall,
				s.streams, s.objectsWithCall, s.objects))
		}
	}
}
