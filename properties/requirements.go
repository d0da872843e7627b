// Package properties holds the requirements that bind every dialect: META, the
// properties that need no oracle, and ROBUST.
package properties

import "github.com/toolconform/conform/requirement"

const (
	metaSource   = "Suite: properties without an oracle"
	robustSource = "Suite: robustness"
)

// everyRole is whom META-06, META-07 and ROBUST bind.
func everyRole() []string { return []string{"consumer", "producer", "converter", "agent"} }

// Meta are META-01…08. They bind consumers; META-06 and META-07 bind every role, since
// whoever answers can depend on chance, or on what was asked before.
func Meta() []requirement.Requirement {
	list := []requirement.Requirement{
		{ID: "META-01", Sentence: "Cutting the same input into other chunks gives the same result.",
			Ruling: "A network read may end anywhere; no document gives its places a meaning."},
		{ID: "META-02", Sentence: "Renaming all given ids one-to-one renames the result and changes nothing else.",
			Ruling: "Ids are opaque: every document pairs by equality and by nothing else."},
		{ID: "META-03", Sentence: "The order in which parallel results arrive changes no pairing.",
			Ruling: "Document 003: a result belongs to the call whose id equals its tool_use_id."},
		{ID: "META-04", Sentence: "Inserting unknown events or members changes nothing (but for what is preserved, FENCE-12). Not for " +
			"message-parts steps: they are the adapter's, not the wire's.",
			Ruling: "Streams grow: what a reader doesn't know it passes by."},
		{ID: "META-05", Sentence: "A result held after a prefix of the stream is held after every longer prefix; its value changes only " +
			"where a second result arrived. (Prefixes inside a fence are exempt.)",
			Ruling: "What was delivered is not taken back."},
		{ID: "META-06", Roles: everyRole(),
			Sentence: "The same case twice gives the same result. Every role: consumers, producers (generated ids aside) and converters.",
			Ruling:   "A result that depends on chance cannot be relied on."},
		{ID: "META-07", Roles: everyRole(),
			Sentence: "A case isn't influenced by the cases before it, nor by those in flight beside it. Every role.",
			Ruling:   "Streams of different users pass through one process."},
		{ID: "META-08", Sentence: "content-blocks: live and reloaded from history, a finished turn gives the same results and errors.",
			Ruling: "Document 003 derives both from one merged object; only isFromHistory differs."},
	}
	for i := range list {
		list[i].Level, list[i].Source = requirement.Must, metaSource
		if list[i].Roles == nil {
			list[i].Roles = []string{"consumer"}
		}
	}
	return list
}

// Robust are ROBUST-01…06; they bind every role, ROBUST-06 what shows results.
func Robust() []requirement.Requirement {
	list := []requirement.Requirement{
		{ID: "ROBUST-01", Level: requirement.Must, NoCrash: true,
			Sentence: "The implementation survives: no crash, whatever the input and for whatever purpose it was sent (a fixed case, a " +
				"form of a property, a control, a sample, a replay). (`rejected` is survival.)"},
		{ID: "ROBUST-02", Level: requirement.Must, Sentence: "It answers before the deadline, for whatever purpose it was asked."},
		{ID: "ROBUST-03", Level: requirement.Must, Also: []requirement.Level{requirement.Should},
			Sentence: "1,000 calls in one turn, a 1 MiB value, nesting 100 deep. 10,000 calls and 16 MiB: SHOULD. (In a case of SHOULD " +
				"size a crash, a timeout or a rejection is a finding of this line, or of FRAME-09, only.)"},
		{ID: "ROBUST-04", Level: requirement.Should,
			Ruling: " On the five wires of the field it looks at text: what stands there as a value may have gone through doubles, " +
				"for so do " +
				"the parsers of many languages.",
			Sentence: "Integers beyond 2^53 keep their value. (They stand in cases of this line only and are judged by it alone.)"},
		{ID: "ROBUST-05", Level: requirement.Must,
			Sentence: "`__proto__`, `constructor`, `\" \"`, emoji, 300 characters, and ids that differ only in case, surrounding blanks " +
				"or Unicode normalisation are ids like others."},
		{ID: "ROBUST-06", Level: requirement.Must, Sentence: "Truncated at any point, no unanswered call is shown as a success."},
	}
	for i := range list {
		list[i].Source, list[i].Roles = robustSource, everyRole()
		list[i].Ruling = "Released implementations die of such input, and with them every stream they hold." + list[i].Ruling
	}
	return list
}
