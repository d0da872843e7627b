package contentblocks

import (
	"fmt"
	"slices"
	"sort"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// check runs a checker over events and returns the requirements that it finds
// broken, each once, in order.
func check(events []wire.Value, options dialect.CheckOptions) ([]string, []requirement.Finding) {
	c := newChecker(options)
	var found []requirement.Finding
	for _, ev := range events {
		found = append(found, c.Event(ev)...)
	}
	found = append(found, c.End()...)
	var ids []string
	for _, f := range found {
		if !slices.Contains(ids, f.Requirement) {
			ids = append(ids, f.Requirement)
		}
	}
	sort.Strings(ids)
	return ids, found
}

func story(t transcript.Transcript, events []wire.Value, found []requirement.Finding) string {
	text := "transcript: " + t.JSON().JSON()
	for i, ev := range events {
		text += fmt.Sprintf("\n%3d %s", i, ev.JSON())
	}
	for _, f := range found {
		text += fmt.Sprintf("\n%s %s %s", f.Requirement, f.Where, f.Message)
	}
	return text
}

func TestRenderedStreamsAreClean(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		pick := generator.FromRapid(rt)
		from := generator.Transcript(pick, 5)
		events := renderStream(from, pick).(*stream).events
		for _, o := range []dialect.CheckOptions{{Transcript: &from}, {}} {
			if ids, found := check(events, o); len(ids) > 0 {
				rt.Fatalf("with transcript: %v\n%s", o.Transcript != nil, story(from, events, found))
			}
		}
	})
}

func TestTwistsBreakExactlyWhatTheySay(t *testing.T) {
	for _, tw := range twists() {
		t.Run(tw.ID, func(t *testing.T) {
			applied := 0
			rapid.Check(t, func(rt *rapid.T) {
				pick := generator.FromRapid(rt)
				from := generator.Transcript(pick, 5)
				s, planted, ok := tw.Apply(renderStream(from, pick), pick)
				if !ok {
					return
				}
				applied++
				events := s.(*stream).events
				for _, c := range []struct {
					options dialect.CheckOptions
					want    []string
				}{{dialect.CheckOptions{Transcript: &from}, planted.With}, {dialect.CheckOptions{}, planted.Alone}} {
					want := append([]string(nil), c.want...)
					sort.Strings(want)
					if ids, found := check(events, c.options); !slices.Equal(ids, slices.Compact(want)) {
						rt.Fatalf("with transcript: %v: found %v, planted %v\n%s", c.options.Transcript != nil, ids, want, story(from, events, found))
					}
				}
			})
			if applied == 0 {
				t.Error("the twist found no place in any stream")
			}
		})
	}
}
