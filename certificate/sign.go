package certificate

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/gowebpki/jcs"
	"github.com/secure-systems-lab/go-securesystemslib/dsse"
)

// Subject is a file that a certificate is about.
type Subject struct {
	Name   string
	Digest Digest
}

// NewStatement binds the predicate to the files.
func NewStatement(subjects []Subject, p Predicate) Statement {
	s := Statement{Type: StatementType, PredicateType: PredicateType, Predicate: p}
	for _, f := range subjects {
		s.Subject = append(s.Subject, Resource[none]{Name: f.Name, Digest: f.Digest})
	}
	return s
}

// Sign gives the certificate: the statement as canonical JSON in a DSSE envelope.
// A nil key leaves it unsigned.
func Sign(ctx context.Context, s Statement, key *Key) ([]byte, error) {
	payload, err := canonical(s)
	if err != nil {
		return nil, fmt.Errorf("writing the statement: %w", err)
	}
	envelope := &dsse.Envelope{PayloadType: PayloadType, Payload: base64.StdEncoding.EncodeToString(payload),
		Signatures: []dsse.Signature{}}
	if key != nil {
		signer, err := dsse.NewEnvelopeSigner(key)
		if err != nil {
			return nil, fmt.Errorf("signing the certificate: %w", err)
		}
		if envelope, err = signer.SignPayload(ctx, PayloadType, payload); err != nil {
			return nil, fmt.Errorf("signing the certificate: %w", err)
		}
	}
	data, err := json.Marshal(envelope)
	if err != nil {
		return nil, fmt.Errorf("writing the certificate: %w", err)
	}
	return append(data, '\n'), nil
}

// canonical is the value as JSON after RFC 8785: the same statement is the same
// bytes.
func canonical(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return jcs.Transform(data)
}
