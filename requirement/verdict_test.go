package requirement

import "testing"

// Every way out of a judge puts the message together.
func TestAFindingIsSaidOnceItIsMissed(t *testing.T) {
	f := At("/calls/2", "Call %q is sent %d times.", "a%", 3)
	const want = `Call "a%" is sent 3 times.`
	rules := []Rule[int]{{Requirement: Requirement{ID: "X-01"}, Judge: func(_ int, n *Notes) { n.Holds(false, f) }}}
	var l Ledger
	f.Requirement = "X-01"
	l.Found(f)
	for way, got := range map[string]Finding{"notes": Apply(rules, 0)[0].Findings[0], "ledger": l.Fresh()[0], "twice": f.Said().Said()} {
		if got.Message != want || got.Where != "/calls/2" || got.Event != -1 {
			t.Errorf("%s: %+v", way, got)
		}
	}
	if got := At("", "100 % of it").Said().Message; got != "100 % of it" {
		t.Errorf("without args: %q", got)
	}
}
