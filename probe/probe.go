// Package probe asks a live server for what a model does by itself, and judges every answer by the rules
// of producers that need not know what was meant.
package probe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/traffic"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Options say who is asked, and how much.
type Options struct {
	Wire *traffic.Wire
	// Base is the server's base URL, as its clients are given it.
	Base  *url.URL
	Model string
	// Key goes out with every request, and stands in nothing that the probe tells.
	Key string
	// Samples bounds the requests, Budget the tokens that they take together.
	Samples, Budget int
	// Timeout of one request.
	Timeout time.Duration
	// Prompts are asked beside the probe's own questions.
	Prompts []string
	Strict  bool
	// Transport reaches the server; nil for the usual one. Wait waits; nil waits.
	Transport http.RoundTripper
	Wait      func(ctx context.Context, d time.Duration) error
	// Say is told what happens; nil: nobody is.
	Say func(line string)
}

// Found is what a probe found.
type Found struct {
	Tally *traffic.Tally
	// Asked counts the requests, Judged the answers that were judged.
	Asked, Judged int
	// Tokens that they took, told or estimated.
	Tokens   int
	Notes    []string
	hints    map[string][]string
	producer dialect.Pair
}

// Hint says how to get a requirement shown that no answer showed.
func (f *Found) Hint(p dialect.Pair, id string) string {
	if p != f.producer {
		return ""
	}
	if titles := f.hints[id]; len(titles) > 0 {
		if more := len(titles) - 3; more > 1 {
			titles = append(slices.Clone(titles[:3]), fmt.Sprintf("%d more", more))
		}
		return "asked for " + strings.Join(titles, ", ") +
			", and no answer showed it: a model that does so, more --samples or a --prompt may"
	}
	return "it shows only beside what was meant: `conform run --role producer` judges it, behind an adapter"
}

// hopeless is after how many questions a server is given up that answered none.
const hopeless = 3

// ErrNoAnswer: the server gave no answer that could be judged.
var ErrNoAnswer = errors.New("the server never answered")

// Run asks until all samples are taken, the budget is spent or the context is done.
func Run(ctx context.Context, o Options) (*Found, error) {
	p := newProber(o)
	list := p.plan()
	for i := 0; p.found.Asked < o.Samples; i++ {
		if p.allTooDear(list) {
			p.note(fmt.Sprintf("The budget of %d tokens ended the probe after %d requests.", o.Budget, p.found.Asked))
			break
		}
		if i >= hopeless && p.found.Judged == 0 {
			break
		}
		q := list[i%len(list)]
		if p.spent+q.limit > o.Budget {
			continue
		}
		if err := p.sample(ctx, q); err != nil {
			return p.sum(), err
		}
	}
	f := p.sum()
	if f.Judged == 0 {
		return f, fmt.Errorf("%w so that it could be judged: %s", ErrNoAnswer, strings.Join(f.Notes, " "))
	}
	return f, nil
}

// prober is a probe on its way.
type prober struct {
	Options
	client *http.Client
	found  *Found
	aims   map[string][]string
	// spent tokens, told or estimated. plainly: the server does not take what makes a stream tell its
	// usage. newer: it wants the newer spelling of a limit. bearer: it wants another header for the key.
	spent                  int
	plainly, newer, bearer bool
	number                 int
	counts                 map[string]int
	order                  []string
	shapes                 map[string]*shape
}

func newProber(o Options) *prober {
	if o.Wait == nil {
		o.Wait = wait
	}
	if o.Say == nil {
		o.Say = func(string) {}
	}
	pair := o.Wire.Pair(dialect.Producer)
	p := &prober{Options: o, aims: map[string][]string{}, counts: map[string]int{}, shapes: map[string]*shape{},
		client: &http.Client{Transport: o.Transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
		found: &Found{Tally: traffic.NewTally(o.Strict), hints: map[string][]string{}, producer: pair}}
	p.found.Tally.Expect(pair, o.Wire.Roles[dialect.Producer])
	return p
}

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// plan are the questions that the wire can be asked, with what each could show.
func (p *prober) plan() []question {
	list := slices.DeleteFunc(questions(p.Prompts), func(q question) bool {
		return q.how == whole && p.Wire.Live.Unfold == nil || q.how == limited && p.Wire.Live.Limit == ""
	})
	for _, q := range list {
		aims := p.ideal(q)
		p.aims[q.title] = aims
		for _, id := range aims {
			if q.how != aborted && !slices.Contains(p.found.hints[id], q.title) {
				p.found.hints[id] = append(p.found.hints[id], q.title)
			}
		}
	}
	return list
}

// ideal are the requirements that a right server shows by the answer that is asked for.
func (p *prober) ideal(q question) []string {
	ideal := q.ideal
	if p.Wire.Live.Serves {
		ideal = served(ideal)
	}
	o := p.Wire.Producer.Reference(wire.Obj(wire.M("transcript", ideal.JSON()), wire.M("threadId", wire.Str("t1")),
		wire.M("runId", wire.Str("r1"))))
	var a *traffic.Answer
	if q.how == whole {
		var events []wire.Value
		for _, e := range o.Events {
			events = append(events, e.Value)
		}
		a = p.Wire.Object([]byte(p.Wire.Whole(events).JSON()))
	} else {
		body := o.State.Get("sse").Text() + o.State.Get("body").Text()
		a = p.Wire.Stream(strings.NewReader(body), o.State.Get("headers"))
	}
	aims := slices.Clone(a.Seen)
	if line := p.Wire.Live.Usage; line != "" && q.how != aborted {
		aims = append(aims, line)
	}
	if q.how == limited {
		aims = append(aims, p.Wire.Live.Limit)
	}
	return aims
}

// served is a turn whose calls the server answers itself.
func served(t transcript.Transcript) transcript.Transcript {
	var items []transcript.Item
	for _, item := range t.Items {
		if items = append(items, item); item.Kind == transcript.Call && item.Input.IsObject() {
			items = append(items, transcript.Item{Kind: transcript.Result, ID: item.ID, Status: transcript.Success,
				Content: wire.Str("12 °C")})
		}
	}
	t.Items = items
	return t
}

func (p *prober) allTooDear(list []question) bool {
	return !slices.ContainsFunc(list, func(q question) bool { return p.spent+q.limit <= p.Budget })
}

// note counts a sentence that is told at the end.
func (p *prober) note(text string) {
	text = p.hidden(text)
	if p.counts[text]++; p.counts[text] == 1 {
		p.order = append(p.order, text)
	}
}

func (p *prober) sum() *Found {
	p.compareShapes()
	f := p.found
	f.Tokens = p.spent
	for _, text := range p.order {
		if n := p.counts[text]; n > 1 {
			text = fmt.Sprintf("%s (%d times)", text, n)
		}
		f.Notes = append(f.Notes, text)
	}
	f.Notes = append(f.Notes, fmt.Sprintf("%d requests took about %d tokens.", f.Asked, f.Tokens))
	return f
}

// judged adds an answer to what was found.
func (p *prober) judged(q question, a *traffic.Answer, form string) {
	if a.Unread != "" {
		p.note("An answer can't be judged: " + strings.TrimSuffix(a.Unread, ".") + ".")
	}
	if len(a.Seen)+len(a.Findings) == 0 {
		return
	}
	p.found.Judged++
	p.found.Tally.Add(traffic.Exchange{Pair: p.found.producer, ID: fmt.Sprintf("probe/%03d", p.found.Asked),
		Title: fmt.Sprintf("%s (%s)", q.title, form), Judged: p.hiddenIn(a.Judged), Aims: p.aims[q.title], Events: p.hiddenAll(a.Events),
		Input: wire.Obj(wire.M("asked", wire.Str(q.text)), wire.M("model", wire.Str(p.Model)))})
}

// missed is a finding of the probe's own.
func missed(line, message string, actual wire.Value) requirement.Finding {
	return requirement.Finding{Requirement: line, Level: requirement.Must, Message: message, Event: -1, Actual: actual}
}
