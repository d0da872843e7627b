package stageevents

import (
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/requirement"
)

type producerRule = requirement.Rule[*requirement.Ledger]

func producerRules() []producerRule {
	rules := append(orderLines(), outcomeLines()...)
	rules = append(rules, argumentLines()...)
	for i := range rules {
		r := &rules[i]
		r.Roles = []string{"producer"}
		if r.Level == "" {
			r.Level = requirement.Must
		}
		r.Judge = requirement.Told(r.ID)
	}
	return inOrder(rules)
}

// orderLines are about what every update is, and the order of a call's updates.
func orderLines() []producerRule {
	return []producerRule{
		{Requirement: requirement.Requirement{
			ID:       "STAGE-01",
			Sentence: "Every update has an `id` and a `stage`, one of `start`, `streaming`, `running`, `end`.",
			Source: stageValues + "\"`start`, `streaming`, `running`, `end`\"; Migration Impact: \"Required `stage` field on all " +
				"tool events\"",
			Right: `{"id":"c7","stage":"running"}`,
			Wrong: `{"id":"c7","stage":"Running"}`,
		}},
		{Requirement: requirement.Requirement{
			ID:       "STAGE-02",
			Sentence: "No update carries `isRunning`. (Command-output blocks keep theirs; they are outside the suite.)",
			Source:   removal + "\"Remove `isRunning` field from both interfaces\"",
			Right:    `{"id":"c7","stage":"end","result":"ok"}`,
			Wrong:    `{"id":"c7","stage":"end","result":"ok","isRunning":false}`,
		}},
		{Requirement: requirement.Requirement{
			ID:       "STAGE-03",
			Sentence: "Exactly one `start`, before everything else of that id, carrying the tool's name.",
			Source:   lifecycle + "\"Exactly one `start` event\"; Stage Field Enum Values: \"Initial tool announcement with metadata\"",
			Right:    `{"id":"c7","stage":"start","name":"grep"}, {"id":"c7","stage":"end","result":"ok"}`,
			Wrong:    `{"id":"c7","stage":"streaming","parametersChunk":"{"}, {"id":"c7","stage":"start","name":"grep"}`,
		}},
		{Requirement: requirement.Requirement{
			ID:       "STAGE-04",
			Sentence: "Exactly one `end`, after everything else of that id.",
			Source:   lifecycle + "\"Exactly one `end` event\"",
			Right:    `{"id":"c7","stage":"start","name":"grep"}, {"id":"c7","stage":"end","result":"ok"}`,
			Wrong:    `{"id":"c7","stage":"end","result":"ok"}, {"id":"c7","stage":"running"}`,
		}},
		{Requirement: requirement.Requirement{
			ID: "STAGE-05",
			Sentence: "Stages never go back: start, streaming…, running…, end. (`streaming` is described for results too; the " +
				"guaranteed order decides.)",
			Source: lifecycle + "\"Zero or more `streaming` events\", \"Zero or more `running` events\", in this order",
			Ruling: "The enum describes `streaming` for results too, which would come after `running`. The guaranteed order is what " +
				"integrators rely on, so it decides.",
			Right: `start, streaming, streaming, running, end`,
			Wrong: `start, running, streaming, end`,
		}},
		{Requirement: requirement.Requirement{
			ID: "STAGE-11", Level: requirement.Should,
			Sentence: "A tool that reports progress shows at least one `running`.",
			Source:   stageValues + "\"`running`: Ongoing execution status without new output\"",
			Right:    `progress "contacting exchange" gives {"id":"c7","stage":"running"}`,
			Wrong:    `start, end`,
		}},
		{Requirement: requirement.Requirement{
			ID:       "STAGE-12",
			Sentence: "No update names an id that the transcript doesn't have, and none comes after the last `end`.",
			Source:   lifecycle + "\"ensures SDK integrators can rely on event sequencing\"",
			Right:    `the last update of "c7" is its end`,
			Wrong:    `{"id":"c7","stage":"end","result":"ok"}, {"id":"c7","stage":"running"}, and nothing more`,
		}},
	}
}

// outcomeLines are about what the end tells, and that every call gets one.
func outcomeLines() []producerRule {
	return []producerRule{
		{Requirement: requirement.Requirement{
			ID: "STAGE-06", Also: []requirement.Level{requirement.Should},
			Sentence: "A failure is told by the `end` update, with an error payload (`error`, or `success:false` with a result text), " +
				"and by no earlier stage. The text is the transcript's: SHOULD.",
			Source: errorText + "\"Errors communicated through `end` stage with appropriate error payload\"",
			Right:  `{"id":"c7","stage":"end","error":"timeout"}`,
			Wrong:  `{"id":"c7","stage":"running","error":"timeout"}, {"id":"c7","stage":"end","result":""}`,
		}},
		{Requirement: requirement.Requirement{
			ID:       "STAGE-07",
			Sentence: "A success ends without an error payload, and the result in `end` is the transcript's.",
			Source:   stageValues + "\"`end`: Final result or error summary\"",
			Right:    `{"id":"c7","stage":"end","success":true,"result":"2 lines"}`,
			Wrong:    `{"id":"c7","stage":"end","success":true,"result":""}`,
		}},
		{Requirement: requirement.Requirement{
			ID: "STAGE-08",
			Sentence: "A call cut off by a user stop or an error, or answered `cancelled`, still gets its one `end`, with an " +
				"error payload.",
			Source: errorText + "\"Maintains the guaranteed single `end` event contract while providing error information\"",
			Ruling: "The document guarantees the end without an exception, and knows two outcomes only: what was not finished " +
				"is an error.",
			Right: `{"id":"c7","stage":"end","error":"stopped by the user"}`,
			Wrong: `the stream stops after {"id":"c7","stage":"running"}`,
		}},
		{Requirement: requirement.Requirement{
			ID: "STAGE-09",
			Sentence: "No call is lost: every call of the transcript has its lifecycle, also one without arguments, one whose first " +
				"delta is empty, one with malformed arguments, one repeated identically, and the n-th of several in parallel.",
			Source: lifecycle + "\"Exactly one `start` event\", \"Exactly one `end` event\"",
			Right:  `two equal calls "c2" and "c7": two starts, two ends`,
			Wrong:  `the second one is taken for a repetition and left out`,
		}},
	}
}

// argumentLines are about the argument text.
func argumentLines() []producerRule {
	return []producerRule{
		{Requirement: requirement.Requirement{
			ID: "STAGE-10",
			Sentence: "The pieces in `parametersChunk` (where sent), concatenated, are the argument text; pieces of parallel calls are " +
				"never mixed.",
			Source: stageValues + "\"`streaming`: Incremental parameter or result updates\"",
			Right: `{"id":"c7","stage":"streaming","parametersChunk":"{\"q\":"}, ` +
				`{"id":"c7","stage":"streaming","parametersChunk":"\"x\"}"}`,
			Wrong: `the second piece is sent under the id of the call that was started last`,
		}},
		{Requirement: requirement.Requirement{
			ID: "STAGE-13",
			Sentence: "Every `parameters` sent is a prefix of the argument text, or JSON equal to the whole; the last one is the whole, " +
				"unless the call was cut off or carries none on `end`.",
			Source: words.Document + ", Preserved Compatibility: \"Parameter and result streaming capabilities maintained\"",
			Ruling: "The document names no arithmetic for `parameters`. It is the text so far, so it can only be a beginning of the " +
				"text, or the arguments themselves.",
			Right: `{"id":"c7","stage":"streaming","parameters":"{\"q\":"}, ` +
				`{"id":"c7","stage":"end","parameters":"{\"q\":\"x\"}","result":"ok"}`,
			Wrong: `{"id":"c7","stage":"end","parameters":"{}","result":"ok"} after arguments that were malformed`,
		}},
	}
}
