package dialect

import "strings"

// OwnWords is a text of an implementation's own making without what may differ from
// run to run: words that hold a digit may be a time, a duration or an id.
func OwnWords(text string) string {
	words := strings.Fields(text)
	for i, w := range words {
		if strings.ContainsAny(w, "0123456789") {
			words[i] = "#"
		}
	}
	return strings.Join(words, " ")
}
