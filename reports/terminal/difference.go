package terminal

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolconform/conform/reports"

	"golang.org/x/text/unicode/norm"

	"github.com/toolconform/conform/wire"
)

// difference is one place in which two values are not equal.
type difference struct {
	// at is a JSON pointer, "" for the whole.
	at        string
	want, got wire.Value
}

const (
	// differencesShown bounds how many places are told, depthCompared how deep they lie.
	differencesShown = 6
	depthCompared    = 40
)

// differences are the places in which two values are not equal, in the order of the first
// value; more counts those beyond the limit.
func differences(want, got wire.Value) (list []difference, more int) {
	add := func(d difference) {
		if len(list) == differencesShown {
			more++
			return
		}
		list = append(list, d)
	}
	compare("", want, got, depthCompared, add)
	return list, more
}

func compare(at string, want, got wire.Value, depth int, add func(difference)) {
	switch {
	case wire.Equal(want, got):
	case depth > 0 && want.IsObject() && got.IsObject() && akin(want, got):
		for _, m := range append(want.Members()[:want.Len():want.Len()], onlyIn(got, want)...) {
			compare(at+"/"+pointerToken(m.Name), want.Get(m.Name), got.Get(m.Name), depth-1, add)
		}
	case depth > 0 && want.IsArray() && got.IsArray():
		for i := range max(want.Len(), got.Len()) {
			compare(at+"/"+strconv.Itoa(i), item(want, i), item(got, i), depth-1, add)
		}
	default:
		add(difference{at, want, got})
	}
}

// akin tells whether two objects have a member's name in common. Others are not the same thing with differences.
func akin(a, b wire.Value) bool {
	return a.Len() == 0 || b.Len() == 0 || slices.ContainsFunc(a.Members(), func(m wire.Member) bool { return b.Has(m.Name) })
}

// item is absent behind the end of a list.
func item(list wire.Value, i int) wire.Value {
	if i >= list.Len() {
		return wire.Value{}
	}
	return list.At(i)
}

func onlyIn(v, other wire.Value) []wire.Member {
	var list []wire.Member
	for _, m := range v.Members() {
		if !other.Has(m.Name) {
			list = append(list, m)
		}
	}
	return list
}

func pointerToken(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// compared tells what was expected and what is held instead, a line for each side of each
// place where they differ. Texts stand as they are and not as JSON, line by line.
func (s screen) compared(b *strings.Builder, indent string, want, got wire.Value) {
	list, more := differences(want, got)
	if len(list) == 0 {
		list = []difference{{"", want, got}}
	}
	for _, d := range list {
		if d.at != "" {
			b.WriteString(indent + cutTo(reports.Name(d.at), s.rest(indent)) + "\n")
		}
		expected, held := sides(d.want, d.got)
		s.side(b, indent, green, "- expected ", expected)
		s.side(b, indent, red, "+ held     ", held)
	}
	if more > 0 {
		fmt.Fprintf(b, "%s… and in %s\n", indent, reports.Counted(more, "more place"))
	}
}

// rest of the line behind an indent.
func (s screen) rest(indent string) int {
	if s.width <= 0 {
		return 0
	}
	return max(20, s.width-columns(indent))
}

const (
	// textAround is how many characters of a long text stand before the place where it
	// differs, linesOfText how many lines of a value are shown.
	textAround  = 24
	linesOfText = 5
)

func (s screen) side(b *strings.Builder, indent, colour, label, text string) {
	lines := strings.Split(text, "\n")
	if more := len(lines) - linesOfText; more > 0 {
		lines = append(lines[:linesOfText], "… "+reports.Counted(more, "more line"))
	}
	for i, line := range lines {
		if i > 0 {
			label = label[:1] + strings.Repeat(" ", len(label)-1)
		}
		b.WriteString(indent + s.in(colour, cutTo(label+line, s.rest(indent))) + "\n")
	}
}

// sides are the texts of two values. Two that differ and look alike are spelled out where
// they begin to.
func sides(want, got wire.Value) (string, string) {
	from := 0
	if want.IsString() && got.IsString() {
		from = commonStart(want.Text(), got.Text())
	}
	expected, held := valueText(want, from), valueText(got, from)
	if want.IsString() && got.IsString() && alike([]rune(want.Text()), []rune(got.Text()), from) {
		expected, held = expected+spelled(want.Text(), from), held+spelled(got.Text(), from)
	}
	return expected, held
}

// alike tells whether two texts still look the same in the letter in which they begin to differ.
func alike(a, b []rune, from int) bool {
	for from > 0 && (!begins(a[from:]) || !begins(b[from:])) {
		from--
	}
	return letter(a[from:]) == letter(b[from:])
}

// begins tells whether a letter begins here, or the text is over.
func begins(text []rune) bool {
	return len(text) == 0 || norm.NFC.PropertiesString(string(text[0])).BoundaryBefore()
}

// letter is the first one with its marks, in the form that it has in one piece.
func letter(text []rune) string {
	n := min(1, len(text))
	for n < len(text) && !begins(text[n:]) {
		n++
	}
	return norm.NFC.String(string(text[:n]))
}

// spelled are the code points of a text from the character on.
func spelled(text string, from int) string {
	rest, place := []rune(text)[from:], ""
	if len(rest) == 0 {
		return " (ends)"
	}
	if from > 0 {
		place = fmt.Sprintf("from character %d: ", from)
	}
	var points []string
	for _, r := range rest[:min(3, len(rest))] {
		points = append(points, fmt.Sprintf("U+%04X", r))
	}
	return " (" + place + strings.Join(points, " ") + ")"
}

// valueText is a value for people: a text in quotes with its line breaks, from a little
// before the character where it differs; everything else as JSON.
func valueText(v wire.Value, from int) string {
	switch {
	case v.IsAbsent():
		return "(nothing)"
	case !v.IsString():
		return reports.OneLine(reports.Clip(v.JSON(), shown))
	}
	text := []rune(v.Text())
	start := 0
	if from > 2*textAround {
		start = from - textAround
	}
	cut := reports.Clip(string(text[start:]), shown)
	if start > 0 {
		return fmt.Sprintf(`"…%s" (from character %d of %d)`, visible(cut), start, len(text))
	}
	return `"` + visible(cut) + `"`
}

// visible is harmless text whose tabs can be seen too.
func visible(text string) string { return strings.ReplaceAll(reports.Harmless(text), "\t", "␉") }

// commonStart is how many characters two texts have in common at their beginning.
func commonStart(a, b string) int {
	x, y := []rune(a), []rune(b)
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}
