// Command go is an adapter in Go for a client of content blocks. The package
// adapter speaks the protocol, so that what is left is a function from an input
// to what was observed.
//
//	go build -o my-adapter . && conform run -- ./my-adapter
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

func main() {
	info := adapter.Info{
		Implementation: wire.Obj(wire.M("name", wire.Str("my-client")), wire.M("version", wire.Str("1.0")),
			wire.M("language", wire.Str("go"))),
		Supports:    []adapter.Support{{Dialect: "content-blocks", Role: dialect.Consumer}},
		Concurrency: 8,
	}
	answers := map[dialect.Pair]dialect.Answer{info.Supports[0].Pair(): answer}
	if err := adapter.Serve(context.Background(), os.Stdin, os.Stdout, info, answers); err != nil {
		fmt.Fprintln(os.Stderr, "adapter:", err)
		os.Exit(1)
	}
}

func answer(input wire.Value) dialect.Observation {
	c := newClient(input.Get("history").IsTrue())
	for _, event := range input.Get("events").Items() {
		c.take(event)
	}
	return dialect.Observation{State: wire.Obj(wire.M("blocks", c.blocks()))}
}
