package messageparts

import (
	_ "embed"

	"github.com/toolconform/conform/requirement"
)

//go:embed sentences.txt
var sentences string

// zeros are what no steps and no stored messages show, and why.
//
//go:embed zeros.txt
var zeros string

// titles of the twists.
//
//go:embed titles.txt
var titles string

// line is the requirement of an id, as the file of sentences has it.
var line = requirement.Written(sentences)

// chatLine is a requirement on what a chat holds.
func chatLine(id string) requirement.Requirement { return line(id).For("consumer") }

// modelLine is a requirement on what is sent to the model, on both sides.
func modelLine(id string) requirement.Requirement {
	r := line(id)
	r.Roles = []string{"consumer", "converter"}
	return r
}
