package compare

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/wire"
)

func fitsOne(list []string, v wire.Value) bool {
	return list == nil || slices.Contains(list, v.Text())
}

func beginsOne(list []string, v wire.Value) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, v.Text()) })
}

// arguments compares the arguments of a call; 0 where they are right.
func (w *Want) arguments(g *Got, wants []*Want, o Options) (Kind, string) {
	args := g.Arguments
	if w.whole(args) || w.Fits != nil && w.Fits(args) {
		return 0, ""
	}
	open := w.Cut || o.Partial || g.State == "open" && w.State != Ready || o.Stateless && w.State == Open
	if open && args.IsNull() || w.Blank && o.Partial && g.State != "ready" && nothing(args) {
		return 0, ""
	}
	if args.IsString() {
		if open && (slices.ContainsFunc(w.Texts, func(t string) bool { return strings.HasPrefix(t, args.Text()) }) || w.Made != nil &&
			w.Made(args.Text(), true)) {
			return 0, ""
		}
		return w.wrong(args.Text(), wants), "are not those that came"
	}
	if w.Made != nil {
		return 0, "" // what a value was parsed from cannot be told
	}
	if w.Cut {
		return Healed, "were cut off and became a value"
	}
	if !w.isJSON() {
		return Repaired, "became a value that never came"
	}
	return w.wrong(args.JSON(), wants), "are not those that came"
}

// wrong tells another call's text from one that is spoilt.
func (w *Want) wrong(text string, wants []*Want) Kind {
	if parsed, err := wire.Parse([]byte(text)); err == nil && !w.isJSON() && parsed.IsObject() {
		if w.Cut {
			return Healed
		}
		return Repaired
	}
	own := strings.Join(w.Texts, "\n") + w.Value.JSON()
	for _, o := range wants[:min(len(wants), manyCalls)] {
		if o != w && slices.ContainsFunc(o.Parts, func(part string) bool {
			return len(part) > 1 && !strings.Contains(own, part) && strings.Contains(text, part)
		}) {
			return Foreign
		}
	}
	return WrongText
}

// manyCalls bounds among how many calls the owner of a foreign piece is looked for.
const manyCalls = 40

func (w *Want) isJSON() bool {
	if !w.Value.IsAbsent() {
		return true
	}
	return slices.ContainsFunc(w.Texts, func(t string) bool {
		_, err := wire.Parse([]byte(t))
		return err == nil
	})
}

// whole tells whether these are the arguments as they should be.
func (w *Want) whole(args wire.Value) bool {
	if w.Bare {
		if nothing(args) {
			return true
		}
		if args.IsNull() {
			return false
		}
	}
	if !w.Value.IsAbsent() {
		if !args.IsString() {
			return wire.Alike(w.Value, args)
		}
		parsed, err := wire.Parse([]byte(args.Text()))
		return err == nil && wire.Equal(w.Value, parsed)
	}
	if args.IsString() {
		return slices.Contains(w.Texts, args.Text()) || w.Made != nil && w.Made(args.Text(), false)
	}
	return !args.IsAbsent() && slices.ContainsFunc(w.Texts, func(t string) bool {
		parsed, err := wire.Parse([]byte(t))
		return err == nil && wire.Alike(parsed, args)
	})
}

// nothing tells whether these are the arguments of a call with no text at all.
func nothing(args wire.Value) bool {
	parsed, _ := wire.ParseText(args.Text())
	return args.IsString() && args.Text() == "" || wire.EmptyObject(parsed) || wire.EmptyObject(args)
}

// Is tells whether a call that is told of is this one, whole.
func (w *Want) Is(g *Got) bool { return fitsOne(w.Names, g.Name) && w.Takes(g.Arguments) }

// Takes tells whether these are the arguments of the call, whole. What a value was parsed from cannot be told where more can
// be made of the pieces than is listed.
func (w *Want) Takes(args wire.Value) bool {
	return w.whole(args) || w.Fits != nil && w.Fits(args) || w.Made != nil && !args.IsString() && !args.IsNull()
}
