package dialect

import (
	"slices"

	"github.com/toolconform/conform/wire"
)

// Grammar is what measuring the coverage of a pair must know beyond its schema: how
// a script is taken apart, which elements are calls and results, and what can
// never stand in a stream.
type Grammar struct {
	// Schema is the name of the schema of an element, with "#/$defs/x" behind it where
	// that is a part of it.
	Schema string
	// Elements takes a script of the dialect apart, in order.
	Elements func(Script) []wire.Value
	// Values are what is held against the schema; nil where that is the elements.
	Values func(Script) []wire.Value
	// Kind names the kind of an element; nil where its unions and required enums do.
	Kind func(wire.Value) string
	// Kinds are all that Kind may name; nil where the schema tells.
	Kinds []string
	// Class names what an element is to its neighbours, and Classes are all that it may name; nil
	// where that is its kind.
	Class   func(wire.Value) string
	Classes []string
	// Tell are the places of optional members that tell kinds apart, too.
	Tell []string
	// Words are the values of open strings that the documents name, by place.
	Words map[string][]string
	// Calls and Results tell by kind where an element that begins a call, or answers
	// one, has what can be repeated.
	Calls, Results map[string]CallPlaces
	// Own are the kinds that also name a call, or come several times for one, and the
	// place of its id.
	Own map[string]string
	// Wired: the scripts have bytes that may be cut.
	Wired bool
	// Turns are the kinds that begin a turn.
	Turns []string
	// Zeros are the cells that stay empty, each with its reason.
	Zeros []Zero
}

// CallPlaces are the places of what a call or a result tells, "" where there is none.
// A place is member names with dots between.
type CallPlaces struct{ ID, Name, Arguments, Content string }

// Zero says why cells of the coverage stay empty.
type Zero struct {
	// Cells is a pattern of their names: "*" stands for any text.
	Cells  string
	Reason string
}

// InputsAlone are the zeros of a dialect that is sent no raw arguments.
func InputsAlone() []Zero {
	reason := "raw arguments are not sent to this dialect (adapter protocol, section 3)"
	return []Zero{{Cells: "member: :call.arguments = *", Reason: reason}, {Cells: "member: :call.input = absent", Reason: reason},
		{Cells: "member: :result.content = absent", Reason: "a result has a content; no document says what an absent one is"}}
}

// TranscriptGrammar is that of a pair whose input is a transcript.
func TranscriptGrammar(zeros ...Zero) *Grammar {
	const answered = "a completed turn has answered its calls"
	var open []Zero
	for _, kind := range []string{"call", "input-delta", "progress"} {
		for _, end := range []string{"stop/completed", "(end)"} {
			open = append(open, Zero{"neighbours: " + kind + " → " + end, answered})
		}
	}
	return told("transcript#/$defs/item", slices.Concat(open, []Zero{
		{"around: stop/completed after a call *", answered},
		{"around: stop/completed after a result, parallel", answered},
		{"around: result/* after a call *", "rare: a failed call beside one that a stop cuts off; more streams have it"},
	}, zeros))
}

// CompletionGrammar is that of a pair whose input is a transcript that a model's server is told.
func CompletionGrammar(zeros ...Zero) *Grammar {
	return told("completion#/$defs/item", append([]Zero{
		{"repeated: id of a call in the turn", "an id is that of one call"},
		{"member: :stop.message = empty", "an empty message is none"},
	}, zeros...))
}

func told(schema string, zeros []Zero) *Grammar {
	result := CallPlaces{ID: "callId", Content: "content"}
	return &Grammar{
		Schema:   schema,
		Elements: func(s Script) []wire.Value { return s.Input("", nil).Get("transcript").Get("items").Items() },
		Calls:    map[string]CallPlaces{"call": {ID: "id", Name: "name", Arguments: "input"}},
		Results:  map[string]CallPlaces{"result/success": result, "result/error": result, "result/cancelled": result},
		Own:      map[string]string{"input-delta": "callId", "progress": "callId"},
		Zeros: slices.Concat(OneTurn("a transcript is one turn"), []Zero{
			{"neighbours: stop/* → *", "a stop stands last"},
			{"neighbours: (start) → input-delta", "it comes after its call"},
			{"neighbours: (start) → progress", "it comes after its call"},
			{"neighbours: (start) → result/*", "it comes after its call"},
			{"neighbours: result/* → stop/*", "rare: a stop right behind a failed call; more streams have it"},
			{"sequence: * → call, of one call", "a call comes first"},
			{"sequence: result/* → *, of one call", "nothing of a call comes after its result"},
			{"sequence: progress → input-delta, of one call", "progress comes after the last delta"},
			{"around: stop/* before *", "a stop stands last"},
			{"around: stop/* between *", "a stop stands last"},
			{"around: input-delta before *, alone", "its own call is open"},
			{"around: progress before *, alone", "its own call is open"},
			{"around: input-delta after a result, alone", "its own call is open"},
			{"around: progress after a result, alone", "its own call is open"},
			{"member: *d = empty", NamelessID},
			{"member: :call.name = empty", "a tool has a name"},
			{"member: :call.label = empty", "an empty label is none"},
		}, zeros),
	}
}

// WithoutResults are the zeros of a transcript without results and what tools do, for this reason.
func WithoutResults(reason string) (zeros []Zero) {
	for _, cells := range []string{"member: type = result", "member: :result.*", "member: type = progress", "member: :progress.*",
		"neighbours: *result/*", "neighbours: *progress*", "sequence: *result/*", "sequence: *progress*", "around: result/*",
		"around: progress*", "around: * between a call and its result, *", "around: * after a result, *", "repeated: content of *"} {
		zeros = append(zeros, Zero{cells, reason})
	}
	return zeros
}

// OneTurn are the zeros of a wire that tells of one turn, for this reason.
func OneTurn(reason string) []Zero {
	return []Zero{{"turns: several", reason}, {"turns: a call*", reason}, {"repeated: * of an earlier turn", reason}}
}

// LineEndings are the zeros of wires whose line ends are FRAME's to vary.
func LineEndings() []Zero {
	const ndjson = "NDJSON lines end in LF or CRLF"
	return []Zero{{"line endings: ndjson * CR", ndjson}, {"line endings: ndjson CR", ndjson},
		{"line endings: sse *", "a case of FRAME-01 mixes all three"}}
}

// NamelessID is why no stream shows an empty id.
const NamelessID = "an id that is empty names nothing; no document says that one may be"
