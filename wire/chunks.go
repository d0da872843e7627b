package wire

import (
	"encoding/base64"
	"math"
	"slices"
	"unicode/utf8"
)

// Encode writes events in an encoding, as plainly as it can be: "data: …" and a
// blank line for SSE, a line for NDJSON.
func Encode(encoding string, events []Value) []byte {
	var b []byte
	for _, e := range events {
		b = AppendEncoded(b, encoding, e)
	}
	return b
}

// AppendEncoded appends one event.
func AppendEncoded(dst []byte, encoding string, event Value) []byte {
	const around = len("data: \n\n")
	dst = slices.Grow(dst, event.sizeUpTo(math.MaxInt)+around)
	if encoding == SSE {
		dst = append(dst, "data: "...)
		return append(event.AppendJSON(dst), "\n\n"...)
	}
	return append(event.AppendJSON(dst), '\n')
}

// Cut cuts data at these byte offsets, which rise; offsets outside are ignored.
func Cut(data []byte, offsets []int) [][]byte {
	chunks := make([][]byte, 0, len(offsets)+1)
	start := 0
	for _, at := range offsets {
		if at < start || at > len(data) {
			continue
		}
		chunks = append(chunks, data[start:at])
		start = at
	}
	return append(chunks, data[start:])
}

// ChunkMembers are the members of an input object that carry chunks: "chunks" where
// every chunk is valid UTF-8, "chunks_base64" where a cut splits a code point; with
// "encoding" before them unless it is "".
func ChunkMembers(encoding string, chunks [][]byte) []Member {
	var members []Member
	if encoding != "" {
		members = append(members, M("encoding", Str(encoding)))
	}
	whole := true
	for _, c := range chunks {
		whole = whole && utf8.Valid(c)
	}
	list := make([]Member, len(chunks))
	for i, c := range chunks {
		if whole {
			list[i].Value = Str(string(c))
		} else {
			list[i].Value = Str(base64.StdEncoding.EncodeToString(c))
		}
	}
	name := "chunks"
	if !whole {
		name = "chunks_base64"
	}
	return append(members, M(name, nest(Array, list)))
}

// InputChunks reads the chunks of an input object back.
func InputChunks(input Value) ([][]byte, error) {
	chunks := bytesOf(input.Get("chunks"))
	for _, c := range input.Get("chunks_base64").Items() {
		b, err := base64.StdEncoding.DecodeString(c.Text())
		if err != nil {
			return nil, err
		}
		chunks = append(chunks, b)
	}
	return chunks, nil
}

// bytesOf are the texts of an array as bytes, in one piece of memory: there may be thousands.
func bytesOf(list Value) [][]byte {
	if list.Kind() != Array || len(list.kids()) == 0 {
		return nil
	}
	n := 0
	for _, m := range list.kids() {
		n += len(m.Value.Text())
	}
	all, chunks := make([]byte, 0, n), make([][]byte, len(list.kids()))
	for i, m := range list.kids() {
		first := len(all)
		all = append(all, m.Value.Text()...)
		chunks[i] = all[first:len(all):len(all)]
	}
	return chunks
}
