package reports

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/toolconform/conform/wire"
)

// MaxSize bounds a result or journal that is read, in bytes.
const MaxSize = 256 << 20

// Source is a result and what it was read from.
type Source struct {
	*Result
	// Journal: the run did not finish, this is what it had written by then.
	Journal bool
	// Torn: the last line of the journal was cut off in the middle.
	Torn bool
}

// Kind says for people what was read.
func (s Source) Kind() string {
	switch {
	case s.Torn:
		return fmt.Sprintf("the journal of a run that did not finish (%d cases; its last line is cut off)", len(s.Cases))
	case s.Journal:
		return fmt.Sprintf("the journal of a run that did not finish (%d cases)", len(s.Cases))
	case !s.Complete:
		return "the result of an incomplete run"
	}
	return "a finished result"
}

// Read reads a finished result or a journal. Whatever stands in the file: what is
// not as the protocol says is refused, with the name of the field.
func Read(path string) (Source, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) && fileExists(path+".partial") {
		return Source{}, fmt.Errorf("%s is not there, but its journal %s.partial is: the run did not finish", path, path)
	}
	if err != nil {
		return Source{}, fmt.Errorf("reading a result: %w", err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return Source{}, fmt.Errorf("%s is a folder, not a result", path)
	}
	s, err := ReadFrom(f, MaxSize)
	if err != nil {
		return Source{}, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// ReadFrom is Read for anything that has bytes, limit at most.
func ReadFrom(r io.Reader, limit int64) (Source, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	switch {
	case err != nil:
		return Source{}, fmt.Errorf("reading a result: %w", err)
	case int64(len(data)) > limit:
		return Source{}, fmt.Errorf("longer than %d bytes, which is more than any result has", limit)
	case len(bytes.TrimSpace(data)) == 0:
		return Source{}, errors.New("empty: the run ended before it had anything to say")
	}
	first, _, _ := bytes.Cut(data, []byte("\n"))
	if v, err := wire.Parse(first); err == nil && v.Has("row") {
		return readJournal(data)
	}
	v, err := wire.Parse(data)
	if err != nil {
		return Source{}, fmt.Errorf("neither a result nor a journal: %w", err)
	}
	result, err := decodeResult(v)
	if err != nil {
		return Source{}, err
	}
	if err := consistent(result); err != nil {
		return Source{}, err
	}
	return Source{Result: result}, nil
}

// readJournal forgives a last line that was cut off, and nothing else.
func readJournal(data []byte) (Source, error) {
	s := Source{Journal: true}
	var rows []Row
	for n := 1; len(data) > 0; n++ {
		line, rest, whole := bytes.Cut(data, []byte("\n"))
		data = rest
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		v, err := wire.Parse(line)
		if err != nil && !whole {
			s.Torn = true
			break
		}
		if err != nil {
			return s, fmt.Errorf("journal, line %d: %w", n, err)
		}
		row, known, err := decodeRow(v)
		if err != nil {
			return s, fmt.Errorf("journal, line %d: %w", n, err)
		}
		if known {
			rows = append(rows, row)
		}
	}
	var err error
	s.Result, err = Rebuild(rows)
	return s, err
}
