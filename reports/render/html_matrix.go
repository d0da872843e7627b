package render

import (
	"maps"
	"slices"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/view"

	"github.com/toolconform/conform/requirement"
)

// matrixRow is one requirement over the pairs, a cell for each.
type matrixRow struct {
	requirement.Requirement
	// Anchor is where links to the requirement lead.
	Anchor string
	Cells  []matrixCell
}

// matrixCell is empty where the requirement does not apply to the pair.
type matrixCell struct {
	Applies       bool
	Dialect, Role string
	Verdict       requirement.Verdict
	Known         bool
	// Missed counts the cases that missed it, Anchor is where they are told.
	Missed int
	Anchor string
}

func matrixOf(pairs []view.PairView, missed []missedView) []matrixRow {
	anchors := map[reports.Place]string{}
	for _, m := range missed {
		anchors[reports.Place{ID: m.RowID, Dialect: m.Dialect, Role: m.Role}] = m.Anchor
	}
	byID := map[string]*matrixRow{}
	for at, p := range pairs {
		for _, line := range p.Lines {
			row := byID[line.RowID]
			if row == nil {
				row = &matrixRow{Requirement: line.Requirement, Cells: make([]matrixCell, len(pairs))}
				byID[line.RowID] = row
			}
			row.Cells[at] = matrixCell{true, p.Dialect, p.Role, line.Verdict, line.Known(), len(line.Cases),
				anchors[reports.Place{ID: line.RowID, Dialect: line.Dialect, Role: line.Role}]}
		}
	}
	rows := make([]matrixRow, 0, len(byID))
	taken := map[string]bool{}
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		byID[id].Anchor = anchor(taken, "requirement", byID[id].ID)
		rows = append(rows, *byID[id])
	}
	return rows
}

// choices are what the filters offer: each word once, in order.
func choices(pairs []view.PairView) (dialects, roles, families []string) {
	for _, p := range pairs {
		dialects, roles = append(dialects, p.Dialect), append(roles, p.Role)
		for _, line := range p.Lines {
			families = append(families, line.Family())
		}
	}
	for _, list := range []*[]string{&dialects, &roles, &families} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return dialects, roles, families
}
