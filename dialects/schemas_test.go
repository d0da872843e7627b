package dialects_test

import (
	"slices"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// What a checker says of an event by itself and what the published schema says of
// it agree, on events of valid streams and of twisted ones.
func TestCheckersAgreeWithSchemas(t *testing.T) {
	set, err := schemas.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		dialect, schema string
		requirements    []string
	}{
		{"content-blocks", "content-block-event", []string{"BLOCK-50"}},
		{"stage-events", "stage-event", []string{"STAGE-01", "STAGE-02"}},
	} {
		t.Run(c.dialect, func(t *testing.T) {
			check, consumer, events := producerOf(c.dialect), consumerOf(c.dialect), map[string]wire.Value{}
			for n := range drawn() {
				for _, ev := range drawnEvents(consumer, n) {
					events[ev.JSON()] = ev
				}
			}
			wrong := 0
			for text, ev := range events {
				if c.dialect == "stage-events" && !ev.Has("id") && !ev.Has("stage") {
					continue // an unknown event is no update, and no update's schema binds it
				}
				invalid := set.Validate(c.schema, ev)
				found := false
				for _, f := range check(dialect.CheckOptions{}).Event(ev) {
					found = found || slices.Contains(c.requirements, f.Requirement)
				}
				if invalid != nil {
					wrong++
				}
				if (invalid != nil) != found {
					t.Errorf("%s\nthe schema: %v\n%v found: %v", text, invalid, c.requirements, found)
				}
			}
			if wrong == 0 {
				t.Error("no event was invalid")
			}
		})
	}
}

// drawn is how many streams the events are of.
func drawn() int {
	if dialecttest.All() {
		return 1000
	}
	return 150
}

func producerOf(name string) func(dialect.CheckOptions) dialect.Checker {
	for _, d := range all() {
		for _, s := range d.Sides {
			if d.Name == name && s.Check != nil {
				return s.Check
			}
		}
	}
	return nil
}

func consumerOf(name string) *dialect.Side {
	for _, d := range all() {
		at := slices.IndexFunc(d.Sides, func(s dialect.Side) bool { return d.Name == name && s.Role == dialect.Consumer })
		if at >= 0 {
			return &d.Sides[at]
		}
	}
	return nil
}

// drawnEvents are those of the n-th generated stream, twisted as often as not.
func drawnEvents(side *dialect.Side, n int) []wire.Value {
	c := generator.Index{Pair: side.Pair, Seed: 6, N: n}.Case(side)
	return c.Script.Input(wire.Events, nil).Get("events").Items()
}
