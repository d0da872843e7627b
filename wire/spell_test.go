package wire_test

import (
	"testing"

	"github.com/toolconform/conform/wire"
)

func TestSpelledOut(t *testing.T) {
	t.Parallel()
	const json, also = "{\"ế\":\"`a` \\n \U00010000 🎸\"}", "`<"
	if got, want := wire.SpelledOut(json, also), `{"\u1ebf":"\u0060a\u0060 \n \ud800\udc00 \ud83c\udfb8"}`; got != want {
		t.Errorf("it is %s, not %s", got, want)
	}
	if got := wire.SpelledOut(json, ""); !wire.Equal(wire.ParseString(got), wire.ParseString(json)) {
		t.Errorf("%s is another value", got)
	}
}
