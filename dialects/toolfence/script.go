package toolfence

import (
	"bytes"
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// The line endings of a document.
const (
	lf   = "\n"
	crlf = "\r\n"
	cr   = "\r"
)

// document is the script of a consumer's case: segments, and how the whole is
// written. It is immutable.
type document struct {
	segments []segment
	// newline ends every line; "" is LF.
	newline string
	// bom: a byte order mark stands first.
	bom bool
	// unterminated: the last line has no line ending.
	unterminated bool
}

// named is a document in which every call has its own id written down, so that
// what is held can be told by id.
type named struct{ *document }

// script gives the document the abilities that it has.
func (d *document) script() dialect.Script {
	if d.allNamed(d.segments) {
		return named{d}
	}
	return d
}

func (d *document) allNamed(segments []segment) bool {
	for _, s := range segments {
		switch s.kind {
		case toolSegment:
			if !isText(s.object.Get("toolCallId")) {
				return false
			}
		case quoteSegment, listSegment:
			if !d.allNamed(s.inside) {
				return false
			}
		}
	}
	return true
}

// documentOf is the document behind a script of this dialect.
func documentOf(s dialect.Script) (*document, bool) {
	switch s := s.(type) {
	case *document:
		return s, true
	case named:
		return s.document, true
	}
	return nil, false
}

func (d *document) ending() string {
	if d.newline == "" {
		return lf
	}
	return d.newline
}

// Bytes is the markdown.
func (d *document) Bytes(string) []byte { return compose(d).bytes() }

// Input is the markdown in chunks: those of reads unless said otherwise.
func (d *document) Input(_ string, cuts []int) wire.Value {
	data := d.Bytes("")
	if cuts == nil {
		cuts = reads(data, d.ending())
	}
	return wire.Obj(wire.ChunkMembers("", wire.Cut(data, cuts))...)
}

// maxReads is how many chunks a document comes in where the case doesn't say: a right
// reader may read all again with each of them.
const maxReads = 100

// reads cuts behind every line, or behind every n-th one of a long document.
func reads(data []byte, newline string) []int {
	cuts := lineCuts(data, newline)
	n := len(cuts)/maxReads + 1
	if n == 1 {
		return cuts
	}
	kept := make([]int, 0, maxReads)
	for i := n - 1; i < len(cuts); i += n {
		kept = append(kept, cuts[i])
	}
	return kept
}

// lineCuts are the offsets behind every line ending but the last.
func lineCuts(data []byte, newline string) []int {
	cuts := []int{}
	for at := 0; ; {
		n := bytes.Index(data[at:], []byte(newline))
		if at += n + len(newline); n < 0 || at == len(data) {
			return cuts
		}
		cuts = append(cuts, at)
	}
}

// Len is the number of segments.
func (d *document) Len() int { return len(d.segments) }

// Keep is the document of some of the segments.
func (d *document) Keep(indices []int) dialect.Script {
	kept := *d
	kept.segments = make([]segment, 0, len(indices))
	for _, i := range indices {
		if i >= 0 && i < len(d.segments) {
			kept.segments = append(kept.segments, d.segments[i])
		}
	}
	return kept.script()
}

// JSON is the document as it stands in a case file.
func (d *document) JSON() wire.Value {
	newline := wire.Value{}
	switch d.newline {
	case crlf:
		newline = wire.Str("crlf")
	case cr:
		newline = wire.Str("cr")
	}
	return wire.Obj(wire.M("newline", newline), wire.M("bom", flag(d.bom)),
		wire.M("unterminated", flag(d.unterminated)), wire.M("segments", segmentsJSON(d.segments)))
}

func parseDocument(v wire.Value) (dialect.Script, error) {
	if !v.Get("segments").IsArray() {
		return nil, fmt.Errorf("tool-fence: segments: an array is expected, this is %s", v.Get("segments").Kind())
	}
	d := &document{bom: v.Get("bom").IsTrue(), unterminated: v.Get("unterminated").IsTrue()}
	switch name := v.Get("newline").Text(); name {
	case "crlf":
		d.newline = crlf
	case "cr":
		d.newline = cr
	case "", "lf":
	default:
		return nil, fmt.Errorf("tool-fence: newline %q is none of lf, crlf, cr", name)
	}
	var err error
	if d.segments, err = parseSegments(v.Get("segments")); err != nil {
		return nil, fmt.Errorf("tool-fence: %w", err)
	}
	if err := openLast(d.segments); err != nil {
		return nil, fmt.Errorf("tool-fence: %w", err)
	}
	return d.script(), nil
}

// openLast: a fence that nothing closes swallows what follows, so it stands last.
func openLast(segments []segment) error {
	for i, s := range segments {
		if s.open() && i < len(segments)-1 {
			return fmt.Errorf("segments/%d: an open fence is not the last segment", i)
		}
		if err := openLast(s.inside); err != nil {
			return fmt.Errorf("segments/%d: %w", i, err)
		}
	}
	return nil
}

func parseSegments(v wire.Value) ([]segment, error) {
	segments := make([]segment, 0, v.Len())
	for i, raw := range v.Items() {
		s, err := parseSegment(raw)
		if err != nil {
			return nil, fmt.Errorf("segments/%d: %w", i, err)
		}
		segments = append(segments, s)
	}
	return segments, nil
}

func parseSegment(v wire.Value) (segment, error) {
	st := parseStyle(v.Get("style"))
	switch {
	case v.Has("text"):
		return text(v.Get("text").Text()), nil
	case v.Has("tool"):
		s := segment{kind: toolSegment, object: v.Get("tool"), body: v.Get("body").Text(), style: st}
		return s, s.agrees()
	case v.Has("broken"):
		return broken(v.Get("broken").Text()).with(st), nil
	case v.Has("code"):
		return code(v.Get("info").Text(), v.Get("code").Text()).with(st), nil
	case v.Has("quote"):
		inside, err := parseSegments(v.Get("quote"))
		return quote(inside...), err
	case v.Has("list"):
		inside, err := parseSegments(v.Get("list"))
		return list(v.Get("marker").Text(), inside...), err
	}
	return segment{}, fmt.Errorf("no member of text, tool, broken, code, quote, list")
}

// agrees tells whether the exact body is the object.
func (s segment) agrees() error {
	if !s.object.IsObject() {
		return fmt.Errorf("tool: an object is expected, this is %s", s.object.Kind())
	}
	if s.body == "" {
		return nil
	}
	v, err := wire.Parse([]byte(s.body))
	if err != nil {
		return fmt.Errorf("body: %w", err)
	}
	if !wire.Equal(v, s.object) {
		return fmt.Errorf("body: it is not the object")
	}
	return nil
}

func isText(v wire.Value) bool { return v.IsString() && v.Text() != "" }

// certain tells whether every right reader takes the segment for a call: only
// such fences are touched where their source must not show.
func (d *document) certain(i int) bool {
	s := d.segments[i]
	if s.kind != toolSegment || s.style.free() || s.style.Open || s.style.Extra != "" || d.newline == cr || d.bom && i == 0 {
		return false
	}
	w := call{object: s.object}
	_, _, w.unsureID = textMember(s.object.Get("toolCallId"))
	_, _, w.unsureName = textMember(s.object.Get("toolName"))
	return !w.unsureID && !w.unsureName && knownState(s.object.Get("state")) &&
		(!s.object.Has("errorText") || s.object.Get("errorText").IsString())
}

func knownState(v wire.Value) bool {
	if v.IsAbsent() {
		return true
	}
	for _, known := range states() {
		if v.Text() == known {
			return true
		}
	}
	return false
}

// mapped is the document with every certain tool fence's object changed.
func (d *document) mapped(change func(wire.Value) wire.Value) dialect.Script {
	other := *d
	other.segments = append([]segment{}, d.segments...)
	for i := range other.segments {
		if s := &other.segments[i]; d.certain(i) {
			if changed := change(s.object); !wire.Equal(changed, s.object) {
				s.object, s.body = changed, ""
			}
		}
	}
	return other.script()
}

// Rename gives the calls other ids, but for those that also stand in a fence that
// need not be a call.
func (d *document) Rename(name func(string) string) dialect.Script {
	uncertain := map[string]bool{}
	rest := &document{}
	for i, s := range d.segments {
		if !d.certain(i) {
			rest.segments = append(rest.segments, s)
		}
	}
	for _, o := range rest.objects() {
		id := o.Get("toolCallId")
		uncertain[id.Text()], uncertain[id.JSON()] = true, true // 42 may become "42"
	}
	return d.mapped(func(o wire.Value) wire.Value {
		if !isText(o.Get("toolCallId")) || uncertain[o.Get("toolCallId").Text()] {
			return o
		}
		return o.With("toolCallId", wire.Str(name(o.Get("toolCallId").Text())))
	})
}

// InsertUnknown strews members that the document doesn't know into the objects.
func (d *document) InsertUnknown(pick dialect.Pick) dialect.Script {
	return d.mapped(func(o wire.Value) wire.Value {
		for range 1 + pick(2) {
			o = withUnknown(o, pick)
		}
		return o
	})
}

// unknownMembers look like something that a reader may know from elsewhere.
func unknownMembers() []wire.Member {
	return []wire.Member{
		wire.M("x-trace", wire.Str("a1b2")), wire.M("error", wire.Str("not an error")), wire.M("result", wire.Int(7)),
		wire.M("args", wire.Obj(wire.M("other", wire.Boolean(true)))), wire.M("id", wire.Str("other_id")),
		wire.M("name", wire.Str("otherName")), wire.M("status", wire.Str("output-error")), wire.M("isError", wire.Boolean(true)),
		wire.M("metadata", wire.Obj(wire.M("state", wire.Str("output-error")), wire.M("toolCallId", wire.Str("inner")))),
		wire.M("ToolCallId", wire.Str("upper")), wire.M("toolCallID", wire.Str("upper_too")), wire.M("providerExecuted", wire.NullValue),
		wire.M("toString", wire.List(wire.Int(0), wire.Str(""))), wire.M("", wire.Str("a member without a name")),
	}
}

func withUnknown(o wire.Value, pick dialect.Pick) wire.Value {
	all := unknownMembers()
	m := all[pick(len(all))]
	if o.Has(m.Name) {
		return o
	}
	members := append([]wire.Member{}, o.Members()...)
	at := len(members) - pick(len(members)+1)
	members = append(members[:at:at], append([]wire.Member{m}, members[at:]...)...)
	return wire.Obj(members...)
}

// Answered counts for each id the fences that tell an outcome.
func (n named) Answered() map[string]int {
	answered := map[string]int{}
	for _, o := range n.objects() {
		state := o.Get("state").Text()
		if o.Has("output") || o.Has("errorText") || state == "output-available" || state == "output-error" {
			answered[o.Get("toolCallId").Text()]++
		}
	}
	return answered
}

// Unsettled are the calls of fences that nothing closes: what is held of them at the
// end of input may be gone when the document goes on, or when their container ends.
func (n named) Unsettled() map[string]bool {
	unsettled := map[string]bool{}
	var walk func([]segment)
	walk = func(segments []segment) {
		for _, s := range segments {
			if s.kind == toolSegment && s.open() {
				unsettled[s.object.Get("toolCallId").Text()] = true
			}
			walk(s.inside)
		}
	}
	walk(n.segments)
	return unsettled
}

// Without is the document in plain: with LF for the line endings of FENCE-20, without the
// other members of FENCE-12.
func (d *document) Without(requirement string) []dialect.Script {
	plain := *d
	switch {
	case requirement == "FENCE-20" && (d.newline != "" || d.bom || d.unterminated):
		plain.newline, plain.bom, plain.unterminated = "", false, false
		return []dialect.Script{plain.script()}
	case requirement == "FENCE-12":
		return []dialect.Script{d.mapped(func(o wire.Value) wire.Value {
			var members []wire.Member
			for _, m := range o.Members() {
				switch m.Name {
				case "toolCallId", "toolName", "state", "input", "output", "errorText":
					members = append(members, m)
				}
			}
			return wire.Obj(members...)
		})}
	}
	return nil
}
