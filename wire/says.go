package wire

import (
	"regexp"
	"strings"
	"sync"
)

// escapes are those of JSON's strings, pairs of them together. Most programs never need them.
var escapes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(\\u[0-9a-fA-F]{4})+|\\["\\/bfnrt]`)
})

// Says tells whether the part stands in a text, as it is or within JSON that the text quotes, whose
// escapes may be any.
func Says(text, part string) bool {
	if strings.Contains(text, part) || !strings.Contains(text, `\`) {
		return strings.Contains(text, part)
	}
	return strings.Contains(escapes().ReplaceAllStringFunc(text, func(s string) string {
		v, _ := Parse([]byte(`"` + s + `"`))
		return v.Text()
	}), part)
}
