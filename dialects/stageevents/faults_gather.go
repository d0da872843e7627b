package stageevents

import (
	"strings"

	"github.com/toolconform/conform/wire"
)

// gatherFaults: the arithmetic of the arguments.
func gatherFaults() []planted {
	without := func(member string, s stage) plant {
		return readingEach(func(e wire.Value) wire.Value {
			if at(e, s) {
				return e.Without(member)
			}
			return e
		})
	}
	return []planted{
		{"STAGE-58/chunk-replaces", "A chunk replaces what was gathered.", "", readingEach(func(e wire.Value) wire.Value {
			if piece := e.Get("parametersChunk"); piece.IsString() && !e.Has("parameters") {
				return e.With("parameters", piece)
			}
			return e
		})},
		{"STAGE-58/whole-appends", "`parameters` is appended.", "", readingEach(func(e wire.Value) wire.Value {
			if whole := e.Get("parameters"); whole.IsString() {
				return e.Without("parameters").With("parametersChunk", whole)
			}
			return e
		})},
		{"STAGE-58/both-count", "With both present both count.", "", step(func(s *store, e wire.Value) {
			b := s.of(e)
			open := b != nil && b.stage != "end"
			s.apply(e)
			if open && e.Get("parameters").IsString() {
				b.parameters.WriteString(e.Get("parametersChunk").Text())
			}
		})},
		{"STAGE-58/chunk-wins", "With both present the chunk wins.", "", readingEach(func(e wire.Value) wire.Value {
			if e.Get("parametersChunk").IsString() {
				return e.Without("parameters")
			}
			return e
		})},
		{"STAGE-58/empty-whole-ignored", "An empty `parameters` doesn't replace.", "", readingEach(func(e wire.Value) wire.Value {
			if whole := e.Get("parameters"); whole.IsString() && whole.Text() == "" {
				return e.Without("parameters")
			}
			return e
		})},
		{"STAGE-58/opening-chunk-dropped", "Chunks in the opening update are dropped.", "", without("parametersChunk", start)},
		{"STAGE-58/opening-whole-dropped", "Arguments in the opening update are dropped.", "", without("parameters", start)},
		{"STAGE-58/last-chunk-dropped", "Chunks on the end are dropped.", "", without("parametersChunk", end)},
		{"STAGE-58/whole-on-end-dropped", "Arguments on the end are dropped.", "", without("parameters", end)},
		{"STAGE-58/whole-on-running-dropped", "Arguments on `running` are dropped.", "", without("parameters", running)},
		{"STAGE-58/chunk-on-running-dropped", "Chunks on `running` are dropped.", "", without("parametersChunk", running)},
		{"STAGE-58/first-whole-wins", "Once arguments are there, `parameters` doesn't replace them.", "", step(func(s *store, e wire.Value) {
			if b := s.of(e); b != nil && b.parameters.Len() > 0 && e.Get("parameters").IsString() {
				e = e.Without("parameters").Without("parametersChunk")
			}
			s.apply(e)
		})},
		{"STAGE-58/finished-early", "As soon as the text is JSON nothing is added.", "", step(func(s *store, e wire.Value) {
			if b := s.of(e); b != nil {
				if _, ok := parsed(b.parameters.String()); ok {
					e = e.Without("parametersChunk")
				}
			}
			s.apply(e)
		})},
		{"STAGE-58/equal-chunk-dropped", "A chunk equal to the one before it is taken for a repetition.", "", stepping(func() func(*store, wire.Value) {
			before := map[string]string{}
			return func(s *store, e wire.Value) {
				id, piece := e.Get("id").Text(), e.Get("parametersChunk").Text()
				if piece != "" && before[id] == piece {
					e = e.Without("parametersChunk")
				}
				before[id] = piece
				s.apply(e)
			}
		})},
		{"STAGE-58/chunks-trimmed", "Blanks at the ends of a chunk are lost.", "", readingEach(func(e wire.Value) wire.Value {
			if piece := e.Get("parametersChunk"); piece.IsString() {
				return e.With("parametersChunk", wire.Str(strings.TrimSpace(piece.Text())))
			}
			return e
		})},
		{"STAGE-58/empty-chunk-ends", "An empty chunk ends the arguments.", "", stepping(func() func(*store, wire.Value) {
			done := map[string]bool{}
			return func(s *store, e wire.Value) {
				id := e.Get("id").Text()
				if piece := e.Get("parametersChunk"); piece.IsString() && piece.Text() == "" {
					done[id] = true
				}
				if done[id] {
					e = e.Without("parametersChunk")
				}
				s.apply(e)
			}
		})},
		{"STAGE-58/malformed-is-empty", "Arguments that are no JSON become {}.", "", showingEach(func(b wire.Value) wire.Value {
			if _, ok := parsed(b.Get("parameters").Text()); !ok {
				return b.With("parameters", wire.Obj())
			}
			return b
		})},
		{"STAGE-58/malformed-repaired", "Arguments that break off are closed.", "", showingEach(func(b wire.Value) wire.Value {
			text := b.Get("parameters").Text()
			for _, tail := range []string{`}`, `"}`, `""}`, `null}`} {
				if v, ok := parsed(text + tail); ok {
					return b.With("parameters", v)
				}
			}
			return b
		})},
		{"STAGE-58/tail-ignored", "What follows the first JSON value is dropped.", "", showingEach(func(b wire.Value) wire.Value {
			text := b.Get("parameters").Text()
			for n := 1; n < len(text) && n < 1<<10; n++ {
				if v, ok := parsed(text[:n]); ok && v.IsObject() {
					return b.With("parameters", v)
				}
			}
			return b
		})},
		{"STAGE-58/last-brace", "The last brace is dropped.", "", showingEach(func(b wire.Value) wire.Value {
			return b.With("parameters", wire.Str(strings.TrimSuffix(b.Get("parameters").Text(), "}")))
		})},
		{"STAGE-58/null-dropped", "Members of the arguments that are null, 0, false or empty are dropped.", "", showingEach(func(b wire.Value) wire.Value {
			v, ok := parsed(b.Get("parameters").Text())
			if !ok || !v.IsArray() {
				return b
			}
			var kept []wire.Value
			for _, item := range v.Items() {
				if !none(item) && !item.IsFalse() && item.Literal() != "0" {
					kept = append(kept, item)
				}
			}
			return b.With("parameters", wire.List(kept...))
		})},
	}
}

// cutAt cuts a block's result at n bytes.
func cutAt(n int) func(wire.Value) wire.Value {
	return func(b wire.Value) wire.Value {
		if text := b.Get("result").Text(); len(text) > n {
			return b.With("result", wire.Str(text[:n]))
		}
		return b
	}
}
