package reference

import (
	"math/rand/v2"
	"sync/atomic"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// restlessVariants tell the same lives in another way each time.
func restlessVariants() []plant.Row {
	return []plant.Row{plant.New("restless", func(inner answer) answer {
		var answers atomic.Int64
		return func(input wire.Value) observation {
			r := restless{rand.New(rand.NewPCG(uint64(answers.Add(1)), 1))}
			return told().Retold(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				return r.interleaved(r.retold(t, list))
			})(inner)(input)
		}
	}),
	}
}

type restless struct{ *rand.Rand }

// retold are the updates in other pieces and members.
func (r restless) retold(t transcript.Transcript, list []wire.Value) []wire.Value {
	var out []wire.Value
	so, how := map[string]string{}, map[string]int{}
	for _, c := range t.Calls() {
		how[c.ID] = r.IntN(3)
	}
	for _, e := range list {
		id := e.Get("id").Text()
		switch {
		case words.At(e, words.Streaming):
			piece := e.Get("parametersChunk").Text()
			if so[id] += piece; how[id] == 0 && len(so[id]) < 1<<12 { // the text so far, beside the piece
				e = e.With("parameters", wire.Str(so[id]))
			}
			if cut := words.RuneCut(piece, r.IntN(len(piece)+1)); how[id] == 1 {
				out = append(out, e.With("parametersChunk", wire.Str(piece[:cut])))
				e = e.With("parametersChunk", wire.Str(piece[cut:]))
			}
		case words.At(e, words.Running):
			for range r.IntN(3) {
				out = append(out, e.With("shortResult", wire.Str("still at it")))
			}
		case words.At(e, words.End):
			e = r.ended(e)
		}
		out = append(out, e.With("timestamp", wire.Int(r.Int64N(1<<40))))
	}
	return out
}

// ended is an end in other members.
func (r restless) ended(e wire.Value) wire.Value {
	if v, ok := wire.ParseText(e.Get("parameters").Text()); ok && r.IntN(2) == 0 {
		e = e.With("parameters", wire.Str(dialect.Backwards(v).JSON()))
	}
	switch n := r.IntN(3); {
	case !e.Has("error"):
		if n == 0 {
			e = e.Without("success")
		}
	case n == 0:
		e = e.Without("success")
	case n == 1:
		e = e.With("result", e.Get("error")).Without("error")
	}
	return e
}

// interleaved are the updates in another order, those of each id in theirs.
func (r restless) interleaved(list []wire.Value) []wire.Value {
	queues := map[string][]wire.Value{}
	order := make([]string, len(list)) // whose turn it is
	for i, e := range list {
		id := e.Get("id").Text()
		queues[id] = append(queues[id], e)
		order[i] = id
	}
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	for i, id := range order {
		list[i], queues[id] = queues[id][0], queues[id][1:]
	}
	return list
}
