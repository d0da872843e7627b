package dialect

// Unsettled scripts tell for which call ids what is held may rightly come and go
// as the stream goes on (two calls with one id, a second result without content):
// META-05 says nothing about these.
type Unsettled interface {
	Unsettled() map[string]bool
}
