package wire_test

import (
	"testing"

	"github.com/toolconform/conform/wire"
)

func TestSays(t *testing.T) {
	t.Parallel()
	const part = "say \"hi\" <b>\n🎸"
	for text, want := range map[string]bool{
		"API error: " + part: true, "refused": false, `{"message":"say \"hi\" <b>\n🎸"}`: true,
		`400 {"error":{"message":"say \u0022hi\u0022 \u003cb\u003e\u000a\uD83C\uDFB8"}}`: true,
		`{"message":"say \"hi\" <b>\\n🎸"}`:                                               false, `say \"hi\" <c>\n🎸`: false,
	} {
		if wire.Says(text, part) != want {
			t.Errorf("%q says %q: %v", text, part, !want)
		}
	}
}
