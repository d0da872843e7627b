package certificate

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The names by which the resource descriptors of a configuration are found.
const (
	suiteName    = "conform"
	corpusName   = "corpus"
	reportName   = "report"
	baselineName = "baseline"
)

// MarshalJSON writes the list of descriptors.
func (c Configuration) MarshalJSON() ([]byte, error) {
	list := []any{c.Suite, c.Corpus, c.Report}
	if c.Baseline != nil {
		list = append(list, c.Baseline)
	}
	return json.Marshal(list)
}

// UnmarshalJSON finds the descriptors by their names; others are ignored.
func (c *Configuration) UnmarshalJSON(data []byte) error {
	var list []jsontext.Value
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	have := map[string]bool{}
	for _, raw := range list {
		var head struct {
			Name string `json:"name"`
		}
		if err := json.Unmarshal(raw, &head); err != nil {
			return err
		}
		target := c.named(head.Name)
		if target == nil {
			continue
		}
		if have[head.Name] {
			return fmt.Errorf("%q stands there twice", head.Name)
		}
		have[head.Name] = true
		if err := json.Unmarshal(raw, target); err != nil {
			return err
		}
	}
	for _, name := range []string{suiteName, corpusName, reportName} {
		if !have[name] {
			return fmt.Errorf("%q is missing", name)
		}
	}
	return nil
}

// named is where the descriptor of that name goes.
func (c *Configuration) named(name string) any {
	switch name {
	case suiteName:
		return &c.Suite
	case corpusName:
		return &c.Corpus
	case reportName:
		return &c.Report
	case baselineName:
		c.Baseline = &Resource[Known]{}
		return c.Baseline
	}
	return nil
}
