package toolfence

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// render writes a transcript as a document, whatever a right producer may choose being picked.
func render(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	texts, calls := timeline(t)
	d := &document.Document{}
	written := 0
	upTo := func(n int) {
		for ; written < n; written++ {
			if texts[written] != "" {
				d.Segments = append(d.Segments, document.Text(texts[written]))
			}
		}
	}
	for i, c := range calls {
		// The fence stands where its call stood, or behind any of the texts up to its
		// result, as long as those of later calls still can.
		latest := c.result
		for _, later := range calls[i:] {
			latest = min(latest, later.result)
		}
		earliest := max(c.call, written)
		upTo(earliest + pick(latest-earliest+1))
		s := document.ToolValue(callObject(c.record, pick)).With(plainStyle(pick))
		s.Cancelled = c.record.Result != nil && c.record.Result.Status == transcript.Cancelled
		d.Segments = append(d.Segments, s)
	}
	upTo(len(texts))
	return d.Script()
}

// placed is a call and how many texts stand before it and before its result.
type placed struct {
	record       *transcript.CallRecord
	call, result int
}

// timeline is the texts of a transcript, and between which of them each call and its result stand.
func timeline(t transcript.Transcript) (texts []string, calls []placed) {
	byID := map[string]int{}
	records := t.Calls()
	for _, item := range t.Items {
		switch item.Kind {
		case transcript.Text:
			texts = append(texts, item.Text)
		case transcript.Call:
			byID[item.ID] = len(calls)
			calls = append(calls, placed{record: records[len(calls)], call: len(texts), result: -1})
		case transcript.Result:
			if i, ok := byID[item.ID]; ok && calls[i].result < 0 {
				calls[i].result = len(texts)
			}
		}
	}
	for i := range calls {
		if calls[i].result < 0 {
			calls[i].result = len(texts)
		}
	}
	return texts, calls
}

// plainStyle is one of the forms that every reader knows.
func plainStyle(pick dialect.Pick) document.Style {
	blanks := []string{"", "", "", " ", "  ", "\t"}
	return document.Style{Format: document.Formats()[pick(len(document.Formats()))], Above: pick(3), Below: pick(3),
		After: blanks[pick(len(blanks))], CloseAfter: blanks[pick(len(blanks))]}
}

// callObject is the object of a call, its members in a picked order.
func callObject(c *transcript.CallRecord, pick dialect.Pick) wire.Value {
	members := []wire.Member{wire.T("toolCallId", c.ID), wire.T("toolName", c.Name)}
	input := wire.M("input", callInput(c))
	switch {
	case c.Result == nil:
		open := []wire.Value{wire.Str("input-available"), {}, wire.Str("input-streaming")}
		members = append(members, wire.M("state", open[pick(len(open))]), input)
	case c.Result.Status == transcript.Success:
		members = append(members, wire.T("state", "output-available"), input, wire.M("output", wire.OrNull(c.Result.Content)))
	default:
		members = append(members, wire.T("state", "output-error"), input, wire.T("errorText", errorText(c.Result)))
	}
	for i := len(members) - 1; i > 0; i-- { // 0 keeps the order
		j := i - pick(i+1)
		members[i], members[j] = members[j], members[i]
	}
	return wire.Obj(members...)
}

func callInput(c *transcript.CallRecord) wire.Value {
	if c.Input.IsObject() {
		return c.Input
	}
	if v, err := wire.Parse([]byte(c.Arguments.Text())); err == nil {
		return v
	}
	return wire.Obj()
}

// errorText tells an error or a cancellation.
func errorText(r *transcript.Item) string {
	told := r.Content.Text()
	if !r.Content.IsString() && !r.Content.IsNull() {
		told = r.Content.JSON()
	}
	if strings.TrimSpace(told) == "" && r.Status == transcript.Cancelled {
		return "Cancelled."
	}
	return told
}

// renderTranscript makes a producer's script: it is the transcript.
func renderTranscript(t transcript.Transcript, _ dialect.Pick) dialect.Script {
	return stream.Wrapped(t)
}
