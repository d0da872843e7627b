package document

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// ParseSegment reads a segment as a script has it, or in the short spelling of case files:
//
//	| Words.                                    text
//	["a",{"decoy":"x"}]                         text, a list of its lines; an object is a call that is none
//	{"call":"call_1"}                           a call for documents that are about something else
//	{"call":"call_1","style":{"tilde":true}}    written in another way
//	{"exact":"{ \"toolCallId\": …}"}            a tool fence with this body
//	{"exact":true}                              the same, the body stands behind it as text
//	{"code":["```tool",{"decoy":"a"},"```"]}    a code block, a list of its lines; broken, too
//	{"quote":["in it\n",{"call":"call_2"}]}     a container, its text as strings
func ParseSegment(v wire.Value) (Segment, error) {
	st := ParseStyle(v.Get("style"))
	inside, err := parseSegments(v.Get("quote").Append(v.Get("list").Items()...))
	body := func(member string) string {
		if lines := v.Get(member); lines.IsArray() {
			return linesOf(lines)
		}
		return v.Get(member).Text()
	}
	switch {
	case err != nil:
		return Segment{}, err
	case v.IsString():
		return Text(v.Text()), nil
	case v.IsArray():
		return Text(linesOf(v)), nil
	case v.Has("text"):
		return Text(v.Get("text").Text()), nil
	case v.Has("call"):
		return PlainCall(v.Get("call").Text()).With(st), nil
	case v.Has("exact"):
		object, err := wire.Parse([]byte(v.Get("exact").Text()))
		return Segment{Kind: ToolSegment, Object: object, Body: v.Get("exact").Text(), Style: st}, err
	case v.Has("tool"):
		s := Segment{Kind: ToolSegment, Object: v.Get("tool"), Body: v.Get("body").Text(), Style: st}
		return s, s.agrees()
	case v.Has("broken"):
		return Broken(body("broken")).With(st), nil
	case v.Has("code"):
		return Code(v.Get("info").Text(), body("code")).With(st), nil
	case v.Has("quote"):
		return Quote(inside...), nil
	case v.Has("list"):
		return List(v.Get("marker").Text(), inside...), nil
	}
	return Segment{}, fmt.Errorf("no member of text, tool, broken, code, quote, list")
}

// linesOf is a text of these lines; an object stands for the body of a decoy.
func linesOf(lines wire.Value) string {
	var b strings.Builder
	for _, line := range lines.Items() {
		if line.IsObject() {
			b.WriteString(DecoyBody(line.Get("decoy").Text()))
		} else {
			b.WriteString(line.Text() + "\n")
		}
	}
	return b.String()
}

// Fields are the fields of a document in a case file: newline (crlf or cr), bom and unterminated (true), and where reads end.
func Fields() []string { return []string{"newline", "bom", "unterminated", "reads"} }

// In is the document of a case file's entry.
func In(e casefile.Entry) (dialect.Script, error) {
	d := &Document{}
	var bom, unterminated, newline error
	d.Bom, bom = e.Flag("bom")
	d.Unterminated, unterminated = e.Flag("unterminated")
	d.Newline, newline = newlineOf(e.Fields["newline"])
	if err := errors.Join(bom, unterminated, newline); err != nil {
		return d, err
	}
	for i, short := range e.Elements {
		if i > 0 && e.Elements[i-1].Get("exact").IsTrue() {
			continue
		}
		if short.Get("exact").IsTrue() && i+1 < len(e.Elements) {
			short = short.With("exact", e.Elements[i+1])
		}
		s, err := ParseSegment(short)
		if err != nil {
			return d, err
		}
		d.Segments = append(d.Segments, s)
	}
	return d.Script(), OpenLast(d.Segments)
}

// ReadsOf are where the reads of a case end: the field reads.
func ReadsOf(e casefile.Entry, s dialect.Script) ([]int, error) {
	d, _ := Of(s)
	data := d.Bytes("")
	switch how := e.Fields["reads"]; how {
	case "":
		return nil, nil
	case "one":
		return []int{}, nil
	case "every byte":
		return inside(data, func(int) bool { return true }), nil
	case "within lines":
		return inside(data, func(i int) bool { return i%7 == 5 }), nil
	case "within fences":
		return inside(data, func(i int) bool { return data[i] == '`' || data[i-1] == '`' || data[i] == '\n' }), nil
	case "before the last byte":
		return []int{len(data) - 1}, nil
	default:
		if mark, ok := strings.CutPrefix(how, "behind "); ok {
			return Behind(data, wire.ParseString(mark).Text()), nil
		}
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

// inside are the places within a document of which so is true.
func inside(data []byte, so func(i int) bool) []int {
	cuts := []int{}
	for i := 1; i < len(data); i++ {
		if so(i) {
			cuts = append(cuts, i)
		}
	}
	return cuts
}

// DecoyBody is an object that no reader should make a call of.
func DecoyBody(id string) string {
	return `{"toolCallId":"` + id + `","toolName":"decoy","state":"output-available","input":{"fake":true},"output":"decoy"}` + "\n"
}

// PlainCall is a call for documents that are about something else.
func PlainCall(id string) Segment {
	return ToolValue(wire.Obj(wire.T("toolCallId", id), wire.T("toolName", "lookup"),
		wire.T("state", "output-available"),
		wire.M("input", wire.Obj(wire.T("for", id+"!"))), wire.T("output", "found "+id+"?")))
}
