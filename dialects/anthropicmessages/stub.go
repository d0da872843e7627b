package anthropicmessages

import "github.com/toolconform/conform/dialect"

func consumerFaults() []dialect.Fault     { return nil }
func consumerVariants() []dialect.Variant { return nil }
func twists() []dialect.Twist             { return nil }
