package stageevents

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// variant is a row of the tables of variants.
type variant struct {
	id, title string
	plant     plant
}

func variantsOf(pair dialect.Pair, rows []variant) []dialect.Variant {
	list := make([]dialect.Variant, len(rows))
	for i, r := range rows {
		list[i] = dialect.Variant{ID: r.id, Pair: pair, Title: r.title, Plant: r.plant}
	}
	return list
}

func consumerVariants() []dialect.Variant {
	return variantsOf(consumerPair(), append(append(shapeVariants(), outcomeVariants()...), streamVariants()...))
}

// shapeVariants hold the same and write it otherwise.
func shapeVariants() []variant {
	return []variant{
		{"key-order", "The members of a block stand in the opposite order.", showingEach(func(b wire.Value) wire.Value {
			members := slices.Clone(b.Members())
			slices.Reverse(members)
			return wire.Obj(members...)
		})},
		{"extra-members", "Blocks have members of their own.", showingEach(func(b wire.Value) wire.Value {
			return b.With("type", wire.Str("tool")).With("timestamp", wire.Int(1763600000)).With("shortResult",
				wire.Str("short")).With("images", wire.List())
		})},
		{"absent-for-null", "What a block doesn't hold is left out.", showingEach(func(b wire.Value) wire.Value {
			for _, m := range b.Members() {
				if m.Value.IsNull() || m.Name == "parameters" && none(m.Value) {
					b = b.Without(m.Name)
				}
			}
			return b
		})},
		{"empty-for-null", "What a block doesn't hold is an empty string, and success is false until the end.",
			showingEach(func(b wire.Value) wire.Value {
				for _, m := range []string{"name", "parameters", "result", "error"} {
					if b.Get(m).IsNull() {
						b = b.With(m, wire.Str(""))
					}
				}
				if b.Get("success").IsNull() && b.Get("stage").Text() != "end" {
					b = b.With("success", wire.Boolean(false))
				}
				return b
			})},
		{"STAGE-58/parsed", "Arguments that are JSON are held parsed.", showingEach(func(b wire.Value) wire.Value {
			if v, ok := parsed(b.Get("parameters").Text()); ok {
				return b.With("parameters", v)
			}
			return b
		})},
		{"STAGE-58/written-anew", "Arguments that are JSON are written anew, no arguments as {}.",
			showingEach(func(b wire.Value) wire.Value {
				if none(b.Get("parameters")) {
					return b.With("parameters", wire.Obj())
				}
				if v, ok := parsed(b.Get("parameters").Text()); ok {
					return b.With("parameters", wire.Str(v.JSON()))
				}
				return b
			})},
		{"isRunning-null", "Absent members are all written as null, `isRunning` too.",
			showingEach(func(b wire.Value) wire.Value { return b.With("isRunning", wire.NullValue) })},
		{"command-output", "A block of a system command, with its `isRunning`, stands among the others.",
			showing(func(blocks []wire.Value) []wire.Value {
				return append([]wire.Value{wire.ParseString(`{"type":"command_output","command":"ls","isRunning":true}`)}, blocks...)
			})},
	}
}

// outcomeVariants read the same end otherwise.
func outcomeVariants() []variant {
	return []variant{
		{"success-not-derived", "Without a flag on the end there is none in the block.", func(answer) answer {
			return func(input wire.Value) observation {
				told := map[string]wire.Value{}
				return showingEach(func(b wire.Value) wire.Value {
					return b.With("success",
						orNull(told[b.Get("id").Text()]))
				})(stepping(func() func(*store, wire.Value) {
					return func(s *store, e wire.Value) {
						if b := s.of(e); at(e, end) && b != nil && b.stage != "end" {
							told[b.id] = e.Get("success")
						}
						s.apply(e)
					}
				})(nil))(input)
			}
		}},
		{"failure-text-is-error", "The result of `success:false` stands as the error.", onEnd(func(e wire.Value) wire.Value {
			if e.Get("success").IsFalse() && e.Get("error").IsNull() && !e.Get("result").IsNull() {
				return e.With("error", e.Get("result")).Without("result")
			}
			return e
		})},
		{"failure-own-text", "A failure without an error gets a text of the implementation's own.", onEnd(func(e wire.Value) wire.Value {
			if e.Get("success").IsFalse() && e.Get("error").IsNull() {
				return e.With("error", wire.Str("The tool failed without saying why."))
			}
			return e
		})},
		{"odd-error-passed-by", "An error that is no string is passed by.", onEnd(func(e wire.Value) wire.Value {
			if !e.Get("error").IsString() {
				return e.Without("error")
			}
			return e
		})},
		{"odd-result-passed-by", "A result that is no string is passed by.", onEnd(func(e wire.Value) wire.Value {
			if !e.Get("result").IsString() {
				return e.Without("result")
			}
			return e
		})},
		{"error-without-result", "Beside an error no result is held.", onEnd(func(e wire.Value) wire.Value {
			if !e.Get("error").IsNull() {
				return e.Without("result")
			}
			return e
		})},
		{"STAGE-57/closed-as-failure", "When the stream breaks off, open calls are closed as failures.",
			showingEach(func(b wire.Value) wire.Value {
				if b.Get("stage").Text() != "end" {
					return b.With("stage", wire.Str("end")).With("success", wire.Boolean(false)).With("error",
						wire.Str("The stream broke off."))
				}
				return b
			})},
	}
}

// streamVariants take the other side of what a stream leaves open.
func streamVariants() []variant {
	return []variant{
		{"STAGE-54/new-block", "A second start after the end opens a new block.", step(func(s *store, e wire.Value) {
			if b := s.of(e); at(e, start) && b != nil && b.stage == "end" {
				s.open(b.id)
			}
			s.apply(e)
		})},
		{"STAGE-54/every-start-opens", "A second start opens a new block, also before the end.", step(func(s *store, e wire.Value) {
			if b := s.of(e); at(e, start) && b != nil {
				s.open(b.id)
			}
			s.apply(e)
		})},
		{"STAGE-56/creates-block", "An update for an id never started creates a block.", step(func(s *store, e wire.Value) {
			if _, _, ok := knownUpdate(e); ok && s.of(e) == nil {
				s.open(e.Get("id").Text())
			}
			s.apply(e)
		})},
		{"STAGE-55/late-update-dropped", "An update of an earlier stage is passed by, whole.", step(func(s *store, e wire.Value) {
			if b := s.of(e); b != nil && stageRank(e.Get("stage").Text()) < stageRank(b.stage) {
				return
			}
			s.apply(e)
		})},
		{"second-start-begins-anew", "A second start before the end empties the block.", step(func(s *store, e wire.Value) {
			if b := s.of(e); at(e, start) && b != nil && b.stage != "end" {
				b.stage = "start"
				b.parameters.Reset()
			}
			s.apply(e)
		})},
		{"name-of-start", "Only a start names the call.", step(func(s *store, e wire.Value) {
			if !at(e, start) {
				e = e.Without("name")
			}
			s.apply(e)
		})},
		{"null-erases", "A name or parameters that are null erase what was held.", step(func(s *store, e wire.Value) {
			if b := s.of(e); b != nil && b.stage != "end" && stageRank(e.Get("stage").Text()) >= 0 {
				if e.Get("name").Kind() == wire.Null {
					b.name = ""
				}
				if e.Get("parameters").Kind() == wire.Null {
					b.parameters.Reset()
					e = e.Without("parametersChunk")
				}
			}
			s.apply(e)
		})},
		{"rejects-no-objects", "Input with events that are no objects is rejected.", func(inner answer) answer {
			return func(input wire.Value) observation {
				events, err := readEvents(input)
				for _, e := range events {
					if err == nil && !e.IsObject() {
						return observation{Ending: dialect.Rejected, Reason: "an event is no object"}
					}
				}
				return inner(input)
			}
		}},
	}
}

func producerVariants() []dialect.Variant {
	return variantsOf(producerPair(), slices.Concat(tellingVariants(), argumentVariants(), restlessVariants()))
}

// tellingVariants tell the same lives otherwise.
func tellingVariants() []variant {
	return []variant{
		{"key-order", "The members of an update stand in the opposite order.", tellingEach(func(e wire.Value) []wire.Value {
			members := slices.Clone(e.Members())
			slices.Reverse(members)
			return []wire.Value{wire.Obj(members...)}
		})},
		{"extra-members", "Updates have members of their own.", tellingEach(func(e wire.Value) []wire.Value {
			return []wire.Value{e.With("timestamp", wire.Int(1763600000)).With("type", wire.Str("tool")).With("compactParams",
				wire.Str("…"))}
		})},
		{"null-for-absent", "Members that an update doesn't have are null.", tellingEach(func(e wire.Value) []wire.Value {
			for _, m := range []string{"name", "parameters", "parametersChunk", "result", "success", "error"} {
				if !e.Has(m) {
					e = e.With(m, wire.NullValue)
				}
			}
			return []wire.Value{e}
		})},
		{"starts-name-all", "Every update carries the name.", telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			of := callOf(t)
			for i, e := range list {
				list[i] = e.With("name", wire.Str(of(e).Name))
			}
			return list
		})},
		{"failure-as-result", "A failure is told by `success:false` with a result.", tellingAt(end, func(e wire.Value) wire.Value {
			if e.Has("error") {
				return e.With("result", e.Get("error")).Without("error")
			}
			return e
		})},
		{"error-alone", "A failure is told by its error alone.", tellingAt(end, func(e wire.Value) wire.Value {
			if e.Has("error") {
				return e.Without("success")
			}
			return e
		})},
		{"error-twice", "A failure carries its text as error and as result.", tellingAt(end, func(e wire.Value) wire.Value {
			if e.Has("error") {
				return e.With("result", e.Get("error"))
			}
			return e
		})},
		{"result-alone", "A success is told by its result alone.", tellingAt(end, func(e wire.Value) wire.Value {
			if e.Get("success").IsTrue() {
				return e.Without("success")
			}
			return e
		})},
		{"result-as-itself", "A result that is no string stands as itself.",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				of := callOf(t)
				for i, e := range list {
					if r := of(e).Result; at(e, end) && r != nil && !r.Content.IsString() {
						for _, m := range []string{"result", "error"} {
							if e.Has(m) {
								list[i] = e.With(m, r.Content)
							}
						}
					}
				}
				return list
			})},
		{"null-left-out", "A result of null is left out.", telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			of := callOf(t)
			for i, e := range list {
				if r := of(e).Result; at(e, end) && r != nil && r.Status == transcript.Success && r.Content.IsNull() {
					list[i] = e.Without("result")
				}
			}
			return list
		})},
		{"partial-results", "Results are streamed before they are told whole.",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				var out []wire.Value
				of := callOf(t)
				for _, e := range list {
					if at(e, end) && e.Get("success").IsTrue() {
						stage := "streaming"
						if len(of(e).Progress) > 0 {
							stage = "running"
						}
						out = append(out, wire.Obj(wire.M("id", e.Get("id")), wire.M("stage", wire.Str(stage)),
							wire.M("result", wire.Str("part of it"))))
					}
					out = append(out, e)
				}
				return out
			})},
		{"always-running", "Every call is shown as running before its end.", tellingEach(func(e wire.Value) []wire.Value {
			if at(e, end) {
				return []wire.Value{wire.Obj(wire.M("id", e.Get("id")), wire.M("stage", wire.Str("running"))), e}
			}
			return []wire.Value{e}
		})},
		{"one-running", "Progress is told once a call.", telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
			seen := map[string]bool{}
			return slices.DeleteFunc(list, func(e wire.Value) bool {
				again := at(e, running) && seen[e.Get("id").Text()]
				seen[e.Get("id").Text()] = seen[e.Get("id").Text()] || at(e, running)
				return again
			})
		})},
		{"one-call-after-the-other", "The lives are told one after the other.",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				of := callOf(t)
				slices.SortStableFunc(list, func(a, b wire.Value) int { return of(a).Position - of(b).Position })
				return list
			})},
		{"other-events", "Events of other kinds stand between the updates.", tellingEach(func(e wire.Value) []wire.Value {
			return []wire.Value{wire.ParseString(`{"type":"text","text":"…"}`), e}
		})},
	}
}

// argumentVariants tell the arguments otherwise.
func argumentVariants() []variant {
	growing := func(chunks bool) plant {
		return telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
			so := map[string]string{}
			for i, e := range list {
				id := e.Get("id").Text()
				if !at(e, streaming) || len(so[id]) > 1<<12 {
					continue
				}
				so[id] += e.Get("parametersChunk").Text()
				list[i] = e.With("parameters", wire.Str(so[id]))
				if !chunks {
					list[i] = list[i].Without("parametersChunk")
				}
			}
			return list
		})
	}
	return []variant{
		{"parameters-grow", "`parameters` carries the text so far, chunks are not sent.", growing(false)},
		{"both-fields", "`parameters` carries the text so far, beside the chunk.", growing(true)},
		{"parameters-parsed", "Where the text is JSON the end carries it parsed and written anew.",
			tellingAt(end, func(e wire.Value) wire.Value {
				if v, ok := parsed(e.Get("parameters").Text()); ok {
					return e.With("parameters", wire.Str(v.JSON()))
				}
				return e
			})},
		{"no-parameters-on-end", "The end carries no arguments.",
			tellingAt(end, func(e wire.Value) wire.Value { return e.Without("parameters") })},
		{"no-arguments-at-all", "Arguments are not told.", tellingEach(func(e wire.Value) []wire.Value {
			return []wire.Value{e.Without("parameters").Without("parametersChunk")}
		})},
		{"parameters-on-start", "Arguments stand whole on the start, where nothing was streamed.",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				of := callOf(t)
				for i, e := range list {
					if c := of(e); at(e, start) && len(c.Deltas) == 0 && c.Input.IsObject() {
						list[i] = e.With("parameters", wire.Str(c.Input.JSON()))
					}
				}
				return list
			})},
		{"empty-chunks", "An empty chunk is sent before every other.", tellingEach(func(e wire.Value) []wire.Value {
			if at(e, streaming) {
				return []wire.Value{e.With("parametersChunk", wire.Str("")), e}
			}
			return []wire.Value{e}
		})},
		{"letter-by-letter", "Chunks are sent letter by letter.", tellingEach(func(e wire.Value) []wire.Value {
			if !at(e, streaming) {
				return []wire.Value{e}
			}
			var out []wire.Value
			for _, r := range e.Get("parametersChunk").Text() {
				out = append(out, e.With("parametersChunk", wire.Str(string(r))))
			}
			return out
		})},
		{"pieces-of-own", "Arguments that the model wrote at once are sent in pieces of the producer's own.",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				of := callOf(t)
				var out []wire.Value
				for _, e := range list {
					out = append(out, e)
					c := of(e)
					text := c.Input.JSON()
					if !at(e, start) || len(c.Deltas) > 0 || !c.Input.IsObject() || len(text) > 1<<12 {
						continue
					}
					cut := runeCut(text, len(text)/2)
					for _, piece := range []string{text[:cut], text[cut:]} {
						out = append(out, wire.Obj(wire.M("id", e.Get("id")), wire.M("stage", wire.Str("streaming")),
							wire.M("parametersChunk", wire.Str(piece))))
					}
				}
				return out
			})},
		{"empty-error-text", "A call that was cut off ends with an empty error.",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				of := callOf(t)
				for i, e := range list {
					if at(e, end) && of(e).Result == nil {
						list[i] = e.With("error", wire.Str(""))
					}
				}
				return list
			})},
	}
}
