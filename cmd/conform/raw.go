package main

import (
	"context"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/loop"
	"github.com/toolconform/conform/wire"
)

// openRaw reaches a program that speaks its dialect itself.
func (c runCmd) openRaw(ctx context.Context, cat *catalogue.Catalogue) (driver.Implementation, error) {
	if err := c.vetURL(); err != nil {
		return nil, err
	}
	raw, err := c.rawPair(cat)
	if err != nil {
		return nil, err
	}
	var impl driver.Implementation
	if c.HTTP != "" {
		impl, err = driver.DialRawHTTP(ctx, driver.HTTPOptions{URL: c.HTTP, StartupTimeout: c.StartupTimeout}, raw)
	} else {
		impl, err = driver.StartRaw(ctx, driver.CommandOptions{Args: c.Command, StartupTimeout: c.StartupTimeout, Version: version}, raw)
	}
	return impl, c.neverWorked(err)
}

// rawPair is what the program speaks, as the flags say.
func (c runCmd) rawPair(cat *catalogue.Catalogue) (driver.Raw, error) {
	var raw driver.Raw
	switch {
	case c.isReference():
		return raw, usage("--raw needs a program: a command behind --, or --http URL")
	case c.HTTP != "" && len(c.Command) > 0:
		return raw, usage("--http and a command exclude each other: give one way to reach the program")
	case len(c.Dialect) != 1 || len(c.Role) != 1:
		return raw, usage("--raw needs one --dialect and one --role: nothing else says what the program speaks")
	}
	raw.Pair = dialect.Pair{Dialect: c.Dialect[0], Role: dialect.Role(c.Role[0])}
	side := cat.Side(raw.Pair)
	if side == nil {
		return raw, usage("there is no %s; `conform list --dialects` shows all pairs", raw.Pair)
	}
	if raw.Role == loop.Agent {
		return raw, usage("--raw: an agent asks by itself, and needs an adapter that gives it its prompt; see docs/loop.md")
	}
	raw.CallsOnly = side.CallsOnly
	if side.Text != nil {
		raw.Text = side.Text.Media
	}
	if len(side.Encodings) == 0 {
		return raw, nil
	}
	if side.Framing != nil {
		raw.Tail, raw.Named = side.Framing.Tail, side.Framing.Named
	}
	raw.Encoding = wire.SSE
	if len(c.Encoding) > 1 {
		return raw, usage("--raw takes one --encoding, sse or ndjson")
	}
	if len(c.Encoding) == 1 {
		raw.Encoding = c.Encoding[0]
	}
	if raw.Encoding != wire.SSE && raw.Encoding != wire.NDJSON {
		return raw, usage("--encoding %q has no bytes; with --raw it is sse or ndjson", raw.Encoding)
	}
	return raw, nil
}
