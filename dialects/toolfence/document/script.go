package document

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/wire"
)

// The line endings of a document.
const (
	LF   = "\n"
	CRLF = "\r\n"
	CR   = "\r"
)

// Document is the script of a consumer's case: segments, and how the whole is written. It is immutable.
type Document struct {
	Segments     []Segment
	Newline      string // Newline ends every line; "" is LF.
	Bom          bool   // a byte order mark stands first
	Unterminated bool   // the last line has no line ending
}

// named is a document in which every call has its own id written down, so that what is held can be told by id.
type named struct{ *Document }

// Script gives the document the abilities that it has.
func (d *Document) Script() dialect.Script {
	if d.allNamed() {
		return named{d}
	}
	return d
}

func (d *Document) allNamed() bool {
	return !slices.ContainsFunc(d.Objects(), func(o wire.Value) bool { return !words.IsText(o.Get("toolCallId")) })
}

// tools are the well-formed tool fences, those in containers too.
func tools(segments []Segment) (list []Segment) {
	for _, s := range segments {
		if s.Kind == ToolSegment {
			list = append(list, s)
		}
		list = append(list, tools(s.Inside)...)
	}
	return list
}

// Of is the document behind a script of this dialect.
func Of(s dialect.Script) (*Document, bool) {
	switch s := s.(type) {
	case *Document:
		return s, true
	case named:
		return s.Document, true
	}
	return nil, false
}

// Ending of every line.
func (d *Document) Ending() string {
	if d.Newline == "" {
		return LF
	}
	return d.Newline
}

// Bytes is the markdown.
func (d *Document) Bytes(string) []byte { return Compose(d).Data() }

// Input is the markdown in chunks: those of reads unless said otherwise.
func (d *Document) Input(_ string, cuts []int) wire.Value {
	data := d.Bytes("")
	if cuts == nil {
		cuts = Reads(data, d.Ending())
	}
	return wire.Obj(wire.ChunkMembers("", wire.Cut(data, cuts))...)
}

// maxReads is how many chunks a document comes in where the case doesn't say: a right reader may read all again with each of them.
const maxReads = 100

// Reads cuts behind every line, or behind every n-th one of a long document.
func Reads(data []byte, newline string) []int {
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
	cuts := Behind(data, newline)
	if n := len(cuts); n > 0 && cuts[n-1] == len(data) {
		return cuts[:n-1]
	}
	return cuts
}

// Behind are the offsets behind every such mark.
func Behind(data []byte, mark string) []int {
	cuts := []int{}
	for at := 0; ; cuts = append(cuts, at) {
		n := bytes.Index(data[at:], []byte(mark))
		if n < 0 {
			return cuts
		}
		at += n + len(mark)
	}
}

// Len is the number of segments.
func (d *Document) Len() int { return len(d.Segments) }

// Keep is the document of some of the segments.
func (d *Document) Keep(indices []int) dialect.Script {
	kept := *d
	kept.Segments = make([]Segment, 0, len(indices))
	for _, i := range indices {
		if i >= 0 && i < len(d.Segments) {
			kept.Segments = append(kept.Segments, d.Segments[i])
		}
	}
	return kept.Script()
}

// JSON is the document as it stands in a case file.
func (d *Document) JSON() wire.Value {
	newline := map[string]string{CRLF: "crlf", CR: "cr"}[d.Newline]
	return wire.Obj(wire.M("newline", optional(newline)), wire.M("bom", flag(d.Bom)),
		wire.M("unterminated", flag(d.Unterminated)), wire.M("segments", segmentsJSON(d.Segments)))
}

// Parse reads a document from a case file.
func Parse(v wire.Value) (dialect.Script, error) {
	if !v.Get("segments").IsArray() {
		return nil, fmt.Errorf("tool-fence: segments: an array is expected, this is %s", v.Get("segments").Kind())
	}
	d := &Document{Bom: v.Get("bom").IsTrue(), Unterminated: v.Get("unterminated").IsTrue()}
	var newline, segments error
	d.Newline, newline = newlineOf(v.Get("newline").Text())
	d.Segments, segments = parseSegments(v.Get("segments"))
	if err := cmp.Or(newline, segments, OpenLast(d.Segments)); err != nil {
		return nil, fmt.Errorf("tool-fence: %w", err)
	}
	return d.Script(), nil
}

// OpenLast: a fence that nothing closes swallows what follows, so it stands last.
func OpenLast(segments []Segment) error {
	for i, s := range segments {
		if s.Open() && i < len(segments)-1 {
			return fmt.Errorf("segments/%d: an open fence is not the last segment", i)
		}
		if err := OpenLast(s.Inside); err != nil {
			return fmt.Errorf("segments/%d: %w", i, err)
		}
	}
	return nil
}

func parseSegments(v wire.Value) ([]Segment, error) {
	segments := make([]Segment, 0, v.Len())
	for i, raw := range v.Items() {
		s, err := ParseSegment(raw)
		if err != nil {
			return nil, fmt.Errorf("segments/%d: %w", i, err)
		}
		segments = append(segments, s)
	}
	return segments, nil
}

// newlineOf is the line ending of that name.
func newlineOf(name string) (string, error) {
	newline, ok := map[string]string{"": "", "lf": "", "crlf": CRLF, "cr": CR}[name]
	if !ok {
		return "", fmt.Errorf("newline: %q is none of lf, crlf, cr", name)
	}
	return newline, nil
}

// agrees tells whether the exact body is the object.
func (s Segment) agrees() error {
	if !s.Object.IsObject() {
		return fmt.Errorf("tool: an object is expected, this is %s", s.Object.Kind())
	}
	if s.Body == "" {
		return nil
	}
	v, err := wire.Parse([]byte(s.Body))
	if err != nil {
		return fmt.Errorf("body: %w", err)
	}
	if !wire.Equal(v, s.Object) {
		return fmt.Errorf("body: it is not the object")
	}
	return nil
}

// certain tells whether every right reader takes the segment for a call: only such fences are touched where their source must not show.
func (d *Document) certain(i int) bool {
	s := d.Segments[i]
	if s.Kind != ToolSegment || s.Style.Free() || s.Style.Open || s.Style.Extra != "" || d.Newline == CR || d.Bom && i == 0 {
		return false
	}
	unsure := func(v wire.Value) bool { return !v.IsAbsent() && !words.IsText(v) }
	return !unsure(s.Object.Get("toolCallId")) && !unsure(s.Object.Get("toolName")) && words.KnownState(s.Object.Get("state")) &&
		(!s.Object.Has("errorText") || s.Object.Get("errorText").IsString())
}

// mapped is the document with every certain tool fence's object changed.
func (d *Document) mapped(change func(wire.Value) wire.Value) dialect.Script {
	other := *d
	other.Segments = slices.Clone(d.Segments)
	for i := range other.Segments {
		if s := &other.Segments[i]; d.certain(i) {
			if changed := change(s.Object); !wire.Equal(changed, s.Object) {
				s.Object, s.Body = changed, ""
			}
		}
	}
	return other.Script()
}

// Rename gives the calls other ids, but for those that also stand in a fence that need not be a call.
func (d *Document) Rename(name func(string) string) dialect.Script {
	uncertain := map[string]bool{}
	rest := &Document{}
	for i, s := range d.Segments {
		if !d.certain(i) {
			rest.Segments = append(rest.Segments, s)
		}
	}
	for _, o := range rest.Objects() {
		id := o.Get("toolCallId")
		uncertain[id.Text()], uncertain[id.JSON()] = true, true // 42 may become "42"
	}
	return d.mapped(func(o wire.Value) wire.Value {
		if !words.IsText(o.Get("toolCallId")) || uncertain[o.Get("toolCallId").Text()] {
			return o
		}
		return o.With("toolCallId", wire.Str(name(o.Get("toolCallId").Text())))
	})
}

// InsertUnknown strews members that the document doesn't know into the objects.
func (d *Document) InsertUnknown(pick dialect.Pick) dialect.Script {
	return d.mapped(func(o wire.Value) wire.Value {
		for range 1 + pick(2) {
			o = WithUnknown(o, pick)
		}
		return o
	})
}

// UnknownMembers look like something that a reader may know from elsewhere.
func UnknownMembers() []wire.Member {
	return wire.ParseString(`{"x-trace":"a1b2","error":"not an error","result":7,"args":{"other":true},"id":"other_id",` +
		`"name":"otherName","status":"output-error","isError":true,"metadata":{"state":"output-error","toolCallId":"inner"},` +
		`"ToolCallId":"upper","toolCallID":"upper_too","providerExecuted":null,"toString":[0,""],"":"a member without a name"}`).Members()
}

// WithUnknown is an object with a member more that the document doesn't know.
func WithUnknown(o wire.Value, pick dialect.Pick) wire.Value {
	all := UnknownMembers()
	m := all[pick(len(all))]
	if o.Has(m.Name) {
		return o
	}
	at := o.Len() - pick(o.Len()+1)
	return wire.Obj(slices.Insert(slices.Clone(o.Members()), at, m)...)
}

// Answered counts for each id the fences that tell an outcome.
func (n named) Answered() map[string]int {
	answered := map[string]int{}
	for _, o := range n.Objects() {
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
	for _, s := range tools(n.Segments) {
		if s.Open() {
			unsettled[s.Object.Get("toolCallId").Text()] = true
		}
	}
	return unsettled
}

// Without is the document in plain: with LF for the line endings of FENCE-20, without the other members of FENCE-12.
func (d *Document) Without(requirement string) []dialect.Script {
	plain := *d
	switch {
	case requirement == "FENCE-20" && (d.Newline != "" || d.Bom || d.Unterminated):
		plain.Newline, plain.Bom, plain.Unterminated = "", false, false
		return []dialect.Script{plain.Script()}
	case requirement == "FENCE-12":
		return []dialect.Script{d.mapped(func(o wire.Value) wire.Value {
			for _, m := range words.Others(o) {
				o = o.Without(m.Name)
			}
			return o.Without("type")
		})}
	}
	return nil
}

// Objects are those of every well-formed tool fence.
func (d *Document) Objects() []wire.Value {
	var list []wire.Value
	for _, s := range tools(d.Segments) {
		list = append(list, s.Object)
	}
	return list
}
