package wire

import (
	"encoding/base64"
	"unicode/utf8"
)

// Encode writes events in an encoding, as plainly as it can be: "data: …" and a
// blank line for SSE, a line for NDJSON.
func Encode(encoding string, events []Value) []byte {
	var b []byte
	for _, e := range events {
		if encoding == SSE {
			b = append(b, "data: "...)
			b = append(e.AppendJSON(b), "\n\n"...)
			continue
		}
		b = append(e.AppendJSON(b), '\n')
	}
	return b
}

// Cut cuts data at these byte offsets, which rise; offsets outside are ignored.
func Cut(data []byte, offsets []int) [][]byte {
	var chunks [][]byte
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
	list := make([]Value, len(chunks))
	for i, c := range chunks {
		if whole {
			list[i] = Str(string(c))
		} else {
			list[i] = Str(base64.StdEncoding.EncodeToString(c))
		}
	}
	name := "chunks"
	if !whole {
		name = "chunks_base64"
	}
	return append(members, M(name, List(list...)))
}

// InputChunks reads the chunks of an input object back.
func InputChunks(input Value) ([][]byte, error) {
	var chunks [][]byte
	for _, c := range input.Get("chunks").Items() {
		chunks = append(chunks, []byte(c.Text()))
	}
	for _, c := range input.Get("chunks_base64").Items() {
		b, err := base64.StdEncoding.DecodeString(c.Text())
		if err != nil {
			return nil, err
		}
		chunks = append(chunks, b)
	}
	return chunks, nil
}
