package dialect

import "strings"

// WrittenZeros reads the zeros of each role from a file that is part of the program. A line "= consumer" begins those of a role;
// below it stands a reason, and, indented, the cells that it is for, a line each.
func WrittenZeros(text string) map[Role][]Zero {
	zeros := map[Role][]Zero{}
	role, reason := Role(""), ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "= "):
			role, reason = Role(line[2:]), ""
		case strings.HasPrefix(line, "  "):
			zeros[role] = append(zeros[role], Zero{Cells: line[2:], Reason: reason})
		default:
			reason = line
		}
	}
	return zeros
}
