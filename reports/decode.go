package reports

import (
	"github.com/toolconform/conform/wire"
)

// decodeResult reads a result member by member: exact names, exact types. Members
// that this version does not know are ignored.
func decodeResult(v wire.Value) (*Result, error) {
	n := root(v)
	r := n.result()
	return r, *n.refused
}

// decodeRow reads a row of a journal; known is false for kinds of a later version.
func decodeRow(v wire.Value) (row Row, known bool, err error) {
	n := root(v).object()
	switch kind := n.get("row").text(); kind {
	case headerRow:
		row.Header = n.result()
	case caseRow:
		c := n.get("case").caseRow()
		row.Case = &c
	case adapterErrorRow:
		e := n.get("adapterError").adapterError()
		row.AdapterError = &e
	default:
		return row, false, *n.refused
	}
	return row, true, *n.refused
}

func (n node) result() *Result {
	n.object()
	n.get("schemaVersion").schemaVersion()
	r := &Result{SchemaVersion: SchemaVersion, Complete: n.get("complete").flag(), Incomplete: n.optionalText("incomplete"),
		Suite: n.get("suite").suite(), Implementation: n.v.Get("implementation"), Supports: n.v.Get("supports"),
		Timeout: n.optionalText("timeout"), Profile: n.get("profile").word("core", "full", strictProfile), Seed: n.get("seed").seed(),
		Requirements: []RequirementRow{}, Policies: []Policy{}, Cases: []CaseRow{}, Properties: []PropertyRow{},
		AdapterErrors: []AdapterError{}}
	if n.has("selection") {
		r.Selection = n.get("selection").selection()
	}
	if n.has("runs") {
		r.Runs = n.get("runs").count()
	}
	if n.has("shard") {
		r.Shard = n.get("shard").shard()
	}
	if n.has("baseline") {
		r.Baseline = n.get("baseline").baseline()
	}
	if n.has("live") {
		r.Live = n.get("live").live()
	}
	if n.has("times") {
		t := n.get("times").object()
		r.Times = Times{Started: t.optionalText("started"), Seconds: t.optionalText("seconds")}
	}
	r.Summary = n.get("summary").summary()
	n.get("requirements").each(func(n node) { r.Requirements = append(r.Requirements, n.requirementRow()) })
	n.get("policies").each(func(n node) { r.Policies = append(r.Policies, n.policy()) })
	n.get("cases").each(func(n node) { r.Cases = append(r.Cases, n.caseRow()) })
	n.get("properties").each(func(n node) { r.Properties = append(r.Properties, n.propertyRow()) })
	n.get("adapterErrors").each(func(n node) { r.AdapterErrors = append(r.AdapterErrors, n.adapterError()) })
	if n.has("requests") {
		n.get("requests").each(func(n node) { r.Requests = append(r.Requests, n.requestRow()) })
	}
	if n.has("answers") {
		r.Answers = []AnswersRow{}
		n.get("answers").each(func(n node) { r.Answers = append(r.Answers, n.answers()) })
	}
	if n.has("leftOut") {
		n.get("leftOut").each(func(n node) { r.LeftOut = append(r.LeftOut, n.leftOut()) })
	}
	return r
}

func (n node) requestRow() RequestRow {
	n.object()
	return RequestRow{Dialect: n.get("dialect").text(), Role: n.get("role").role(), Form: n.get("form").text(),
		Done: n.get("done").count(), Rejected: n.optionalCount("rejected"), Skipped: n.optionalCount("skipped"),
		Crashed: n.optionalCount("crashed"), TimedOut: n.optionalCount("timedOut"), AdapterErrors: n.optionalCount("adapterErrors"),
		NotSent: n.optionalCount("notSent"), CutOff: n.optionalCount("cutOff")}
}

func (n node) answers() AnswersRow {
	n.object()
	row := AnswersRow{Dialect: n.get("dialect").text(), Role: n.get("role").role(), Fixed: n.get("fixed").judged(),
		Generated: n.get("generated").judged()}
	if n.has("heavy") {
		row.Heavy = n.get("heavy").judged()
	}
	return row
}

func (n node) judged() Judged {
	n.object()
	j := Judged{Judged: n.get("judged").count(), Right: n.get("right").count()}
	if j.Right > j.Judged {
		n.refuse("%d of %d answers were right", j.Right, j.Judged)
	}
	return j
}

func (n node) leftOut() LeftOut {
	n.object()
	return LeftOut{Dialect: n.get("dialect").text(), Role: n.get("role").role(), Cases: n.get("cases").count(),
		Streams: n.get("streams").count(), Why: n.get("why").text()}
}

func (n node) optionalCount(name string) int {
	if !n.has(name) {
		return 0
	}
	return n.get(name).count()
}

func (n node) schemaVersion() {
	switch version := n.v.Literal(); {
	case n.v.IsAbsent():
		n.refuse("missing: this is no result of conform")
	case version == "":
		n.refuse("a number is expected, not %s", n.quoted())
	case version != "1" && n.count() > SchemaVersion:
		n.refuse("%s was written by a later version of conform; this one reads %d", version, SchemaVersion)
	case version != "1":
		n.refuse("%s is unknown; this version of conform reads %d", n.quoted(), SchemaVersion)
	}
}

func (n node) suite() Suite {
	n.object()
	s := Suite{Name: n.get("name").text(), Version: n.get("version").text(), Corpus: n.get("corpus").text()}
	if n.has("protocol") {
		s.Protocol = n.get("protocol").count()
	}
	if n.has("generator") {
		s.Generator = n.get("generator").count()
	}
	return s
}

func (n node) selection() Selection {
	n.object()
	return Selection{Dialects: n.optionalTexts("dialects"), Roles: n.optionalTexts("roles"), Encodings: n.optionalTexts("encodings"),
		Requirements: n.optionalTexts("requirements"), Cases: n.optionalTexts("cases"),
		Labels: n.optionalTexts("labels")}
}

func (n node) shard() *Shard {
	n.object()
	s := &Shard{Index: n.get("index").count(), Count: n.get("count").count()}
	if s.Index < 1 || s.Index > s.Count {
		n.refuse("there is no part %d of %d", s.Index, s.Count)
	}
	return s
}

func (n node) summary() Summary {
	n.object()
	return Summary{Pass: n.get("pass").count(), Fail: n.get("fail").count(), Warn: n.get("warn").count(),
		Skip: n.get("skip").count(), Unobserved: n.get("unobserved").count(), Cases: n.get("cases").count()}
}

func (n node) requirementRow() RequirementRow {
	n.object()
	row := RequirementRow{ID: n.get("id").text(), Level: n.get("level").level(), Verdict: n.get("verdict").verdict(),
		Cases: n.get("cases").texts()}
	n.get("by").each(func(n node) {
		n.object()
		row.By = append(row.By, PairRow{Dialect: n.get("dialect").text(), Role: n.get("role").role(), Verdict: n.get("verdict").verdict(),
			ByLuck: n.has("byLuck") && n.get("byLuck").flag(), Tested: n.optionalCount("tested"), Lacking: n.optionalCount("lacking")})
	})
	return row
}

func (n node) role() string { return n.word("consumer", "producer", "converter", "agent") }

func (n node) policy() Policy {
	n.object()
	return Policy{Requirement: n.get("requirement").text(), Dialect: n.optionalText("dialect"), Role: n.optionalText("role"),
		Observed: n.get("observed").text()}
}

func (n node) caseRow() CaseRow {
	n.object()
	c := CaseRow{ID: n.get("id").text(), Title: n.optionalText("title"), Dialect: n.get("dialect").text(), Role: n.get("role").role(),
		Class: n.get("class").word("valid", "adversarial"), Tests: n.get("tests").texts(), Verdict: n.get("verdict").verdict(),
		Form: n.optionalText("form"), Reason: n.optionalText("reason"), Findings: []Finding{}, Replay: n.optionalText("replay")}
	n.get("findings").each(func(n node) { c.Findings = append(c.Findings, n.finding()) })
	if n.has("generated") {
		g := n.get("generated").object()
		c.Generated = &Generated{Index: g.get("index").count(), Missed: g.get("missed").texts(), For: g.optionalText("for"),
			Died: g.has("died") && g.get("died").flag(), Tries: g.optionalCount("tries")}
	}
	if n.has("evidence") {
		c.Evidence = n.get("evidence").evidence()
	}
	return c
}

func (n node) finding() Finding {
	n.object()
	f := Finding{Requirement: n.get("requirement").text(), Level: n.get("level").level(), Message: n.get("message").text(),
		Where: n.optionalText("where"), Expected: n.v.Get("expected"), Actual: n.v.Get("actual"),
		Follows: n.optionalText("follows"), Known: n.has("known") && n.get("known").flag()}
	if n.has("event") {
		event := n.get("event").count()
		f.Event = &event
	}
	return f
}

func (n node) baseline() *Baseline {
	n.object()
	return &Baseline{Known: n.get("known").count(), New: n.get("new").count(), Problems: n.get("problems").texts()}
}

func (n node) evidence() *Evidence {
	n.object()
	e := &Evidence{Input: n.v.Get("input"), Script: n.v.Get("script"), State: n.v.Get("state"), Ending: n.get("ending").text(),
		Stderr: n.optionalText("stderr"), Cut: n.has("cut") && n.get("cut").flag()}
	if n.has("events") {
		n.get("events").each(func(n node) { e.Events = append(e.Events, n.v) })
	}
	return e
}

func (n node) propertyRow() PropertyRow {
	n.object()
	p := PropertyRow{Requirement: n.get("requirement").text(), Dialect: n.get("dialect").text(), Role: n.get("role").role(),
		Runs: n.get("runs").count(), Verdict: n.get("verdict").verdict()}
	if n.has("failures") {
		p.Failures = n.get("failures").count()
	}
	return p
}

func (n node) adapterError() AdapterError {
	n.object()
	return AdapterError{Kind: n.get("kind").text(), Case: n.get("case").text(), Around: n.optionalTexts("around"),
		Bytes:  n.get("bytes").text(),
		Stderr: n.optionalText("stderr")}
}
