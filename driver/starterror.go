package driver

import "errors"

// Why an implementation could not be started: the kinds of a StartError, for
// errors.Is.
var (
	ErrStart       = errors.New("the command cannot be started")
	ErrExited      = errors.New("the adapter exited before its hello")
	ErrNoHello     = errors.New("no hello within the startup timeout")
	ErrBadHello    = errors.New("the adapter's first message is not a hello")
	ErrProtocol    = errors.New("the adapter speaks another protocol version")
	ErrUnreachable = errors.New("nothing answers at the URL")
)

// StartError says in one line why an implementation never worked.
type StartError struct {
	Kind   error
	Detail string
	// Stderr is the end of what the process wrote there.
	Stderr string
	// Hint says what to try, "" where there is nothing to say.
	Hint string
}

func (e *StartError) Error() string {
	if e.Detail == "" {
		return e.Kind.Error()
	}
	return e.Kind.Error() + ": " + e.Detail
}

// Unwrap gives the kind.
func (e *StartError) Unwrap() error { return e.Kind }
