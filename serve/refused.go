package serve

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"

	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/wire"
)

// refuse answers with an error status, as the wire spells errors or, where it is nobody's, plainly; and it keeps
// what was asked in vain, so that a test can see it.
func (x *exchange) refuse(e *endpoint.Endpoint, status int, message string) {
	x.note(status, message)
	if e != nil {
		x.send(e, e.Refusal(status, message), message)
		return
	}
	x.tell(status, message)
	x.object(status, refusal(status, message))
}

// nothing refuses what is asked for where nothing is, and says what there is.
func (x *exchange) nothing(more string) {
	message := "there is nothing at " + x.at() + more
	x.note(http.StatusNotFound, message)
	x.tell(http.StatusNotFound, message)
	x.object(http.StatusNotFound, refusal(http.StatusNotFound, message+": "+x.server.places()))
}

// note keeps what was asked in vain.
func (x *exchange) note(status int, message string) {
	x.server.held.refuse(x.conversation, fmt.Sprintf("%s %s: %d, %s", x.method(), x.at(), status, message))
}

// tell tells the line about a request that no wire answers.
func (x *exchange) tell(status int, message string) {
	if told := x.server.options.Told; told != nil {
		told(fmt.Sprintf("%s %s: %d, %s", x.method(), brief(x.r.URL.EscapedPath()), status, message))
	}
}

// at is the path that was asked for, below its conversation, in a form that harms no terminal.
func (x *exchange) at() string { return brief((&url.URL{Path: x.path}).EscapedPath()) }

// method is the method, which may be any word.
func (x *exchange) method() string { return brief(x.r.Method) }

// brief is the beginning of a text of a client's.
func brief(text string) string {
	const most = 200
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}

// why a body is no JSON object.
func why(body []byte, value wire.Value, err error) string {
	switch {
	case len(bytes.TrimSpace(body)) == 0:
		return ": it is empty"
	case bytes.HasPrefix(body, []byte{0x1f, 0x8b}):
		return ": it is compressed, and no Content-Encoding says so"
	case err != nil:
		return ": " + err.Error()
	}
	return fmt.Sprintf(": it is of the kind %s", value.Kind())
}
