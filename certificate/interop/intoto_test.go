package interop

import (
	"os"
	"testing"

	testresult "github.com/in-toto/attestation/go/predicates/test_result/v0"
	intoto "github.com/in-toto/attestation/go/v1"
	"google.golang.org/protobuf/encoding/protojson"
)

// The statement is one to in-toto's own types, which refuse members that they don't
// know.
func TestInTotoReadsTheStatement(t *testing.T) {
	forEach(t, func(t *testing.T, i issued) {
		payload, err := os.ReadFile(i.payload)
		if err != nil {
			t.Fatal(err)
		}
		var s intoto.Statement
		if err := protojson.Unmarshal(payload, &s); err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(); err != nil {
			t.Error(err)
		}
		predicate, err := s.Predicate.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var r testresult.TestResult
		if err := protojson.Unmarshal(predicate, &r); err != nil {
			t.Fatal(err)
		}
		for _, d := range r.Configuration {
			if err := d.Validate(); err != nil {
				t.Error(err)
			}
		}
		if r.Result != "WARNED" || r.Url != "https://ci.example.org/1" || len(r.PassedTests) != 1 || len(r.Configuration) != 4 {
			t.Errorf("%s", &r)
		}
		name := r.Configuration[2].Annotations.AsMap()["implementation"].(map[string]any)["name"]
		if name != "Ünïcode \u2028 <&> 😀" {
			t.Errorf("the name became %q", name)
		}
	})
}
