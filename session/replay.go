package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
)

// replay is the command line that sends the case again: with whatever was in flight beside it, and with
// all that was sent where something else had a hand in it.
func (s *session) replay(j *judgedCase) string {
	words := []string{"conform run"}
	ids := j.company
	switch {
	case j.gone || j.apart:
		ids = s.Selection.Cases
		words = append(words, s.whole(s.Selection)...)
	case len(ids) > 0:
	case !byOthers(j):
		ids = []string{j.c.ID}
	case len(s.Selection.Cases) > 0:
		ids = s.Selection.Cases
	default:
		words = append(words, s.whole(reports.Selection{Dialects: []string{j.c.Dialect}, Roles: []string{string(j.c.Role)}})...)
	}
	for _, id := range ids {
		words = append(words, "--case", quoteArg(cmp.Or(s.Files[id], id)))
	}
	if s.Reach != "" {
		words = append(words, s.Reach)
	}
	return strings.Join(words, " ")
}

// byOthers tells whether other cases had a hand in what the case misses: by itself it shows nothing.
func byOthers(j *judgedCase) bool {
	for _, o := range j.outcomes {
		for _, f := range o.Findings {
			if o.Requirement == "META-07" || f.Follows.Line == "META-07" {
				return true
			}
		}
	}
	return false
}

// whole are the flags of a run that sends all of the selection that this one sent.
func (s *session) whole(of reports.Selection) (words []string) {
	flags := func(name string, values []string) {
		for _, v := range values {
			words = append(words, name, quoteArg(v))
		}
	}
	flags("--dialect", of.Dialects)
	flags("--role", of.Roles)
	flags("--encoding", of.Encodings)
	flags("--requirement", of.Requirements)
	flags("--label-filter", of.Labels)
	if s.Profile != "" && s.Profile != Full {
		flags("--profile", []string{s.Profile})
	}
	flags("--seed", []string{fmt.Sprint(s.Seed)})
	flags("--runs", []string{fmt.Sprint(s.Runs)})
	if s.Light {
		words = append(words, "--light")
	}
	if s.Shard != nil {
		flags("--shard", []string{fmt.Sprintf("%d/%d", s.Shard.Index, s.Shard.Count)})
	}
	if s.Timeout != DefaultTimeout && s.Timeout > 0 {
		flags("--timeout", []string{s.Timeout.String()})
	}
	return words
}

// goneWords are said of what a case does not do by itself.
const goneWords = "(Sent by itself it did not do so again: what came before it or beside it had a hand in it. Its replay is the whole run.)"

// hangLooks is how many cases that hang may hang once more when they are looked at: that lasts.
const hangLooks = 2

// replays sends what died, a form that was refused, and what misses a property only, by itself once more, as its replay would:
// the second look does that of the others. Of what does not come back the replay is the whole run.
func (s *session) replays(ctx context.Context) error {
	hangs := hangLooks
	for _, j := range slices.Clone(s.fixed) {
		hung := j.seen.Ending == dialect.TimedOut
		if !s.doubtful(j) || hung && hangs == 0 {
			continue
		}
		back, err := s.comesBack(ctx, j)
		if err != nil {
			return err
		}
		if j.gone = !back; back && hung {
			hangs--
		}
		if j.gone && s.leaks[j.c.Pair] && !died(j.seen.Ending) {
			j.mark(leak, byItself, func(requirement.Outcome) bool { return true })
		}
	}
	return nil
}

// doubtful tells whether nobody knows yet whether a case does by itself what it did.
func (s *session) doubtful(j *judgedCase) bool {
	if _, made := j.c.Script.(inFlight); made || j.c.Heavy || !failed(j) || byOthers(j) || j.apart || len(j.company) > 0 {
		return false
	}
	binding := properties.Binding(j.side.Side.Side.Side)
	of := slices.Collect(linesOf(j))
	related := !slices.ContainsFunc(of, func(k key) bool { return !slices.Contains(binding, k.id) || k.id == "META-06" })
	_, form := dialect.CutForm(j.c.ID)
	switch j.seen.Ending {
	case dialect.Done:
		return related
	case dialect.Rejected:
		return form != "" || related
	}
	return j.seen.Ending == dialect.Crashed || j.seen.Ending == dialect.TimedOut
}

// linesOf are the lines that a case misses.
func linesOf(j *judgedCase) iter.Seq[key] {
	return func(yield func(key) bool) {
		for _, o := range j.outcomes {
			if len(o.Findings) > 0 && !yield(key{o.Requirement, j.c.Pair}) {
				return
			}
		}
	}
}

// comesBack tells whether a case does by itself what it did in the run. Of a pair that was given up it is asked
// only where it hung, and anything was answered: a storm comes back.
func (s *session) comesBack(ctx context.Context, j *judgedCase) (bool, error) {
	t := s.trial(j.side, false)
	t.observer, t.replaying, t.expected = s.observer, true, j.seen.Ending
	if s.observer.gate.silent != nil || s.observer.gate.stopped(t) && j.seen.Ending != dialect.TimedOut {
		return true, nil
	}
	f := properties.NewForm(j.c, properties.Replayed, "META-06", "by itself, once more", func(*dialect.Case) {})
	base := f
	if plain, form := dialect.CutForm(j.c.ID); form != "" && s.byID[plain] != nil { // a form comes behind its case
		base = properties.NewForm(s.byID[plain].c.Ready(), properties.Replayed, "META-06", "once more", func(*dialect.Case) {})
	}
	fresh := s.observer.impl.Renewable() && (j.seen.Ending != dialect.Done || s.renewable(&s.anew))
	seen, err := t.observe(ctx, t, base.Case, fresh)
	if err == nil && base.Case != f.Case && died(seen.Ending) && !t.expects(seen.Ending) {
		if err := t.tell(ctx, base, seen); err != nil {
			return false, err
		}
		return true, s.keepForms(&judgedCase{forms: t.forms, trial: t})
	}
	if err == nil && seen.Ending == dialect.TimedOut { // its case hangs already
		return true, nil
	}
	if err == nil && (base.Case != f.Case || seen.Ending == dialect.Done && j.seen.Ending != dialect.Done) { // its replay repeats it
		seen, err = t.observe(ctx, t, f.Case, false)
	}
	switch {
	case errors.Is(err, errLeftOut):
		return true, nil
	case err != nil:
		return false, err
	case died(seen.Ending) && !t.expects(seen.Ending):
		if err := t.tell(ctx, f, seen); err != nil {
			return false, err
		}
		return true, s.keepForms(&judgedCase{forms: t.forms, trial: t})
	case seen.Ending != j.seen.Ending || j.seen.Ending != dialect.Done:
		return seen.Ending == j.seen.Ending, nil
	}
	return s.missesAgain(ctx, t, j, seen)
}

// missesAgain judges a case that was answered again, and the forms of it that what it misses is about.
func (s *session) missesAgain(ctx context.Context, t *trial, j *judgedCase, seen dialect.Observation) (bool, error) {
	outcomes, err := outcomesOf(t.side, j.c, &seen, nil)
	if err != nil {
		return false, err
	}
	again := &judgedCase{side: t.side, c: j.c, seen: seen, outcomes: outcomes, sound: judge.Sound(outcomes)}
	t.sound = again.sound
	if err := t.excuse(ctx, again); err != nil {
		return false, err
	}
	only := map[string]bool{}
	for k := range linesOf(j) {
		if only[k.id] = true; misses(again.outcomes, k.id) {
			return true, nil
		}
	}
	index, purpose := j.source()
	related, err := t.relate(ctx, again, index, purpose, only)
	back := slices.ContainsFunc(slices.Collect(maps.Keys(only)), func(id string) bool { return misses(related, id) })
	// What has been told once is not told again.
	t.forms = slices.DeleteFunc(t.forms, func(f *judgedCase) bool {
		return f.seen.Ending == dialect.Done || slices.ContainsFunc(s.fixed, func(k *judgedCase) bool {
			return k.c.ID == f.c.ID && k.seen.Ending == f.seen.Ending
		})
	})
	return back, cmp.Or(err, s.keepForms(&judgedCase{forms: t.forms, trial: t}))
}

// quoteArg quotes an argument for a shell where it needs it.
func quoteArg(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./@:,+=%", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// QuoteArgs quotes a command line for a shell.
func QuoteArgs(args []string) string {
	quoted := make([]string, len(args))
	for i, a := range args {
		quoted[i] = quoteArg(a)
	}
	return strings.Join(quoted, " ")
}
