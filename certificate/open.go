package certificate

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/secure-systems-lab/go-securesystemslib/dsse"
)

// open reads the envelope and gives the payload that the key has signed; with a
// nil key, the payload of an envelope that nobody has signed.
func open(ctx context.Context, data []byte, key *Key) ([]byte, error) {
	var e dsse.Envelope
	// This reader refuses doubled members and text behind the value, and takes names as
	// they are written.
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, refuse("envelope", "%s", plainly(err))
	}
	if e.PayloadType != PayloadType {
		return nil, refuse("payloadType", "%q is expected, not %q", PayloadType, e.PayloadType)
	}
	payload, err := decode("payload", e.Payload)
	if err != nil {
		return nil, err
	}
	for i, s := range e.Signatures {
		if _, err := decode(fmt.Sprintf("signatures/%d/sig", i), s.Sig); err != nil {
			return nil, err
		}
	}
	return payload, signed(ctx, e, key)
}

// signed tells whether the envelope carries the key's signature.
func signed(ctx context.Context, e dsse.Envelope, key *Key) error {
	switch {
	case len(e.Signatures) == 0 && key != nil:
		return refuse("signatures", "the certificate is unsigned")
	case len(e.Signatures) > 0 && key == nil:
		return refuse("signatures", "the certificate is signed: give the public key that it is to be held against")
	case key == nil:
		return nil
	}
	verifier, err := dsse.NewEnvelopeVerifier(key)
	if err != nil {
		return fmt.Errorf("verifying the signatures: %w", err)
	}
	// Key ids are hints that nobody signed; which key is trusted is not theirs to say.
	named := e.Signatures
	e.Signatures = make([]dsse.Signature, len(named))
	for i := range named {
		e.Signatures[i].Sig = named[i].Sig
	}
	if _, err := verifier.Verify(ctx, &e); err != nil {
		return refuse("signatures", "none is of this key, %s, over this payload (the certificate names %s)", key.ID(), keyIDs(named))
	}
	return nil
}

func keyIDs(list []dsse.Signature) string {
	ids := make([]string, len(list))
	for i, s := range list {
		ids[i] = fmt.Sprintf("%q", s.KeyID)
	}
	return strings.Join(ids, ", ")
}

// decode takes standard and URL-safe base64, as DSSE says, and only the one text
// that the bytes have in it.
func decode(field, text string) ([]byte, error) {
	for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
		if data, err := encoding.DecodeString(text); err == nil && encoding.EncodeToString(data) == text {
			return data, nil
		}
	}
	return nil, refuse(field, "it is not base64")
}

// plainly drops the name of the library from an error about JSON.
func plainly(err error) string {
	text := err.Error()
	for _, prefix := range []string{"json: ", "jsontext: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	return text
}
