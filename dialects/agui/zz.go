package agui

import "github.com/toolconform/conform/dialect"

func consumerVariants() []dialect.Variant { return nil }
func twists() []dialect.Twist             { return nil }
