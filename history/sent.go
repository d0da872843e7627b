package history

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// where findings about all of what was sent are.
const where = "/messages"

// CallsSent misses what deviates in calls: lost, invented, named or filled otherwise.
func (r *Request) CallsSent(n *requirement.Notes) {
	if len(r.History.Calls()) > 0 || len(r.Calls.Deviations) > 0 {
		n.Saw()
	}
	for _, d := range r.Calls.Deviations {
		if d.Kind != compare.WrongID {
			n.Wrong("", where, d.Message, d.Expected, d.Actual)
		}
	}
}

// ResultsSent misses results that are not sent once, or say another thing. What is what a
// result is on the wire, with its article.
func (r *Request) ResultsSent(n *requirement.Notes, what string) {
	r.Each(func(e Entry, sent []Answer) {
		one := n.Right(len(sent) == 1, "", where, fmt.Sprintf("The result of %q is not %s.", e.CallID, what),
			wire.Int(1), wire.Int(int64(len(sent))))
		if one && e.Status == "success" {
			e.Content(n, sent[0])
		}
	})
}

// Ordered misses results that don't follow the message of their calls.
func (r *Request) Ordered(n *requirement.Notes) {
	if r.Valid && len(r.History.Calls()) > 0 {
		wrong := r.Disorder()
		n.Right(wrong == "", "", where, wrong, wire.Value{}, r.Messages)
	}
}

// TextsSent misses texts that are others, in another order, or before a result that they
// came after.
func (r *Request) TextsSent(n *requirement.Notes) {
	want, got, early := r.Texts()
	if len(want) > 0 {
		n.Saw()
	}
	if !slices.Equal(want, got) {
		n.Wrong("", where, "The texts are others, or in another order.", wire.Str(strings.Join(want, " | ")),
			wire.Str(strings.Join(got, " | ")))
	}
	r.TextsUnchanged(n, where)
	for _, id := range early {
		n.Wrong("", where, fmt.Sprintf("Text that came after the result of %q stands before it.", id), wire.Value{}, wire.Value{})
	}
}

// TextsUnchanged misses texts that were not sent as they are, blanks between them aside.
func (r *Request) TextsUnchanged(n *requirement.Notes, at string) {
	var sent []Said
	for _, m := range r.Sent {
		sent = append(sent, Said{m.Role, m.Text})
	}
	r.History.Unchanged(n, at, sent)
}

// Unchanged misses texts of the history that don't stand in those that were sent: in those of their role, and behind the
// one before.
func (h History) Unchanged(n *requirement.Notes, at string, sent []Said) {
	left := map[string]string{} // what stands behind the texts found so far
	for _, s := range sent {
		left[s.Role] += s.Text
	}
	for _, said := range h.Said() {
		if strings.TrimSpace(said.Text) == "" {
			continue // it may be left out
		}
		if _, behind, found := strings.Cut(left[said.Role], said.Text); found {
			left[said.Role] = behind
		} else {
			n.Wrong("", at, "A text is changed.", wire.Str(said.Text), wire.Value{})
		}
	}
}

// ErrorsSent is Error for every result that is no success.
func (r *Request) ErrorsSent(n *requirement.Notes) {
	r.Each(func(e Entry, sent []Answer) {
		for _, a := range sent {
			if e.Status != "success" {
				e.Error(n, a)
			}
		}
	})
}

// Content misses a success whose content is not its output.
func (e Entry) Content(n *requirement.Notes, a Answer) {
	n.Right(e.Says(a), "", a.At, fmt.Sprintf("The content is not the result of %q.", e.CallID), e.Output, a.Whole)
}

// Holds tells whether a text contains another one: as it is, in JSON that it quotes, or in a string of the JSON that it is.
func Holds(text, part string) bool {
	if wire.Says(text, part) {
		return true
	}
	v, err := wire.Parse([]byte(text))
	return err == nil && inside(v, part)
}

func inside(v wire.Value, part string) bool {
	within := func(v wire.Value) bool { return inside(v, part) }
	return v.IsString() && strings.Contains(v.Text(), part) || slices.ContainsFunc(v.Items(), within) ||
		slices.ContainsFunc(v.Members(), func(m wire.Member) bool { return within(m.Value) })
}

// Error misses an error whose content doesn't contain its text; that an empty one is sent as
// nothing misses a SHOULD.
func (e Entry) Error(n *requirement.Notes, a Answer) {
	hollow := !a.IsText || slices.Contains([]string{"", "{}", "null"}, a.Content)
	if own := e.Output.Text(); strings.TrimSpace(own) != "" { // blanks tell as little as an empty text
		n.Right(a.IsText && Holds(a.Content, own), "", a.At, "The content doesn't contain the error.", e.Output, a.Whole)
	} else if n.Saw(); hollow {
		n.Wrong(requirement.Should, a.At, "An empty error is sent as nothing.", wire.Value{}, a.Whole)
	}
}

// Flagged misses an error that is not flagged as one, and a success that is. It looks at
// Answer.Flag: absent, null and false say success, true says failure.
func (e Entry) Flagged(n *requirement.Notes, a Answer) {
	if e.Status == "success" {
		n.Right(a.Flag.IsNull() || a.Flag.IsFalse(), "", a.At, "A success is flagged as an error.", wire.Value{}, a.Whole)
	} else {
		n.Right(a.Flag.IsTrue(), "", a.At, "An error is not flagged as one.", wire.Boolean(true), a.Whole)
	}
}

// IDsSent misses ids that are confused, or are others in a result than in its call.
func (r *Request) IDsSent(n *requirement.Notes) {
	if !r.Valid {
		return
	}
	for _, pair := range r.Confused() {
		n.Wrong("", where, fmt.Sprintf("The ids %q and %q are sent as one, or as none.", pair[0], pair[1]), wire.Value{}, wire.Value{})
	}
	r.Each(func(e Entry, sent []Answer) {
		n.Right(len(sent) > 0, "", where, fmt.Sprintf("The result of %q is sent under another id.", e.CallID),
			wire.Str(r.As[e.CallID]), wire.Value{})
	})
}

// Mended misses, as a SHOULD, an invalid history that is sent as invalid as it came, and, as a
// MUST, an answer that was made up and reads as a result.
func (r *Request) Mended(n *requirement.Notes) {
	if r.Valid {
		return
	}
	n.Saw()
	if wrong := r.Disorder(); wrong != "" {
		n.Wrong(requirement.Should, where, "The history is sent as invalid as it is: "+wrong, wire.Value{}, r.Messages)
	} else {
		n.Policy("mended")
	}
	r.joined(n)
	r.MadeUp(func(a Answer, misleads bool) {
		n.Right(!misleads, requirement.Must, a.At, "The answer that was made up for an open call reads as a result.", wire.Value{}, a.Whole)
	})
}

// joined misses, as a SHOULD, several results of one call that are sent as one: nobody gave that result.
func (r *Request) joined(n *requirement.Notes) {
	given := map[string]string{}
	for id, as := range r.As {
		given[as] = id
	}
	for _, m := range r.Sent {
		for _, a := range m.Results {
			if within := r.within(a, given[a.ID]); len(within) > 1 {
				n.Wrong(requirement.Should, a.At, "Several results of one call are sent as one.", wire.Str(within[0]), a.Whole)
			}
		}
	}
}

// within are the results of a call that stand in an answer and not in each other, none where the answer is one of them.
func (r *Request) within(a Answer, id string) (list []string) {
	for _, e := range r.History {
		if e.Role != Tool || e.CallID != id || e.Known() == "" {
			continue
		}
		if e.Says(a) {
			return nil
		}
		alike := func(o string) bool { return strings.Contains(o, e.Known()) || strings.Contains(e.Known(), o) }
		if strings.Contains(a.Content, e.Known()) && !slices.ContainsFunc(list, alike) {
			list = append(list, e.Known())
		}
	}
	return list
}
