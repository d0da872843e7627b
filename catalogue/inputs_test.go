package catalogue_test

import (
	"encoding/json"
	"io"
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// definitions are the sub-schemas of input.json with the pairs that they are for.
func definitions(t *testing.T) []wire.Member {
	t.Helper()
	data, err := fs.ReadFile(schemas.Files(), schemas.Input+".json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := wire.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return doc.Get("$defs").Members()
}

// definition is the name of the one that says what a pair is sent; one that names the pair
// comes before one for the role.
func definition(defs []wire.Member, pair dialect.Pair) string {
	found := ""
	for _, d := range defs {
		for _, p := range d.Value.Get("x-pairs").Items() {
			if p.Text() == pair.String() {
				return d.Name
			}
			if ok, _ := path.Match(p.Text(), pair.String()); ok {
				found = d.Name
			}
		}
	}
	return found
}

func encodings(side *catalogue.Side, c *dialect.Case) []string {
	if c.Encoding != "" || len(side.Encodings) == 0 {
		return []string{c.Encoding}
	}
	return side.Encodings
}

// turn is the schema of the transcripts that a producer is told.
func turn(side *catalogue.Side) string {
	if side.Turn != nil {
		return schemas.Completion
	}
	return schemas.Transcript
}

// decoded is the value as the schema library wants it, by way of the text that is sent.
func decoded(t *testing.T, v wire.Value) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(v.JSON()))
	d.UseNumber()
	var out any
	if err := d.Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

// What the suite sends is what the schemas of the protocol say, in every pair and encoding.
func TestInputsAreAsTheirSchemaSays(t *testing.T) {
	set, err := schemas.Load()
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.LoadURL = func(url string) (io.ReadCloser, error) {
		return schemas.Files().Open(strings.TrimPrefix(url, schemas.Base))
	}
	defs := definitions(t)
	for _, side := range built().Sides {
		t.Run(side.Pair.String(), func(t *testing.T) {
			name := definition(defs, side.Pair)
			if name == "" {
				t.Fatalf("schemas/%s.json says nothing of what %s is sent: add the pair to an x-pairs", schemas.Input, side.Pair)
			}
			form, err := compiler.Compile(schemas.Base + schemas.Input + ".json#/$defs/" + name)
			if err != nil {
				t.Fatal(err)
			}
			line := wire.Obj(wire.M("type", wire.Str("case")), wire.M("id", wire.Str("1")), wire.M("dialect", wire.Str(side.Dialect)),
				wire.M("role", wire.Str(string(side.Role))), wire.M("deadline_ms", wire.Int(1)), wire.M("input", wire.Obj()))
			if set.Validate(schemas.HarnessToAdapter, line) == nil {
				t.Errorf("schemas/%s.json accepts any input for %s", schemas.HarnessToAdapter, side.Pair)
			}
			for n, c := range side.Cases() {
				if c.Heavy || c.Script == nil || !dialecttest.All() && n%2 != 0 {
					continue
				}
				list := encodings(side, c)
				if !dialecttest.All() {
					list = list[n/2%len(list):][:1]
				}
				for _, encoding := range list {
					input := c.Script.Input(encoding, nil)
					if name == "messages" && c.Class != dialect.Valid {
						continue // their parts are held against the schema of parts, which they break on purpose
					}
					if err := form.Validate(decoded(t, input)); err != nil {
						t.Errorf("%s in %q is not as its schema says: %v", c.ID, encoding, err)
					}
					if told := input.Get("transcript"); told.IsObject() && c.Class == dialect.Valid {
						if err := set.Validate(turn(side), told); err != nil {
							t.Errorf("%s: %v", c.ID, err)
						}
					}
				}
			}
		})
	}
}
