package stageevents

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
)

// parallelCases: several calls whose updates interleave.
func parallelCases() []*dialect.Case {
	return []*dialect.Case{
		valid("parallel-interleaved", "Two calls of one tool, their chunks woven, their ends in the other order.", "50 51 53 58",
			`{"id":"call_z","stage":"start","name":"search_stock"}`,
			`{"id":"call_a","stage":"start","name":"search_stock"}`,
			`{"id":"call_z","stage":"streaming","parametersChunk":"{\"symbol\":"}`,
			`{"id":"call_a","stage":"streaming","parametersChunk":"{\"sector\":"}`,
			`{"id":"call_a","stage":"streaming","parametersChunk":"\"banks\"}"}`,
			`{"id":"call_z","stage":"streaming","parametersChunk":"\"VNM\"}"}`,
			`{"id":"call_a","stage":"running"}`,
			`{"id":"call_a","stage":"end","result":"see call_z"}`,
			`{"id":"call_z","stage":"end","result":"82,000"}`),
		valid("parallel-one-fails", "One of two calls fails, the other doesn't.", "50 51",
			`{"id":"call_41","stage":"start","name":"read_file"}`,
			`{"id":"call_14","stage":"start","name":"write_file"}`,
			`{"id":"call_14","stage":"running"}`,
			`{"id":"call_41","stage":"end","success":false,"error":"no such file: call_14"}`,
			`{"id":"call_14","stage":"end","success":true,"result":"412 bytes"}`),
		valid("parallel-identical", "The same call twice, to the letter: two blocks.", "50 51",
			`{"id":"toolu_9","stage":"start","name":"now","parameters":"{}"}`,
			`{"id":"toolu_3","stage":"start","name":"now","parameters":"{}"}`,
			`{"id":"toolu_3","stage":"end","result":"12:00"}`,
			`{"id":"toolu_9","stage":"end","result":"12:01"}`),
		valid("sequential", "A call begins when the one before it has ended.", "50 51 53",
			`{"id":"fc_20","stage":"start","name":"glob","parameters":"{\"pattern\":\"*.go\"}"}`,
			`{"id":"fc_20","stage":"end","result":"a.go b.go"}`,
			`{"id":"fc_10","stage":"start","name":"read","parameters":"{\"path\":\"a.go\"}"}`,
			`{"id":"fc_10","stage":"running"}`,
			`{"id":"fc_10","stage":"end","error":"is a directory"}`,
			`{"id":"fc_15","stage":"start","name":"stop"}`,
			`{"id":"fc_15","stage":"end","success":true,"result":"stopped"}`),
		valid("parallel-nested", "One call's whole life inside another's.", "50 51 53",
			`{"id":"outer_1","stage":"start","name":"agent"}`,
			`{"id":"outer_1","stage":"streaming","parametersChunk":"{\"task\":\"count\"}"}`,
			`{"id":"outer_1","stage":"running"}`,
			`{"id":"inner_5","stage":"start","name":"bash"}`,
			`{"id":"inner_5","stage":"streaming","parametersChunk":"{\"command\":\"wc -l\"}"}`,
			`{"id":"inner_5","stage":"end","result":"7 lines"}`,
			`{"id":"outer_1","stage":"running"}`,
			`{"id":"outer_1","stage":"end","result":"seven"}`),
		valid("parallel-start-during-chunks", "A call starts between two chunks of another; the chunk after it is the first one's.", "51 58",
			`{"id":"c-2","stage":"start","name":"edit"}`,
			`{"id":"c-2","stage":"streaming","parametersChunk":"{\"old\":\"aa\","}`,
			`{"id":"c-1","stage":"start","name":"view"}`,
			`{"id":"c-2","stage":"streaming","parametersChunk":"\"new\":\"bb\"}"}`,
			`{"id":"c-1","stage":"end","result":"viewed"}`,
			`{"id":"c-2","stage":"end","result":"edited"}`),
		valid("parallel-end-during-chunks", "A call ends between two chunks of another.", "51 58",
			`{"id":"c-8","stage":"start","name":"edit"}`,
			`{"id":"c-9","stage":"start","name":"view"}`,
			`{"id":"c-8","stage":"streaming","parametersChunk":"{\"old\":\"cc\","}`,
			`{"id":"c-9","stage":"end","success":true,"result":"viewed, twice"}`,
			`{"id":"c-8","stage":"streaming","parametersChunk":"\"new\":\"dd\"}"}`,
			`{"id":"c-8","stage":"end","error":"not unique"}`),
		valid("names", "Names that could be taken for something else: the id of another call, blanks, what every object has.", "50 51",
			`{"id":"grep","stage":"start","name":"constructor"}`,
			`{"id":"nm_4","stage":"start","name":"grep"}`,
			`{"id":"nm_2","stage":"start","name":" spaced out "}`,
			`{"id":"nm_9","stage":"start","name":"mcp__máy-chủ__tìm.kiếm"}`,
			`{"id":"nm_2","stage":"end","result":"nm_9"}`,
			`{"id":"grep","stage":"end","error":"grep"}`,
			`{"id":"nm_9","stage":"end","result":"end"}`,
			`{"id":"nm_4","stage":"end","success":true,"result":"start"}`),
		fiveParallel(),
		similarIDs(),
	}
}

// fiveParallel: five calls, woven stage by stage, ended inside out.
func fiveParallel() *dialect.Case {
	ids := []string{"k7", "k70", "7", "k", "70"}
	var events []string
	for i, id := range ids {
		events = append(events, fmt.Sprintf(`{"id":%q,"stage":"start","name":"tool_%c"}`, id, 'v'-rune(i)))
	}
	for part := range 3 {
		for i := range ids {
			text := []string{`{"part":"`, fmt.Sprintf("piece %d of %s", 30+i, ids[4-i]), `"}`}[part]
			events = append(events, fmt.Sprintf(`{"id":%q,"stage":"streaming","parametersChunk":%q}`, ids[(i+part)%5], text))
		}
	}
	for _, i := range []int{2, 4, 0} {
		events = append(events, fmt.Sprintf(`{"id":%q,"stage":"running"}`, ids[i]))
	}
	for n, i := range []int{2, 3, 0, 4, 1} {
		events = append(events, fmt.Sprintf(`{"id":%q,"stage":"end","result":"outcome %d, not that of %s"}`, ids[i], 50+n, ids[(i+1)%5]))
	}
	return valid("parallel-five", "Five calls in parallel, their ends in another order; each id a part of another.", "50 51 58", events...)
}

// similarIDs differ in ways that a careless key would lose.
func similarIDs() *dialect.Case {
	ids := []string{"call_1", "call_10", "call_100", "1", "01", "1.0"}
	var events []string
	for i, id := range ids {
		events = append(events, fmt.Sprintf(`{"id":%q,"stage":"start","name":"name-%c","parameters":"{\"n\":%d}"}`, id, 'p'+rune(i), 60+i))
	}
	for i := len(ids) - 1; i >= 0; i-- {
		events = append(events, fmt.Sprintf(`{"id":%q,"stage":"end","result":"outcome %c"}`, ids[i], 'A'+rune(i)))
	}
	return valid("parallel-similar-ids", "Ids that are numbers alike, and prefixes of each other.", "50 51", events...)
}
