package judging

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os/signal"
	"syscall"
	"time"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/saboteur"
	"github.com/toolconform/conform/session/known"
)

// Reference is `conform reference`: the reference implementation as an adapter.
type Reference struct {
	HTTP  string `name:"http" placeholder:"ADDR" help:"Listen on this address instead of speaking over stdin."`
	Fault string `placeholder:"ID" help:"Plant this fault; conform list --faults shows all."`

	Sabotage string `placeholder:"MOMENT/DEED" help:"Spoil the process at a moment: strewn/dies, hundredth/hangs; a wrong one shows all."`

	Variant string `placeholder:"ID" help:"Take this other right side of a choice; conform list --variants shows all."`
}

// Help is the long form of --help.
func (Reference) Help() string {
	return "Examples:\n  conform run -- conform reference\n  conform run -- conform reference --fault BLOCK-02/last-call\n  conform " +
		"reference --http 127.0.0.1:8080"
}

// Run serves until the input ends, or until it is interrupted.
func (c Reference) Run(s cli.Streams) error {
	cat := s.Suite()
	answers, info := reference(cat, s.Version)
	if err := c.change(cat, answers, &info); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if c.HTTP != "" {
		return serveHTTP(ctx, c.HTTP, adapter.Handler(info, answers), s)
	}
	err := adapter.Serve(ctx, s.In, s.Out, info, answers)
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// change plants the fault and takes the variant, in every pair that has them.
func (c Reference) change(cat *catalogue.Catalogue, answers map[dialect.Pair]dialect.Answer, info *adapter.Info) error {
	if c.Fault != "" {
		faults := cat.Fault(c.Fault)
		if len(faults) == 0 {
			return cli.Usage("--fault %q is unknown; `conform list --faults` shows all%s", c.Fault,
				cli.DidYouMean(c.Fault, cli.NamesOf(cat).Faults))
		}
		for _, f := range faults {
			answers[f.Pair] = f.Plant(answers[f.Pair])
		}
	}
	if c.Sabotage != "" {
		for _, side := range cat.Sides {
			s, err := saboteur.Find(c.Sabotage, known.Inputs(side))
			if err != nil {
				return cli.Exit(cli.ExitUsage, fmt.Errorf("--sabotage: %w", err))
			}
			answers[side.Pair] = s.Wrap(answers[side.Pair])
		}
	}
	if c.Variant != "" {
		variants := cat.Variant(c.Variant)
		if len(variants) == 0 {
			return cli.Usage("--variant %q is unknown; `conform list --variants` shows all%s", c.Variant,
				cli.DidYouMean(c.Variant, cli.NamesOf(cat).Variants))
		}
		for _, v := range variants {
			answers[v.Pair] = v.Plant(answers[v.Pair])
			for i := range info.Supports {
				if info.Supports[i].Pair() == v.Pair {
					info.Supports[i].Omits = v.Omits
				}
			}
		}
	}
	return nil
}

func serveHTTP(ctx context.Context, addr string, h http.Handler, s cli.Streams) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return cli.Usage("listening on %s: %v", addr, err)
	}
	fmt.Fprintf(s.Err, "conform reference listens on http://%s\n", listener.Addr())
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		<-ctx.Done()
		server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serving on %s: %w", addr, err)
	}
	return nil
}
