package agents

import "bytes"

// framedFaults are those of who reads a stream as it comes most of the time.
func framedFaults() []row {
	hears := func(hearing func(piece []byte) []byte) func() hooks {
		return func() hooks { return hooks{hearing: hearing} }
	}
	replaces := func(old, by string) func() hooks {
		return hears(func(piece []byte) []byte { return bytes.ReplaceAll(piece, []byte(old), []byte(by)) })
	}
	return []row{
		{id: "LOOP-01/lines-end-in-lf", title: "Of lines that end in CRLF none is taken for empty.",
			without: func(e side) bool { return e.LF }, plant: replaces("\r\n", " \n")},
		{id: "LOOP-01/blank-wanted", title: "A line without a blank behind its colon is not read.", plant: replaces("data:{", "date:{")},
		{id: "LOOP-01/one-of-a-read", title: "Of a read only the first event is taken.", plant: hears(func(piece []byte) []byte {
			first, _, more := bytes.Cut(piece, []byte("\n\n"))
			if more {
				return piece[:len(first)+2]
			}
			return piece
		})},
		{id: "LOOP-01/read-is-whole", title: "An event that comes in two reads is lost.", plant: hears(func(piece []byte) []byte {
			return append(bytes.TrimRight(piece, "\n"), "\n\n"...)
		})},
		{id: "LOOP-01/behind-comment", title: "The event behind a comment is lost.", plant: func() hooks {
			behind := false
			return hooks{hearing: func(piece []byte) []byte {
				lost := behind
				if behind = bytes.HasPrefix(piece, []byte(":")); lost {
					return nil
				}
				return piece
			}}
		}},
		{id: "LOOP-03/letters-torn", title: "Letters that come in two reads are lost.", plant: hears(func(piece []byte) []byte {
			return bytes.ToValidUTF8(piece, []byte("\uFFFD"))
		})},
	}
}
