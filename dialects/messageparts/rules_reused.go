package messageparts

import (
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// eachReusedID: where an id comes again in another stored message, for a call of
// its own with its own result, each of these results becomes one tool message.
func (v *view) eachReusedID(n *requirement.Notes) {
	if !v.model.seen {
		return
	}
	for _, id := range keys(v.reused) {
		want, got := v.reused[id], v.model.answers[id]
		if !n.Holds(len(got) == len(want), finding("/modelMessages", wire.Int(int64(len(want))), wire.Int(int64(len(got))),
			"The id %q stands for %d calls, and %d tool messages answer it.", id, len(want), len(got))) {
			continue
		}
		for i, r := range want {
			if !n.Holds(r.becomes(got[i].content), finding(got[i].pointer()+"/content", r.value, got[i].content,
				"Tool message %d for the reused id %q has another call's content.", i+1, id)) {
				break
			}
		}
	}
}
