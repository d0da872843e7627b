package stageevents

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// besideCases: what stands beside a member, or says the same as another one, changes
// nothing about it.
func besideCases() []*dialect.Case {
	start := `{"id":"be_3","stage":"start","name":"grep","parameters":"{\"q\":1}"}`
	ends := []struct{ slug, title, members string }{
		{"error-is-result", "The error and the result are the same text.", `"error":"no rows","result":"no rows"`},
		{"failed-error-is-result", "The same with a flag.", `"success":false,"error":"no rows","result":"no rows"`},
		{"result-is-short", "The result and the short one are the same text.", `"success":true,"result":"3 rows","shortResult":"3 rows"`},
		{"result-is-short-alone", "The same without a flag.", `"result":"3 rows","shortResult":"3 rows"`},
		{"result-is-name", "The result is the tool's name.", `"result":"grep"`},
		{"result-is-id", "The result is the call's id.", `"success":true,"result":"be_3"`},
		{"result-is-parameters", "The result is the argument text.", `"result":"{\"q\":1}"`},
		{"result-is-stage", "The result is a stage.", `"result":"running"`},
		{"error-is-name", "The error is the tool's name.", `"error":"grep"`},
		{"error-is-id", "The error is the call's id.", `"success":false,"error":"be_3"`},
	}
	var list []*dialect.Case
	for _, e := range ends {
		list = append(list, valid("end-"+e.slug, e.title, "50 52", start, `{"id":"be_3","stage":"running","shortResult":"3 rows"}`, `{"id":"be_3","stage":"end",`+e.members+`}`))
	}
	list = append(list, adversarial("end-still-running", "The end has an old flag that says otherwise.", "50 52", start, `{"id":"be_3","stage":"end","success":true,"result":"3 rows","isRunning":true}`))
	return append(list, aliases(), emptyLife(), bareLife(), manyRunnings(), bareStreaming(), wordChunks(), lineChunks(), letterChunks(), wholeBehindChunks(), sixtyLives())
}

// aliases: members that other dialects have stand beside this one's.
func aliases() *dialect.Case {
	strange := `"output":"x1","content":"x2","isError":true,"is_error":true,"status":"error","state":"output-error","errorText":"x3","toolName":"x4","tool":"x5","title":"x6","toolCallId":"be_9","callId":"be_9","tool_use_id":"be_9",` +
		`"arguments":"{\"x\":7}","args":{"x":8},"input":{"x":9},"parameters_chunk":"x10","delta":"x11","argumentsDelta":"x12","partial_json":"x13","text":"x14","message":"x15","data":{"id":"be_9"},"reason":"x16","images":["x17"],"compactParams":"x18"`
	return valid("members-of-others", "Members that other dialects have are unknown ones here.", "50 53 58",
		`{"id":"be_8","stage":"start","name":"grep",`+strange+`}`, `{`+strange+`,"id":"be_9","stage":"start","name":"find"}`,
		`{"id":"be_8","stage":"streaming","parametersChunk":"{\"q\":",`+strange+`}`, `{"id":"be_9","stage":"streaming","parameters":"{}",`+strange+`}`, `{"id":"be_8","stage":"streaming",`+strange+`,"parametersChunk":"1}"}`,
		`{"id":"be_8","stage":"running",`+strange+`}`, `{"id":"be_8","stage":"end","success":true,"result":"3 rows",`+strange+`}`, `{"id":"be_9","stage":"end","result":"4 files",`+strange+`}`)
}

// emptyLife: a call that says as little as it can, and answers with an empty text.
func emptyLife() *dialect.Case {
	return valid("end-empty-result-at-once", "The empty result of a call that was told nothing else.", "50 52",
		`{"id":"be_1","stage":"start","name":"touch"}`, `{"id":"be_2","stage":"start","name":"touch"}`, `{"id":"be_1","stage":"end","result":""}`, `{"id":"be_2","stage":"end","result":"","success":true}`)
}

// bareLife: after an end without payload nothing else counts either.
func bareLife() *dialect.Case {
	return adversarial("late-running-after-bare-end", "A `running` and a `streaming` after an end that says nothing.", "54",
		`{"id":"be_4","stage":"start","name":"touch"}`, `{"id":"be_5","stage":"start","name":"list"}`, `{"id":"be_4","stage":"end"}`, `{"id":"be_4","stage":"running"}`,
		`{"id":"be_4","stage":"streaming"}`, `{"id":"be_4","stage":"running","shortResult":"still"}`, `{"id":"be_5","stage":"end","result":"a"}`)
}

// manyRunnings leave name and arguments as they are, however many come.
func manyRunnings() *dialect.Case {
	events := []string{`{"id":"be_6","stage":"start","name":"build"}`, `{"id":"be_6","stage":"streaming","parametersChunk":"{\"target\":\"all\"}"}`}
	for i := range 12 {
		events = append(events, fmt.Sprintf(`{"id":"be_6","stage":"running","shortResult":"%d of 12"}`, i+1))
	}
	return valid("arguments-twelve-runnings", "Twelve updates that leave the arguments out.", "53 58", append(events, `{"id":"be_6","stage":"end","result":"built"}`)...)
}

// chunked is a call whose arguments come in these chunks.
func chunked(slug, title string, chunks []string) *dialect.Case {
	events := []string{`{"id":"be_7","stage":"start","name":"take"}`}
	for _, c := range chunks {
		events = append(events, `{"id":"be_7","stage":"streaming","parametersChunk":`+wire.Quote(c)+`}`)
	}
	return valid(slug, title, "58 53", append(events, `{"id":"be_7","stage":"running"}`, `{"id":"be_7","stage":"end","result":"taken"}`)...)
}

func wordChunks() *dialect.Case {
	return chunked("arguments-word-chunks", "Chunks that look like nothing, or like a value by themselves.",
		[]string{`{"a":`, `null`, `,"b":`, `false`, `,"c":`, `0`, `,`, "\n", `"d":`, `""`, `,"e":`, `[]`, `,"f":`, `{}`, ` `, "\t", `,"g":`, `true`, `,"h":"`, `undefined`, `","i":`, `-1`, `}`})
}

func lineChunks() *dialect.Case {
	return chunked("arguments-line-chunks", "Chunks of line ends and blanks, in a text that is no JSON.", []string{"*** patch", "\n", "+a", "\r\n", " ", "\t", "b", "\n\n", "end", " \n"})
}

func letterChunks() *dialect.Case {
	var letters []string
	for _, r := range `{"q":"a\nb\"c\\d\u00e9\ud83c\udfb8\/ 100% é 🎸 e` + "\u0301 \u00a0\ufeff" + `","n":-1.5e3}` {
		letters = append(letters, string(r))
	}
	return chunked("arguments-by-letter", "Every letter is a chunk, escapes among them.", letters)
}

func wholeBehindChunks() *dialect.Case {
	return adversarial("arguments-whole-on-running", "`running` replaces what chunks have gathered, also by another text, by {}, and by a text that is no JSON.", "58",
		`{"id":"be_a","stage":"start","name":"take"}`, `{"id":"be_b","stage":"start","name":"take"}`, `{"id":"be_c","stage":"start","name":"take"}`,
		`{"id":"be_a","stage":"streaming","parametersChunk":"{\"a\":1}"}`, `{"id":"be_b","stage":"streaming","parametersChunk":"{\"b\":2}"}`, `{"id":"be_c","stage":"streaming","parametersChunk":"{\"c\":3}"}`,
		`{"id":"be_a","stage":"running","parameters":"{\"other\":4}"}`, `{"id":"be_b","stage":"running","parameters":"{}"}`, `{"id":"be_c","stage":"running","parameters":"{\"c\":"}`,
		`{"id":"be_c","stage":"end","result":"c"}`, `{"id":"be_a","stage":"end","result":"a"}`, `{"id":"be_b","stage":"end","result":"b"}`)
}

// bareStreaming comes behind several chunks, and erases none.
func bareStreaming() *dialect.Case {
	return valid("arguments-bare-streaming-behind-chunks", "A `streaming` without arguments behind three chunks.", "53 58", `{"id":"be_d","stage":"start","name":"take"}`,
		`{"id":"be_d","stage":"streaming","parametersChunk":"{\"a\""}`, `{"id":"be_d","stage":"streaming","parametersChunk":":"}`, `{"id":"be_d","stage":"streaming","parametersChunk":"1}"}`,
		`{"id":"be_d","stage":"streaming"}`, `{"id":"be_d","stage":"running"}`, `{"id":"be_d","stage":"end","result":"taken"}`)
}

// sixtyLives are sixty calls side by side, each with another end than the one before.
func sixtyLives() *dialect.Case {
	var events []string
	add := func(i int, stage, members string) {
		events = append(events, fmt.Sprintf(`{"id":"sixty_%d","stage":%q%s}`, (i*7)%60, stage, members))
	}
	for i := range 60 {
		add(i, "start", fmt.Sprintf(`,"name":"tool_%d"`, i%4))
	}
	for i := range 60 {
		add(59-i, "streaming", fmt.Sprintf(`,"parametersChunk":"{\"i\":%d}"`, 59-i))
	}
	for i := range 60 {
		add(i, "running", "")
	}
	for i := range 60 {
		add((i*11)%60, "end", fmt.Sprintf([]string{`,"success":true,"result":"r%d"`, `,"success":false,"error":"e%d"`, `,"result":"s%d"`, `,"error":"f%d"`, `,"success":true,"shortResult":"%d"`}[i%5], i))
	}
	return valid("sixty-calls", "Sixty calls side by side, of all ends.", "50 51 53 58", events...)
}
