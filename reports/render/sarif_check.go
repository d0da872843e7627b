package render

import (
	"io"

	"github.com/toolconform/conform/reports"
)

// StreamFinding is a finding in recorded traffic, and its place in the file.
type StreamFinding struct {
	reports.Finding
	File string
	// Line from 1, Offset in bytes from 0: where the event begins.
	Line   int
	Offset int64
}

// CheckSARIF writes what `conform check` found, as SARIF. Version is the suite's.
func CheckSARIF(w io.Writer, version, profile string, findings []StreamFinding, l reports.Lookup) error {
	b := newSARIF(version, l)
	for _, f := range findings {
		offset := f.Offset
		at := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{uri(f.File)},
			Region: &sarifRegion{StartLine: f.Line, ByteOffset: &offset}}}
		b.add(f.Finding, f.Verdict(profile), f.Message, at, f.File)
	}
	return reports.WriteJSON(w, b.log())
}
