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

// InputEvents are the events of the input, whatever its encoding. Frames that are
// not JSON are passed by; [DONE] ends an SSE stream. Endless: a last line of NDJSON may lack its end.
func InputEvents(input Value, endless bool) ([]Value, error) {
	if input.Get("events").IsArray() {
		return input.Get("events").Items(), nil
	}
	encoding := input.Get("encoding").Text()
	chunks, err := InputChunks(input)
	if err != nil {
		return nil, err
	}
	dec := NewDecoder(encoding, 0)
	var frames []Frame
	for _, c := range chunks {
		frames = append(frames, dec.Feed(c)...)
	}
	if endless && encoding == NDJSON {
		frames = append(frames, dec.Close()...)
	}
	var events []Value
	for _, f := range frames {
		if encoding == SSE && f.Done() {
			break
		}
		if v, err := Parse(f.Data); err == nil {
			events = append(events, v)
		}
	}
	return events, nil
}
