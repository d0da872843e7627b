package contentblocks

import (
	"fmt"
	"sort"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Items of transcripts, as cases write them.

func tCall(id, name, input, label string) transcript.Item {
	return transcript.Item{Kind: transcript.Call, ID: id, Name: name, Input: wire.ParseString(input), Label: label}
}

func tResult(id, status, content string) transcript.Item {
	return transcript.Item{Kind: transcript.Result, ID: id, Status: status, Content: wire.Str(content)}
}

func tValue(id, status, content, artifact string) transcript.Item {
	item := transcript.Item{Kind: transcript.Result, ID: id, Status: status, Content: wire.ParseString(content)}
	if artifact != "" {
		item.Artifact = wire.ParseString(artifact)
	}
	return item
}

func tText(s string) transcript.Item { return transcript.Item{Kind: transcript.Text, Text: s} }

func tStop(reason string) transcript.Item {
	return transcript.Item{Kind: transcript.Stop, Reason: reason}
}

func told(items ...transcript.Item) *turn {
	return &turn{transcript.Transcript{MessageID: "msg-9f2", Items: items}}
}

func tBuy() transcript.Item {
	return tCall("toolu_K7", "search_stock", `{"symbol":"VNM"}`, "Tìm kiếm cổ phiếu VNM")
}

func tSell() transcript.Item {
	return tCall("toolu_C2", "get_weather", `{"city":"Huế","days":3}`, "")
}

func tRent() transcript.Item {
	return tCall("toolu_P5", "recommendGuitar", `{"budget":{"max":900}}`, "search_stock")
}

// everyProducer are the requirements that any turn with an answered call tests.
func everyProducer() []string {
	return []string{"BLOCK-50", "BLOCK-51", "BLOCK-52", "BLOCK-53", "BLOCK-54", "BLOCK-55", "BLOCK-56", "BLOCK-58", "BLOCK-59", "BLOCK-60"}
}

func producerCases() []*dialect.Case {
	b := &casebook{pair: producerPair()}
	documentTurns(b)
	turnCases(b)
	textTurns(b)
	besideTurns(b)
	surroundingTurns(b)
	stopCases(b)
	turnValueCases(b)
	robustTurns(b)
	return arranged(b.list)
}

// arranged puts cases in the order of their ids, however tables were walked, the
// heavy ones last.
func arranged(list []*dialect.Case) []*dialect.Case {
	sort.SliceStable(list, func(i, j int) bool {
		if list[i].Heavy != list[j].Heavy {
			return list[j].Heavy
		}
		return list[i].ID < list[j].ID
	})
	return list
}

// documentTurns are the turns that the document's examples tell.
func documentTurns(b *casebook) {
	call := tCall("toolu_01XyzAbc", "search_stock", `{"symbol":"VNM"}`, "Tìm kiếm cổ phiếu VNM")
	results := map[string]transcript.Item{
		"success":   tResult("toolu_01XyzAbc", "success", "VNM - Vinamilk\nGiá: 82,000 VND\nThay đổi: -1.2% (-1,000 VND)\nKhối lượng: 1,234,567 cổ"),
		"error":     tResult("toolu_01XyzAbc", "error", "Error: Symbol VNM not found or API unavailable"),
		"cancelled": tResult("toolu_01XyzAbc", "cancelled", ""),
		"artifact": tValue("toolu_01XyzAbc", "success", `"Chart được tạo thành công"`,
			`{"type":"chart","data":{"labels":["T2","T3","T4"],"values":[82000,81500,83000]}}`),
	}
	for slug, r := range results {
		b.valid("document-"+slug, "The document's example of one call: "+slug+".", &turn{transcript.Transcript{MessageID: "msg-abc", Items: []transcript.Item{call, r}}}, everyProducer()...)
	}
	b.valid("document-parallel", "The document's two calls in parallel.", told(tCall("toolu_01", "search_stock", `{"symbol":"VNM"}`, ""), tCall("toolu_02", "search_stock", `{"symbol":"HPG"}`, ""),
		tResult("toolu_01", "success", "VNM: 82,000 VND"), tResult("toolu_02", "success", "HPG: 28,500 VND")), everyProducer()...)
}

func turnCases(b *casebook) {
	b.valid("results-reversed", "Two calls in parallel, answered in the other order.", told(tSell(), tBuy(), tResult("toolu_K7", "success", "82,000, not toolu_C2"), tResult("toolu_C2", "error", "no forecast")), everyProducer()...)
	b.valid("every-status", "A success, an error and a cancelled call.", told(tRent(), tBuy(), tSell(), tResult("toolu_C2", "cancelled", "by hand"), tResult("toolu_P5", "error", "sold out"), tResult("toolu_K7", "success", "82,100"), tStop(transcript.Completed)), everyProducer()...)
	b.valid("same-call-twice", "The same call twice under two ids.", told(tBuy(), tCall("toolu_B9", "search_stock", `{"symbol":"VNM"}`, ""), tResult("toolu_B9", "error", "rate limit"), tResult("toolu_K7", "success", "82,200")), everyProducer()...)
	b.valid("text-around", "Text before, between and after.", told(tText("Looking it up."), tBuy(), tText("One moment."), tResult("toolu_K7", "success", "82,300"), tText("There."), tSell(), tResult("toolu_C2", "success", "mild"), tText("Done.")), everyProducer()...)
	b.valid("progress-and-deltas", "What other dialects tell of a call leaves no delta here.", told(tBuy(),
		transcript.Item{Kind: transcript.InputDelta, ID: "toolu_K7", Delta: `{"symbol":`}, transcript.Item{Kind: transcript.InputDelta, ID: "toolu_K7", Delta: `"VNM"}`},
		transcript.Item{Kind: transcript.Progress, ID: "toolu_K7", Text: "50%"}, tResult("toolu_K7", "success", "82,400")), everyProducer()...)
	b.valid("text-only", "A turn without calls.", told(tText("Hello."), tStop(transcript.Completed)), "BLOCK-50", "BLOCK-51")
	b.valid("nothing", "A turn without items.", told(), "ROBUST-01")
	var items []transcript.Item
	ids := []string{"call_e", "call_b", "call_d", "call_a", "call_c"}
	for i, id := range ids {
		items = append(items, tCall(id, "tool_"+string(rune('v'+i)), fmt.Sprintf(`{"n":%d}`, 10*i+3), ""))
	}
	for i, k := range []int{2, 4, 0, 3, 1} {
		items = append(items, tResult(ids[k], []string{"success", "error", "cancelled"}[i%3], fmt.Sprintf("answer %d for %s", 5-i, ids[k])))
	}
	b.valid("five-parallel", "Five calls in parallel, results in no order.", told(items...), everyProducer()...)
}

// stopCases: turns that a user or an error stopped.
func stopCases(b *casebook) {
	for slug, reason := range map[string]string{"user-stopped": transcript.UserStopped, "error": transcript.Error} {
		b.valid("stop-"+slug+"-open", "Stopped with one call open.", told(tBuy(), tStop(reason)), "BLOCK-57", "BLOCK-54", "BLOCK-58")
		b.valid("stop-"+slug+"-some-open", "Stopped with two of three calls open.", told(tText("Well."), tBuy(), tSell(), tRent(), tResult("toolu_C2", "success", "fair"), tStop(reason)), "BLOCK-57", "BLOCK-54", "BLOCK-56")
		b.valid("stop-"+slug+"-answered", "Stopped with every call answered.", told(tBuy(), tResult("toolu_K7", "cancelled", ""), tStop(reason)), "BLOCK-57", "BLOCK-56")
		b.valid("stop-"+slug+"-empty-result", "Stopped after an empty success and an empty error.", told(tBuy(), tSell(), tRent(), tResult("toolu_K7", "success", ""), tResult("toolu_C2", "error", ""), tStop(reason)), "BLOCK-57", "BLOCK-56")
		b.valid("stop-"+slug+"-error-answered", "Stopped after an error, a second call open.", told(tBuy(), tSell(), tResult("toolu_K7", "error", "broken"), tStop(reason)), "BLOCK-57", "BLOCK-54")
		b.valid("stop-"+slug+"-text", "Stopped within text, no call yet.", told(tText("I was about to"), tStop(reason)), "BLOCK-57", "BLOCK-51")
		b.valid("stop-"+slug+"-cut-arguments", "Stopped within the arguments of a call.", told(tBuy(), tResult("toolu_K7", "success", "82,500"), tSell(),
			transcript.Item{Kind: transcript.InputDelta, ID: "toolu_C2", Delta: `{"ci`}, tStop(reason)), "BLOCK-57", "BLOCK-58")
	}
}

// turnValueCases: what stands in the transcript comes through as it is.
func turnValueCases(b *casebook) {
	for slug, content := range contents() {
		status := []string{"success", "error"}[len(slug)%2]
		b.valid("content-"+slug, fmt.Sprintf("A result with the content %.40q.", content), told(tSell(), tBuy(), tResult("toolu_K7", status, content), tResult("toolu_C2", "success", "calm")), "BLOCK-56", "BLOCK-50")
	}
	valueTurns(b)
	for slug, artifact := range map[string]string{"object": `{"type":"chart","data":{"labels":["T2"]}}`, "empty-object": `{}`, "array": `[1]`, "text": `"chart.svg"`, "zero": `0`, "false": `false`, "null": `null`,
		"empty-text": `""`, "empty-array": `[]`, "nulls": `{"type":"table","data":null,"rows":[null,{"a":null}]}`, "json-text": `"{\"type\": \"chart\"}"`} {
		b.valid("artifact-"+slug, "A result with the artifact "+artifact+".", told(tSell(), tBuy(), tValue("toolu_K7", "success", `"drawn"`, artifact), tResult("toolu_C2", "success", "no chart")), "BLOCK-56")
	}
	b.valid("untidy", "An input and an artifact that somebody would tidy up.", told(tSell(), tCall("toolu_V2", "lookup", dialect.Untidy, ""), tValue("toolu_V2", "success", `"found"`, dialect.Untidy), tResult("toolu_C2", "success", "dry")), "BLOCK-58", "BLOCK-56")
	b.valid("artifact-of-error", "An error with an artifact.", told(tBuy(), tValue("toolu_K7", "error", `"partly drawn"`, `{"type":"log"}`)), "BLOCK-56")
	for slug, input := range inputs() {
		b.valid("input-"+slug, fmt.Sprintf("A call with the input %.60s.", input), told(tSell(), tCall("toolu_V1", "lookup", input, ""), tResult("toolu_V1", "success", "found"), tResult("toolu_C2", "success", "dry")), "BLOCK-58")
	}
	b.valid("names", "Names long, padded, punctuated and in every case.", told(namedTurn()...), "BLOCK-58", "BLOCK-60")
	b.valid("label-is-no-name", "Labels that are other tools' names.", told(tRent(), tCall("toolu_K7", "search_stock", `{}`, "recommendGuitar"), tResult("toolu_K7", "success", "x"), tResult("toolu_P5", "success", "y")), "BLOCK-58", "BLOCK-60")
	b.valid("ids-are-names", "One call's id is the other's name.", told(tCall("search", "9", `{}`, ""), tCall("8", "search", `{}`, ""), tResult("8", "success", "for eight"), tResult("search", "error", "for search")), "BLOCK-60", "BLOCK-55", "BLOCK-58")
}

func robustTurns(b *casebook) {
	sized := func(slug, title string, level requirement.Level, of func(int) *turn, n int) {
		b.heavy(slug, title, "ROBUST-03", level, func(n int) dialect.Script { return of(n) }, n)
	}
	value := func(n int) *turn { return told(tBuy(), tResult("toolu_K7", "success", long(n))) }
	sized("calls-1000", "A thousand calls in parallel.", requirement.Must, crowdTurn, 1000)
	sized("calls-10000", "Ten thousand calls in parallel.", requirement.Should, crowdTurn, 10000)
	sized("value-1mib", "A result of 1 MiB.", requirement.Must, value, mib)
	sized("value-16mib", "A result of 16 MiB.", requirement.Should, value, 16*mib)
	sized("value-1mib-input", "An input of 1 MiB.", requirement.Must, func(n int) *turn {
		call := tBuy()
		call.Input = wire.Obj(wire.M("text", wire.Str(long(n))))
		return told(call, tResult("toolu_K7", "success", "small"))
	}, mib)
	sized("value-1mib-artifact", "An artifact of 1 MiB.", requirement.Must, func(n int) *turn {
		result := tResult("toolu_K7", "success", "drawn")
		result.Artifact = wire.Obj(wire.M("svg", wire.Str(long(n))))
		return told(tBuy(), result)
	}, mib)
	nestedTurns(b)
	integerTurns(b)
	idTurns(b)
	invalidTurns(b)
}

func nestedTurns(b *casebook) {
	for slug, of := range map[string]func(value string) *turn{
		"": func(value string) *turn {
			return told(tCall("toolu_N4", "walk", value, ""), tValue("toolu_N4", "success", `"bottom"`, value))
		},
		"-content": func(value string) *turn { return told(tBuy(), tValue("toolu_K7", "success", value, "")) },
	} {
		blame(b.valid("nesting-100"+slug, "Values nested 100 deep.", of(nested(100)), "ROBUST-03"), requirement.Must).
			Controlled("The same nested twice.", of(nested(2)))
	}
}

// integerTurns: integers that no double holds.
func integerTurns(b *casebook) {
	add := func(slug, title string, of func(one, two string) *turn, one, two, small1, small2 string) {
		blame(b.valid(slug, title, of(one, two), "ROBUST-04"), requirement.Should).Controlled("The same with small integers.", of(small1, small2))
	}
	result := func(content, artifact string) *turn {
		return told(tBuy(), tValue("toolu_K7", "success", content, artifact))
	}
	add("integers-bare", "A result and an artifact that are integers beyond 2^53.", result, `9007199254740993`, `-9007199254740995`, `82000`, `-83500`)
	add("integers-input", "Integers beyond 2^53 in an input.", func(id, big string) *turn {
		return told(tCall("toolu_I6", "get_order", `{"id":`+id+`,"big":`+big+`}`, ""), tResult("toolu_I6", "success", "ok"))
	}, `9007199254740993`, `123456789012345678901234567890`, `82000`, `83500`)
	add("integers-result", "Integers beyond 2^53 in a result and its artifact.", result, `{"id":9007199254740993}`, `{"ids":[18446744073709551615]}`, `{"id":82000}`, `{"ids":[83500]}`)
	add("integers-below", "Integers below -2^53.", func(input, content string) *turn {
		return told(tCall("toolu_V3", "lookup", `{"n":`+input+`}`, ""), tValue("toolu_V3", "success", `{"n":`+content+`}`, ""))
	}, `-9007199254740995`, `-9007199254740997`, `-82000`, `-83500`)
}

func crowdTurn(n int) *turn {
	items := make([]transcript.Item, 0, 2*n)
	id := func(i int) string { return fmt.Sprintf("call_%05d", (i*7919+3)%n+n) }
	for i := range n {
		items = append(items, tCall(id(i), fmt.Sprintf("tool_%d", i%7), fmt.Sprintf(`{"n":%d}`, i), ""))
	}
	for i := n - 1; i >= 0; i-- {
		items = append(items, tResult(id(i), []string{"success", "error", "cancelled"}[i%3], fmt.Sprintf("answer %d", 3*i+1)))
	}
	return told(items...)
}

// invalidTurns: what no valid transcript says. To refuse it is right.
func invalidTurns(b *casebook) {
	for slug, s := range map[string]*turn{
		"orphan-result": told(tBuy(), tResult("toolu_ZZ", "success", "whose"), tResult("toolu_K7", "success", "mine")),
		"two-results":   told(tBuy(), tResult("toolu_K7", "success", "one"), tResult("toolu_K7", "error", "two")),
		"twin-calls":    told(tBuy(), tBuy(), tResult("toolu_K7", "success", "one")),
		"unanswered":    told(tBuy(), tStop(transcript.Completed)),
		"after-stop":    told(tBuy(), tStop(transcript.UserStopped), tResult("toolu_K7", "success", "late")),
		"odd-status":    told(tBuy(), tResult("toolu_K7", "timeout", "hm")),
	} {
		c := blame(b.hostile("invalid-"+slug, "A transcript that is none.", s, "ROBUST-01"), requirement.Must)
		c.MayReject = true
	}
}
