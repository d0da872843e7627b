package history

import "github.com/toolconform/conform/wire"

// Mended makes a history sendable: it puts every result right behind the message of its call, drops what has
// no call, and lets made answer what is open; with "" the call is left out.
func Mended(made string) func(h History) History {
	return func(h History) History {
		results, used := map[string]Entry{}, map[string]bool{}
		for _, e := range h {
			if _, twice := results[e.CallID]; e.Role == Tool && !twice {
				results[e.CallID] = e
			}
		}
		var out History
		for _, e := range h {
			if e.Role == Tool {
				continue
			}
			var behind History
			parts := e.Parts
			e.Parts = nil
			for _, p := range parts {
				r, have := results[p.ID]
				switch {
				case !p.Call:
				case used[p.ID], !have && made == "":
					continue
				case have:
					behind = append(behind, r)
				default:
					behind = append(behind, Entry{Role: Tool, CallID: p.ID, Name: p.Name, Output: wire.Str(made), Status: "success"})
				}
				used[p.ID] = used[p.ID] || p.Call
				e.Parts = append(e.Parts, p)
			}
			out = append(append(out, e), behind...)
		}
		return out
	}
}
