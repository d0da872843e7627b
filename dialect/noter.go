package dialect

// Noter is a Checker that says what it no longer judges, because its memory is
// bounded. Notes are sentences for people; none where everything was judged.
type Noter interface {
	Notes() []string
}
