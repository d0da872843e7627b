package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/render"
)

// ReportFile is one report that was asked for. Where its path is toStdout it goes to out.
type ReportFile struct {
	format, path string
	out          io.Writer
}

// toStdout is the path of a report that is printed.
const toStdout = "-"

// ParseReports reads FORMAT=PATH specifications.
func ParseReports(specs, formats []string, out io.Writer) ([]ReportFile, error) {
	var files []ReportFile
	for _, spec := range specs {
		format, path, ok := strings.Cut(spec, "=")
		switch {
		case !ok || path == "":
			return nil, Usage("--report %q: FORMAT=PATH is expected, as in %s=report.%s", spec, formats[0], formats[0])
		case !slices.Contains(formats, format):
			return nil, Usage("--report %q: the format %q is unknown; there are %s", spec, format, strings.Join(formats, ", "))
		case slices.ContainsFunc(files, func(f ReportFile) bool { return filepath.Clean(f.path) == filepath.Clean(path) }):
			return nil, Usage("--report %q: %s is asked for twice", spec, path)
		}
		files = append(files, ReportFile{format, path, out})
	}
	return files, nil
}

// Probe finds a path that can't be written before the work of a run is done for it.
func (f ReportFile) Probe() error {
	if f.special() {
		return nil
	}
	info, err := os.Stat(f.path)
	if err == nil && info.IsDir() {
		return Usage("--report %s=%s: it is a folder", f.format, f.path)
	}
	tmp, err := f.temporary()
	if err != nil {
		return Usage("--report %s=%s: %v", f.format, f.path, err)
	}
	tmp.Close()
	return os.Remove(tmp.Name())
}

// special files (a pipe, a terminal) are written to, not replaced.
func (f ReportFile) special() bool {
	if f.path == toStdout {
		return true
	}
	info, err := os.Stat(f.path)
	return err == nil && !info.IsDir() && !info.Mode().IsRegular()
}

func (f ReportFile) temporary() (*os.File, error) {
	return os.CreateTemp(filepath.Dir(f.path), "."+filepath.Base(f.path)+".*.tmp")
}

// Write puts the report in place whole: nobody ever sees half of one.
func (f ReportFile) Write(render func(io.Writer, string) error) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("--report %s=%s: %w", f.format, f.path, err)
		}
	}()
	if f.path == toStdout {
		return render(f.out, f.format)
	}
	if f.special() {
		out, err := os.OpenFile(f.path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(render(out, f.format), out.Close())
	}
	tmp, err := f.temporary()
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // gone already where all went well
	if err := errors.Join(render(tmp, f.format), tmp.Chmod(0o644), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), f.path)
}

// Reports are the reports of a run. The first JSON one has a journal beside it
// while the run goes on.
type Reports struct {
	files   []ReportFile
	lookup  reports.Lookup
	journal *os.File
	begun   bool
}

// openReports finds out whether every report can be written, and opens the journal.
func openReports(specs []string, l reports.Lookup, out io.Writer) (*Reports, error) {
	files, err := ParseReports(specs, render.Formats(), out)
	if err != nil {
		return nil, err
	}
	r := &Reports{files: files, lookup: l}
	for _, f := range files {
		if err := f.Probe(); err != nil {
			return nil, err
		}
	}
	for _, f := range files {
		if f.format != "json" || f.special() {
			continue
		}
		if r.journal, err = os.Create(f.path + ".partial"); err != nil {
			return nil, Usage("--report json=%s: %v", f.path, err)
		}
		break
	}
	return r, nil
}

// Printed tells whether a report takes stdout for itself.
func Printed(files []ReportFile) bool {
	return slices.ContainsFunc(files, func(f ReportFile) bool { return f.path == toStdout })
}

// Row writes a row of the journal while the run goes on.
func (r *Reports) Row(row reports.Row) error {
	if !r.begun {
		r.begun = true
		if err := r.removeOld(); err != nil {
			return err
		}
	}
	if r.journal == nil {
		return nil
	}
	line, err := json.Marshal(row)
	if err != nil {
		return err
	}
	_, err = r.journal.Write(append(line, '\n'))
	return err
}

// removeOld takes the reports of an earlier run away when this one begins: if it is
// killed, nobody shall take them for its own.
func (r *Reports) removeOld() error {
	for _, f := range r.files {
		if f.special() {
			continue
		}
		if err := os.Remove(f.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Write renders the result in every format; the journal has done its work then.
func (r *Reports) Write(result *reports.Result) error {
	for _, f := range r.files {
		if err := f.Write(func(w io.Writer, format string) error { return render.Render(w, format, result, r.lookup) }); err != nil {
			return err
		}
	}
	return r.removeJournal()
}

// Discard closes the journal of a run that never got to its report. It stays where
// it says anything: that is what is known of the run.
func (r *Reports) Discard() {
	if r.journal == nil {
		return
	}
	if info, err := r.journal.Stat(); err == nil && info.Size() == 0 {
		r.removeJournal()
		return
	}
	r.journal.Close()
}

func (r *Reports) removeJournal() error {
	if r.journal == nil {
		return nil
	}
	name := r.journal.Name()
	err := r.journal.Close()
	r.journal = nil
	return errors.Join(err, os.Remove(name))
}

// Reporting opens the reports that a command is to write. Where one of them is printed, the screen's
// text goes to the other stream.
func (s Streams) Reporting(wanted []string, lookup reports.Lookup) (Streams, *Reports, error) {
	out, err := openReports(wanted, lookup, s.Out)
	if err == nil && Printed(out.files) {
		s.Out = s.Err
	}
	return s, out, err
}
