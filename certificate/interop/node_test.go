package interop

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// node is skipped where it, or what it needs, is not installed: npm ci in node/.
func node(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node here")
	}
	if _, err := os.Stat("node/node_modules/@sigstore/core"); err != nil {
		t.Skip("run npm ci in certificate/interop/node")
	}
}

func TestSigstoreVerifiesOurs(t *testing.T) {
	node(t)
	forEach(t, func(t *testing.T, i issued) {
		got, err := output(t, "node", "node/verify.mjs", i.cert, i.public)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(i.payload)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("the payload is read as %s", got)
		}
		tamper(t, i.cert)
		if _, err := output(t, "node", "node/verify.mjs", i.cert, i.public); err == nil {
			t.Error("a tampered certificate verifies")
		}
	})
}

// tamper turns the result of the payload, in base64.
func tamper(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(data), `"payload":"eyJ`, `"payload":"eyI`, 1)
	if changed == string(data) {
		t.Fatal("the payload does not begin as expected")
	}
	if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestSigstoresVerifyHere(t *testing.T) {
	node(t)
	forEach(t, func(t *testing.T, i issued) {
		envelope, err := output(t, "node", "node/sign.mjs", i.payload, i.private)
		if err != nil {
			t.Fatal(err)
		}
		accepted(t, i, envelope)
	})
}
