package messageparts

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
)

// planted is one fault of a list, before it is bound to a role.
type planted struct {
	id, title string
	// also are further requirements that it violates, without their family.
	also string
	make edit
}

// bind makes faults of a role; a fault of a SHOULD warns.
func bind(pair dialect.Pair, list []planted, warn bool) []dialect.Fault {
	faults := make([]dialect.Fault, 0, len(list))
	for _, p := range list {
		expect := requirement.Fail
		if warn {
			expect = requirement.Warn
		}
		make := p.make
		faults = append(faults, dialect.Fault{ID: p.id, Pair: pair, Title: p.title, Requirements: append([]string{mainOf(p.id)}, parts(p.also)...), Expect: expect,
			Plant: func(dialect.Answer) dialect.Answer {
				if pair.Role == dialect.Converter {
					return make.converter()
				}
				return make.consumer()
			}})
	}
	return faults
}

// mainOf is the requirement that a fault's id begins with.
func mainOf(id string) string {
	for i := range id {
		if id[i] == '/' {
			return id[:i]
		}
	}
	return id
}

func consumerFaults() []dialect.Fault {
	pair := consumerPair()
	var all []dialect.Fault
	for _, list := range [][]planted{resultFaults(), fieldFaults(), countFaults(), survivalFaults(), hostileFaults(), argumentFaults(), modelFaults(), robustFaults(), besideStepFaults()} {
		all = append(all, bind(pair, list, false)...)
	}
	all = append(all, bind(pair, append(append(orderFaults(), sequenceFaults()...), textBehindFaults()...), true)...)
	return append(all, answerFaults(pair)...)
}

func converterFaults() []dialect.Fault {
	pair := converterPair()
	all := bind(pair, append(append(modelFaults(), converterOnlyFaults()...), append(idFaults(), alikeFaults()...)...), false)
	all = append(all, bind(pair, append(besideFaults(), streamingFaults()...), false)...)
	all = append(all, bind(pair, append(append(sequenceFaults(), strayPartFaults()...), textBehindFaults()...), true)...)
	all = append(all, roundingFaults(pair)...)
	return append(all, leakFaults()...)
}
