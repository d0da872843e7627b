package requirement

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Sentences are requirements as they are written for people, in a file of text beside the code that judges them. A
// requirement begins with its id, the levels of its clauses, and what is so of it, adversarial or nocrash. The sentence
// follows, then what else is said. Lines that begin with a blank go on with the one before, those that begin with | behind a
// line feed. $name stands for the words of a line of that name, ahead of the requirements.
//
//	$api API, reference of 2026-05
//
//	X-02 MUST SHOULD adversarial
//	Every call is one entry with its opener's id and name. Order by `index`
//	 or by arrival: SHOULD.
//	source: $api, tool calls: "The ID of the tool call."
//	ruling: Servers differ.
//	right: two entries for two equal calls
//	wrong: equal calls become one
type Sentences struct {
	lines map[string]Requirement
	ids   []string
	words map[string]string // of names, with their $
}

// Of is the requirement of that id, without its judge. One that isn't in the file is a mistake of the program's.
func (s *Sentences) Of(id string) Requirement {
	r, there := s.lines[id]
	if !there {
		panic(fmt.Sprintf("no sentence is written for %q", id))
	}
	return r
}

// IDs are those of the file, in its order.
func (s *Sentences) IDs() []string { return slices.Clone(s.ids) }

// Written are the requirements, by their ids, of sentences that are part of the program: a mistake in them is one of the program's.
func Written(text string) func(id string) Requirement {
	read := sync.OnceValue(func() *Sentences {
		s, err := ParseSentences(text)
		if err != nil {
			panic(err)
		}
		return s
	})
	return func(id string) Requirement { return read().Of(id) }
}

// ParseSentences reads a file of sentences.
func ParseSentences(text string) (*Sentences, error) {
	s := &Sentences{lines: map[string]Requirement{}, words: map[string]string{}}
	wrapped := strings.NewReplacer("\n ", " ", "\n|", "\v")
	for i, block := range strings.Split(strings.TrimSpace(text), "\n\n") {
		lines := strings.Split(wrapped.Replace(block), "\n")
		if i == 0 && strings.HasPrefix(block, "$") {
			for _, line := range lines {
				name, words, _ := strings.Cut(line, " ")
				s.words[name] = s.full(words)
			}
			continue
		}
		r, err := s.read(lines)
		if err != nil {
			return nil, fmt.Errorf("reading a sentence, %q: %w", lines[0], err)
		}
		s.lines[r.ID], s.ids = r, append(s.ids, r.ID)
	}
	return s, nil
}

// read is one requirement.
func (s *Sentences) read(lines []string) (r Requirement, err error) {
	words := strings.Fields(lines[0])
	if len(words) < 2 || len(lines) < 3 {
		return r, fmt.Errorf("it lacks its levels, its sentence or its source")
	}
	if r.ID = words[0]; s.lines[r.ID].ID != "" {
		return r, fmt.Errorf("the id is another's, too")
	}
	for _, word := range words[1:] {
		switch word {
		case "adversarial":
			r.Adversarial = true
		case "nocrash":
			r.NoCrash = true
		case string(Must), string(Should), string(May):
			if r.Level == "" {
				r.Level = Level(word)
			} else {
				r.Also = append(r.Also, Level(word))
			}
		default:
			return r, fmt.Errorf("%q is no level", word)
		}
	}
	r.Sentence = s.full(lines[1])
	fields := map[string]*string{"source": &r.Source, "ruling": &r.Ruling, "right": &r.Right, "wrong": &r.Wrong}
	for _, line := range lines[2:] {
		name, words, _ := strings.Cut(line, ": ")
		field := fields[name]
		if field == nil || *field != "" || words == "" {
			return r, fmt.Errorf("%q says nothing that it could say", line)
		}
		*field = s.full(words)
	}
	return r, nil
}

var reference = regexp.MustCompile(`\$[a-z]+`)

// full has words in the place of their names.
func (s *Sentences) full(text string) string {
	text = strings.ReplaceAll(text, "\v", "\n")
	return reference.ReplaceAllStringFunc(text, func(name string) string { return cmp.Or(s.words[name], name) })
}
