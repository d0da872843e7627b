package stageevents

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// verdicts are those of the requirements that are neither passed nor unobserved,
// as "50:fail 55:warn".
func verdicts(outcomes []requirement.Outcome) string {
	var list []string
	for _, o := range outcomes {
		if o.Verdict == requirement.Fail || o.Verdict == requirement.Warn {
			list = append(list, strings.TrimPrefix(o.Requirement, "STAGE-")+":"+o.Verdict.String())
		}
	}
	return strings.Join(list, " ")
}

func judged(events, blocks string, omits ...string) []requirement.Outcome {
	s, err := parseUpdates(wire.ParseString("[" + events + "]"))
	if err != nil {
		panic(err)
	}
	c := &dialect.Case{Pair: words.Consumer(), Script: s}
	return judgeConsumer(c, &dialect.Observation{State: wire.ParseString(`{"toolBlocks":[` + blocks + `]}`), Omits: omits})
}

const (
	startA = `{"id":"a","stage":"start","name":"grep"}`
	chunkA = `{"id":"a","stage":"streaming","parametersChunk":"{\"q\":"},{"id":"a","stage":"streaming","parametersChunk":"1}"}`
	runA   = `{"id":"a","stage":"running"}`
	okA    = `{"id":"a","stage":"end","success":true,"result":"2 lines"}`
	badA   = `{"id":"a","stage":"end","success":false,"error":"timeout"}`
	lifeA  = startA + "," + chunkA + "," + runA + ","
	lifeB  = `,{"id":"b","stage":"start","name":"glob","parameters":"{\"p\":7}"},{"id":"b","stage":"end","result":"none"}`
	doneB  = `{"id":"b","name":"glob","stage":"end","parameters":"{\"p\":7}","result":"none","success":true,"error":null}`
)

func blockA(members string) string {
	return `{"id":"a","name":"grep","stage":"end","parameters":"{\"q\":1}",` + members + `}`
}

const heldA = `"result":"2 lines","success":true,"error":null`

func TestConsumerJudges(t *testing.T) {
	tests := []struct{ name, events, blocks, want string }{
		{"right", lifeA + okA + lifeB, blockA(heldA) + "," + doneB, ""},
		{"right, parsed", lifeA + okA, `{"id":"a","name":"grep","stage":"end","parameters":{"q":1.0},` + heldA + `}`, ""},
		{"right, written anew", lifeA + okA, `{"id":"a","name":"grep","stage":"end","parameters":"{ \"q\" : 1 }",` + heldA + `}`, ""},
		{"right, without the flag", lifeA + okA, blockA(`"result":"2 lines"`), ""},
		{"right, failure", lifeA + badA, blockA(`"result":null,"success":false,"error":"timeout"`), ""},
		{"right, failure without the flag", lifeA + badA, blockA(`"error":"timeout"`), ""},
		{"right, empty strings", lifeA + badA, blockA(`"result":"","success":false,"error":"timeout"`), ""},
		{"right, nothing asked for", `{"type":"ping"}`, ``, ""},
		{"no block", lifeA + okA + lifeB, doneB, "50:fail"},
		{"two blocks", lifeA + okA, blockA(heldA) + "," + blockA(heldA), "50:fail"},
		{"a block of nobody", lifeA + okA, blockA(heldA) + `,{"id":"x","stage":"end","name":"n"}`, "50:fail"},
		{"a block without an id", lifeA + okA, blockA(heldA) + `,{"stage":"end","name":"n"}`, "50:fail"},
		{"a block that is a number", lifeA + okA, blockA(heldA) + `,7`, "50:fail 52:fail"},
		{"wrong order", lifeA + okA + lifeB, doneB + "," + blockA(heldA), "50:fail"},
		{"result lost", lifeA + okA, blockA(`"result":null,"success":true`), "50:fail"},
		{"result of another type", startA + `,{"id":"a","stage":"end","result":"7"}`, `{"id":"a","name":"grep","stage":"end","result":7}`,
			"50:fail"},
		{"success as failure", lifeA + okA, blockA(`"result":"2 lines","success":false`), "50:fail"},
		{"failure as success", lifeA + badA, blockA(`"result":null,"success":true,"error":"timeout"`), "50:fail"},
		{"error lost", lifeA + badA, blockA(`"success":false`), "50:fail"},
		{"error of another", lifeA + badA + `,{"id":"c","stage":"start","name":"n"},{"id":"c","stage":"end","error":"refused"}`,
			blockA(`"success":false,"error":"refused"`) + `,{"id":"c","name":"n","stage":"end","error":"refused"}`, "50:fail 51:fail"},
		{"invented error", lifeA + okA, blockA(`"result":"2 lines","success":true,"error":"x"`), "50:fail"},
		{"error beside nothing", startA + `,{"id":"a","stage":"end","error":""}`, `{"id":"a","name":"grep","stage":"end","error":""}`, ""},
		{"error object as itself", startA + `,{"id":"a","stage":"end","error":{"code":7}}`,
			`{"id":"a","name":"grep","stage":"end","success":false,"error":{"code":7}}`, ""},
		{"error object passed by", startA + `,{"id":"a","stage":"end","error":{"code":7},"result":"r"}`,
			`{"id":"a","name":"grep","stage":"end","success":true,"result":"r"}`, ""},
		{"error object as another's text", startA + `,{"id":"a","stage":"end","error":{"code":7},"result":"r"}`,
			`{"id":"a","name":"grep","stage":"end","success":true,"result":"x"}`, "50:fail"},
		{"empty error lost", startA + `,{"id":"a","stage":"end","error":""}`, `{"id":"a","name":"grep","stage":"end"}`, "50:fail"},
		{"empty error as a flag", startA + `,{"id":"a","stage":"end","error":""}`, `{"id":"a","name":"grep","stage":"end","success":false}`,
			""},
		{"failure told by its result", startA + `,{"id":"a","stage":"end","success":false,"result":"boom"}`,
			`{"id":"a","name":"grep","stage":"end","success":false,"result":"boom"}`, ""},
		{"failure moved to the error", startA + `,{"id":"a","stage":"end","success":false,"result":"boom"}`,
			`{"id":"a","name":"grep","stage":"end","success":false,"error":"boom"}`, ""},
		{"failure told by nothing", startA + `,{"id":"a","stage":"end","success":false,"result":"boom"}`,
			`{"id":"a","name":"grep","stage":"end","result":"boom"}`, "50:fail"},
		{"success told by nothing", startA + `,{"id":"a","stage":"end","success":true}`, `{"id":"a","name":"grep","stage":"end"}`,
			"50:fail"},
		{"bare end", startA + `,{"id":"a","stage":"end"}`, `{"id":"a","name":"grep","stage":"end"}`, ""},
		{"bare end as a failure", startA + `,{"id":"a","stage":"end"}`, `{"id":"a","name":"grep","stage":"end","success":false}`,
			"50:fail"},
		{"empty result", startA + `,{"id":"a","stage":"end","result":""}`,
			`{"id":"a","name":"grep","stage":"end","success":true,"result":null}`, "50:fail"},
		{"partial result counts", startA + `,{"id":"a","stage":"running","result":"half"}`,
			`{"id":"a","name":"grep","stage":"running","result":"half"}`, "50:fail"},
		{"early success", startA + `,` + runA, `{"id":"a","name":"grep","stage":"running","success":true}`, "50:fail"},
		{"stage behind", startA + `,` + runA, `{"id":"a","name":"grep","stage":"start"}`, "50:fail"},
		{"stage ahead", startA + `,` + runA, `{"id":"a","name":"grep","stage":"end"}`, "50:fail"},
		{"isRunning", lifeA + okA, blockA(heldA + `,"isRunning":false`), "52:fail"},
		{"isRunning of a command", lifeA + okA, `{"type":"command_output","isRunning":true},` + blockA(heldA), ""},
		{"no stage", lifeA + okA, `{"id":"a","name":"grep","parameters":"{\"q\":1}",` + heldA + `}`, "50:fail 52:fail"},
		{"name erased", lifeA + okA, `{"id":"a","stage":"end","parameters":"{\"q\":1}",` + heldA + `}`, "50:fail 53:fail"},
		{"parameters erased", lifeA + okA, `{"id":"a","name":"grep","stage":"end",` + heldA + `}`, "53:fail 58:fail"},
		{"parameters doubled", lifeA + okA, `{"id":"a","name":"grep","stage":"end","parameters":"{\"q\":{\"q\":1}1}",` + heldA + `}`,
			"58:fail"},
		{"last chunk only", lifeA + okA, `{"id":"a","name":"grep","stage":"end","parameters":"1}",` + heldA + `}`, "58:fail"},
		{"member twice", startA + `,{"id":"a","stage":"end","parameters":"{\"q\":1}","result":"r"}`,
			`{"id":"a","name":"grep","stage":"end","parameters":"{\"q\":1,\"q\":1}","result":"r"}`, "58:fail"},
		{"chunk of another", lifeA + okA + `,{"id":"c","stage":"start","name":"n"},` +
			`{"id":"c","stage":"streaming","parametersChunk":"foreign"}`,
			`{"id":"a","name":"grep","stage":"end","parameters":"{\"q\":foreign1}",` + heldA +
				`},{"id":"c","name":"n","stage":"streaming","parameters":"foreign"}`, "51:fail 58:fail"},
	}
	runConsumer(t, tests)
}

func runConsumer(t *testing.T, tests []struct{ name, events, blocks, want string }) {
	t.Helper()
	for _, test := range tests {
		if got := verdicts(judged(test.events, test.blocks)); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestConsumerJudgesAdversarial(t *testing.T) {
	second := `,{"id":"a","stage":"start","name":"sed"},{"id":"a","stage":"end","error":"gone"}`
	runConsumer(t, []struct{ name, events, blocks, want string }{
		{"first end", lifeA + okA + "," + badA, blockA(heldA), ""},
		{"last end", lifeA + okA + "," + badA, blockA(`"success":false,"error":"timeout"`), "54:warn"},
		{"mixed", lifeA + okA + "," + badA, blockA(`"success":false,"result":"2 lines"`), "54:fail"},
		{"mixed, both texts", lifeA + badA + "," + okA, blockA(`"success":true,"result":"2 lines","error":"timeout"`), "54:fail"},
		{"of no end at all", lifeA + okA + "," + badA, blockA(`"success":true,"result":"3 lines"`), "50:fail"},
		{"back to life", lifeA + okA + "," + runA, `{"id":"a","name":"grep","stage":"running","parameters":"{\"q\":1}",` + heldA + `}`,
			"52:fail 54:fail"},
		{"late chunk ignored", lifeA + okA + `,{"id":"a","stage":"streaming","parametersChunk":"late"}`, blockA(heldA), ""},
		{"late chunk taken", lifeA + okA + `,{"id":"a","stage":"streaming","parametersChunk":"late"}`,
			`{"id":"a","name":"grep","stage":"end","parameters":"{\"q\":1}late",` + heldA + `}`, "54:warn"},
		{"late result taken", lifeA + badA + `,{"id":"a","stage":"running","result":"x"}`, blockA(`"result":"x","success":true`),
			"50:fail"},
		{"second life ignored", lifeA + okA + second, blockA(heldA), ""},
		{"second life in a new block", lifeA + okA + second, blockA(heldA) + `,{"id":"a","name":"sed","stage":"end","error":"gone"}`, ""},
		{"second life in a new block, first changed", lifeA + okA + second,
			blockA(`"success":false,"error":"gone"`) + `,{"id":"a","name":"sed","stage":"end","error":"gone"}`, "50:fail"},
		{"second life in the old block", lifeA + okA + second, `{"id":"a","name":"sed","stage":"end","error":"gone"}`, "54:warn"},
		{"second start in the old block", lifeA + okA + `,` + startA, `{"id":"a","name":"grep","stage":"start",` + heldA + `}`,
			"52:fail 54:fail"},
		{"three blocks", lifeA + okA + second,
			blockA(heldA) + `,` + blockA(heldA) + `,{"id":"a","name":"sed","stage":"end","error":"gone"}`, "50:fail 54:fail 58:fail"},
		{"second start before the end", startA + `,` + startA + `,` + runA, `{"id":"a","name":"grep","stage":"running"}`, ""},
		{"second start before the end, two blocks", startA + `,` + startA + `,` + runA,
			`{"id":"a","name":"grep","stage":"start"},{"id":"a","name":"grep","stage":"running"}`, ""},
		{"second start before the end, three blocks", startA + `,` + startA + `,` + runA,
			`{"id":"a","name":"grep","stage":"start"},{"id":"a","name":"grep","stage":"start"},{"id":"a","name":"grep","stage":"running"}`,
			"50:fail 54:fail"},
		{"late streaming", lifeA + `{"id":"a","stage":"streaming"}`, `{"id":"a","name":"grep","stage":"running","parameters":"{\"q\":1}"}`,
			""},
		{"moved back", lifeA + `{"id":"a","stage":"streaming"}`, `{"id":"a","name":"grep","stage":"streaming","parameters":"{\"q\":1}"}`,
			"55:warn"},
		{"orphan without a block", lifeA + okA + `,{"id":"x","stage":"end","result":"boo"}`, blockA(heldA), ""},
		{"orphan with a block", lifeA + okA + `,{"id":"x","stage":"end","result":"boo"}`,
			blockA(heldA) + `,{"id":"x","stage":"end","result":"boo"}`, ""},
		{"orphan with two blocks", lifeA + okA + `,{"id":"x","stage":"running"}`,
			blockA(heldA) + `,{"id":"x","stage":"running"},{"id":"x","stage":"running"}`, "50:fail"},
		{"orphan harms", lifeA + okA + `,{"id":"x","stage":"end","result":"boo"}`, blockA(`"result":"boo","success":true`),
			"50:fail 56:fail"},
		{"orphan shown as a success", lifeA + okA + `,{"id":"x","stage":"running"}`,
			blockA(heldA) + `,{"id":"x","stage":"end","success":true}`, "57:fail"},
		{"unknown event with a block", lifeA + okA + `,{"id":"x","stage":"paused"}`, blockA(heldA) + `,{"id":"x","stage":"start"}`,
			"50:fail 56:fail"},
		{"unknown stage taken", startA + `,{"id":"a","stage":"paused"}`, `{"id":"a","name":"grep","stage":"paused"}`,
			"50:fail 52:fail 56:fail"},
		{"cut", startA + `,` + runA, `{"id":"a","name":"grep","stage":"running","success":false,"result":""}`, ""},
		{"cut, closed as a failure", startA + `,` + runA,
			`{"id":"a","name":"grep","stage":"end","success":false,"error":"the stream broke off"}`, ""},
		{"cut, closed as a success", startA + `,` + runA, `{"id":"a","name":"grep","stage":"end","success":true}`, "50:fail 57:fail"},
		{"cut, closed with a result", startA + `,` + runA, `{"id":"a","name":"grep","stage":"end","result":"ok"}`, "50:fail 57:fail"},
		{"null members", startA + `,{"id":"a","stage":"end","result":"r","success":true,"error":null,"name":null}`,
			`{"id":"a","name":null,"stage":"end","result":"r","success":true}`, ""},
		{"object result as text", startA + `,{"id":"a","stage":"end","result":{"n":1}}`,
			`{"id":"a","name":"grep","stage":"end","result":"{\"n\": 1.0}"}`, ""},
		{"contradiction kept", startA + `,{"id":"a","stage":"end","success":true,"error":"e"}`,
			`{"id":"a","name":"grep","stage":"end","success":true,"error":"e"}`, ""},
		{"contradiction resolved", startA + `,{"id":"a","stage":"end","success":true,"error":"e"}`,
			`{"id":"a","name":"grep","stage":"end","success":false,"error":"e"}`, ""},
		{"contradiction, error lost", startA + `,{"id":"a","stage":"end","success":true,"error":"e"}`,
			`{"id":"a","name":"grep","stage":"end","success":true}`, "50:fail"},
		{"chunk before the start, taken", `{"id":"a","stage":"streaming","parametersChunk":"xy"},` + startA + `,` + okA,
			`{"id":"a","name":"grep","stage":"end","parameters":"xy",` + heldA + `}`, ""},
		{"chunk before the start, passed by", `{"id":"a","stage":"streaming","parametersChunk":"xy"},` + startA + `,` + okA,
			`{"id":"a","name":"grep","stage":"end",` + heldA + `}`, ""},
		{"end before the start, no block", okA + `,` + startA, ``, "50:fail 56:fail"},
		{"end before the start", okA + `,` + startA, `{"id":"a","name":"grep","stage":"start"}`, ""},
	})
}

func TestOmittedMembersAreUnobserved(t *testing.T) {
	for _, test := range []struct{ omits, blocks, want string }{
		{"result", blockA(`"success":true`), ""},
		{"success", blockA(`"result":"2 lines"`), ""},
		{"error", blockA(heldA), ""},
		{"name", `{"id":"a","stage":"end","parameters":"{\"q\":1}",` + heldA + `}`, ""},
		{"parameters", `{"id":"a","name":"grep","stage":"end",` + heldA + `}`, ""},
		{"stage", `{"id":"a","name":"grep","parameters":"{\"q\":1}",` + heldA + `}`, ""},
		{"result", blockA(`"success":false`), "50:fail"},
		{"stage", `{"id":"a","name":"grep","parameters":"{\"q\":1}","isRunning":true,` + heldA + `}`, "52:fail"},
	} {
		if got := verdicts(judged(lifeA+okA, test.blocks, test.omits)); got != test.want {
			t.Errorf("omits %s: %q, want %q", test.omits, got, test.want)
		}
	}
}

// outcomeOf is the outcome of one requirement.
func outcomeOf(id string, outcomes []requirement.Outcome) requirement.Outcome {
	for _, o := range outcomes {
		if o.Requirement == id {
			return o
		}
	}
	return requirement.Outcome{}
}
