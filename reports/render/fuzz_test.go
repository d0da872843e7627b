package render_test

import (
	"bytes"
	"testing"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/render"
	"github.com/toolconform/conform/reports/reportstest"
)

// Whatever can be read can be rendered.
func FuzzRender(f *testing.F) {
	f.Add(reportstest.Encoded(f, reportstest.Sample()))
	f.Add([]byte(reportstest.MustJSON(f, reports.Row{Header: reportstest.Sample()})))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := reports.ReadFrom(bytes.NewReader(data), reports.MaxSize)
		if err != nil {
			return
		}
		for _, format := range render.Formats() {
			var b bytes.Buffer
			if err := render.Render(&b, format, s.Result, reportstest.Lookup); err != nil {
				t.Errorf("%s: %v", format, err)
			}
		}
	})
}
