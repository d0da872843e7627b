package wire

// Heard is an input as a reader of events gets it, frame by frame. It is framing and no more.
type Heard struct {
	Frames []HeardFrame
	// Whole: the events were given decoded, and no connection cut them off. In bytes a reader
	// sees by itself how they end. Aborted: the reader aborts behind the last frame.
	Whole, Aborted bool
}

// HeardFrame is a frame of the input; of decoded events it has the value alone. Value is
// absent where the data is no JSON object.
type HeardFrame struct {
	Frame
	Value Value
}

// Hear reads an input object: "events" with "cut" and "abortAfter", or chunks.
func Hear(input Value) Heard {
	events := input.Get("events")
	if !events.IsArray() {
		return hearBytes(input)
	}
	list := events.Items()
	h := Heard{Whole: !input.Get("cut").IsTrue()}
	if n, ok := input.Get("abortAfter").Int64(); ok && n > 0 && n < int64(len(list)) {
		list, h.Whole, h.Aborted = list[:n], false, true
	}
	for _, e := range list {
		h.Frames = append(h.Frames, HeardFrame{Value: e})
	}
	return h
}

func hearBytes(input Value) Heard {
	var h Heard
	encoding := input.Get("encoding").Text()
	if encoding == "" {
		encoding = SSE
	}
	chunks, _ := InputChunks(input)
	d := NewDecoder(encoding, 0)
	for _, c := range chunks {
		for _, f := range d.Feed(c) {
			heard := HeardFrame{Frame: f}
			if v, err := Parse(f.Data); err == nil && v.IsObject() {
				heard.Value = v
			}
			h.Frames = append(h.Frames, heard)
		}
	}
	return h
}
