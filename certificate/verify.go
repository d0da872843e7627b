package certificate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/toolconform/conform/reports"
)

// Options are what a certificate is held against.
type Options struct {
	// Key that must have signed; nil accepts a certificate only if nobody has.
	Key *Key
	// Result is the report's bytes; nil where it is not at hand.
	Result []byte
	// Subjects are the files at hand.
	Subjects []Subject
	// Suite is what this program is itself: which corpus it knows.
	Suite reports.Suite
}

// Checked is a certificate that is what it claims to be. Whether it certifies
// anything is for Certifies to say.
type Checked struct {
	Statement
	// Notes are what could not be looked at, one sentence each.
	Notes []string
}

// Verify holds a certificate against a key, and against whatever else is at hand.
// What is wrong with it is a *Refusal.
func Verify(ctx context.Context, data []byte, o Options) (*Checked, error) {
	payload, err := open(ctx, data, o.Key)
	if err != nil {
		return nil, err
	}
	s, err := readStatement(payload)
	if err != nil {
		return nil, err
	}
	c := &Checked{Statement: *s}
	if o.Key == nil {
		c.note("it is UNSIGNED: nothing says who made it")
	}
	for _, look := range []func(Options) error{c.coherent, c.suite, c.files, c.report} {
		if err := look(o); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (c *Checked) note(format string, args ...any) {
	c.Notes = append(c.Notes, fmt.Sprintf(format, args...))
}

// suite tells whether this program knows the corpus that was used.
func (c *Checked) suite(o Options) error {
	conf := c.Predicate.Configuration
	terms := conf.Suite.Annotations
	corpus := "sha256:" + conf.Corpus.Digest.SHA256
	switch {
	case terms.Protocol > o.Suite.Protocol:
		return refuse("predicate/configuration/conform/annotations/protocol",
			"adapter protocol %d is newer than this version of conform, which knows up to %d", terms.Protocol, o.Suite.Protocol)
	case corpus == o.Suite.Corpus:
	case terms.Version == o.Suite.Version:
		return refuse("predicate/configuration/corpus/digest", "%s is not the corpus of suite %s, which is %s", corpus, terms.Version,
			o.Suite.Corpus)
	default:
		c.note("it was made with suite %s; the corpus of that version is not known to this one, %s", terms.Version, o.Suite.Version)
	}
	return nil
}

// files looks for each file at hand among the subjects.
func (c *Checked) files(o Options) error {
	if len(o.Subjects) == 0 {
		c.note("no --subject was given: the certified files were not looked at")
	}
	for _, f := range o.Subjects {
		if err := c.file(f); err != nil {
			return err
		}
	}
	return nil
}

func (c *Checked) file(f Subject) error {
	for _, s := range c.Subject {
		if s.Digest == f.Digest {
			return nil
		}
	}
	for i, s := range c.Subject {
		if s.Name == f.Name {
			return refuse(fmt.Sprintf("subject/%d/digest", i), "%s has the digest sha256:%s, the certificate is about sha256:%s", f.Name,
				f.Digest.SHA256, s.Digest.SHA256)
		}
	}
	return refuse("subject", "the certificate is not about %s, sha256:%s; it is about %s", f.Name, f.Digest.SHA256, c.about())
}

// about lists the subjects.
func (c *Checked) about() string {
	list := make([]string, len(c.Subject))
	for i, s := range c.Subject {
		list[i] = fmt.Sprintf("%s (sha256:%.12s…)", s.Name, s.Digest.SHA256)
	}
	return strings.Join(list, ", ")
}

// DigestOf is the digest of everything that can be read.
func DigestOf(r io.Reader) (Digest, error) {
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return Digest{}, fmt.Errorf("computing a digest: %w", err)
	}
	return Digest{hex.EncodeToString(h.Sum(nil))}, nil
}

func digestBytes(data []byte) Digest {
	sum := sha256.Sum256(data)
	return Digest{hex.EncodeToString(sum[:])}
}
