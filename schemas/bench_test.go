package schemas_test

import (
	"testing"

	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// stream is the events of a call and its result, as document 003 (content blocks)
// prints them.
func stream() [][]byte {
	return [][]byte{
		[]byte(`{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_01XyzAbc","name":"search_stock",` +
			`"input":{"symbol":"VNM"},"tool_content_message":"Tìm kiếm cổ phiếu VNM"},"message_id":"msg-abc"}`),
		[]byte(`{"type":"content_block_stop","index":2}`),
		[]byte(`{"type":"content_block_start","index":3,"content_block":{"type":"tool_result","tool_use_id":"toolu_01XyzAbc",` +
			`"tool_name":"search_stock","content":"VNM - Vinamilk\nGiá: 82,000 VND","status":"success","artifact":null}}`),
		[]byte(`{"type":"content_block_stop","index":3}`),
	}
}

// BenchmarkContentBlockEvents tells how many times as long validating an event
// takes as decoding it.
func BenchmarkContentBlockEvents(b *testing.B) {
	set, err := schemas.Load()
	if err != nil {
		b.Fatal(err)
	}
	events := stream()
	decoded := make([]wire.Value, len(events))
	decode := func(i int) {
		if decoded[i%len(events)], err = wire.Parse(events[i%len(events)]); err != nil {
			b.Fatal(err)
		}
	}
	validate := func(i int) {
		if err := set.Validate(schemas.ContentBlockEvent, decoded[i%len(events)]); err != nil {
			b.Fatal(err)
		}
	}
	for i := range events {
		decode(i)
		validate(i)
	}
	b.ResetTimer()
	for i := range b.N {
		decode(i)
	}
	decoding := b.Elapsed()
	for i := range b.N {
		validate(i)
	}
	b.ReportMetric(float64(b.Elapsed()-decoding)/float64(max(decoding, 1)), "validate/decode")
}
