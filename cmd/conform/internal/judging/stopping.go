package judging

import "github.com/toolconform/conform/session"

// stopping are the flags that say when a dialect and role is given up.
type stopping struct {
	MaxTimeouts      int `default:"3" help:"Missed deadlines after which the rest of a dialect and role is left out; 0 for no limit."`
	MaxCrashes       int `default:"20" help:"The same for crashes."`
	MaxAdapterErrors int `default:"20" help:"The same for adapter errors."`
	MaxRefusals      int `default:"100" help:"The same for refusals of what must be taken."`
}

func (s stopping) limits() session.Limits {
	return session.Limits{Timeouts: limit(s.MaxTimeouts), Crashes: limit(s.MaxCrashes), AdapterErrors: limit(s.MaxAdapterErrors),
		Refusals: limit(s.MaxRefusals)}
}

// limit as the session has it: there, 0 is the default.
func limit(n int) int {
	if n <= 0 {
		return -1
	}
	return n
}
