package agui

import (
	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/requirement"
)

const (
	document  = "AG-UI specification 1.0"
	anyText   = wrongText
	anyResult = resultGone | resultMixed | resultWrong
	whatever  = compare.Any | anyText | anyResult
	// held are deviations by which something is lost.
	lost = compare.Missing | compare.WrongText | compare.NotReady | anyText | resultGone
)

func rows(list ...compare.Row) []compare.Row { return list }

func refusing(line string) func(*view, *requirement.Notes) {
	return func(v *view, n *requirement.Notes) { v.refuses(n, line) }
}

func choosing(trait act.Traits) func(*view, *requirement.Notes) {
	return func(v *view, n *requirement.Notes) { v.choice(n, trait) }
}

func ordered(snapped bool) func(*view, *requirement.Notes) {
	return func(v *view, n *requirement.Notes) { v.textOrder(n, snapped) }
}

// consumerRules are AGUI-01…24.
func consumerRules() []compare.Rule[*view] {
	of, anyItem := compare.Of, compare.Rest
	return []compare.Rule[*view]{
		{Requirement: line("AGUI-01"), Rows: rows(anyItem(anyText)), Judge: ordered(false)},
		{Requirement: line("AGUI-02"),
			Rows:  rows(anyItem(compare.Missing | compare.Extra | compare.Torn | compare.WrongID | compare.WrongName | compare.NotReady)),
			Judge: (*view).callOrder},
		{Requirement: line("AGUI-03"),
			Rows:  rows(of(act.Interleaved, compare.WrongText), anyItem(compare.WrongText|compare.Repaired|compare.Healed)),
			Judge: (*view).argless},
		{Requirement: line("AGUI-04"),
			Rows: rows(of(act.Interleaved, compare.Missing|compare.Extra|compare.Torn|compare.WrongText|compare.NotReady|anyText),
				anyItem(compare.Foreign))},
		{Requirement: line("AGUI-05"), Rows: rows(of(act.Late, resultGone), anyItem(resultGone|resultWrong))},
		{Requirement: line("AGUI-06"), Rows: rows(of(act.Late|before, anyResult), anyItem(resultMixed))},
		{Requirement: line("AGUI-07"), Rows: rows(of(homed, compare.Missing|compare.Extra)), Judge: (*view).homes},
		{Requirement: line("AGUI-08"), Rows: rows(of(chunked, whatever))},
		{Requirement: line("AGUI-09"), Rows: rows(of(passed, whatever))},
		{Requirement: line("AGUI-10"), Rows: rows(of(act.Reused, whatever))},
		{Requirement: line("AGUI-11"), Judge: (*view).outcomes},
		{Requirement: line("AGUI-12"), Judge: (*view).waiting},
		{Requirement: line("AGUI-13"), Judge: (*view).failed},
		{Requirement: line("AGUI-14"), Rows: rows(of(before, whatever))},
		{Requirement: line("AGUI-15"), Rows: rows(of(stored, whatever)), Judge: ordered(true)},
		{Requirement: line("AGUI-16"), Rows: rows(of(among, whatever)), Judge: (*view).beyond},
		{Requirement: line("AGUI-17"), Rows: rows(of(act.CutOff, whatever), anyItem(compare.RanCut)), Judge: (*view).unended},
		{Requirement: line("AGUI-18"), Judge: refusing("AGUI-18")},
		{Requirement: line("AGUI-19"), Judge: refusing("AGUI-19")},
		{Requirement: line("AGUI-20"), Rows: rows(of(early, lost)), Judge: (*view).apart},
		{Requirement: line("AGUI-21"), Rows: rows(of(act.Repeated, anyResult)), Judge: choosing(act.Repeated)},
		{Requirement: line("AGUI-22"), Rows: rows(of(act.Stray, whatever)), Judge: choosing(act.Stray)},
		{Requirement: line("AGUI-23"), Rows: rows(of(act.SameID, whatever))},
		{Requirement: line("AGUI-24"), Judge: (*view).annotations},
	}
}
