package anthropicmessages

import (
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/requirement"
)

const (
	document = "Anthropic API, Messages, version 2023-06-01"
	// wrongCalls is whatever goes wrong with a call.
	wrongCalls = compare.Any
)

func rows(list ...compare.Row) []compare.Row { return list }

// consumerRules are MSG-01…27.
func consumerRules() []compare.Rule[*view] {
	of, anyCall := compare.Of, compare.Rest
	many := func(yes bool) func(*view, *requirement.Notes) {
		return func(v *view, n *requirement.Notes) { v.reason(n, yes) }
	}
	return []compare.Rule[*view]{
		{Requirement: line("MSG-01"),
			Rows:  rows(anyCall(compare.Missing | compare.Extra | compare.Torn | compare.WrongID | compare.WrongName)),
			Judge: (*view).messageID},
		{Requirement: line("MSG-02"), Rows: rows(anyCall(compare.WrongText | compare.Repaired | compare.Healed))},
		{Requirement: line("MSG-03"), Rows: rows(of(empty, wrongCalls))},
		{Requirement: line("MSG-04"), Rows: rows(of(inStart, wrongCalls)), Judge: (*view).startDropped},
		{Requirement: line("MSG-05"), Rows: rows(of(both, wrongCalls)), Judge: func(v *view, n *requirement.Notes) { v.side(n, both) }},
		{Requirement: line("MSG-06"),
			Rows: rows(of(woven, compare.Missing|compare.Extra|compare.Torn|compare.WrongText), anyCall(compare.Foreign))},
		{Requirement: line("MSG-07"), Judge: (*view).textFits},
		{Requirement: line("MSG-08"), Judge: (*view).order},
		{Requirement: line("MSG-09"), Judge: (*view).aside},
		{Requirement: line("MSG-10"), Judge: (*view).unknown},
		{Requirement: line("MSG-11"), Judge: many(false)},
		{Requirement: line("MSG-12"), Judge: many(true)},
		{Requirement: line("MSG-13"), Judge: (*view).failure},
		{Requirement: line("MSG-14"), Rows: rows(compare.Row{Traits: broken, Kinds: compare.Missing, Level: requirement.Should}),
			Judge: func(v *view, n *requirement.Notes) { v.unended(n, false) }},
		{Requirement: line("MSG-15"), Rows: rows(of(cutOff, wrongCalls)), Judge: (*view).cutCalls},
		{Requirement: line("MSG-16"), Rows: rows(of(limited, wrongCalls)), Judge: (*view).cutTurn},
		{Requirement: line("MSG-17"), Rows: rows(of(malformed, wrongCalls)),
			Judge: func(v *view, n *requirement.Notes) { v.side(n, malformed) }},
		{Requirement: line("MSG-18"), Rows: rows(of(unstopped, wrongCalls))},
		{Requirement: line("MSG-19"), Rows: rows(of(late, wrongCalls))},
		{Requirement: line("MSG-20"), Rows: rows(of(strayed, wrongCalls))},
		{Requirement: line("MSG-21"), Rows: rows(of(shifted, wrongCalls))},
		{Requirement: line("MSG-22"), Rows: rows(of(reused, wrongCalls)), Judge: (*view).reusedText},
		{Requirement: line("MSG-23"), Rows: rows(of(sameID, wrongCalls)), Judge: (*view).whichForm},
		{Requirement: line("MSG-24"), Rows: rows(of(several, wrongCalls)), Judge: (*view).whichMessage},
		{Requirement: line("MSG-25"), Judge: (*view).namesJudged},
		{Requirement: line("MSG-26"), Judge: func(v *view, n *requirement.Notes) { v.unended(n, true) }},
		{Requirement: line("MSG-27"), Judge: (*view).ran},
	}
}
