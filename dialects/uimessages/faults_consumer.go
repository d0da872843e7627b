package uimessages

import "github.com/toolconform/conform/dialect"

func consumerFaults() []dialect.Fault { return nil }

func consumerVariants() []dialect.Variant { return nil }
