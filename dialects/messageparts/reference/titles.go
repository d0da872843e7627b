package reference

import _ "embed"

// titles say what each fault does, in a sentence.
//
//go:embed titles.txt
var titles string
