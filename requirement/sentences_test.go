package requirement_test

import (
	"strings"
	"testing"

	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/gstruct"

	"github.com/toolconform/conform/requirement"
)

const written = `$api API, reference of 2026-05
$fields $api, Fields

X-02 MUST SHOULD adversarial nocrash
Every call is one entry. Order by ` + "`index`" + `
 or by arrival: SHOULD.
source: $fields: "The ID of the tool call."
ruling: Servers differ.
right: {"a":
 1}
|{}
wrong: source: none, $5

X-03 MAY
Or not.
source: $api
`

func TestSentencesAreRead(t *testing.T) {
	g := NewWithT(t)
	s, err := requirement.ParseSentences(written)
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(s.IDs()).To(Equal([]string{"X-02", "X-03"}))
	g.Expect(s.Of("X-02")).To(Equal(requirement.Requirement{ID: "X-02", Level: requirement.Must,
		Also: []requirement.Level{requirement.Should}, Adversarial: true, NoCrash: true,
		Sentence: "Every call is one entry. Order by `index` or by arrival: SHOULD.",
		Source:   `API, reference of 2026-05, Fields: "The ID of the tool call."`, Ruling: "Servers differ.", Right: "{\"a\": 1}\n{}",
		Wrong: "source: none, $5"}))
	g.Expect(requirement.Written(written)("X-03")).To(gstruct.MatchFields(gstruct.IgnoreExtras, gstruct.Fields{
		"Level": Equal(requirement.May), "Also": BeEmpty(), "Source": Equal("API, reference of 2026-05")}))
	g.Expect(func() { requirement.Written(written)("X-04") }).To(PanicWith(ContainSubstring("X-04")))
}

func TestMistakesInSentencesAreTold(t *testing.T) {
	for _, c := range []struct{ what, from, to, says string }{
		{"no level", "X-03 MAY", "X-03", "lacks its levels"},
		{"an unknown level", "X-03 MAY", "X-03 MIGHT", `"MIGHT" is no level`},
		{"no source", "source: $api\n", "", "lacks its levels, its sentence or its source"},
		{"an id twice", "X-03 MAY", "X-02 MAY", "another's"},
		{"an unknown field", "ruling:", "reason:", `"reason: Servers differ." says nothing`},
		{"a field twice", "ruling:", "source:", `"source: Servers differ." says nothing`},
		{"an empty field", "source: $api\n", "right: $api\nsource:\n", `"source:" says nothing`},
	} {
		t.Run(c.what, func(t *testing.T) {
			g := NewWithT(t)
			g.Expect(strings.Count(written, c.from)).To(Equal(1))
			_, err := requirement.ParseSentences(strings.Replace(written, c.from, c.to, 1))
			g.Expect(err).To(MatchError(ContainSubstring(c.says)))
		})
	}
}
