// Package schemas says what is allowed on each wire: JSON Schemas (2020-12) for
// tool fences, stage events, message parts and content blocks, for the messages
// of the adapter protocol, for case files and for results. They are embedded,
// refer to each other only, and nothing is ever fetched.
package schemas

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/toolconform/conform/wire"
)

// Base is what every schema's $id begins with.
const Base = "https://toolconform.github.io/conform/schemas/"

// The names of the schemas; the file is the name with ".json" behind it.
const (
	ToolFence         = "tool-fence"
	StageEvent        = "stage-event"
	ContentBlock      = "content-block"
	ContentBlockEvent = "content-block-event"
	MessagePart       = "message-part"
	UIMessage         = "ui-message"
	ModelMessage      = "model-message"
	Step              = "step"
	Transcript        = "transcript"
	Completion        = "completion"
	ChatChunk         = "chat-chunk"
	ChatMessage       = "chat-message"
	MessagesEvent     = "messages-event"
	ResponseEvent     = "response-event"
	ResponseItem      = "response-item"
	AGUIEvent         = "ag-ui-event"
	AGUIMessage       = "ag-ui-message"
	UIStreamEvent     = "ui-stream-event"
	UIStreamMessage   = "ui-stream-message"
	Input             = "input"
	HarnessToAdapter  = "harness-to-adapter"
	AdapterToHarness  = "adapter-to-harness"
	Case              = "case"
	Result            = "result"

	// CertificatePredicate is the predicate of a certificate's statement.
	CertificatePredicate = "certificate-predicate"
)

//go:embed *.json
var files embed.FS

// Files are the schema files.
func Files() fs.FS { return files }

// Names are the names of all schemas, sorted.
func Names() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil // the embedded root can always be read
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".json")
	}
	return names
}

// Set is all schemas, each compiled when it is first used. It may be used by
// several goroutines at once.
type Set struct {
	// mu guards the compiler and dispatched; compiled schemas are immutable.
	mu         sync.Mutex
	compiler   *jsonschema.Compiler
	dispatched map[*jsonschema.Schema]bool
	byName     map[string]*schema
	held       held
}

// Load makes the set. Compiling is left until a schema is used, so that a program
// that needs one of them doesn't wait for all.
func Load() (*Set, error) {
	s := &Set{compiler: jsonschema.NewCompiler(), dispatched: map[*jsonschema.Schema]bool{}, byName: map[string]*schema{}}
	s.compiler.Draft = jsonschema.Draft2020
	s.compiler.LoadURL = open
	for _, name := range Names() {
		data, err := files.ReadFile(name + ".json")
		if err != nil {
			return nil, fmt.Errorf("schema %s: %w", name, err)
		}
		s.byName[name] = &schema{name: name, text: data, doc: sync.OnceValue(func() wire.Value {
			doc, _ := wire.Parse(data) // where it is looked into it was compiled, so it is JSON
			return doc
		})}
	}
	return s, nil
}

// open reads an embedded schema in place of whatever its address points to.
func open(url string) (io.ReadCloser, error) {
	name, ok := strings.CutPrefix(url, Base)
	if !ok {
		return nil, fmt.Errorf("%s is none of the embedded schemas, and nothing is fetched", url)
	}
	return files.Open(name)
}

// Validate holds the value against the schema of that name. What the schema finds
// wrong is an *Error; any other error means that the schema could not be used.
func (s *Set) Validate(name string, v wire.Value) error {
	compiled, err := s.get(name)
	if err != nil {
		return err
	}
	key, small := s.held.key(name, v)
	if small && s.held.has(key) {
		return nil
	}
	err = check(entry(compiled, v), v)
	if err == nil && small {
		s.held.add(key)
	}
	var invalid *jsonschema.ValidationError
	if errors.As(err, &invalid) {
		return s.describe(name, invalid, v)
	}
	if err != nil {
		return fmt.Errorf("schema %s: %w", name, err)
	}
	return nil
}

// check runs a compiled schema. The converted value holds nothing that is known to
// make the library panic; should it do so all the same, that is an error.
func check(compiled *jsonschema.Schema, v wire.Value) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the validator panicked: %v", p)
		}
	}()
	return compiled.Validate(plain(v))
}

// Knows tells whether a union ("content-block-event", "step", …) has a sub-schema
// of its own for values of that type; for model messages, of that role.
func (s *Set) Knows(name, kind string) bool {
	compiled, err := s.get(name)
	if err != nil {
		return false
	}
	u, ok := compiled.Extensions[unionName].(union)
	return ok && u.branches[kind] != nil
}
