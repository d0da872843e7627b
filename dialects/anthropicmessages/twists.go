package anthropicmessages

import "github.com/toolconform/conform/dialect"

func twists() []dialect.Twist { return nil }
