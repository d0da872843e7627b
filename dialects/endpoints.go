package dialects

import (
	"github.com/toolconform/conform/agents"
	"github.com/toolconform/conform/dialects/agui"
	"github.com/toolconform/conform/dialects/anthropicmessages"
	"github.com/toolconform/conform/dialects/openaichat"
	"github.com/toolconform/conform/dialects/openairesponses"
	"github.com/toolconform/conform/dialects/uimessages"
	"github.com/toolconform/conform/endpoint"
)

// spoken is a wire that stands behind HTTP, and how the reference agent speaks it.
type spoken struct {
	*endpoint.Endpoint
	client agents.Wire
}

func behindHTTP() []spoken {
	return []spoken{
		{openaichat.Endpoint(), agents.Chat()},
		{anthropicmessages.Endpoint(), agents.Messages()},
		{openairesponses.Endpoint(), agents.Responses()},
		{agui.Endpoint(), agents.Runs()},
		{uimessages.Endpoint(), agents.UI()},
	}
}

// Endpoints are the wires that stand behind HTTP, in the order of All.
func Endpoints() []*endpoint.Endpoint {
	var list []*endpoint.Endpoint
	for _, s := range behindHTTP() {
		list = append(list, s.Endpoint)
	}
	return list
}
