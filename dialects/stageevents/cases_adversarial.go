package stageevents

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
)

// lateCases: what comes after an end, and out of order.
func lateCases() []*dialect.Case {
	life := []string{
		`{"id":"call_m","stage":"start","name":"fetch"}`,
		`{"id":"call_m","stage":"streaming","parametersChunk":"{\"url\":\"a\"}"}`,
		`{"id":"call_m","stage":"running"}`,
	}
	success, failure := `{"id":"call_m","stage":"end","success":true,"result":"200 OK"}`, `{"id":"call_m","stage":"end","success":false,"error":"timeout"}`
	other := []string{`{"id":"call_f","stage":"start","name":"parse"}`, `{"id":"call_f","stage":"end","result":"12 nodes"}`}
	var list []*dialect.Case
	add := func(slug, title string, after ...string) {
		events := append(append(append([]string{}, life...), after...), other...)
		list = append(list, adversarial("late-"+slug, title, "54", events...))
	}
	add("same-end", "The end comes twice.", success, success)
	add("other-result", "A second end with another result.", success, `{"id":"call_m","stage":"end","success":true,"result":"304 Not Modified"}`)
	add("error-after-success", "A second end with an error.", success, failure)
	add("success-after-error", "An error, then a second end with a result.", failure, success)
	add("result-alone-after-error", "An error, then an end with a result and no flag.", `{"id":"call_m","stage":"end","error":"timeout"}`, `{"id":"call_m","stage":"end","result":"200 OK"}`)
	add("error-alone-after-result", "A result, then an end with an error and no flag.", `{"id":"call_m","stage":"end","result":"200 OK"}`, `{"id":"call_m","stage":"end","error":"timeout"}`)
	add("flag-alone-after-result", "A result, then an end with `success:false` and nothing else.", `{"id":"call_m","stage":"end","result":"200 OK","success":true}`, `{"id":"call_m","stage":"end","success":false}`)
	add("flag-alone-after-bare-result", "A result without a flag, then an end with `success:false` and nothing else.", `{"id":"call_m","stage":"end","result":"200 OK"}`, `{"id":"call_m","stage":"end","success":false}`)
	add("bare-end-after-error", "An error, then an end that says nothing.", failure, `{"id":"call_m","stage":"end"}`)
	add("bare-end-after-result", "A result, then an end that says nothing.", success, `{"id":"call_m","stage":"end"}`)
	add("result-after-flag", "An end with a flag alone, then one with a result alone.", `{"id":"call_m","stage":"end","success":true}`, `{"id":"call_m","stage":"end","result":"late"}`)
	add("error-after-flag", "An end with `success:true` alone, then one with an error alone.", `{"id":"call_m","stage":"end","success":true}`, `{"id":"call_m","stage":"end","error":"late"}`)
	add("result-after-bare-end", "An end that says nothing, then one with a result.", `{"id":"call_m","stage":"end"}`, `{"id":"call_m","stage":"end","result":"late"}`)
	add("running", "A `running` after the end.", success, `{"id":"call_m","stage":"running"}`)
	add("running-after-error", "A `running` after a failure.", failure, `{"id":"call_m","stage":"running"}`)
	add("running-with-result", "A `running` after the end brings a result of its own.", failure, `{"id":"call_m","stage":"running","result":"still going","success":true}`)
	add("running-with-error", "A `running` after a success brings an error.", success, `{"id":"call_m","stage":"running","error":"boom"}`)
	add("running-other-name", "A `running` after the end has another name.", success, `{"id":"call_m","stage":"running","name":"other"}`)
	add("chunk", "A chunk after the end.", success, `{"id":"call_m","stage":"streaming","parametersChunk":"{\"url\":\"b\"}"}`)
	add("whole", "Other parameters after the end.", success, `{"id":"call_m","stage":"streaming","parameters":"{\"url\":\"c\"}"}`)
	add("empty-streaming", "A `streaming` that says nothing, after the end.", success, `{"id":"call_m","stage":"streaming"}`)
	add("start", "A second start after the end.", success, `{"id":"call_m","stage":"start","name":"fetch"}`)
	add("start-other-name", "A second start after the end, of another tool.", failure, `{"id":"call_m","stage":"start","name":"upload","parameters":"{\"to\":\"d\"}"}`)
	add("replay", "The whole life comes again.", append([]string{success}, append(append([]string{}, life...), success)...)...)
	add("second-life", "A second life under the same id, of another tool, that fails.", success,
		`{"id":"call_m","stage":"start","name":"upload"}`, `{"id":"call_m","stage":"streaming","parametersChunk":"{\"to\":\"e\"}"}`, failure)
	add("third-life", "Three lives under one id.", success, life[0], failure, life[0], `{"id":"call_m","stage":"running"}`)
	for i, back := range []string{``, `,"parametersChunk":"{\"page\":2}"`, `,"parameters":"{\"url\":\"a\",\"page\":2}"`} {
		list = append(list, adversarial(fmt.Sprintf("late-streaming-after-running-%d", i+1), "A buffered `streaming` comes after `running`, and nothing after it.", "55",
			append(append([]string{}, life...), `{"id":"call_m","stage":"streaming"`+back+`}`)...))
	}
	list = append(list,
		valid("chunks-blank", "One of the chunks is a single blank, one a line ending.", "53 58", life[0], `{"id":"call_m","stage":"streaming","parametersChunk":"{\"q\":\"big"}`, other[0],
			`{"id":"call_m","stage":"streaming","parametersChunk":" "}`, `{"id":"call_m","stage":"streaming","parametersChunk":"cat\","}`, `{"id":"call_m","stage":"streaming","parametersChunk":"\n"}`,
			`{"id":"call_m","stage":"streaming","parametersChunk":"\"n\":2}"}`, life[2], other[1], success),
		adversarial("streaming-bare", "A `streaming` without parameters, and nothing after it.", "50", life[0], `{"id":"call_m","stage":"streaming"}`),
		adversarial("stray-stages-padded", "Stages with blanks around them, or in upper case, are none.", "56", append(append([]string{}, life...), `{"id":"call_m","stage":" end","success":true,"result":"x"}`,
			`{"id":"call_m","stage":"end ","error":"x"}`, `{"id":"call_m","stage":"END","result":"x"}`)...),
		valid("type-members", "Updates carry a `type` of their own: an unknown member.", "50 53", `{"type":"command_output","id":"call_m","stage":"start","name":"fetch"}`, `{"type":"command_output","id":"call_m","stage":"end","success":true,"result":"200 OK"}`),
		adversarial("ids-invisible", "Ids that differ only by a character without width, or behind a NUL.", "53", `{"id":"a\u200bb","stage":"start","name":"fetch"}`, `{"id":"ab","stage":"start","name":"parse"}`,
			`{"id":"z\u0000b","stage":"start","name":"fetch"}`, `{"id":"z\u0000c","stage":"start","name":"parse"}`, `{"id":"ab","stage":"end","result":"plain"}`, `{"id":"z\u0000c","stage":"end","result":"of c"}`,
			`{"id":"a\u200bb","stage":"end","error":"wide"}`, `{"id":"z\u0000b","stage":"end","result":"of b"}`),
		adversarial("late-streaming-then-end", "A buffered `streaming` comes after `running`; the end is an end all the same.", "55 57",
			append(append([]string{}, life...), `{"id":"call_m","stage":"streaming"}`, `{"id":"call_m","stage":"running"}`, `{"id":"call_m","stage":"streaming"}`, other[0], success)...),
		adversarial("second-start-before-end", "A second start while the call runs is ignored, or opens a new block.", "54",
			life[0], life[1], life[0], life[2], success),
		adversarial("second-start-at-once", "The start comes twice.", "54", life[0], life[0], other[0], life[1], success, other[1]))
	return list
}

// strayCases: updates for ids never started, and events that are none.
func strayCases() []*dialect.Case {
	// Two woven calls that are over before anything stray comes show what is wrong anyway.
	over := []string{`{"id":"tc_81","stage":"start","name":"list"}`, `{"id":"tc_37","stage":"start","name":"open","parameters":"{\"file\":9}"}`,
		`{"id":"tc_81","stage":"streaming","parametersChunk":"{\"dir\":"}`, `{"id":"tc_37","stage":"running"}`,
		`{"id":"tc_81","stage":"streaming","parametersChunk":"\"src\"}"}`, `{"id":"tc_81","stage":"running"}`,
		`{"id":"tc_37","stage":"end","error":"no such file"}`, `{"id":"tc_81","stage":"end","result":"3 files"}`}
	begin := []string{`{"id":"tc_5","stage":"start","name":"lookup"}`, `{"id":"tc_5","stage":"streaming","parametersChunk":"{\"key\":"}`}
	finish := []string{`{"id":"tc_5","stage":"streaming","parametersChunk":"\"v\"}"}`, `{"id":"tc_2","stage":"start","name":"store"}`,
		`{"id":"tc_5","stage":"running"}`, `{"id":"tc_2","stage":"end","error":"read-only"}`, `{"id":"tc_5","stage":"end","result":"found"}`}
	var list []*dialect.Case
	add := func(slug, title string, strays ...string) {
		events := slices.Concat(over, begin, strays, finish)
		list = append(list, adversarial("stray-"+slug, title, "56", events...))
	}
	add("end", "An end for an id never started, then a valid one.", `{"id":"ghost_9","stage":"end","success":true,"result":"boo"}`)
	add("error", "A failure for an id never started.", `{"id":"ghost_8","stage":"end","error":"nobody home"}`)
	add("running", "A `running` for an id never started.", `{"id":"ghost_7","stage":"running"}`)
	add("chunk", "A chunk for an id never started.", `{"id":"ghost_6","stage":"streaming","parametersChunk":"ghostly"}`)
	add("similar-id", "The unknown id is a prefix of a known one, or differs in case.", `{"id":"tc_","stage":"end","result":"prefix"}`, `{"id":"TC_5","stage":"end","result":"case"}`, `{"id":"tc_5 ","stage":"end","result":"blank"}`)
	add("id-is-name", "The unknown id is the name of a tool that runs.", `{"id":"lookup","stage":"running"}`, `{"id":"lookup","stage":"end","result":"boo"}`)
	add("same-name", "An end for an id never started has the name of a tool that runs.", `{"id":"ghost_1","stage":"running","name":"lookup"}`, `{"id":"ghost_1","stage":"end","name":"lookup","result":"boo"}`)
	add("empty-stage", "A stage that is empty, or begins like one.", `{"id":"tc_5","stage":"","result":"x"}`, `{"id":"tc_5","stage":"en","result":"x"}`, `{"id":"tc_5","stage":"ending","error":"x"}`, `{"id":"tc_5","stage":"the end","error":"x"}`)
	add("no-id-same-name", "An update without an id has the name of a tool that runs.", `{"stage":"end","name":"lookup","result":"boo"}`)
	add("ping", "An event without id and stage.", `{"type":"ping"}`)
	add("no-id", "An end without an id.", `{"stage":"end","result":"whose?"}`)
	add("null-id", "An end whose id is null.", `{"id":null,"stage":"end","result":"whose?"}`)
	add("numeric-id", "A start whose id is a number.", `{"id":5,"stage":"start","name":"numeric"}`, `{"id":5,"stage":"end","result":"five"}`)
	add("no-stage", "An update without a stage.", `{"id":"tc_5","parametersChunk":"stageless","name":"renamed"}`)
	add("unknown-stage", "An unknown stage for a known id.", `{"id":"tc_5","stage":"paused","name":"renamed","parametersChunk":"paused","result":"none"}`)
	add("unknown-stage-new-id", "An unknown stage for a new id creates no block.", `{"id":"fresh_1","stage":"queued","name":"later"}`)
	add("upper-case-stage", "Stages are spelled small: END is none.", `{"id":"tc_5","stage":"END","result":"shouted"}`, `{"id":"fresh_2","stage":"Start","name":"capital"}`)
	add("null-stage", "A stage that is null, a number, an object.", `{"id":"tc_5","stage":null,"result":"n"}`, `{"id":"tc_5","stage":3,"result":"3"}`, `{"id":"tc_5","stage":{"end":true},"result":"o"}`)
	add("empty-object", "An object with nothing in it.", `{}`)
	add("several", "Ghosts and unknown events between every two.", `{"id":"ghost_5","stage":"end","result":"a"}`, `{"type":"x","id":"ghost_4"}`, `{"id":"ghost_5","stage":"running"}`)
	list = append(list,
		adversarial("stray-first", "The stream begins with an end for an id never started.", "56", append([]string{`{"id":"ghost_3","stage":"end","result":"early bird"}`}, append(begin, finish...)...)...),
		adversarial("stray-only", "Nothing but updates that belong to no call; then a call.", "56", `{"type":"hello"}`, `{"id":"ghost_2","stage":"running"}`, begin[0], `{"id":"tc_5","stage":"end","result":"alone"}`),
		adversarial("stray-before-its-start", "A chunk comes before the start of its own call.", "56", slices.Concat(over, []string{begin[0], `{"id":"tc_2","stage":"streaming","parametersChunk":"{\"x\":1}"}`, finish[1], begin[1], finish[0], finish[4], finish[3]})...),
		adversarial("stray-end-before-its-start", "An end comes before the start of its own call.", "56", slices.Concat(over, []string{begin[0], finish[3], finish[1], begin[1], finish[0], finish[4]})...))
	noObjects := adversarial("stray-no-objects", "Events that are no objects stand between.", "56",
		slices.Concat(over, []string{begin[0], `42`, `"text"`, `null`, `[{"id":"tc_5","stage":"end"}]`, `true`, begin[1], finish[0], finish[4]})...)
	noObjects.MayReject = true
	return append(list, noObjects)
}

// cutCases: the stream ends before the end of a call.
func cutCases() []*dialect.Case {
	events := []string{
		`{"id":"cut_6","stage":"start","name":"deploy"}`,
		`{"id":"cut_6","stage":"streaming","parametersChunk":"{\"env\":"}`,
		`{"id":"cut_6","stage":"streaming","parametersChunk":"\"prod\"}"}`,
		`{"id":"cut_6","stage":"running","result":"half deployed","success":true}`,
	}
	var list []*dialect.Case
	for n := 1; n <= len(events); n++ {
		list = append(list, adversarial(fmt.Sprintf("cut-after-%d", n), "The stream breaks off before the end.", "57", events[:n]...))
	}
	list = append(list, parallelCuts()...)
	return append(list,
		adversarial("cut-beside-an-ended-one", "One call has ended, the other is cut off.", "57 50",
			events[0], `{"id":"cut_1","stage":"start","name":"build"}`, events[1], `{"id":"cut_1","stage":"end","success":true,"result":"built"}`, events[2]),
		adversarial("cut-after-unknown-end", "What looks like an end is none.", "57 56",
			events[0], events[1], `{"id":"cut_6","stage":"ended","success":true,"result":"deployed"}`),
		adversarial("cut-start-with-outcome", "The starts of two calls bring an outcome, and no end ever comes.", "57 50",
			`{"id":"cut_6","stage":"start","name":"deploy","result":"too early","success":true}`, `{"id":"cut_2","stage":"start","name":"undo","error":"too early","success":false}`, events[1]),
		adversarial("cut-partial-result", "A partial result was told before the stream broke off.", "57 50",
			events[0], `{"id":"cut_6","stage":"streaming","result":"1 of 2"}`, `{"id":"cut_6","stage":"running","error":"retrying"}`))
}

// parallelCuts: two woven calls, broken off behind every update.
func parallelCuts() []*dialect.Case {
	events := []string{
		`{"id":"cut_w","stage":"start","name":"left"}`,
		`{"id":"cut_d","stage":"start","name":"right","parameters":"{\"r\":0}"}`,
		`{"id":"cut_w","stage":"streaming","parametersChunk":"{\"l\":"}`,
		`{"id":"cut_d","stage":"running"}`,
		`{"id":"cut_w","stage":"streaming","parametersChunk":"1}"}`,
		`{"id":"cut_d","stage":"end","success":true,"result":"right is done"}`,
		`{"id":"cut_w","stage":"running"}`,
	}
	var list []*dialect.Case
	for n := 2; n <= len(events); n++ {
		list = append(list, adversarial(fmt.Sprintf("cut-parallel-after-%d", n), "Two woven calls; the stream breaks off.", "57 50 51", events[:n]...))
	}
	return list
}

// looseCases: members that are null or of another type than the shape says. Most
// answers are right; that every other call stays as it is is what is judged.
func looseCases() []*dialect.Case {
	around := func(slug, title string, events ...string) *dialect.Case {
		all := append([]string{`{"id":"ok_4","stage":"start","name":"safe","parameters":"{\"s\":1}"}`}, events...)
		return adversarial("loose-"+slug, title, "50", append(all, `{"id":"ok_4","stage":"end","result":"kept"}`)...)
	}
	return []*dialect.Case{
		around("nulls", "Members that are null.", `{"id":"nul_3","stage":"start","name":"lookup","parameters":null,"parametersChunk":null,"result":null,"success":null,"error":null}`,
			`{"id":"nul_3","stage":"streaming","parametersChunk":"{\"a\":1}","parameters":null}`,
			`{"id":"nul_3","stage":"end","success":true,"result":"ok","error":null}`),
		around("null-result", "A result that is null.", `{"id":"nul_4","stage":"start","name":"lookup"}`, `{"id":"nul_4","stage":"end","success":true,"result":null}`),
		around("object-result", "A result that is an object.", `{"id":"obj_1","stage":"start","name":"lookup"}`, `{"id":"obj_1","stage":"end","result":{"rows":[1,2.50,null]}}`),
		around("object-parameters", "Parameters that are an object.", `{"id":"obj_2","stage":"start","name":"lookup","parameters":{"a":{"b":[]}}}`, `{"id":"obj_2","stage":"end","result":"r"}`),
		around("object-error", "An error that is an object.", `{"id":"obj_3","stage":"start","name":"lookup"}`, `{"id":"obj_3","stage":"end","error":{"code":7,"message":"no"}}`),
		around("contradiction", "`success:true` beside an error: an error that is present is a failure.", `{"id":"con_9","stage":"start","name":"lookup"}`, `{"id":"con_9","stage":"end","success":true,"error":"yet it failed"}`),
		around("early-failure", "A failure told before the end doesn't count: the call succeeds.", `{"id":"ear_2","stage":"start","name":"lookup"}`,
			`{"id":"ear_2","stage":"streaming","error":"flaky","success":false}`, `{"id":"ear_2","stage":"running"}`, `{"id":"ear_2","stage":"end","result":"fine"}`),
		around("early-failure-running", "A failure told by `running` doesn't count: the call succeeds.", `{"id":"ear_5","stage":"start","name":"lookup"}`, `{"id":"ear_5","stage":"streaming","parametersChunk":"{\"a\":1}"}`,
			`{"id":"ear_5","stage":"running","error":"retrying","success":false}`, `{"id":"ear_5","stage":"end","result":"fine"}`),
		around("early-success", "A success told before the end doesn't count: the call fails.", `{"id":"ear_7","stage":"start","name":"lookup"}`,
			`{"id":"ear_7","stage":"running","result":"fine so far","success":true}`, `{"id":"ear_7","stage":"end","error":"broke off"}`),
		around("no-name", "A start without a name.", `{"id":"nam_7","stage":"start"}`, `{"id":"nam_7","stage":"end","result":"nameless"}`),
		around("types", "Names, flags and chunks of other types.", `{"id":"typ_8","stage":"start","name":42}`, `{"id":"typ_8","stage":"streaming","parametersChunk":7}`, `{"id":"typ_8","stage":"end","success":"false","result":0}`),
	}
}
