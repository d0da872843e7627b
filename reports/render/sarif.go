package render

import (
	"crypto/sha256"
	"fmt"
	"net/url"
	"strings"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/view"

	"github.com/toolconform/conform/requirement"
)

// SARIF 2.1.0, the members that code scanning services read.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations,omitempty"`
		Automation  *sarifAutomation  `json:"automationDetails,omitempty"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
	}
	sarifAutomation struct {
		ID string `json:"id"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID            string        `json:"id"`
		Short         sarifText     `json:"shortDescription"`
		Full          sarifText     `json:"fullDescription"`
		Help          sarifText     `json:"help"`
		Configuration sarifSeverity `json:"defaultConfiguration"`
	}
	sarifSeverity struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Suppressions []sarifSuppressed `json:"suppressions,omitempty"`
	}
	sarifSuppressed struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
	sarifLocation struct {
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine  int    `json:"startLine,omitempty"`
		ByteOffset *int64 `json:"byteOffset,omitempty"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
		Kind string `json:"kind"`
	}
)

// sarifOf tells every finding of every case. A case is no file of the repository;
// its id stands where services insist on a path.
func sarifOf(r *reports.Result, l reports.Lookup) sarifLog {
	b := newSARIF(r.Suite.Version, l)
	b.run.Automation = &sarifAutomation{"conform/" + reports.ImplementationName(r) + "/" + reports.Name(r.Profile)}
	b.run.Invocations = []sarifInvocation{invocation(r)}
	for _, c := range r.Cases {
		for _, f := range c.Findings {
			at := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{uri(c.ID)}},
				Logical: []sarifLogical{{reports.Name(c.ID), "case"}}}
			message := reports.Clip(f.Message, view.MessageLimit)
			if f.Where != "" {
				message += " (at " + reports.Name(f.Where) + ")"
			}
			if c.Replay != "" {
				message += "\nReplay: " + c.Replay
			}
			b.add(f, f.Verdict(r.Profile), message, at, c.ID)
		}
	}
	return b.log()
}

func invocation(r *reports.Result) sarifInvocation {
	v := sarifInvocation{Successful: r.Complete}
	if !r.Complete {
		v.Notifications = append(v.Notifications,
			sarifNotification{"error", sarifText{"incomplete: " + reports.Harmless(reports.Clip(r.Incomplete, 1000))}})
	}
	for _, e := range r.AdapterErrors {
		text := fmt.Sprintf("adapter error: %s %s: %s", e.Kind, e.Where(), e.Bytes)
		v.Notifications = append(v.Notifications, sarifNotification{"error", sarifText{reports.Harmless(reports.Clip(text, 1000))}})
	}
	return v
}

// sarifBuilder lists each rule once, in the order of the first finding.
type sarifBuilder struct {
	run    sarifRun
	lookup reports.Lookup
	rules  map[string]int
}

func newSARIF(version string, l reports.Lookup) *sarifBuilder {
	b := &sarifBuilder{lookup: l, rules: map[string]int{}}
	b.run.ColumnKind = "unicodeCodePoints"
	b.run.Tool.Driver = sarifDriver{Name: "conform", Version: reports.Name(version), Rules: []sarifRule{}}
	b.run.Results = []sarifResult{}
	return b
}

func (b *sarifBuilder) log() sarifLog {
	return sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{b.run}}
}

func (b *sarifBuilder) add(f reports.Finding, v requirement.Verdict, message string, at sarifLocation, subject string) {
	index, known := b.rules[f.Requirement]
	if !known {
		index = len(b.rules)
		b.rules[f.Requirement] = index
		b.run.Tool.Driver.Rules = append(b.run.Tool.Driver.Rules, ruleOf(b.lookup.Find(f.Requirement, f.Level)))
	}
	result := sarifResult{RuleID: reports.Name(f.Requirement), RuleIndex: index, Level: severity(v),
		Message:   sarifText{reports.Harmless(reports.Clip(message, 4000))},
		Locations: []sarifLocation{at}, Fingerprints: map[string]string{"conformFinding/v1": fingerprint(f.Requirement, subject, f.Where)}}
	if f.Known {
		result.Suppressions = []sarifSuppressed{{"external", "a known failure, it stands in the baseline"}}
	}
	b.run.Results = append(b.run.Results, result)
}

func ruleOf(r requirement.Requirement) sarifRule {
	help := r.Sentence + "\n\nSource: " + r.Source
	if r.Ruling != "" {
		help += "\n\nRuling: " + r.Ruling
	}
	verdict := requirement.Fail
	if r.Level == requirement.Should {
		verdict = requirement.Warn
	}
	return sarifRule{r.ID, sarifText{r.Sentence}, sarifText{r.Sentence}, sarifText{help}, sarifSeverity{severity(verdict)}}
}

func severity(v requirement.Verdict) string {
	if v == requirement.Warn {
		return "warning"
	}
	return "error"
}

// fingerprint lets a service tell that two runs found the same thing.
func fingerprint(parts ...string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(parts, "\x00"))))[:32]
}

// uri is a relative reference: each part of the path escaped, nothing but names.
func uri(path string) string {
	parts := strings.Split(strings.ToValidUTF8(reports.Clip(path, 1000), "\uFFFD"), "/")
	for i, part := range parts {
		parts[i] = url.PathEscape(part)
		if part == "" || part == "." || part == ".." || strings.Contains(part, ":") {
			parts[i] = "_" + strings.ReplaceAll(parts[i], ":", "%3A")
		}
	}
	return strings.Join(parts, "/")
}
