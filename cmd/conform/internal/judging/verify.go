package judging

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/certificate"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/fixtures"
	"github.com/toolconform/conform/reports"
)

// Verify is `conform verify`: it checks a certificate.
type Verify struct {
	Key           string   `placeholder:"PUB.pem" help:"The public key of whoever is trusted to certify."`
	AllowUnsigned bool     `help:"Accept a certificate that nobody has signed."`
	Result        string   `placeholder:"FILE" help:"The full result; CERT.result.json where it stands there."`
	Subject       []string `sep:"none" placeholder:"FILE" help:"A file that must be among the certified ones; may be repeated."`
	Clean         bool     `help:"Accept only what is certified without warnings, known failures and other deviations: the result PASSED."`
	Cert          string   `arg:"" name:"cert.json" help:"The certificate."`
}

// Help is the long form of --help.
func (Verify) Help() string {
	return `Nothing is fetched. Examples:
  conform verify --key key.pub.pem --subject acme-chat-2.3.1.tgz acme-chat-2.3.1.json
  conform verify --key key.pub.pem --clean acme-chat-2.3.1.json
  conform verify --allow-unsigned acme-chat-2.3.1.json

Exit codes: 0 the certificate is right and certifies something; 1 it does not, the field that is wrong
is named; 2 usage.`
}

// maxCertificate bounds a certificate, in bytes. The names of some hundred cases
// are far from it.
const maxCertificate = 16 << 20

// Run says in one line what is certified.
func (c Verify) Run(s cli.Streams) error {
	if c.AllowUnsigned == (c.Key != "") {
		return cli.Usage("give either --key PUB.pem or --allow-unsigned")
	}
	o, err := c.options()
	if err != nil {
		return err
	}
	data, err := c.read()
	if err != nil {
		return err
	}
	o.Suite = reports.Suite{Version: s.Version, Corpus: fixtures.Digest(), Protocol: adapter.Protocol}
	checked, err := certificate.Verify(context.Background(), data, o)
	var refusal *certificate.Refusal
	if errors.As(err, &refusal) {
		return cli.Exit(cli.ExitFail, fmt.Errorf("NOT certified: %s: %s", c.Cert, reports.Harmless(refusal.Error())))
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(s.Out, reports.Harmless(checked.Line()))
	for _, line := range checked.Besides() {
		fmt.Fprintln(s.Out, "  "+reports.Harmless(line))
	}
	switch {
	case !checked.Certifies():
		return cli.Exit(cli.ExitFail, nil)
	case c.Clean && !checked.Clean():
		return cli.Exit(cli.ExitFail, fmt.Errorf("--clean: %s: the result is %s: there are warnings or deviations", c.Cert,
			checked.Predicate.Result))
	}
	return nil
}

func (c Verify) options() (certificate.Options, error) {
	var o certificate.Options
	var err error
	if o.Key, err = readKey("--key", c.Key, certificate.ReadPublicKey); err != nil {
		return o, err
	}
	if o.Subjects, err = readSubjects(c.Subject); err != nil {
		return o, err
	}
	o.Result, err = c.result()
	return o, err
}

// result is the report that was named, or that stands beside the certificate; nil
// where there is neither.
func (c Verify) result() ([]byte, error) {
	if c.Result != "" {
		data, err := readBounded(c.Result, reports.MaxSize)
		if err != nil {
			return nil, cli.Usage("--result: %v", err)
		}
		return data, nil
	}
	data, err := readBounded(resultPath(c.Cert), reports.MaxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, cli.Usage("the result beside the certificate: %v", err)
	}
	return data, nil
}

func (c Verify) read() ([]byte, error) {
	data, err := readBounded(c.Cert, maxCertificate)
	if err != nil {
		return nil, cli.Usage("the certificate: %v", err)
	}
	return data, nil
}

// readBounded reads a file, and one byte more than the limit where it is longer:
// too long for whatever follows to be right.
func readBounded(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%s is longer than %d bytes", path, limit)
	}
	return data, nil
}
