package uimessages

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/wire"
)

// prose is the text of a stream, and what stands in which order.
type prose struct {
	blocks []*textBlock
	// open are the blocks of text and of reasoning that deltas find.
	open map[string]*textBlock
	line []token
	// texts are all that may be shown; loose: the order of their pieces is free.
	texts []string
	loose bool
}

// textBlock is a block of text.
type textBlock struct {
	id     string
	born   int
	pieces []inked
	ended  bool
	// crossed: a step ended while it was open; stepped: one began.
	crossed, stepped bool
}

// inked is a piece of text. stray: no open block has it. ran: it came behind the end of a step.
type inked struct {
	text       string
	stray, ran bool
}

// The kinds of tokens.
const (
	stepToken = iota
	callToken
	blockToken
	textToken
)

// token is a place in the order: a step or a call begins, a block begins, a piece of it comes.
type token struct {
	kind  int
	call  *call
	block *textBlock
	text  string
	spare bool
}

func (p *prose) token(t token) { p.line = append(p.line, t) }

// block is a whole block that stands already.
func (p *prose) block(id, text string) *textBlock {
	b := &textBlock{id: id, born: -1}
	p.blocks = append(p.blocks, b)
	p.token(token{kind: blockToken, block: b})
	if text != "" {
		p.ink(b, inked{text: text})
	}
	return b
}

func (p *prose) ink(b *textBlock, piece inked) {
	if b != p.blocks[len(p.blocks)-1] && (piece.stray || piece.ran || b.stepped) {
		p.loose = true
	}
	b.pieces = append(b.pieces, piece)
	p.token(token{kind: textToken, block: b, text: piece.text})
}

// crossing: the blocks that are open run on behind the end of their step.
func (p *prose) crossing() {
	for _, b := range p.open {
		b.crossed = true
	}
}

// write is an event of text or reasoning.
func (m *meaning) write(n int, kind string, e wire.Value) {
	if m.open == nil {
		m.open = map[string]*textBlock{}
	}
	reasons := strings.HasPrefix(kind, "reasoning")
	key := e.Get("id").Text()
	if reasons {
		key = "reasoning/" + key
	} else {
		key = "text/" + key
	}
	b := m.open[key]
	switch {
	case kind == reasoningStart:
		m.open[key] = &textBlock{}
		return
	case kind == textStart:
		if b != nil && !b.ended {
			m.loose = true // never sent
		}
		b = m.block(key, "")
		b.born = n
		m.open[key] = b
		return
	case b == nil:
		m.allow("UIMSG-25", n)
	case b.ended:
		m.allow("UIMSG-25", n)
	case b.crossed:
		m.lessen("UIMSG-25", n)
	}
	if kind == reasoningEnd || kind == textEnd {
		if b != nil {
			b.ended = true
		}
		return
	}
	if reasons {
		return
	}
	if text := e.Get("delta").Text(); text != "" {
		stray := b == nil || b.ended
		m.loose = m.loose || stray && slices.ContainsFunc(m.blocks,
			func(o *textBlock) bool { return o.id == key && o != m.blocks[len(m.blocks)-1] })
		if b == nil || b.ended && b != m.blocks[len(m.blocks)-1] {
			b = m.block(key, "")
			b.born = n
		}
		for _, c := range m.calls {
			if len(c.inputs) == 0 {
				c.traits |= across
			}
		}
		m.ink(b, inked{text, stray, b.crossed && !stray})
		if m.stopping {
			m.shot()
		}
	}
}

// unwrite takes back the blocks that began behind an event.
func (m *meaning) unwrite(born int) {
	kept := slices.DeleteFunc(slices.Clone(m.blocks), func(b *textBlock) bool { return b.born > born })
	if len(kept) < len(m.blocks) {
		m.line = slices.DeleteFunc(slices.Clone(m.line), func(t token) bool { return t.block != nil && t.block.born > born })
	}
	for key, b := range m.open {
		if b.born > born {
			delete(m.open, key)
		}
	}
	if m.blocks = kept; m.stopping {
		m.shot()
	}
}

// joined is the text without the pieces that are left out.
func (p *prose) joined(out func(i inked) bool) string {
	var b strings.Builder
	for _, block := range p.blocks {
		for _, piece := range block.pieces {
			if out == nil || !out(piece) {
				b.WriteString(piece.text)
			}
		}
	}
	return b.String()
}

// maxShots bounds the texts that are remembered.
const maxShots = 256

// shot remembers the text as it is now.
func (p *prose) shot() {
	for _, text := range []string{p.joined(nil), p.split()} {
		if !slices.Contains(p.texts, text) && len(p.texts) < maxShots {
			p.texts = append(p.texts, text)
		}
	}
}

// split is the text where every block that spans a call goes on behind the call.
func (p *prose) split() string {
	var pieces []string
	at := map[*textBlock]int{}
	for _, t := range p.line {
		i, begun := at[t.block]
		switch {
		case t.kind == callToken:
			clear(at)
		case t.kind == textToken && begun:
			pieces[i] += t.text
		case t.block != nil:
			at[t.block] = len(pieces)
			pieces = append(pieces, t.text)
		}
	}
	return strings.Join(pieces, "")
}

// fits tells whether a text may be shown.
func (p *prose) fits(text string) bool {
	if slices.Contains(p.texts, text) {
		return true
	}
	whole := p.joined(nil)
	if p.loose {
		return len(text) == len(whole) && p.holds(text) || len(p.texts) > 1 && len(text) <= len(whole)
	}
	return len(p.texts) == maxShots && strings.HasPrefix(whole, text)
}

// holds tells whether every piece is somewhere in the text.
func (p *prose) holds(text string) bool {
	for _, b := range p.blocks {
		for _, piece := range b.pieces {
			if !strings.Contains(text, piece.text) {
				return false
			}
		}
	}
	return true
}

// interwoven: a block goes on behind the beginning of another.
func (p *prose) interwoven() bool {
	last := map[*textBlock]int{}
	for i, b := range p.blocks {
		last[b] = i
	}
	newest := -1
	for _, t := range p.line {
		switch t.kind {
		case blockToken:
			newest = last[t.block]
		case textToken:
			if last[t.block] < newest {
				return true
			}
		}
	}
	return false
}
