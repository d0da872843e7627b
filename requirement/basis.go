package requirement

// Basis is what the cases say about one requirement in one pair. Which of them were added
// first makes no difference, nor does adding several at once: so parts of a run add up to
// the whole.
type Basis struct {
	// Seen is what the cases show together (Combine).
	Seen Verdict
	// Tested counts the answered cases that test the requirement; Lacking those of them in
	// which nothing was seen of it and something else was wrong: the answer lacks what it is
	// about. (Where all is right there was nothing to see.)
	Tested, Lacking int
}

// Plus adds what other cases say.
func (b Basis) Plus(o Basis) Basis {
	return Basis{Combine(b.Seen, o.Seen), b.Tested + o.Tested, b.Lacking + o.Lacking}
}

// Verdict is what the cases come to. What passed has passed by luck where most of the cases
// that test the requirement lack what it is about, or where the implementation does not work.
func (b Basis) Verdict(of Answers) Verdict {
	if b.Seen == Pass && (2*b.Lacking > b.Tested || !of.Work()) {
		return Unobserved
	}
	return b.Seen
}

// Answers are what the cases of one pair show of whether the implementation works: the fixed
// ones that are light, generated streams, and the heavy ones.
type Answers struct{ Fixed, Generated, Heavy Judged }

// Judged counts the answers of which something could be judged, and those of them in which
// something was right that could have been wrong.
type Judged struct{ Judged, Right int }

// Plus adds other answers.
func (a Answers) Plus(o Answers) Answers {
	return Answers{a.Fixed.plus(o.Fixed), a.Generated.plus(o.Generated), a.Heavy.plus(o.Heavy)}
}

func (j Judged) plus(o Judged) Judged { return Judged{j.Judged + o.Judged, j.Right + o.Right} }

// Work tells whether half of the answers have something right in them: of those that belong to the case before, nearly
// as many have, where cases use the same ids. Generated streams decide where there are any: fixed cases resemble each
// other, and what always says the same is right in many of them. Heavy ones, which some may refuse, decide where nothing
// else was judged, as when one of them is replayed.
func (a Answers) Work() bool {
	decides := a.Generated
	for _, other := range []Judged{a.Fixed, a.Heavy} {
		if decides.Judged == 0 {
			decides = other
		}
	}
	return decides.Right > 0 && 2*decides.Right >= decides.Judged
}
