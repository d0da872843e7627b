package stageevents

import (
	"testing"

	"github.com/toolconform/conform/dialect/dialecttest"
)

func TestProperties(t *testing.T) {
	dialecttest.Properties(t, Dialect(), func(variant, requirement string) bool {
		return variant == "STAGE-57/closed-as-failure" && requirement == "META-05" // what it made up itself is no result, which the property cannot tell
	})
}
