package framing

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// rewrite changes the reads before the reference sees them: what a faulty reader
// makes of the wire.
type rewrite func(encoding string, reads [][]byte) [][]byte

// Faults are the planted framing faults of a consumer that frames events, or of
// one that reads markdown.
func Faults(side *dialect.Side) []dialect.Fault {
	if side.Role != dialect.Consumer || side.Relations.Normal == nil || side.Render == nil {
		return nil
	}
	f := planter{pair: side.Pair, encodings: side.Encodings, loose: side.Framing != nil && side.Framing.LooseMarker}
	if side.Framing != nil {
		f.named, f.markerless, f.pinned = side.Framing.Named, side.Framing.Markerless, side.Framing.Pinned
		f.opened, f.onward = side.Framing.Named || side.Framing.Opened, side.Framing.Onward
	}
	if _, wired := side.Render(turn(side), func(int) int { return 0 }).(dialect.Wired); !wired {
		return nil
	}
	f.plant("FRAME-08/utf8-per-read", "decodes every read as UTF-8 by itself", eachRead(func(b []byte) []byte {
		return bytes.ToValidUTF8(b, []byte("\uFFFD"))
	}))
	if len(side.Encodings) == 0 {
		return f.faults
	}
	f.lines()
	f.frames()
	f.dataLines()
	f.markers()
	f.spelling()
	f.size()
	f.cuts()
	f.drop()
	return f.faults
}

// drop takes back the faults of lines that don't hold.
func (f *planter) drop() {
	f.faults = slices.DeleteFunc(f.faults, func(d dialect.Fault) bool {
		return f.pinned && slices.Contains([]string{"FRAME-01/lf-only", "FRAME-01/no-cr", "FRAME-01/greedy-cr",
			"FRAME-01/cr-remembered", "FRAME-08/crlf-ends-twice", "FRAME-08/cr-forgotten"}, d.ID) ||
			f.named && d.Requirements[0] == "FRAME-07" ||
			f.markerless && d.Requirements[0] == "FRAME-13" ||
			f.onward && d.ID == "FRAME-13/goes-on"
	})
}

type planter struct {
	pair   dialect.Pair
	faults []dialect.Fault
	loose  bool
	// named and markerless: FRAME-07 and FRAME-13 don't hold.
	named, markerless bool
	// opened: the first event is one whose loss changes nothing. onward: what follows the end
	// marker may be taken.
	opened, onward bool
	// pinned: a reader may know no CR.
	pinned bool
	// encodings that the side takes.
	encodings []string
}

func (f *planter) plant(id, title string, change rewrite) {
	f.faults = append(f.faults, dialect.FaultOf(f.pair, id, "The reader "+title+".", func(inner dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation { return inner(rewritten(input, change)) }
	}))
}

// plantIf plants what only an encoding shows, where the side takes it.
func (f *planter) plantIf(encoding, id, title string, change rewrite) {
	if slices.Contains(f.encodings, encoding) {
		f.plant(id, title, change)
	}
}

// also names further requirements that the last fault violates.
func (f *planter) also(ids ...string) {
	last := &f.faults[len(f.faults)-1]
	last.Requirements = append(last.Requirements, ids...)
}

func (f *planter) warns() { f.faults[len(f.faults)-1].Expect = requirement.Warn }

// rewritten leaves input that has no reads as it is.
func rewritten(input wire.Value, change rewrite) wire.Value {
	encoding := input.Get("encoding").Text()
	reads, err := wire.InputChunks(input)
	if err != nil || len(reads) == 0 {
		return input
	}
	out := input.Without("chunks").Without("chunks_base64").Without("encoding")
	return wire.Obj(slices.Concat(out.Members(), wire.ChunkMembers(encoding, change(encoding, reads)))...)
}

func eachRead(change func([]byte) []byte) rewrite {
	return func(_ string, reads [][]byte) [][]byte {
		out := make([][]byte, len(reads))
		for i, r := range reads {
			out[i] = change(r)
		}
		return out
	}
}

// whole changes the bytes as one; where only says "" both encodings are meant.
func whole(only string, change func(string) string) rewrite {
	return func(encoding string, reads [][]byte) [][]byte {
		if only != "" && encoding != only {
			return reads
		}
		return [][]byte{[]byte(change(string(bytes.Join(reads, nil))))}
	}
}

func (f *planter) lines() {
	f.plant("FRAME-01/lf-only", "knows no line ending but LF",
		whole(wire.SSE, func(s string) string { return strings.ReplaceAll(s, "\r", " ") }))
	f.plant("FRAME-01/no-cr", "knows LF and CRLF, not CR", whole(wire.SSE, func(s string) string {
		return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", " ")
	}))
	f.plant("FRAME-01/greedy-cr", "loses an LF that begins a line, once there was a CR", whole(wire.SSE, greedyCR))
	f.plantIf(wire.NDJSON, "FRAME-01/empty-line-ends", "stops at an empty line", whole(wire.NDJSON, func(s string) string {
		before, _, _ := strings.Cut("\n"+s, "\n\n")
		return strings.TrimPrefix(before, "\n") + "\n"
	}))
	if f.pinned {
		f.plant("FRAME-01/blank-line-ends", "stops at a second blank line",
			whole(wire.SSE, func(s string) string { return upTo(strings.TrimLeft(s, "\n"), "\n\n\n") }))
	}
	if !f.opened { // the first event of such a dialect opens the message, and its loss changes nothing
		f.plant("FRAME-02/bom-kept", "keeps the byte order mark", whole("", func(s string) string {
			if rest, ok := strings.CutPrefix(s, "\xEF\xBB\xBF"); ok {
				return "?" + rest
			}
			return s
		}))
	}
	f.plant("FRAME-08/read-is-lines", "takes the end of a read for the end of a line", func(_ string, reads [][]byte) [][]byte {
		out := make([][]byte, len(reads))
		for i, r := range reads {
			out[i] = r
			if len(r) > 0 && r[len(r)-1] != '\n' {
				out[i] = append(bytes.Clone(r), '\n')
			}
		}
		return out
	})
	f.plant("FRAME-08/last-byte", "loses a code point that is cut by a read", eachRead(func(b []byte) []byte {
		for len(b) > 0 && !utf8.Valid(b) {
			b = b[:len(b)-1]
		}
		return b
	}))
	f.plant("FRAME-10/unicode-lines", "ends lines at U+2028 too",
		whole("", func(s string) string { return strings.ReplaceAll(s, "\u2028", "\n") }))
	f.plant("FRAME-10/next-line", "ends lines at U+0085 too",
		whole("", func(s string) string { return strings.ReplaceAll(s, "\u0085", "\n") }))
}

// sseLines changes every line of an SSE stream; lines it returns as "\x00" go away.
func sseLines(change func(line string) string) rewrite {
	return whole(wire.SSE, func(s string) string {
		var out []string
		for line := range strings.SplitSeq(s, "\n") {
			if changed := change(line); changed != "\x00" {
				out = append(out, changed)
			}
		}
		return strings.Join(out, "\n")
	})
}

func (f *planter) frames() {
	f.plant("FRAME-03/space-needed", "drops data without a space after the colon", sseLines(func(l string) string {
		if strings.HasPrefix(l, "data:") && !strings.HasPrefix(l, "data: ") {
			return "\x00"
		}
		return l
	}))
	f.plant("FRAME-04/last-line", "keeps the last data line of an event only", whole(wire.SSE, lastDataLine))
	f.plant("FRAME-05/comment-ends", "stops at a comment", whole(wire.SSE, func(s string) string { return upTo(s, "\n:") }))
	f.plant("FRAME-05/unknown-ends", "drops an event with an unknown field", whole(wire.SSE, func(s string) string {
		return dropBlocks(s, func(block string) bool { return strings.Contains("\n"+block, "\nfoo") })
	}))
	f.plant("FRAME-05/retry-is-data", "drops an event that carries retry", whole(wire.SSE, func(s string) string {
		return dropBlocks(s, func(block string) bool {
			return strings.Contains(block, "retry:") && strings.Contains(block, "data:")
		})
	}))
	f.plant("FRAME-05/nul-ends", "stops at a NUL", whole(wire.SSE, func(s string) string { return upTo(s, "\x00") }))
	f.plant("FRAME-05/retry-overflows", "drops an event whose retry is beyond 64 bits", whole(wire.SSE, func(s string) string {
		return dropBlocks(s, func(block string) bool {
			return slices.ContainsFunc(strings.Split(block, "\n"), func(line string) bool {
				digits, isRetry := strings.CutPrefix(line, "retry: ")
				_, err := strconv.ParseUint(digits, 10, 64)
				return isRetry && errors.Is(err, strconv.ErrRange)
			})
		})
	}))
	f.plant("FRAME-06/heartbeat-ends", "stops at empty data", whole(wire.SSE, func(s string) string {
		s = "\n\n" + s
		for _, beat := range []string{"data:", "data: ", "data"} {
			s, _, _ = strings.Cut(s, "\n\n"+beat+"\n\n")
		}
		return strings.TrimPrefix(s, "\n\n") + "\n\n"
	}))
	if !f.pinned {
		f.warns()
	}
	f.plant("FRAME-07/named-only", "drops events without an event field", whole(wire.SSE, func(s string) string {
		return dropBlocks(s, func(block string) bool { return !strings.Contains(block, "event:") })
	}))
	f.plant("FRAME-07/name-decides", "drops events that are called message", whole(wire.SSE, func(s string) string {
		return dropBlocks(s, func(block string) bool { return strings.Contains(block, "event: message\n") })
	}))
	f.plant("FRAME-11/all-or-nothing", "loses the whole stream when its end is missing", whole("", func(s string) string {
		if strings.HasSuffix(s, "\n") || strings.HasSuffix(s, "\r") {
			return s
		}
		return ""
	}))
	f.plant("FRAME-12/stops", "stops at a malformed frame and says nothing", func(encoding string, reads [][]byte) [][]byte {
		return [][]byte{keepFrames(encoding, reads, func(f wire.Frame) bool { return !isJSON(f.Data) && !f.Done() })}
	})
	f.plant("FRAME-13/prefix", "takes [DONE]x for the end", whole(wire.SSE, func(s string) string { return upTo(s, "data: [DONE]x") }))
	if f.loose {
		f.warns()
	}
	f.plant("FRAME-13/goes-on", "applies what follows [DONE]",
		whole(wire.SSE, func(s string) string { return strings.ReplaceAll(s, "[DONE]\n\n", "\n\n") }))
	f.plantIf(wire.NDJSON, "FRAME-13/ndjson-end", "takes [DONE] for the end of ndjson",
		whole(wire.NDJSON, func(s string) string { return upTo(s, "[DONE]") }))
	f.plant("FRAME-13/scalar-ends", "stops at a frame that is no object", func(encoding string, reads [][]byte) [][]byte {
		return [][]byte{keepFrames(encoding, reads, func(f wire.Frame) bool { return isJSON(f.Data) && f.Data[0] != '{' })}
	})
}

func isJSON(data []byte) bool {
	_, err := wire.Parse(data)
	return err == nil
}

// keepFrames writes the frames up to the first that ends the stream for a
// faulty reader.
func keepFrames(encoding string, reads [][]byte, ends func(wire.Frame) bool) []byte {
	d := wire.NewDecoder(encoding, 0)
	frames := append(d.Feed(bytes.Join(reads, nil)), d.Close()...)
	var out []byte
	for _, f := range frames {
		if ends(f) {
			break
		}
		data := bytes.ReplaceAll(f.Data, []byte("\n"), []byte(" "))
		if encoding == wire.SSE {
			out = append(append(append(out, "data: "...), data...), "\n\n"...)
			continue
		}
		out = append(append(out, data...), '\n')
	}
	return out
}

func upTo(s, mark string) string {
	before, _, found := strings.Cut("\n"+s, mark)
	if !found {
		return s
	}
	return strings.TrimPrefix(before, "\n") + "\n\n"
}

func dropBlocks(s string, drop func(block string) bool) string {
	var b strings.Builder
	for block := range strings.SplitAfterSeq(s, "\n\n") {
		if !drop(block) {
			b.WriteString(block)
		}
	}
	return b.String()
}

func lastDataLine(s string) string {
	blocks := strings.SplitAfter(s, "\n\n")
	for i, block := range blocks {
		if at := strings.LastIndex(block, "\ndata"); at >= 0 {
			blocks[i] = block[at+1:]
		}
	}
	return strings.Join(blocks, "")
}

func (f *planter) size() {
	f.plant("FRAME-09/64k-buffer", "stops at a line longer than 64 KiB", whole("", limited(64<<10)))
	f.plant("FRAME-09/2mib-buffer", "stops at a line longer than 2 MiB", whole("", limited(2<<20)))
	f.warns()
	f.plant("FRAME-09/64k-carried", "stops where it has carried more than 64 KiB from read to read", carried(64<<10))
	f.plant("FRAME-09/1024-reads", "stops at a line that comes in more than 1,024 reads", manyReads(1024))
	f.also("META-01")
}

func limited(n int) func(string) string {
	return func(s string) string {
		kept := 0
		for line := range strings.SplitAfterSeq(s, "\n") {
			if len(line) > n {
				return s[:kept]
			}
			kept += len(line)
		}
		return s
	}
}
