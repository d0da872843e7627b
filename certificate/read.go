package certificate

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// readStatement reads a payload, from the outermost layer inwards: each says what
// the next one is.
func readStatement(payload []byte) (*Statement, error) {
	v, err := wire.Parse(payload)
	if err != nil {
		return nil, refuse("payload", "%v", err)
	}
	if name, twice := v.Duplicate(); twice {
		return nil, refuse("payload", "the member %q stands there twice", name)
	}
	if t := v.Get("_type").Text(); t != StatementType {
		return nil, refuse("_type", "%q is expected, not %q", StatementType, t)
	}
	if t := v.Get("predicateType").Text(); t != PredicateType {
		return nil, refuse("predicateType", "%q is expected, not %q", PredicateType, t)
	}
	if err := readable(v.Get("predicate")); err != nil {
		return nil, err
	}
	if err := valid(v.Get("predicate")); err != nil {
		return nil, err
	}
	var s Statement
	if err := json.Unmarshal(payload, &s); err != nil {
		return nil, refuse("payload", "%s", plainly(err))
	}
	return &s, subjects(s)
}

// readable finds the version of the form, and refuses those to come.
func readable(predicate wire.Value) error {
	for _, d := range predicate.Get("configuration").Items() {
		if d.Get("name").Text() != suiteName {
			continue
		}
		v, ok := d.Get("annotations").Get("certificate").Int64()
		switch {
		case !ok:
			return refuse("predicate/configuration/conform/annotations/certificate", "the version of the certificate's form is missing")
		case v > Version:
			return refuse("predicate/configuration/conform/annotations/certificate",
				"form %d is newer than this version of conform, which reads up to %d", v, Version)
		}
		return nil
	}
	return refuse("predicate/configuration", "%q is not in it: this is a test result, but none of conform's", suiteName)
}

func valid(predicate wire.Value) error {
	set, err := schemas.Load()
	if err != nil {
		return fmt.Errorf("reading the schemas: %w", err)
	}
	err = set.Validate(schemas.CertificatePredicate, predicate)
	var wrong *schemas.Error
	if errors.As(err, &wrong) {
		return refuse("predicate", "%v", wrong)
	}
	return err
}

func subjects(s Statement) error {
	if len(s.Subject) == 0 {
		return refuse("subject", "the certificate is about no file")
	}
	for i, f := range s.Subject {
		if len(f.Digest.SHA256) != 64 || strings.Trim(f.Digest.SHA256, "0123456789abcdef") != "" {
			return refuse(fmt.Sprintf("subject/%d/digest/sha256", i), "64 hexadecimal digits are expected")
		}
	}
	return nil
}
