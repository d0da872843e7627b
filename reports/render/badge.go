package render

import (
	"fmt"

	"github.com/toolconform/conform/reports"

	"github.com/toolconform/conform/requirement"
)

// badge is what shields.io reads from an endpoint.
type badge struct {
	SchemaVersion int    `json:"schemaVersion"`
	Label         string `json:"label"`
	Message       string `json:"message"`
	Color         string `json:"color"`
	IsError       bool   `json:"isError,omitempty"`
}

func badgeOf(r *reports.Result) badge {
	verdict, words := reports.Headline(r)
	b := badge{SchemaVersion: 1, Label: "conform", Color: "brightgreen"}
	s := r.Summary
	b.Message = fmt.Sprintf("%d of %d pass", s.Pass, s.Rows())
	switch {
	case verdict == requirement.Fail && s.Fail > 0:
		b.Message, b.Color, b.IsError = fmt.Sprintf("%d of %d fail", s.Fail, s.Rows()), "red", true
	case verdict == requirement.Fail:
		b.Message, b.Color, b.IsError = words, "red", true
	case s.Fail > 0:
		b.Message, b.Color = fmt.Sprintf("%s, %d known failures", b.Message, s.Fail), "yellow"
	case verdict == requirement.Warn:
		b.Message, b.Color = fmt.Sprintf("%s, %d warn", b.Message, s.Warn), "yellow"
	case s.Pass < s.Rows():
		b.Color = "green"
	case s.Pass == 0:
		b.Message, b.Color = words, "lightgrey"
	}
	if verdict == requirement.Unobserved {
		b.Message, b.Color = words, "lightgrey"
	}
	return b
}
