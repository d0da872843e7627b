// Package dialects is the table of the wire protocols, one folder each. Adding a
// dialect is adding a folder and a line here.
package dialects

import (
	"github.com/toolconform/conform/agents"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/agui"
	"github.com/toolconform/conform/dialects/anthropicmessages"
	"github.com/toolconform/conform/dialects/contentblocks"
	"github.com/toolconform/conform/dialects/messageparts"
	"github.com/toolconform/conform/dialects/openaichat"
	"github.com/toolconform/conform/dialects/openairesponses"
	"github.com/toolconform/conform/dialects/stageevents"
	"github.com/toolconform/conform/dialects/toolfence"
	"github.com/toolconform/conform/dialects/uimessages"
	"github.com/toolconform/conform/loop"
)

// All are the dialects, in the order of their documents. Those that stand behind HTTP have the role
// of an agent, too.
func All() []dialect.Dialect {
	list := documents()
	for _, e := range behindHTTP() {
		for i := range list {
			if list[i].Name == e.Dialect {
				list[i].Sides = append(list[i].Sides, loop.Side(e.Endpoint, list[i], agents.Implementation(e.client)))
			}
		}
	}
	return list
}

// documents are the dialects as their folders say them.
func documents() []dialect.Dialect {
	return []dialect.Dialect{
		toolfence.Dialect(),
		stageevents.Dialect(),
		messageparts.Dialect(),
		contentblocks.Dialect(),
		openaichat.Dialect(),
		anthropicmessages.Dialect(),
		openairesponses.Dialect(),
		agui.Dialect(),
		uimessages.Dialect(),
	}
}
