package driver

import (
	"fmt"
	"time"

	"github.com/toolconform/conform/dialect"
)

// manyPassed is how many cases must have passed one that missed its deadline.
const manyPassed = 8

// stuck tells whether a deadline was missed by the case and not by a busy machine, though the case is answered
// when it is run again by itself: others that were sent after it had been answered meanwhile, and now it was quick.
func stuck(passed int, took time.Duration, r Request) bool {
	return passed >= manyPassed && took < r.deadline()/10
}

// passedBy says so.
func passedBy(o dialect.Observation, passed int) dialect.Observation {
	o.Reason += fmt.Sprintf(", while %d that were sent after it were answered; run again by itself it was answered at once", passed)
	return o
}

// passing counts, for each case that has no answer yet, how many were sent after it and have theirs.
type passing map[int64]int

func (p passing) enter(number int64) { p[number] = 0 }

// leave ends the wait of a case, which passes those before it where it was answered.
func (p passing) leave(number int64, answered bool) (passed int) {
	passed = p[number]
	delete(p, number)
	for earlier := range p {
		if answered && earlier < number {
			p[earlier]++
		}
	}
	return passed
}
