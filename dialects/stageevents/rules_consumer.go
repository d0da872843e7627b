package stageevents

import (
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/requirement"
)

const (
	lifecycle   = words.Document + ", Lifecycle Guarantees: "
	stageValues = words.Document + ", Stage Field Enum Values: "
	removal     = words.Document + ", Deprecated Field Removal: "
	errorText   = words.Document + ", Error Handling: "
	parallel    = words.Document + ", Lifecycle Guarantees, per tool id"
)

type consumerRule = requirement.Rule[*view]

func consumerRules() []consumerRule {
	rules := append(consumerLines(), adversarialLines()...)
	for i := range rules {
		rules[i].Roles = []string{"consumer"}
	}
	return inOrder(rules)
}

// inOrder puts the rules in the order of their ids.
func inOrder[S any](rules []requirement.Rule[S]) []requirement.Rule[S] {
	for i := 1; i < len(rules); i++ {
		for j := i; j > 0 && rules[j].ID < rules[j-1].ID; j-- {
			rules[j], rules[j-1] = rules[j-1], rules[j]
		}
	}
	return rules
}

// consumerLines are what streams of right producers can test.
func consumerLines() []consumerRule {
	return []consumerRule{
		{Judge: oneBlock, Requirement: requirement.Requirement{
			ID: "STAGE-50", Level: requirement.Must,
			Sentence: "One block per id, in order of `start`, with the name, the last stage, and the result or error of `end`. " +
				"(`result`, `success`, `error` count on `end` only.)",
			Source: stageValues + "\"`end`: Final result or error summary\"; " + lifecycle + "\"Exactly one `start` event\"",
			Right: `after {"id":"c7","stage":"start","name":"grep"} and {"id":"c7","stage":"end","result":"2 lines"}: ` +
				`{"toolBlocks":[{"id":"c7","name":"grep","stage":"end","result":"2 lines"}]}`,
			Wrong: `{"toolBlocks":[{"id":"c7","name":"grep","stage":"end","result":null}]}: the result is lost`,
		}},
		{Judge: ownOnly, Requirement: requirement.Requirement{
			ID: "STAGE-51", Level: requirement.Must,
			Sentence: "Updates touch the block of their id only.",
			Source:   parallel,
			Right:    `a chunk for "c7" between two chunks for "c2" stands in the parameters of "c7"`,
			Wrong:    `it is appended to "c2", the call that was started last`,
		}},
		{Judge: hasStage, Requirement: requirement.Requirement{
			ID: "STAGE-52", Level: requirement.Must,
			Sentence: "A block has its `stage` and never `isRunning`; after `end` the stage is `end`.",
			Source: removal + "\"Remove `isRunning` field from both interfaces\"; Migration Impact: \"Required `stage` field on all " +
				"tool events\"",
			Right: `{"id":"c7","stage":"end","result":"2 lines"}`,
			Wrong: `{"id":"c7","stage":"end","isRunning":false}`,
		}},
		{Judge: notErased, Requirement: requirement.Requirement{
			ID: "STAGE-53", Level: requirement.Must,
			Sentence: "An update that leaves a field out doesn't erase it: parameters and name survive `running` and `end`.",
			Source: stageValues + "\"`running`: Ongoing execution status without new output\"; Preserved Compatibility: \"Parameter " +
				"and result streaming capabilities maintained\"",
			Right: `after {"id":"c7","stage":"end","result":"ok"} the name and the parameters of "c7" are still there`,
			Wrong: `{"id":"c7","stage":"end","name":null,"parameters":null,"result":"ok"}`,
		}},
		{Judge: gathered, Requirement: requirement.Requirement{
			ID: "STAGE-58", Level: requirement.Must,
			Sentence: "The block's `parameters` is what replacing (`parameters`) and appending (`parametersChunk`) give, or JSON " +
				"equal to it.",
			Source: stageValues + "\"`streaming`: Incremental parameter or result updates\"",
			Ruling: "The document names parameter streaming without its arithmetic. The field names say it: the whole replaces, a " +
				"chunk appends, and a whole beside a chunk already holds it.",
			Right: `chunks {"q": and "x"} give {"q":"x"}, as text or parsed`,
			Wrong: `only the last chunk, "x"}`,
		}},
	}
}

// adversarialLines are what only a stream that no right producer sends can test.
func adversarialLines() []consumerRule {
	rules := []consumerRule{
		{Judge: afterEnd, Requirement: requirement.Requirement{
			ID: "STAGE-54", Level: requirement.Must, Also: []requirement.Level{requirement.May, requirement.Should},
			Sentence: "After `end` the record is never mixed from two ends, and no later update brings the call back to life: `stage` " +
				"stays `end`. A second `start` is ignored or opens a new block: MAY. That nothing at all changes: SHOULD.",
			Source: lifecycle + "\"Exactly one `end` event\"",
			Ruling: "The document promises one end but not what a client does when a second one comes. A call that has ended stays " +
				"ended, and an outcome is one end's or another's, never both. The MAY holds for every second `start`, before the end " +
				"too: the sentence makes no difference.",
			Right: `ends {"success":false,"error":"timeout"} and {"success":true,"result":"ok"}: the block holds the first`,
			Wrong: `{"stage":"end","success":false,"result":"ok"}: one flag, the other's result`,
		}},
		{Judge: notBack, Requirement: requirement.Requirement{
			ID: "STAGE-55", Level: requirement.Should,
			Sentence: "A late `streaming` after `running` doesn't move the stage back.",
			Source:   lifecycle + "streaming before running",
			Ruling: "The order is guaranteed by the producer; a buffered update that comes late breaks it, and a client that knows " +
				"the order can tell.",
			Right: `running, then streaming: the stage is running`,
			Wrong: `the stage is streaming again`,
		}},
		{Judge: harmless, Requirement: requirement.Requirement{
			ID: "STAGE-56", Level: requirement.Must, Also: []requirement.Level{requirement.May},
			Sentence: "An update for an id never started, or an unknown event, harms no other block. Creating a block for an id never " +
				"started is MAY; an unknown event creates none.",
			Source: words.Document + ", silent",
			Ruling: "Streams grow and lose their heads; what belongs to no call must not change one that is there.",
			Right:  `{"id":"ghost","stage":"end","result":"boo"} changes no block of another id`,
			Wrong:  `the result "boo" stands in the block that was started last`,
		}},
		{Judge: noSuccessYet, Requirement: requirement.Requirement{
			ID: "STAGE-57", Level: requirement.Must,
			Sentence: "A stream cut before `end`: the block is not shown as a success.",
			Source:   lifecycle + "\"Exactly one `end` event\"",
			Ruling: "Without its end nobody knows how a call went. Shown as a success means stage `end` with `success:true`, or with " +
				"a result and no error.",
			Right: `{"id":"c7","stage":"running"}`,
			Wrong: `{"id":"c7","stage":"end","success":true}`,
		}},
	}
	for i := range rules {
		rules[i].Adversarial = true
	}
	return rules
}
