package openairesponses

import (
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/wire"
)

// add opens an item, unless it is told again.
func (m *meaning) add(i int, e wire.Value, again bool) {
	data := e.Get("item")
	n, ok := e.Get("output_index").Int64()
	id, call := data.Get("id").Text(), data.Get("call_id").Text()
	if again {
		m.odd |= replayed
		m.leave.Allow(true, "RESP-17")
		if it := m.named(data, e.Get("output_index")); it != nil {
			it.traits |= replayed
			if len(it.dones) == 0 {
				it.restart()
			}
		}
		return
	}
	it := &item{index: n, placed: ok, kind: data.Get("type").Text(), added: true, from: i, to: i, closedAt: 1 << 30, late: m.over()}
	if !ok || n < 0 || n != int64(m.dense()) && !m.taken(n) {
		m.leave.Allow(true, "RESP-22")
		it.traits |= contrary
	}
	if id == "" {
		m.leave.Allow(true, "RESP-22")
		it.traits |= contrary
	}
	for _, o := range m.items {
		if o.placed && ok && o.index == n || id != "" && slices.Contains(o.ids, id) || call != "" && it.kind == functionCall &&
			o.kind == functionCall && slices.Contains(o.calls, call) {
			o.traits |= shared
			it.traits |= shared
			m.leave.Allow(true, "RESP-19")
		}
	}
	it.note(data)
	m.items = append(m.items, it)
	m.kinds(it)
	if it.kind == functionCall {
		it.early = append(it.early, said(data, "added"))
		// The pieces may tell it again, or go on from it: no text says which.
		if text := data.Get("arguments").Text(); text != "" {
			it.deltas = append(it.deltas, act.Piece{Text: text, Kind: act.Call, Element: i, Free: true})
		}
	}
}

// restart: what came before an item that is opened again, and has not ended, may be gone.
func (it *item) restart() {
	for n := range it.deltas {
		it.deltas[n].Free = true
	}
	for _, p := range it.parts {
		for n := range p.deltas {
			p.deltas[n].Free = true
		}
	}
}

// kinds notes items that are neither text nor calls.
func (m *meaning) kinds(it *item) {
	switch it.kind {
	case functionCall, message, callOutput:
	case "reasoning", "web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call", "mcp_call", "mcp_list_tools",
		"mcp_approval_request":
		m.odd |= aside
	default:
		m.odd |= unknown
		m.leave.Lessen(true, "RESP-16")
	}
}

// dense is the next index.
func (m *meaning) dense() int {
	indices := map[int64]bool{}
	for _, it := range m.items {
		if it.placed {
			indices[it.index] = true
		}
	}
	return len(indices)
}

func (m *meaning) taken(n int64) bool {
	return slices.ContainsFunc(m.items, func(it *item) bool { return it.placed && it.index == n })
}

// done ends an item; one that was never added begins with it.
func (m *meaning) done(i int, e wire.Value, again bool) {
	data := e.Get("item")
	it := m.named(data, e.Get("output_index"))
	n, ok := e.Get("output_index").Int64()
	switch {
	case again:
		m.odd |= replayed
		m.leave.Allow(true, "RESP-17")
		if it != nil {
			it.traits |= replayed
		}
		return
	case it == nil, !it.agrees(data):
		m.leave.Allow(true, "RESP-22")
		vague := it != nil // it may be the end of the item at its index, or another item's
		if vague {
			it.vague = true
			it.traits |= contrary
		}
		it = &item{index: n, placed: ok, kind: data.Get("type").Text(), from: i, late: m.over(), vague: vague, traits: contrary}
		m.items = append(m.items, it)
		m.kinds(it)
	case len(it.dones) > 0, !ok, data.Get("id").Text() == "", it.placed && it.index != n, len(it.ids) > 0 &&
		!slices.Contains(it.ids, data.Get("id").Text()):
		m.leave.Allow(true, "RESP-22")
		it.traits |= contrary
		it.renamed = it.added && data.Get("id").Text() != "" && !slices.Contains(it.ids, data.Get("id").Text())
	}
	it.to, it.closedAt = i, i
	it.note(data)
	it.dones = append(it.dones, said(data, "done"))
	it.texts(data)
}

// agrees: an object has the item's id or call id, or none that could tell otherwise.
func (it *item) agrees(data wire.Value) bool {
	id, call := data.Get("id").Text(), data.Get("call_id").Text()
	return id == "" || len(it.ids) == 0 || slices.Contains(it.ids, id) || slices.Contains(it.calls, call) || call == "" && !it.added
}

// texts are those of a message that is told whole.
func (it *item) texts(data wire.Value) {
	if it.kind != message {
		return
	}
	for n, p := range data.Get("content").Items() {
		if kind := p.Get("type").Text(); kind == refusalPart {
			it.part(int64(n), kind).tell(p.Get("refusal").Text())
		} else if kind == outputText {
			it.part(int64(n), kind).tell(p.Get("text").Text())
		}
	}
	for _, p := range it.parts {
		if p.index >= int64(data.Get("content").Len()) {
			p.tell("")
		}
	}
}

func (p *part) tell(text string) {
	if !slices.Contains(p.dones, text) {
		p.dones = append(p.dones, text)
	}
}

// part is the item's part of that index.
func (it *item) part(n int64, kind string) *part {
	for _, p := range it.parts {
		if p.index == n {
			if p.kind == "" {
				p.kind = kind
			}
			return p
		}
	}
	p := &part{index: n, kind: kind}
	it.parts = append(it.parts, p)
	slices.SortStableFunc(it.parts, func(a, b *part) int { return int(a.index - b.index) })
	return p
}

// find is the item that an event names by item_id and output_index: several where the two
// disagree, none where both are unknown.
func (m *meaning) find(e wire.Value) []*item {
	id, n, ok := e.Get("item_id").Text(), int64(0), false
	n, ok = e.Get("output_index").Int64()
	var both, either []*item
	for _, it := range slices.Backward(m.items) {
		byID, byIndex := id != "" && slices.Contains(it.ids, id), ok && it.placed && it.index == n
		switch {
		case byID && byIndex:
			both = append(both, it)
		case byID || byIndex:
			either = append(either, it)
		}
	}
	if len(both) > 0 {
		return both[:1]
	}
	if id != "" && ok && len(either) > 0 || len(either) > 1 {
		return append(either, nil) // they disagree
	}
	return either
}

// within is an event inside an item.
func (m *meaning) within(i int, e wire.Value, kind string, again bool) {
	list := m.find(e)
	delta := kind == argumentsDelta || kind == textDelta || kind == refusalDelta
	if again && delta {
		m.odd |= doubled
		m.leave.Allow(true, "RESP-18")
	} else if again {
		m.odd |= replayed
		m.leave.Allow(true, "RESP-17")
	}
	m.leave.Allow(e.Get("item_id").Text() == "" || !e.Has("output_index"), "RESP-22")
	unsure := len(list) > 1
	switch {
	case len(list) == 0:
		m.odd |= strayed
		m.leave.Allow(true, "RESP-20")
		m.strays = append(m.strays, e.Get("delta").Text()+e.Get("arguments").Text())
		m.strayIDs = append(m.strayIDs, e.Get("item_id").Text())
		if kind == textDelta || kind == textDone { // it may show
			m.items = append(m.items, &item{index: 1 << 40, kind: message, from: i, to: i, late: true, traits: contrary,
				parts: []*part{{deltas: []act.Piece{{Text: e.Get("delta").Text() + e.Get("text").Text(), Kind: act.Text, Element: i,
					Free: true}}}}})
		}
		return
	case unsure:
		m.leave.Allow(true, "RESP-22")
		m.odd |= contrary
	}
	for _, it := range list {
		if it == nil {
			continue
		}
		if again && delta {
			it.traits |= doubled
		}
		it.take(i, e, kind, again && delta || unsure || m.over(), unsure)
	}
}

// take reads an event inside the item; what is free may be left.
func (it *item) take(i int, e wire.Value, kind string, free, unsure bool) {
	it.wild = it.wild || unsure
	if free && kind == argumentsDelta {
		it.wild = true
	}
	n, _ := e.Get("content_index").Int64()
	if it.closedAt > i {
		it.to = i
	}
	piece := act.Piece{Text: e.Get("delta").Text(), Kind: act.Text, Element: i, Free: free}
	switch kind {
	case argumentsDelta:
		it.deltas = append(it.deltas, piece)
	case argumentsDone:
		if text := e.Get("arguments").Text(); !unsure && !slices.Contains(it.whole, text) {
			it.whole = append(it.whole, text)
		}
	case textDelta:
		p := it.part(n, outputText)
		p.deltas = append(p.deltas, piece)
	case refusalDelta:
		p := it.part(n, refusalPart)
		p.deltas = append(p.deltas, piece)
	case textDone:
		it.part(n, outputText).tell(e.Get("text").Text())
	case refusalDone:
		it.part(n, refusalPart).tell(e.Get("refusal").Text())
	case partDone:
		at := e.Get("part")
		it.part(n, at.Get("type").Text()).tell(at.Get("text").Text() + at.Get("refusal").Text())
	}
}

// settle says what only the whole stream shows.
func (m *meaning) settle() {
	m.leave.Allow(len(m.failures) > 0, "RESP-09", "RESP-10")
	switch m.end {
	case "":
		m.leave.Allow(true, "RESP-12", "RESP-13")
	case incomplete:
		m.leave.Allow(true, "RESP-08", "RESP-11")
	}
	if m.end != "" && (!m.output.IsArray() || m.emptied()) {
		m.leave.Allow(true, "RESP-22")
		for _, it := range m.items {
			it.traits |= contrary
		}
	}
	for n, it := range m.items {
		for _, o := range m.items[n+1:] {
			if o.from < it.to && o.added && it.added || it.closedAt > o.closedAt {
				it.traits |= woven
				o.traits |= woven
			}
		}
		for _, p := range it.parts {
			m.leave.Allow(p.kind == refusalPart, "RESP-01")
		}
	}
}

// emptied: the terminal lists nothing, though items were finished.
func (m *meaning) emptied() bool {
	return m.output.IsArray() && m.output.Len() == 0 && slices.ContainsFunc(m.items, func(it *item) bool { return len(it.dones) > 0 })
}
