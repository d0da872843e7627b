package adapter_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// A whole adapter: in a real one, the input is os.Stdin, and a *CrashError ends
// the process.
func ExampleServe() {
	consumer := dialect.Pair{Dialect: "tool-fence", Role: dialect.Consumer}
	info := adapter.Info{
		Implementation: wire.Obj(wire.M("name", wire.Str("acme-chat"))),
		Supports:       []adapter.Support{{Dialect: consumer.Dialect, Role: consumer.Role, Omits: []string{"chunks"}}},
		Concurrency:    4,
	}
	answer := func(input wire.Value) dialect.Observation {
		text := input.Get("chunks").At(0)
		delta := wire.Obj(wire.M("type", wire.Str("text-delta")), wire.M("delta", text))
		return dialect.Observation{Events: []dialect.Event{{Value: delta, After: 1}}}
	}
	in := strings.NewReader(`{"type":"case","id":"1","dialect":"tool-fence","role":"consumer","deadline_ms":5000,` +
		`"input":{"chunks":["Hi."]}}`)
	err := adapter.Serve(context.Background(), in, os.Stdout, info, map[dialect.Pair]dialect.Answer{consumer: answer})
	fmt.Println(err)
	// Output:
	// {"type":"event","id":"1","event":{"type":"text-delta","delta":"Hi."},"after":1}
	// {"type":"done","id":"1"}
	// <nil>
}
