package session

import (
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// ErrNothing says that the selection matches nothing.
var ErrNothing = errors.New("nothing matches the selection")

// Plan is what will be run.
type Plan struct {
	Sides []PlannedSide
}

// PlannedSide is one pair of a plan.
type PlannedSide struct {
	*catalogue.Side
	Encodings []string
	Omits     []string
	// Cases, in every encoding that they are run in, by id.
	Cases []*dialect.Case
	// Generated are the indices of generated streams.
	Generated []int
	// Judged are the requirements that this pair is held to in this run.
	Judged map[string]bool
	// Forms are the only ones that are sent of a case, by its id, where some were named.
	Forms map[string][]string
	// whole are the ids of the run's cases, those of other shards too.
	whole map[string]bool
}

func (p *Plan) side(pair dialect.Pair) *PlannedSide {
	at := slices.IndexFunc(p.Sides, func(s PlannedSide) bool { return s.Pair == pair })
	return &p.Sides[max(at, 0)]
}

// NewPlan vets the selection and chooses what to run. Errors are usage errors.
func NewPlan(cat *catalogue.Catalogue, hello driver.Hello, o Options) (*Plan, error) {
	if err := Vet(cat, o); err != nil {
		return nil, err
	}
	plan := &Plan{}
	for _, side := range cat.Sides {
		support, offered := find(hello, side.Pair)
		if !offered || !selected(o.Selection.Dialects, side.Dialect) || !selected(o.Selection.Roles, string(side.Role)) ||
			!meant(side, o) {
			continue
		}
		p := PlannedSide{Side: side, Omits: support.Omits, Encodings: encodings(side, support, o)}
		p.Judged = judged(side, p.Encodings, o)
		if len(p.Encodings) == 0 || len(p.Judged) == 0 {
			continue
		}
		if err := p.choose(o); err != nil {
			return nil, err
		}
		if len(p.Cases)+len(p.Generated) > 0 || o.Shard != nil {
			plan.Sides = append(plan.Sides, p)
		}
	}
	if len(plan.Sides) == 0 {
		return nil, fmt.Errorf("%w: the implementation offers %s", ErrNothing, offers(hello))
	}
	return plan, nil
}

// meant tells whether what is selected by name can be of the pair. It asks for no cases: to make those of every pair
// takes longer than many a run.
func meant(side *catalogue.Side, o Options) bool {
	own := func(id string) bool { return strings.HasPrefix(id, side.Pair.String()+"/") }
	extra := func(c *dialect.Case) bool { return c.Pair == side.Pair }
	if len(o.Selection.Cases)+len(o.Extra) > 0 && o.Shard == nil &&
		!slices.ContainsFunc(o.Selection.Cases, own) && !slices.ContainsFunc(o.Extra, extra) {
		return false
	}
	binds := func(id string) bool {
		family, _, _ := strings.Cut(id, "-")
		return slices.Contains(shared(), family) ||
			slices.ContainsFunc(side.Requirements, func(r requirement.Requirement) bool { return r.ID == id })
	}
	return len(o.Selection.Requirements) == 0 || slices.ContainsFunc(o.Selection.Requirements, binds)
}

// shared are the families of requirements that bind in every dialect.
func shared() []string { return []string{"FRAME", "META", "ROBUST"} }

func offers(hello driver.Hello) string {
	var list []string
	for _, s := range hello.Supports {
		list = append(list, fmt.Sprintf("%s/%s", s.Dialect, s.Role))
	}
	if len(list) == 0 {
		return "no dialect"
	}
	return strings.Join(list, ", ")
}

// Vet finds names in the selection that do not exist.
func Vet(cat *catalogue.Catalogue, o Options) error {
	var dialects, roles, encodings []string
	for _, s := range cat.Sides {
		dialects = append(dialects, s.Dialect)
		roles = append(roles, string(s.Role))
		encodings = append(encodings, s.Encodings...)
	}
	for _, check := range []struct {
		flag         string
		asked, known []string
	}{
		{"--profile", []string{o.Profile}, []string{Core, Full, Strict}},
		{"--dialect", o.Selection.Dialects, dialects},
		{"--role", o.Selection.Roles, roles},
		{"--encoding", o.Selection.Encodings, encodings},
	} {
		for _, name := range check.asked {
			if !slices.Contains(check.known, name) {
				return fmt.Errorf("%s %q is unknown; there are %s", check.flag, name, words(check.known))
			}
		}
	}
	for _, id := range o.Selection.Requirements {
		if _, ok := cat.Requirement(id); !ok {
			return fmt.Errorf("--requirement %q is unknown; `conform list --requirements` shows all", id)
		}
	}
	return vetCases(cat, o.Selection.Cases)
}

func vetCases(cat *catalogue.Catalogue, ids []string) error {
	for _, named := range ids {
		id, form := dialect.CutForm(named)
		if form != "" && !properties.KnownForm(form) {
			return fmt.Errorf("--case %q: there is no form %q of a case", named, form)
		}
		index, generated, err := generator.ParseID(id)
		if err != nil {
			return err
		}
		if generated {
			if cat.Side(index.Pair) == nil {
				return fmt.Errorf("--case %q: there is no %s", id, index.Pair)
			}
			continue
		}
		own := func(s *catalogue.Side) bool { return strings.HasPrefix(id, s.Pair.String()+"/") && hasCase(s, id) }
		if !slices.ContainsFunc(cat.Sides, own) {
			return fmt.Errorf("--case %q is neither a case id nor a file; `conform list --cases` shows all ids", id)
		}
	}
	return nil
}

// cutEncoding parts the id of a case from the encoding that it is sent in.
func cutEncoding(id string) (plain, encoding string) {
	plain, encoding, _ = strings.Cut(id, "@")
	return plain, encoding
}

func hasCase(s *catalogue.Side, id string) bool {
	plain, _ := cutEncoding(id)
	return slices.ContainsFunc(s.Cases(), func(c *dialect.Case) bool { return c.ID == plain })
}

func words(list []string) string {
	list = slices.Clone(list)
	slices.Sort(list)
	return strings.Join(slices.Compact(list), ", ")
}

func selected(list []string, name string) bool { return len(list) == 0 || slices.Contains(list, name) }

func find(hello driver.Hello, p dialect.Pair) (driver.Support, bool) {
	for _, s := range hello.Supports {
		if s.Dialect == p.Dialect && s.Role == p.Role {
			return s, true
		}
	}
	return driver.Support{}, false
}

// encodings are the forms that the pair is run in; one empty form where the
// dialect has only one.
func encodings(side *catalogue.Side, s driver.Support, o Options) []string {
	if len(side.Encodings) == 0 {
		if len(o.Selection.Encodings) > 0 {
			return nil
		}
		return []string{""}
	}
	offered := s.Encodings
	if len(offered) == 0 {
		offered = []string{"events"}
	}
	var list []string
	for _, e := range side.Encodings {
		if slices.Contains(offered, e) && selected(o.Selection.Encodings, e) {
			list = append(list, e)
		}
	}
	return list
}

// judged are the requirements that count in this run.
func judged(side *catalogue.Side, encodings []string, o Options) map[string]bool {
	set := map[string]bool{}
	framed := framedBy(side, encodings)
	for _, r := range side.Bound() {
		if !selected(o.Selection.Requirements, r.ID) || (r.Family() == "FRAME" || r.ID == "META-01") && !framed[r.ID] {
			continue
		}
		if o.Profile == Core && (r.Level != requirement.Must || r.Adversarial ||
			slices.Contains(shared(), r.Family())) {
			continue
		}
		if o.Wanted == nil || o.Wanted(side.Pair, r) {
			set[r.ID] = true
		}
	}
	if o.Profile == Core && len(o.Selection.Requirements) == 0 && o.Wanted == nil {
		set["ROBUST-01"], set["ROBUST-02"] = true, true // a dead implementation conforms to nothing
	}
	return set
}

// framedBy are the requirements of the wire that bind in these encodings: none of
// them where only decoded events are taken.
func framedBy(side *catalogue.Side, encodings []string) map[string]bool {
	set := map[string]bool{"META-01": slices.ContainsFunc(encodings, func(e string) bool { return e != wire.Events })}
	for _, c := range side.Cases() {
		if c.Encoding != "" && !slices.Contains(encodings, c.Encoding) {
			continue
		}
		for _, id := range c.Tests {
			set[id] = true
		}
	}
	return set
}

// choose picks the cases and generated streams.
func (p *PlannedSide) choose(o Options) error {
	named, forms := namedForms(o.Selection.Cases)
	p.Forms, p.whole = forms, map[string]bool{}
	for _, c := range p.Side.Cases() {
		if !slices.ContainsFunc(c.Needs, func(ability string) bool { return slices.Contains(p.Omits, ability) }) {
			p.add(c, o, named)
		}
	}
	for _, c := range o.Extra {
		if c.Pair == p.Pair {
			p.Cases = append(p.Cases, p.encoded(c)...)
		}
	}
	for _, c := range p.Cases {
		p.whole[c.ID] = true
	}
	for _, id := range named {
		index, generated, _ := generator.ParseID(id)
		if generated && index.Pair == p.Pair && !slices.Contains(p.Generated, index.N) {
			p.Generated = append(p.Generated, index.N)
		}
	}
	if len(o.Selection.Cases)+len(o.Extra) > 0 || o.Profile == Core {
		return nil
	}
	for n := range o.Runs {
		if inShard(o.Shard, generator.Index{Pair: p.Pair, Seed: o.Seed, N: n}.ID()) {
			p.Generated = append(p.Generated, n)
		}
	}
	return nil
}

// namedForms are the cases that were named, and the only forms of each where one was.
func namedForms(ids []string) (cases []string, forms map[string][]string) {
	forms = map[string][]string{}
	whole := map[string]bool{}
	for _, id := range ids {
		plain, form := dialect.CutForm(id)
		cases = append(cases, plain)
		whole[plain] = whole[plain] || form == ""
		forms[plain] = append(forms[plain], form)
	}
	maps.DeleteFunc(forms, func(plain string, _ []string) bool { return whole[plain] })
	return cases, forms
}

func (p *PlannedSide) add(c *dialect.Case, o Options, named []string) {
	if o.Profile == Core && c.Class != dialect.Valid || o.Light && c.Heavy || !p.about(c, o) {
		return
	}
	for _, sent := range p.encoded(c) {
		wanted := len(named) == 0 && len(o.Extra) == 0 || slices.Contains(named, sent.ID) || slices.Contains(named, c.ID)
		if forms := p.Forms[c.ID]; wanted && len(forms) > 0 {
			p.Forms[sent.ID] = forms
		}
		p.whole[sent.ID] = p.whole[sent.ID] || wanted
		if wanted && inShard(o.Shard, sent.ID) {
			p.Cases = append(p.Cases, sent)
		}
	}
}

// about tells whether the case can say something about what is judged.
func (p *PlannedSide) about(c *dialect.Case, o Options) bool {
	if c.Blame != nil && !p.Judged[c.Blame.Requirement] {
		return false
	}
	if len(o.Selection.Requirements) == 0 {
		return true
	}
	for id := range p.Judged {
		if strings.HasPrefix(id, "META-") || id == "ROBUST-01" || id == "ROBUST-02" || id == "ROBUST-06" {
			return true // any case can show it
		}
	}
	return slices.ContainsFunc(c.Tests, func(id string) bool { return p.Judged[id] })
}

// encoded is the case once for each form that it is run in. The id says which
// where there are several.
func (p *PlannedSide) encoded(c *dialect.Case) []*dialect.Case {
	list := p.Encodings
	switch {
	case c.Encoding != "":
		if !slices.Contains(list, c.Encoding) {
			return nil
		}
		return []*dialect.Case{c}
	case c.Heavy:
		list = list[:1]
	}
	var out []*dialect.Case
	for _, e := range list {
		sent := *c
		sent.Encoding = e
		if e != "" && e != "events" {
			sent.ID += "@" + e
		}
		if c.Control != nil {
			control := *c.Control
			control.Encoding = e
			sent.Control = &control
		}
		out = append(out, &sent)
	}
	return out
}

// inShard: the shard of a case follows from its id alone.
func inShard(s *reports.Shard, id string) bool {
	if s == nil {
		return true
	}
	h := fnv.New64a()
	h.Write([]byte(id))
	return h.Sum64()%uint64(s.Count) == uint64(s.Index-1)
}
