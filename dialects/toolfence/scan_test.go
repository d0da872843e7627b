package toolfence

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// byScanner are the fences that the checker finds.
func byScanner(source string) []seenFence {
	var list []seenFence
	var s scanner
	for line := range strings.Lines(source) {
		switch what, body, _ := s.next(strings.TrimRight(line, "\r\n")); what {
		case opens:
			list = append(list, seenFence{info: s.fence.info})
		case within:
			list[len(list)-1].body += strings.TrimSpace(body) + "\n"
		}
	}
	return list
}

// plain prints fences with every run of blanks as one: the scanner writes tabs out.
func plain(list []seenFence) string { return strings.Join(strings.Fields(fmt.Sprint(list)), " ") }

func TestScannerAgreesWithGoldmark(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := soup(t, soupPieces())
		if emptyItem.MatchString(source) {
			t.Skip("goldmark has its own opinion of empty list items")
		}
		if want, got := byGoldmark(source), byScanner(source); plain(want) != plain(got) {
			t.Fatalf("%q:\ngoldmark %q\nscanner  %q", source, want, got)
		}
	})
}

// TestScannerAgreesWithOutline: also where goldmark goes its own way.
func TestScannerAgreesWithOutline(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := soup(t, soupPieces())
		if want, got := byOutline(source), byScanner(source); plain(want) != plain(got) {
			t.Fatalf("%q:\nreference %q\nscanner   %q", source, want, got)
		}
	})
}
