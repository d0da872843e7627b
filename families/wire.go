package families

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Wire is a dialect on the shared rooms: its sides say what is their own, the rest is as on every wire.
type Wire struct {
	Name, Title, Source string
	// Titles are those of twists, and of planted rows that have none by themselves (plant.Titled).
	Titles string
	// Files are its case files, a folder for each role.
	Files                         fs.FS
	Consumer, Producer, Converter Side
	// Grammar is what its coverage is measured by.
	Grammar Grammar
}

// Side is what a side of a wire says by itself. Of the dialect's side the pair, the cases, faults and variants follow from
// the rest; encodings, parsing and rendering may be left out where they are those of most wires.
type Side struct {
	dialect.Side
	// Faults and Variants are those of the reference, Leaks faults of memory and chance.
	Faults, Variants func() []plant.Row
	Leaks            func(dialect.Pair) []dialect.Fault
	// Script reads an entry of the case files, which may have these fields besides; nil: the entry is a turn whose message
	// has the id of its case behind the prefix, or a history.
	Script Reader
	Fields []string
	Prefix string
	// More are cases besides.
	More func(dialect.Pair) []*dialect.Case
	// Words are the lines that odd texts, names and arguments are about.
	Words []string
	// Malformed is the line about arguments that are no JSON, "" where there is none; Objectless the one about JSON that is no
	// object, where that is another. Verbatim: the wire carries them as they are.
	Malformed, Objectless string
	Verbatim              bool
	// Failures is the line about an error's text, "" where there is none.
	// Failing makes the stream, nil: the turn's.
	Failures string
	Failing  func(text string) dialect.Script
	// Given is what a converter is given to send a history; nil: histories are none of its scripts.
	Given func(history.History) dialect.Script
	// PlainNames: the tools of its histories have names of letters, digits, _ and -, 64 at most.
	PlainNames bool
}

// Reader makes the script of a case file's entry.
type Reader = func(casefile.Entry) (dialect.Script, error)

// Dialect is the wire as a dialect.
func (w Wire) Dialect() dialect.Dialect {
	w.Consumer.Role, w.Producer.Role, w.Converter.Role = dialect.Consumer, dialect.Producer, dialect.Converter
	if w.Consumer.Encodings == nil {
		w.Consumer.Encodings = []string{wire.Events, wire.SSE}
	}
	w.Producer.plain(stream.ParseTurn, stream.RenderTurn)
	w.Converter.plain(history.ParseScript, history.Render)
	w.Consumer.Fields = append([]string{"ending", "abort", "names"}, w.Consumer.Fields...)
	if w.Producer.Script == nil {
		w.Producer.Script = turns(w.Producer)
	}
	if w.Converter.Script == nil {
		w.Converter.Script = func(e casefile.Entry) (dialect.Script, error) { return w.Converter.Parse(wire.List(e.Elements...)) }
	}
	return dialect.Dialect{Name: w.Name, Title: w.Title, Source: w.Source,
		Sides: []dialect.Side{w.side(w.Consumer), w.side(w.Producer), w.side(w.Converter)}}
}

func (s *Side) plain(parse func(wire.Value) (dialect.Script, error), render dialect.Render) {
	if s.Parse == nil {
		s.Parse = parse
	}
	if s.Side.Render == nil {
		s.Side.Render = render
	}
	if render := s.Side.Render; s.PlainNames {
		s.Side.Render = func(t transcript.Transcript, pick dialect.Pick) dialect.Script { return render(plainNamed(t), pick) }
	}
}

// plainNamed is the turn with names that every server takes.
func plainNamed(t transcript.Transcript) transcript.Transcript {
	plain := func(r rune) rune {
		if r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}
	t.Items = slices.Clone(t.Items)
	for i, item := range t.Items {
		name := strings.Map(plain, item.Name)
		t.Items[i].Name = name[:min(len(name), 64)]
	}
	return t
}

// turns reads an item of the turn a line.
func turns(s Side) Reader {
	return func(e casefile.Entry) (dialect.Script, error) {
		return s.Parse(wire.Obj(wire.M("messageId", wire.Str(s.Prefix+e.Slug)), wire.M("items", wire.List(e.Elements...))))
	}
}

func (w Wire) side(s Side) dialect.Side {
	s.Pair.Dialect = w.Name
	s.Side.Faults = func() []dialect.Fault {
		list := plant.Faults(s.Pair, plant.Titled(w.Titles, s.Faults()))
		if s.Leaks != nil {
			list = append(list, s.Leaks(s.Pair)...)
		}
		return list
	}
	s.Side.Variants = func() []dialect.Variant { return plant.Variants(s.Pair, plant.Titled(w.Titles, s.Variants())) }
	s.Twists = Entitled(w.Titles, s.Twists)
	s.Grammar = w.Grammar.of(s.Role)
	side := s.Side
	side.Cases = func() []*dialect.Case {
		list := casefile.Cases(w.Files, s.Pair, s.Script, s.Fields...)
		if s.More != nil {
			list = append(list, s.More(s.Pair)...)
		}
		if s.Given != nil {
			list = append(list, s.conversations()...)
		}
		if s.Failures != "" {
			list = append(list, failures(&side, s.Failures, s.Failing)...)
		}
		if s.Malformed != "" {
			class := dialect.Adversarial
			if s.Verbatim {
				class = dialect.Valid
			}
			list = append(list, malformed(&side, s.Malformed, class, "lenient", plant.Malformed())...)
			texts := plant.Objectless()
			if s.Role == dialect.Producer {
				texts = append(texts, plant.Quoted())
			}
			list = append(list, malformed(&side, cmp.Or(s.Objectless, s.Malformed), class, "objectless", texts)...)
		}
		return append(list, Cases(&side, s.Words...)...)
	}
	return side
}

// Entitled gives twists their titles. One without is a mistake of the program's.
func Entitled(text string, twists []dialect.Twist) []dialect.Twist {
	titles := plant.Titles(text)
	for i, t := range twists {
		if twists[i].Title = titles[t.ID]; twists[i].Title == "" {
			panic(fmt.Sprintf("no title is written for the twist %q", t.ID))
		}
	}
	return twists
}

// TwistOf is a twist of scripts of one kind, whose title a file says.
func TwistOf[S dialect.Script](id string, tests []string, apply func(S, dialect.Pick) (S, dialect.Planted, bool)) dialect.Twist {
	return dialect.Twist{ID: id, Tests: tests, Apply: func(s dialect.Script, pick dialect.Pick) (dialect.Script, dialect.Planted, bool) {
		script, ok := s.(S)
		if !ok {
			return s, dialect.Planted{}, false
		}
		return apply(script, pick)
	}}
}

// Completion is what a transcript tells a model's client: one completion.
func Completion(t transcript.Transcript, pick dialect.Pick) transcript.Transcript {
	return t.Completion().DrawEnd(pick)
}

// Turn is what a transcript tells a server that runs tools.
func Turn(t transcript.Transcript, pick dialect.Pick) transcript.Transcript {
	return t.Told().DrawEnd(pick).DrawUnanswered(pick)
}
