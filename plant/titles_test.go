package plant_test

import (
	"testing"

	. "github.com/onsi/gomega"

	"github.com/toolconform/conform/plant"
)

func TestTitlesAreThoseOfTheFile(t *testing.T) {
	g := NewWithT(t)
	rows := []plant.Row{plant.New("X-01/a", nil), {ID: "X-01/b", Title: "Its own."}}
	g.Expect(plant.Titled("X-01/a It is lost.\nX-01/b Another.\n", rows)).To(HaveExactElements(
		HaveField("Title", "It is lost."), HaveField("Title", "Its own.")))
	untitled := []plant.Row{plant.New("X-01/a", nil)}
	g.Expect(func() { plant.Titled("X-01/b It is lost.\n", untitled) }).To(PanicWith(ContainSubstring("X-01/a")))
}
