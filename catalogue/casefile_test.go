package catalogue_test

import (
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/wire"
)

// Every fixed case that is small comes back from its case file as it was.
func TestCaseFilesReadBack(t *testing.T) {
	cat := built()
	for _, side := range cat.Sides {
		for _, c := range side.Cases() {
			if c.Heavy {
				continue
			}
			text := catalogue.CaseJSON(c)
			again, err := cat.ParseCase([]byte(text.JSON()))
			if err != nil {
				t.Errorf("%s: %v", c.ID, err)
				continue
			}
			if got := catalogue.CaseJSON(again); got.JSON() != text.JSON() {
				t.Errorf("%s changed:\nwritten %s\nread    %s", c.ID, text.JSON(), got.JSON())
			}
		}
	}
}

// Whatever a case file holds, it is refused with a reason, or it is a case that can
// be sent and written again.
func FuzzParseCase(f *testing.F) {
	cat := built()
	for _, side := range cat.Sides {
		for i, c := range side.Cases() {
			if !c.Heavy && i%40 == 0 {
				f.Add([]byte(catalogue.CaseJSON(c).JSON()))
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := cat.ParseCase(data)
		if err != nil {
			if err.Error() == "" {
				t.Error("refused without a reason")
			}
			return
		}
		if !c.Input().IsObject() {
			t.Errorf("the input is %s", c.Input().JSON())
		}
		text := catalogue.CaseJSON(c)
		again, err := cat.ParseCase([]byte(text.JSON()))
		if err != nil {
			t.Fatalf("written again it is refused: %v\n%s", err, text.JSON())
		}
		if !wire.Equal(catalogue.CaseJSON(again), text) {
			t.Errorf("it changed:\n%s\n%s", text.JSON(), catalogue.CaseJSON(again).JSON())
		}
	})
}
