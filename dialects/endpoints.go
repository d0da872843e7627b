package dialects

import (
	"github.com/toolconform/conform/dialects/agui"
	"github.com/toolconform/conform/dialects/anthropicmessages"
	"github.com/toolconform/conform/dialects/openaichat"
	"github.com/toolconform/conform/dialects/openairesponses"
	"github.com/toolconform/conform/dialects/uimessages"
	"github.com/toolconform/conform/endpoint"
)

// Endpoints are the wires that stand behind HTTP, in the order of All.
func Endpoints() []*endpoint.Endpoint {
	return []*endpoint.Endpoint{
		openaichat.Endpoint(),
		anthropicmessages.Endpoint(),
		openairesponses.Endpoint(),
		agui.Endpoint(),
		uimessages.Endpoint(),
	}
}
