package messageparts

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/wire"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Verify(t, Dialect()) }

func TestProperties(t *testing.T) { dialecttest.Properties(t, Dialect(), nil) }

// What the short spellings mean, the digests of the corpus hold; here stands what is none.
func TestShortSpellingsOfNothing(t *testing.T) {
	for line, read := range map[string]func(casefile.Entry) (dialect.Script, error){
		`{"usr":"Go"}`: stepsOf,
		`{"text":"x"}`: storedOf,
		`{"assistant":"a"} {"tool-call":["c","roll"]}`: storedOf,
	} {
		var e casefile.Entry
		for short := range strings.FieldsSeq(line) {
			e.Elements = append(e.Elements, wire.ParseString(short))
		}
		if s, err := read(e); err == nil {
			t.Errorf("%s is %s", line, s.JSON().JSON())
		}
	}
}
