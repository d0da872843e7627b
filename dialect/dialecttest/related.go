package dialecttest

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/requirement"
)

// Related holds one case against the properties, as a run does: what they say, and
// what the dialect says of the forms that are streams of their own.
func Related(side *dialect.Side, c *dialect.Case, answer dialect.Answer, pick dialect.Pick) ([]requirement.Outcome, error) {
	first := answer(c.Input())
	sound := first.Ending == dialect.Done && judge.Sound(side.Judge(c, &first))
	var whole []requirement.Outcome
	outcomes, err := properties.Relate(properties.Relation{Side: side, Case: c, First: first, Sound: sound,
		Pick: func(string) dialect.Pick { return pick },
		Observe: func(f properties.Form) (dialect.Observation, error) {
			o := answer(f.Case.Input())
			if f.Whole && sound && o.Ending == dialect.Done {
				whole = append(whole, side.Judge(f.Case, &o)...)
			}
			return o, nil
		}})
	return append(outcomes, whole...), err
}
