package reports

import (
	"strconv"
	"time"
)

// ParsesAs tells whether a text is a time in that form.
func ParsesAs(form, text string) bool {
	_, err := time.Parse(form, text)
	return err == nil
}

// Seconds is the run's time where it is a number: a reader of JUnit expects one.
func Seconds(r *Result) string {
	if n, err := strconv.ParseFloat(r.Times.Seconds, 64); err == nil && n >= 0 && n < 1e9 {
		return strconv.FormatFloat(n, 'f', 3, 64)
	}
	return ""
}
