// Package baseline holds the known failures of an implementation: by requirement
// and case pattern, each with its reason. A failure that is not in it fails the
// run; so does an entry that is stale, unmatched, expired, or fails differently.
package baseline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
)

// SchemaVersion of the file.
const SchemaVersion = 1

// File is a baseline as it is written down.
type File struct {
	SchemaVersion int     `json:"schemaVersion"`
	Entries       []Entry `json:"entries"`
}

// Entry is one known failure.
type Entry struct {
	Requirement string `json:"requirement"`
	// Cases is a pattern of case ids; * stands for any text, also across slashes.
	Cases  string `json:"cases"`
	Reason string `json:"reason"`
	Link   string `json:"link,omitempty"`
	Owner  string `json:"owner,omitempty"`
	// Expires is the last day, YYYY-MM-DD, on which the failure is still known.
	Expires string `json:"expires,omitempty"`
	// Finding is a text that the finding's message holds: a failure of another kind is
	// not the known one.
	Finding string `json:"finding,omitempty"`
}

const day = "2006-01-02"

// Parse reads a baseline. Typos are refused: unknown members, requirements that
// do not exist, dates that are none.
func Parse(data []byte, known func(id string) bool) (File, error) {
	var f File
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return f, fmt.Errorf("reading the baseline: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return f, errors.New("reading the baseline: something stands after its end")
	}
	if f.SchemaVersion != SchemaVersion {
		return f, fmt.Errorf("reading the baseline: schemaVersion: %d is unknown, this version reads %d", f.SchemaVersion, SchemaVersion)
	}
	for i, e := range f.Entries {
		if err := e.vet(known); err != nil {
			return f, fmt.Errorf("reading the baseline: entries/%d/%w", i, err)
		}
	}
	return f, nil
}

func (e Entry) vet(known func(string) bool) error {
	if !known(e.Requirement) {
		return fmt.Errorf("requirement: %q is unknown", e.Requirement)
	}
	if e.Cases == "" {
		return fmt.Errorf("cases: a pattern is expected; * means all")
	}
	if Placeholder(e.Reason) {
		return fmt.Errorf("reason: %q says nothing; say why the failure is known", e.Reason)
	}
	if _, err := time.Parse(day, e.Expires); e.Expires != "" && err != nil {
		return fmt.Errorf("expires: %q is no date, YYYY-MM-DD is expected", e.Expires)
	}
	return nil
}

// Placeholder tells whether a text stands where a reason should, and is none.
func Placeholder(reason string) bool {
	text := strings.ToLower(strings.Trim(reason, " \t\r\n.:…?!-_<>[]()"))
	for _, word := range []string{"todo", "tbd", "fixme", "xxx", "not said yet"} {
		if rest, ok := strings.CutPrefix(text, word); ok && (rest == "" || strings.ContainsAny(rest[:1], " :,;.-")) {
			return true
		}
	}
	return slices.Contains([]string{"", "n/a", "na", "none", "reason", "placeholder", "unknown"}, text)
}

// covers tells whether the entry is about this requirement in this case.
func (e Entry) covers(id, caseID string) bool {
	return e.Requirement == id && Match(e.Cases, caseID)
}

// Match matches a pattern in which * stands for any text.
func Match(pattern, s string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == s
	}
	rest, ok := strings.CutPrefix(s, parts[0])
	if !ok {
		return false
	}
	for _, part := range parts[1 : len(parts)-1] {
		_, after, found := strings.Cut(rest, part)
		if !found {
			return false
		}
		rest = after
	}
	return strings.HasSuffix(rest, parts[len(parts)-1])
}

// Apply holds a result against the baseline: it marks the known findings and
// notes what is wrong with the entries. A selection or a shard judges only entries
// that it could have met.
func (f File) Apply(r *reports.Result, today time.Time) {
	b := &reports.Baseline{Problems: []string{}}
	met := make([]entryMet, len(f.Entries))
	for i := range r.Cases {
		f.applyCase(&r.Cases[i], r.Profile, b, met)
	}
	for i, e := range f.Entries {
		if problem := e.problem(met[i], today, partial(r)); problem != "" {
			b.Problems = append(b.Problems, fmt.Sprintf("%s in %s: %s", e.Requirement, e.Cases, problem))
		}
	}
	b.Problems = append(b.Problems, unnamed(r)...)
	r.Baseline = b
}

// partial results say nothing about what they did not meet.
func partial(r *reports.Result) bool {
	return r.Shard != nil || !r.Selection.IsZero() || !r.Complete
}

// fails tells whether a finding fails its case: in strict a missed SHOULD does too.
func fails(f reports.Finding, profile string) bool {
	return f.Level != requirement.Should || profile == "strict"
}

// entryMet is what an entry met in a result.
type entryMet struct {
	ran, failed bool
	otherwise   string
}

func (f File) applyCase(c *reports.CaseRow, profile string, b *reports.Baseline, met []entryMet) {
	for i, e := range f.Entries {
		if Match(e.Cases, c.ID) {
			met[i].ran = true
		}
	}
	for n := range c.Findings {
		finding := &c.Findings[n]
		finding.Known = false
		if !fails(*finding, profile) {
			continue
		}
		for i, e := range f.Entries {
			if !e.covers(finding.Requirement, c.ID) {
				continue
			}
			if !strings.Contains(finding.Message, e.Finding) {
				met[i].otherwise = finding.Message
				continue
			}
			finding.Known, met[i].failed = true, true
		}
		if finding.Known {
			b.Known++
		} else {
			b.New++
		}
	}
}

func (e Entry) problem(met entryMet, today time.Time, partial bool) string {
	until, err := time.Parse(day, e.Expires)
	switch {
	case err == nil && !today.Before(until.AddDate(0, 0, 1)):
		return fmt.Sprintf("expired on %s", e.Expires)
	case !met.ran && partial:
		return ""
	case !met.ran:
		return "unmatched: no case of the run has such an id"
	case met.otherwise != "":
		return fmt.Sprintf("fails differently: expected %q, but %s", e.Finding, met.otherwise)
	case !met.failed && !partial:
		return "stale: it does not fail any more"
	}
	return ""
}

// unnamed are requirements that fail in a dialect and role without a case that shows
// it: nothing could know them.
func unnamed(r *reports.Result) []string {
	var problems []string
	for _, row := range r.Requirements {
		for _, by := range row.By {
			if by.Verdict == requirement.Fail && !shown(r, row.ID, by) {
				problems = append(problems, fmt.Sprintf("%s in %s/%s fails without a case that shows it", row.ID, by.Dialect, by.Role))
			}
		}
	}
	return problems
}

func shown(r *reports.Result, id string, by reports.PairRow) bool {
	return slices.ContainsFunc(r.Cases, func(c reports.CaseRow) bool {
		return c.Dialect == by.Dialect && c.Role == by.Role && slices.ContainsFunc(c.Findings, func(f reports.Finding) bool {
			return f.Requirement == id && fails(f, r.Profile)
		})
	})
}

// Update makes the baseline that a result asks for: one entry for each failing
// requirement and pair, entries that still hold as they are. A partial result
// drops no entry: what it did not meet may still fail. New entries have the reason, owner,
// link and expiry of the fresh one.
func (f File) Update(r *reports.Result, fresh Entry) File {
	out := File{SchemaVersion: SchemaVersion, Entries: []Entry{}}
	for _, e := range f.Entries {
		if partial(r) || e.holds(r) {
			e.Finding = kept(e, r)
			out.Entries = append(out.Entries, e)
		}
	}
	for _, c := range r.Cases {
		for _, finding := range c.Findings {
			if !fails(finding, r.Profile) || out.covered(finding.Requirement, c.ID) {
				continue
			}
			fresh.Requirement, fresh.Cases = finding.Requirement, path.Join(c.Dialect, c.Role)+"/*"
			out.Entries = append(out.Entries, fresh)
		}
	}
	return out
}

// holds tells whether something that the entry covers still fails.
func (e Entry) holds(r *reports.Result) bool {
	return slices.ContainsFunc(r.Cases, func(c reports.CaseRow) bool {
		return slices.ContainsFunc(c.Findings, func(f reports.Finding) bool { return fails(f, r.Profile) && e.covers(f.Requirement, c.ID) })
	})
}

func (f File) covered(id, caseID string) bool {
	return slices.ContainsFunc(f.Entries, func(e Entry) bool { return e.covers(id, caseID) })
}

// kept is the entry's expected finding where it still comes, and none otherwise.
func kept(e Entry, r *reports.Result) string {
	for _, c := range r.Cases {
		for _, f := range c.Findings {
			if fails(f, r.Profile) && e.covers(f.Requirement, c.ID) && !strings.Contains(f.Message, e.Finding) {
				return ""
			}
		}
	}
	return e.Finding
}
