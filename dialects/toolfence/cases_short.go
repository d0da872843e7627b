package toolfence

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// The short spelling of segments in a case file. Other segments stand there as in a script.
//
//	| Words.                                    text
//	["a",{"decoy":"x"}]                         text, a list of its lines; an object is a call that is none
//	{"call":"call_1"}                           a call for documents that are about something else
//	{"call":"call_1","style":{"tilde":true}}    written in another way
//	{"exact":"{ \"toolCallId\": …}"}            a tool fence with this body
//	{"exact":true}                              the same, the body stands behind it as text
//	{"code":["```tool",{"decoy":"a"},"```"]}    a code block, a list of its lines; broken, too
//	{"quote":["in it\n",{"call":"call_2"}]}     a container, its text as strings
func expand(short wire.Value) (segment, error) {
	var inside []segment
	for _, name := range []string{"quote", "list"} {
		for _, in := range short.Get(name).Items() {
			s, err := expand(in)
			if err != nil {
				return s, err
			}
			inside = append(inside, s)
		}
	}
	switch {
	case short.IsString():
		return text(short.Text()), nil
	case short.IsArray():
		return text(linesOf(short)), nil
	case short.Has("call"):
		return plainCall(short.Get("call").Text()).with(parseStyle(short.Get("style"))), nil
	case short.Has("exact"):
		s := segment{kind: toolSegment, body: short.Get("exact").Text(), style: parseStyle(short.Get("style"))}
		var err error
		s.object, err = wire.Parse([]byte(s.body))
		return s, err
	case short.Get("code").IsArray():
		return code(short.Get("info").Text(), linesOf(short.Get("code"))).with(parseStyle(short.Get("style"))), nil
	case short.Get("broken").IsArray():
		return broken(linesOf(short.Get("broken"))).with(parseStyle(short.Get("style"))), nil
	case short.Has("quote"):
		return quote(inside...), nil
	case short.Has("list"):
		return list(short.Get("marker").Text(), inside...), nil
	}
	return parseSegment(short)
}

// linesOf is a text of these lines; an object stands for the body of a decoy.
func linesOf(lines wire.Value) string {
	var b strings.Builder
	for _, line := range lines.Items() {
		if line.IsObject() {
			b.WriteString(decoyBody(line.Get("decoy").Text()))
		} else {
			b.WriteString(line.Text() + "\n")
		}
	}
	return b.String()
}

// documentFields are the fields of a document in a case file: newline (crlf or cr), bom and
// unterminated (true), and where reads end.
func documentFields() []string { return []string{"newline", "bom", "unterminated", "reads"} }

func documentIn(e casefile.Entry) (dialect.Script, error) {
	d := &document{}
	var err, also error
	d.bom, err = e.Flag("bom")
	d.unterminated, also = e.Flag("unterminated")
	switch newline := e.Fields["newline"]; newline {
	case "":
	case "crlf":
		d.newline = crlf
	case "cr":
		d.newline = cr
	default:
		return d, fmt.Errorf("newline: crlf or cr is expected, not %q", newline)
	}
	if err := errors.Join(err, also); err != nil {
		return d, err
	}
	for i, short := range e.Elements {
		if i > 0 && e.Elements[i-1].Get("exact").IsTrue() {
			continue
		}
		if short.Get("exact").IsTrue() && i+1 < len(e.Elements) {
			short = short.With("exact", e.Elements[i+1])
		}
		s, err := expand(short)
		if err != nil {
			return d, err
		}
		d.segments = append(d.segments, s)
	}
	return d.script(), openLast(d.segments)
}

// readsOf are where the reads of a case end: the field reads.
func readsOf(e casefile.Entry, s dialect.Script) ([]int, error) {
	d, _ := documentOf(s)
	switch how := e.Fields["reads"]; how {
	case "":
		return nil, nil
	case "one":
		return []int{}, nil
	case "every byte":
		return every(d, 1, 1), nil
	case "within lines":
		return every(d, 5, 7), nil
	case "within fences":
		return aroundFences(d), nil
	case "within CRLF":
		return cutBehind(d, "\r"), nil
	case "before the last byte":
		return []int{len(d.Bytes("")) - 1}, nil
	default:
		var cuts []int
		for _, word := range strings.Fields(how) {
			n, err := strconv.Atoi(word)
			if err != nil {
				return nil, fmt.Errorf("reads: %q is no place", word)
			}
			cuts = append(cuts, n)
		}
		return cuts, nil
	}
}

// every cuts behind each so many bytes.
func every(d *document, first, step int) []int {
	cuts := []int{}
	for i := first; i < len(d.Bytes("")); i += step {
		cuts = append(cuts, i)
	}
	return cuts
}

// aroundFences cuts inside every run of backticks and around it.
func aroundFences(d *document) []int {
	data := d.Bytes("")
	cuts := []int{}
	for i := 1; i < len(data); i++ {
		if data[i] == '`' || data[i-1] == '`' || data[i] == '\n' {
			cuts = append(cuts, i)
		}
	}
	return cuts
}
