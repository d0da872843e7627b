package judging

import (
	"context"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/driver/raw"
	"github.com/toolconform/conform/loop"
	"github.com/toolconform/conform/wire"
)

// openRaw reaches a program that speaks its dialect itself.
func (c Run) openRaw(ctx context.Context, s cli.Streams, cat *catalogue.Catalogue) (driver.Implementation, error) {
	if err := c.vetURL(); err != nil {
		return nil, err
	}
	form, err := c.rawPair(cat)
	if err != nil {
		return nil, err
	}
	var impl driver.Implementation
	if c.HTTP != "" {
		impl, err = driver.DialRawHTTP(ctx, driver.HTTPOptions{URL: c.HTTP, StartupTimeout: c.StartupTimeout}, form)
	} else {
		impl, err = driver.StartRaw(ctx, driver.CommandOptions{Args: c.Command, StartupTimeout: c.StartupTimeout, Version: s.Version}, form)
	}
	return impl, c.neverWorked(err)
}

// rawPair is what the program speaks, as the flags say.
func (c Run) rawPair(cat *catalogue.Catalogue) (raw.Form, error) {
	var form raw.Form
	switch {
	case c.isReference():
		return form, cli.Usage("--raw needs a program: a command behind --, or --http URL")
	case c.HTTP != "" && len(c.Command) > 0:
		return form, cli.Usage("--http and a command exclude each other: give one way to reach the program")
	case len(c.Dialect) != 1 || len(c.Role) != 1:
		return form, cli.Usage("--raw needs one --dialect and one --role: nothing else says what the program speaks")
	}
	form.Pair = dialect.Pair{Dialect: c.Dialect[0], Role: dialect.Role(c.Role[0])}
	side := cat.Side(form.Pair)
	if side == nil {
		return form, cli.Usage("there is no %s; `conform list --dialects` shows all pairs", form.Pair)
	}
	if form.Role == loop.Agent {
		return form, cli.Usage("--raw: an agent asks by itself, and needs an adapter that gives it its prompt; see docs/loop.md")
	}
	form.CallsOnly = side.CallsOnly
	if side.Text != nil {
		form.Text = side.Text.Media
	}
	if len(side.Encodings) == 0 {
		return form, nil
	}
	if side.Framing != nil {
		form.Tail, form.Named = side.Framing.Tail, side.Framing.Named
	}
	form.Encoding = wire.SSE
	if len(c.Encoding) > 1 {
		return form, cli.Usage("--raw takes one --encoding, sse or ndjson")
	}
	if len(c.Encoding) == 1 {
		form.Encoding = c.Encoding[0]
	}
	if form.Encoding != wire.SSE && form.Encoding != wire.NDJSON {
		return form, cli.Usage("--encoding %q has no bytes; with --raw it is sse or ndjson", form.Encoding)
	}
	return form, nil
}
