package judging

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/toolconform/conform/baseline"
	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/certificate"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/fixtures"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/render"
	"github.com/toolconform/conform/session"
	"github.com/toolconform/conform/suites"
)

// Certify is `conform certify`: it judges a release, and writes a certificate.
type Certify struct {
	target
	Key      string   `placeholder:"KEY.pem" help:"Sign with this private key: PKCS #8, Ed25519 or ECDSA P-256."`
	Unsigned bool     `help:"Leave the certificate unsigned."`
	Subject  []string `required:"" sep:"none" placeholder:"FILE" help:"The released file that is certified; may be repeated."`

	Out string `required:"" placeholder:"CERT.json" help:"The certificate; the full result goes beside it, into CERT.result.json."`

	Profile string `default:"full" help:"core (valid cases, MUSTs), full, or strict (a missed SHOULD fails)."`
	Seed    uint64 `default:"1" help:"Seed of the generated streams."`

	Runs int `default:"300" help:"Generated streams for each dialect and role; as many as run makes, so that one baseline fits both."`

	Timeout time.Duration `default:"5s" help:"Deadline of a case; heavy cases have six times as long."`

	Baseline string `placeholder:"FILE" help:"Known failures: told as deviations; the certificate says that it holds but for them."`

	URL string `name:"url" help:"Where the run can be seen, as a CI job; it is written into the certificate."`
}

// Help is the long form of --help.
func (Certify) Help() string {
	return `Examples:
  openssl genpkey -algorithm ed25519 -out key.pem
  openssl pkey -in key.pem -pubout -out key.pub.pem
  conform certify --key key.pem --subject acme-chat-2.3.1.tgz --out acme-chat-2.3.1.json -- node adapter.mjs
  conform verify --key key.pub.pem --subject acme-chat-2.3.1.tgz acme-chat-2.3.1.json

Exit codes: 0 some dialect and role is certified; 1 nothing is (a certificate with the result FAILED
is written all the same, and verify refuses it), or the adapter never worked; 2 usage.`
}

// certifying is what a certification needs, vetted before anything runs.
type certifying struct {
	options  session.Options
	key      *certificate.Key
	subjects []certificate.Subject
	known    *baseline.File
	// knownDigest is that of the baseline's bytes.
	knownDigest certificate.Digest
}

// Run judges, and writes down what came out.
func (c Certify) Run(s cli.Streams) error {
	vetted := &certifying{}
	if err := c.files(vetted); err != nil {
		return err
	}
	cat := s.Suite()
	if err := c.vet(s, cat, vetted); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	// A certificate of an earlier run must not be taken for one of this.
	if err := c.clear(); err != nil {
		return err
	}
	result, err := c.judge(ctx, s, cat, vetted)
	if err != nil {
		return err
	}
	return c.write(s, cat, result, vetted)
}

// files looks at the flags that need nothing of the suite, and reads the files that
// they name.
func (c Certify) files(v *certifying) error {
	switch {
	case c.isReference():
		return cli.Usage("there is nothing to certify: give a command behind --, or --http URL")
	case c.Unsigned == (c.Key != ""):
		return cli.Usage("give either --key KEY.pem or --unsigned")
	case c.Runs < 0:
		return cli.Usage("--runs %d: a number from 0 on is expected", c.Runs)
	case c.Timeout <= 0:
		return cli.Usage("--timeout %s: a duration above 0 is expected", c.Timeout)
	}
	var err error
	if v.key, err = readKey("--key", c.Key, certificate.ReadPrivateKey); err != nil {
		return err
	}
	if c.Baseline != "" {
		if v.knownDigest, err = digestFile("--baseline", c.Baseline); err != nil {
			return err
		}
	}
	v.subjects, err = readSubjects(c.Subject)
	return err
}

// vet holds the flags against the suite.
func (c Certify) vet(s cli.Streams, cat *catalogue.Catalogue, v *certifying) error {
	v.options = session.Options{Profile: c.Profile, Seed: c.Seed, Runs: c.Runs, Timeout: c.Timeout, Version: s.Version,
		Corpus: fixtures.Digest(), Reach: c.reach()}
	if err := session.Vet(cat, v.options); err != nil {
		return cli.Exit(cli.ExitUsage, err)
	}
	var err error
	v.known, err = cli.ReadBaseline(cat, c.Baseline)
	return err
}

// readKey reads a key; nil where none is asked for.
func readKey(flag, path string, read func([]byte) (*certificate.Key, error)) (*certificate.Key, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, cli.Usage("%s: %v", flag, err)
	}
	key, err := read(text)
	if err != nil {
		return nil, cli.Usage("%s %s: %v", flag, path, err)
	}
	return key, nil
}

// readSubjects names the files by their base names, which must differ.
func readSubjects(paths []string) ([]certificate.Subject, error) {
	var list []certificate.Subject
	have := map[string]bool{}
	for _, path := range paths {
		digest, err := digestFile("--subject", path)
		if err != nil {
			return nil, err
		}
		name := filepath.Base(path)
		if have[name] {
			return nil, cli.Usage("--subject %s: there is another one named %s", path, name)
		}
		have[name] = true
		list = append(list, certificate.Subject{Name: name, Digest: digest})
	}
	return list, nil
}

func digestFile(flag, path string) (certificate.Digest, error) {
	f, err := os.Open(path)
	if err != nil {
		return certificate.Digest{}, cli.Usage("%s: %v", flag, err)
	}
	defer f.Close()
	digest, err := certificate.DigestOf(f)
	if err != nil {
		return digest, cli.Usage("%s %s: %v", flag, path, err)
	}
	return digest, nil
}

// resultPath is where the full result stands beside a certificate.
func resultPath(cert string) string { return strings.TrimSuffix(cert, ".json") + ".result.json" }

// clear removes what an earlier run left, and finds out whether a file can be
// written there.
func (c Certify) clear() error {
	for _, path := range []string{c.Out, resultPath(c.Out)} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return cli.Usage("--out: %v", err)
		}
		if err := os.WriteFile(path+".tmp", nil, 0o644); err != nil {
			return cli.Usage("--out: %v", err)
		}
		if err := os.Remove(path + ".tmp"); err != nil {
			return cli.Usage("--out: %v", err)
		}
	}
	return nil
}

// judge runs the whole profile; there is no selection.
func (c Certify) judge(ctx context.Context, s cli.Streams, cat *catalogue.Catalogue, v *certifying) (*reports.Result, error) {
	impl, err := c.open(ctx, s, cat)
	var failed *cli.Error
	if errors.As(err, &failed) && failed.Code == cli.ExitNoTarget {
		return nil, cli.Exit(cli.ExitFail, fmt.Errorf("nothing is certified: %w", failed.Cause))
	}
	if err != nil {
		return nil, err
	}
	defer impl.Close()
	live := newProgress(s.Err)
	v.options.Progress = live.show
	outcome, err := drive(ctx, suites.Config{Catalogue: cat, Implementation: impl, Options: v.options})
	live.done()
	if outcome == nil {
		return nil, err
	}
	if v.known != nil {
		v.known.Apply(outcome.Result, time.Now())
	}
	return outcome.Result, nil
}

// write writes the result first: a certificate without its result says more than
// can be shown.
func (c Certify) write(s cli.Streams, cat *catalogue.Catalogue, r *reports.Result, v *certifying) error {
	var full bytes.Buffer
	if err := render.Render(&full, "json", r, cat.Requirement); err != nil {
		return err
	}
	// The predicate is made from what others will read.
	read, err := reports.ReadFrom(bytes.NewReader(full.Bytes()), reports.MaxSize)
	if err != nil {
		return fmt.Errorf("reading the result again: %w", err)
	}
	digest, err := certificate.DigestOf(bytes.NewReader(full.Bytes()))
	if err != nil {
		return err
	}
	p := certificate.New(read.Result, digest)
	p.URL = c.URL
	if v.known != nil {
		p.SetBaseline(v.knownDigest, v.known.Entries, read.Result)
	}
	// Signed even where the run was interrupted: it is then about a failure.
	cert, err := certificate.Sign(context.Background(), certificate.NewStatement(v.subjects, p), v.key)
	if err != nil {
		return err
	}
	if err := cli.Replace(resultPath(c.Out), full.Bytes()); err != nil {
		return fmt.Errorf("writing %s: %w", resultPath(c.Out), err)
	}
	if err := cli.Replace(c.Out, cert); err != nil {
		return fmt.Errorf("writing %s: %w", c.Out, err)
	}
	return c.tell(s, cat, read.Result, cert, v)
}

// tell prints the result, and what is certified as verify would tell it.
func (c Certify) tell(s cli.Streams, cat *catalogue.Catalogue, r *reports.Result, cert []byte, v *certifying) error {
	if err := cli.PrintResult(s, cli.Telling{}, r, cat.Requirement); err != nil {
		return err
	}
	checked, err := certificate.Verify(context.Background(), cert, certificate.Options{Key: v.key, Subjects: v.subjects, Suite: r.Suite})
	if err != nil {
		return fmt.Errorf("verifying the new certificate: %w", err)
	}
	fmt.Fprintf(s.Out, "\n%s\n%s: the certificate\n%s: the full result, to be kept beside it\n", reports.Harmless(checked.Line()), c.Out,
		resultPath(c.Out))
	if !checked.Certifies() {
		return cli.Exit(cli.ExitFail, nil)
	}
	return nil
}
