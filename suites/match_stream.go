package suites

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/onsi/gomega/types"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/check"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
)

// ConformAsStream succeeds for a recorded stream (an io.Reader, a []byte or a string, as SSE, NDJSON or markdown) in which the rules
// of the dialect's producers are kept: what `conform check` says. The dialect "" is to be detected. What a SHOULD asks for may be
// missing. A stream that can't be read, or holds no event, is an error.
func ConformAsStream(cat *catalogue.Catalogue, dialect string) types.GomegaMatcher {
	return &asStream{cat: cat, dialect: dialect}
}

type asStream struct {
	cat     *catalogue.Catalogue
	dialect string
	// missed are the first of the findings, and more how many came behind them.
	missed []check.Found
	more   int
}

// findingsTold and messageTold, in bytes, bound what a failure text tells of a stream.
const (
	findingsTold = 20
	messageTold  = 600
)

func (m *asStream) Match(actual any) (bool, error) {
	stream, err := readerOf(actual)
	if err != nil {
		return false, err
	}
	m.missed, m.more = nil, 0
	read, err := check.Stream(stream, check.Options{Dialect: m.dialect, Sides: m.cat.Checked(), Found: m.found})
	if err != nil {
		return false, fmt.Errorf("reading the stream: %w", err)
	}
	if len(m.missed) == 0 && read.Events == 0 {
		return false, fmt.Errorf("the stream holds no event")
	}
	return len(m.missed) == 0, nil
}

func (m *asStream) found(f check.Found) {
	switch {
	case f.Level == requirement.Should:
	case len(m.missed) < findingsTold:
		m.missed = append(m.missed, f)
	default:
		m.more++
	}
}

func readerOf(actual any) (io.Reader, error) {
	switch stream := actual.(type) {
	case io.Reader:
		return stream, nil
	case []byte:
		return bytes.NewReader(stream), nil
	case string:
		return strings.NewReader(stream), nil
	}
	return nil, fmt.Errorf("ConformAsStream reads an io.Reader, a []byte or a string, this is a %T", actual)
}

func (m *asStream) FailureMessage(any) string {
	var b strings.Builder
	for _, f := range m.missed {
		r, _ := m.cat.Requirement(f.Requirement)
		fmt.Fprintf(&b, "line %d, byte %d: %s (%s) %s\n  %s\n", f.Line, f.Offset, r.ID, f.Level, r.Sentence,
			reports.OneLine(reports.Clip(f.Message, messageTold)))
	}
	if m.more > 0 {
		fmt.Fprintf(&b, "and %d more\n", m.more)
	}
	return b.String()
}

func (m *asStream) NegatedFailureMessage(any) string {
	return "a rule of the producers was expected to be missed"
}
