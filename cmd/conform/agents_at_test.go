package main

import (
	"testing"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
)

// An address that nobody can listen on ends a run before anything is tried.
func TestWhereAgentsAreServed(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--agents-at", "127.0.0.1:99999"}, "--agents-at 127.0.0.1:99999: "},
		{[]string{"--agents-at", "nowhere"}, "--agents-at nowhere: "},
		{[]string{"--agents-url", "http://10.0.0.1:4111"}, "give both"},
		{[]string{"--agents-at", "127.0.0.1:0", "--agents-url", "10.0.0.1"}, "give both"},
	} {
		conform(t, "", append(append([]string{"run", "--role", "agent"}, c.args...), "--", "nothing")...).want(t, cli.ExitUsage, c.want)
	}
}
