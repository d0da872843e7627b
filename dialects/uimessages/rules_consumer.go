package uimessages

import (
	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/requirement"
)

const document = "AI SDK, Stream Protocols (ai 7.0.173)"

// What goes wrong with a call that is told in an odd way.
const (
	parts    = compare.Missing | compare.Extra
	contents = compare.WrongName | compare.WrongText | compare.Foreign
	// outcomes are what goes wrong with one.
	outcomes = lost | wrong | mixed | made
	spoilt   = parts | contents | outcomes | compare.NotReady
)

func rows(list ...compare.Row) []compare.Row { return list }

// of: a deviation of calls with a trait. plainly: of any call, that no other row is about.
func of(traits act.Traits, kinds compare.Kind) compare.Row {
	return compare.Of(traits, kinds)
}

// too is of, where the line about any call is missed, too.
func too(traits act.Traits, kinds compare.Kind) compare.Row {
	r := of(traits, kinds)
	r.Beside = true
	return r
}

func plainly(traits act.Traits, kinds compare.Kind) compare.Row {
	return compare.Row{Traits: traits, Kinds: kinds, Level: requirement.Must, Else: true}
}

func should(r compare.Row) compare.Row {
	r.Level = requirement.Should
	return r
}

// consumerRules are UIMSG-01…26.
func consumerRules() []compare.Rule[*view] {
	list := []compare.Rule[*view]{
		{Requirement: line("UIMSG-01"), Rows: rows(plainly(0, parts|compare.WrongName), should(plainly(0, flagged)))},
		{Requirement: line("UIMSG-02"), Rows: rows(plainly(given, compare.WrongText|compare.NotReady), should(plainly(given, falsy)))},
		{Requirement: line("UIMSG-03"), Rows: rows(plainly(among, compare.Foreign), plainly(0, gathered))},
		{Requirement: line("UIMSG-04"), Rows: rows(plainly(success, lost|wrong|mixed))},
		{Requirement: line("UIMSG-05"), Rows: rows(plainly(failure, lost|wrong|mixed))},
		{Requirement: line("UIMSG-06"), Rows: rows(of(raw, parts|compare.WrongName|compare.WrongText|outcomes)), Judge: (*view).rawInput},
		{Requirement: line("UIMSG-07"), Rows: rows(of(temporary, lost|wrong|mixed|marked), of(0, marked), should(of(temporary, unmarked)))},
		{Requirement: line("UIMSG-08"), Rows: rows(of(asked, outcomes|consent), of(0, consent))},
		{Requirement: line("UIMSG-09"),
			Rows: rows(should(of(reset, spoilt|compare.RanCut)), should(of(decided, consent))), Judge: (*view).takenBack},
		{Requirement: line("UIMSG-10"), Rows: rows(too(across, compare.WrongText|compare.NotReady|gathered|parts)), Judge: (*view).told},
		{Requirement: line("UIMSG-11"), Rows: rows(too(reused, spoilt|compare.RanCut|gathered))},
		{Requirement: line("UIMSG-12"), Rows: rows(too(earlier, spoilt))},
		{Requirement: line("UIMSG-13"), Rows: rows(too(bare, spoilt&^made)), Judge: (*view).unbegun},
		{Requirement: line("UIMSG-14"), Judge: (*view).reason},
		{Requirement: line("UIMSG-15"), Rows: rows(too(broken, parts|lost|compare.NotReady|wrong)), Judge: (*view).reported},
		{Requirement: line("UIMSG-16"), Rows: rows(plainly(unanswered, made|compare.RanCut)), Judge: (*view).interrupted},
		{Requirement: line("UIMSG-17"),
			Rows: rows(plainly(unended, made|compare.RanCut), of(cut, lost|wrong|compare.Missing)), Judge: (*view).cutOff},
		{Requirement: line("UIMSG-18"), Rows: rows(too(annotated, spoilt&^made)), Judge: (*view).annotations},
		{Requirement: line("UIMSG-19"), Rows: rows(too(strange|beside, spoilt|compare.RanCut|gathered)), Judge: (*view).strangers},
		{Requirement: line("UIMSG-20"), Rows: rows(of(replayed, parts|outcomes|marked))},
		{Requirement: line("UIMSG-21"), Rows: rows(of(twice, parts|outcomes|marked)), Judge: (*view).second},
		{Requirement: line("UIMSG-22"), Rows: rows(of(otherwise, parts|contents)), Judge: (*view).which},
		{Requirement: line("UIMSG-23"), Rows: rows(of(orphaned, spoilt|compare.RanCut|gathered|consent)), Judge: (*view).orphans},
		{Requirement: line("UIMSG-24"), Rows: rows(should(of(odd, parts|contents|lost|wrong|mixed|compare.NotReady|gathered)))},
		{Requirement: line("UIMSG-25"), Judge: (*view).strayText},
		{Requirement: line("UIMSG-26"), Judge: (*view).dataParts},
	}
	for i := range list {
		list[i].Roles = []string{"consumer"}
		if list[i].Level == "" {
			list[i].Level = requirement.Must
		}
	}
	return list
}
