package catalogue

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/framing"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// CaseJSON is a case as a case file.
func CaseJSON(c *dialect.Case) wire.Value {
	c = c.Ready()
	tests := make([]wire.Value, len(c.Tests))
	for i, id := range c.Tests {
		tests[i] = wire.Str(id)
	}
	members := []wire.Member{
		wire.M("schemaVersion", wire.Int(1)), wire.M("id", wire.Str(c.ID)), wire.M("title", wire.Str(c.Title)),
		wire.M("dialect", wire.Str(c.Dialect)), wire.M("role", wire.Str(string(c.Role))), wire.M("class", wire.Str(string(c.Class))),
		wire.M("tests", wire.List(tests...)), wire.M("encoding", text(c.Encoding)), wire.M("cuts", cuts(c.Chunks)),
		wire.M("mayReject", flag(c.MayReject)), wire.M("heavy", flag(c.Heavy)),
	}
	if c.Blame != nil {
		members = append(members, wire.M("blame",
			wire.Obj(wire.M("requirement", wire.Str(c.Blame.Requirement)), wire.M("level", wire.Str(string(c.Blame.Level))))))
	}
	if c.Control != nil {
		members = append(members, wire.M("control", controlJSON(c.Control.Ready())))
	}
	return wire.Obj(append(members, script(c)...)...)
}

// controlJSON is a control as it stands in the file of its case.
func controlJSON(c *dialect.Case) wire.Value {
	return wire.Obj(append([]wire.Member{wire.M("title", wire.Str(c.Title)), wire.M("class", wire.Str(string(c.Class))),
		wire.M("encoding", text(c.Encoding)), wire.M("cuts", cuts(c.Chunks)), wire.M("mayReject", flag(c.MayReject)),
		wire.M("heavy", flag(c.Heavy))}, script(c)...)...)
}

// script is the script of a case, and what kind of one.
func script(c *dialect.Case) []wire.Member {
	_, framed := c.Script.(*framing.Script)
	return []wire.Member{wire.M("framed", flag(framed)), wire.M("script", c.Script.JSON())}
}

func text(s string) wire.Value {
	if s == "" {
		return wire.Value{}
	}
	return wire.Str(s)
}

func flag(b bool) wire.Value {
	if !b {
		return wire.Value{}
	}
	return wire.Boolean(true)
}

func cuts(offsets []int) wire.Value {
	if offsets == nil {
		return wire.Value{}
	}
	list := make([]wire.Value, len(offsets))
	for i, n := range offsets {
		list[i] = wire.Int(int64(n))
	}
	return wire.List(list...)
}

// ParseCase reads a case file, the inverse of CaseJSON.
func (c *Catalogue) ParseCase(data []byte) (*dialect.Case, error) {
	v, err := wire.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("reading the case file: %w", err)
	}
	pair := dialect.Pair{Dialect: v.Get("dialect").Text(), Role: dialect.Role(v.Get("role").Text())}
	side := c.Side(pair)
	if side == nil {
		return nil, fmt.Errorf("reading the case file: dialect and role: there is no %s", pair)
	}
	k, err := readSent(side, v)
	if err != nil {
		return nil, err
	}
	k.ID = v.Get("id").Text()
	if err := c.readTests(k, v); err != nil {
		return nil, err
	}
	if control := v.Get("control"); control.IsObject() {
		if k.Control, err = readSent(side, control); err != nil {
			return nil, fmt.Errorf("control: %w", err)
		}
		k.Control.ID, k.Control.Tests = k.ID+"-control", k.Tests
	}
	return k, nil
}

// readSent reads what a case and its control have alike: what is sent, and how.
func readSent(side *Side, v wire.Value) (*dialect.Case, error) {
	k := &dialect.Case{Title: v.Get("title").Text(), Pair: side.Pair, Class: dialect.Class(v.Get("class").Text()),
		Encoding: v.Get("encoding").Text(), MayReject: v.Get("mayReject").IsTrue(), Heavy: v.Get("heavy").IsTrue()}
	if k.Class != dialect.Valid && k.Class != dialect.Adversarial {
		return nil, fmt.Errorf("reading the case file: class: valid or adversarial is expected, not %q", k.Class)
	}
	if v.Has("cuts") {
		k.Chunks = []int{} // no cut at all is not the default cut
	}
	for _, n := range v.Get("cuts").Items() {
		at, ok := n.Int64()
		if !ok || at < 0 {
			return nil, fmt.Errorf("reading the case file: cuts: %s is no byte offset", n.JSON())
		}
		k.Chunks = append(k.Chunks, int(at))
	}
	var err error
	if v.Get("framed").IsTrue() {
		k.Script, err = framing.Parse(v.Get("script"), side.Parse)
	} else {
		k.Script, err = side.Parse(v.Get("script"))
	}
	if err != nil {
		return nil, fmt.Errorf("reading the case file: script: %w", err)
	}
	return k, nil
}

func (c *Catalogue) readTests(k *dialect.Case, v wire.Value) error {
	if k.ID == "" {
		return fmt.Errorf("reading the case file: id: a text is expected")
	}
	for _, id := range v.Get("tests").Items() {
		if _, known := c.byID[id.Text()]; !known {
			return fmt.Errorf("reading the case file: tests: %s is no requirement", id.JSON())
		}
		k.Tests = append(k.Tests, id.Text())
	}
	if b := v.Get("blame"); b.IsObject() {
		k.Blame = &dialect.Blame{Requirement: b.Get("requirement").Text(), Level: requirement.Level(b.Get("level").Text())}
		if _, known := c.byID[k.Blame.Requirement]; !known {
			return fmt.Errorf("reading the case file: blame: %q is no requirement", k.Blame.Requirement)
		}
	}
	return nil
}
