package certificate

import "fmt"

// Refusal says why a certificate is not accepted. Field names the place: a member
// of the envelope or the statement, the key, or a file that was given beside it.
type Refusal struct {
	Field, Reason string
}

func (r *Refusal) Error() string { return r.Field + ": " + r.Reason }

func refuse(field, format string, args ...any) error {
	return &Refusal{field, fmt.Sprintf(format, args...)}
}
