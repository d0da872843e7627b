package plant

import (
	"fmt"
	"strings"
)

// Titled gives the rows that have none the titles of a file that is part of the program: a line each, an id and what the row
// does, in a sentence. A row without is a mistake of the program's.
func Titled(text string, rows []Row) []Row {
	titles := Titles(text)
	for i, r := range rows {
		if r.Title != "" {
			continue
		}
		if rows[i].Title = titles[r.ID]; rows[i].Title == "" {
			panic(fmt.Sprintf("no title is written for %q", r.ID))
		}
	}
	return rows
}

// Titles are those of a file, by their ids.
func Titles(text string) map[string]string {
	titles := make(map[string]string, strings.Count(text, "\n")+1)
	for line := range strings.Lines(text) {
		id, title, _ := strings.Cut(strings.TrimSpace(line), " ")
		titles[id] = title
	}
	return titles
}
