package dialect_test

import (
	"testing"

	. "github.com/onsi/gomega"

	"github.com/toolconform/conform/dialect"
)

func TestZerosStandInAFile(t *testing.T) {
	text := "= consumer\nit says nothing\n  member: a = *\n  neighbours: a → *\n= converter\nrare\n  repeated: *\n"
	NewWithT(t).Expect(dialect.WrittenZeros(text)).To(Equal(map[dialect.Role][]dialect.Zero{
		dialect.Consumer:  {{Cells: "member: a = *", Reason: "it says nothing"}, {Cells: "neighbours: a → *", Reason: "it says nothing"}},
		dialect.Converter: {{Cells: "repeated: *", Reason: "rare"}}}))
}
