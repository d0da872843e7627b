package stageevents

import (
	"strings"

	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// tellingEnds rewrites the ends of the calls that were answered so.
func tellingEnds(status string, edit func(content, e wire.Value) wire.Value) plant {
	return telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
		of := callOf(t)
		for i, e := range list {
			if r := of(e).Result; at(e, end) && r != nil && r.Status == status {
				list[i] = edit(r.Content, e)
			}
		}
		return list
	})
}

// naming rewrites the names of the starts.
func naming(edit func(string) string) plant {
	return tellingAt(start, func(e wire.Value) wire.Value { return e.With("name", wire.Str(edit(e.Get("name").Text()))) })
}

// tellTextFaults: contents, names and pieces that are taken for something else.
func tellTextFaults() []planted {
	result := func(edit func(content, result wire.Value) wire.Value) plant {
		return tellingEnds(transcript.Success, func(content, e wire.Value) wire.Value { return e.With("result", edit(content, e.Get("result"))) })
	}
	silent := func(content, e wire.Value) wire.Value {
		if content.IsString() && content.Text() == "" {
			return e.Without("error")
		}
		return e
	}
	return []planted{
		{"STAGE-03/name-of-64", "A name is cut at 64 characters.", "", naming(cutName)},
		{"STAGE-03/name-part", "Of a name with a slash the last part is told.", "", naming(lastPart)},
		{"STAGE-04/end-behind-progress", "A tool that reported three times gets two ends.", "", telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
			of := callOf(t)
			var out []wire.Value
			for _, e := range list {
				if out = append(out, e); at(e, end) && len(of(e).Progress) >= 3 {
					out = append(out, e)
				}
			}
			return out
		})},
		{"STAGE-06/empty-left-out", "An empty error text is left out, so that the failure has no payload.", "", tellingEnds(transcript.Error, silent)},
		{"STAGE-08/empty-left-out", "The empty text of a cancelled call is left out, so that it has no payload.", "", tellingEnds(transcript.Cancelled, silent)},
		{"STAGE-07/null-as-empty", "The result null becomes the empty text.", "", result(func(content, got wire.Value) wire.Value {
			if content.Kind() == wire.Null {
				return wire.Str("")
			}
			return got
		})},
		{"STAGE-07/error-member", "A success whose content has a member `error` carries it as its error.", "", tellingEnds(transcript.Success, func(content, e wire.Value) wire.Value {
			if err := content.Get("error"); err.IsString() {
				return e.With("error", err)
			}
			return e
		})},
		{"STAGE-07/success-member", "A success whose content says `success:false` is told as a failure.", "", tellingEnds(transcript.Success, func(content, e wire.Value) wire.Value {
			if content.Get("success").IsFalse() {
				return e.With("success", wire.Boolean(false))
			}
			return e
		})},
		{"STAGE-07/text-unwrapped", "A content with a text in it becomes that text.", "", result(func(content, got wire.Value) wire.Value {
			if content.IsObject() {
				return wire.Str(unwrapped(content.JSON(), "text", "content"))
			}
			return got
		})},
		{"STAGE-07/list-of-one", "A list of one becomes what is in it.", "", result(func(content, got wire.Value) wire.Value {
			if content.IsArray() && content.Len() == 1 && content.At(0).IsString() {
				return content.At(0)
			}
			return got
		})},
		{"STAGE-07/controls-lost", "NUL is lost in a result.", "", result(func(_, got wire.Value) wire.Value { return wire.Str(withoutNul(got.Text())) })},
		{"STAGE-10/first-blanks", "The first piece loses the blanks at its beginning.", "", telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
			seen := map[string]bool{}
			for i, e := range list {
				if id := e.Get("id").Text(); at(e, streaming) && !seen[id] {
					seen[id] = true
					list[i] = e.With("parametersChunk", wire.Str(strings.TrimLeft(e.Get("parametersChunk").Text(), " ")))
				}
			}
			return list
		})},
		{"STAGE-10/line-ends", "Line ends of a piece become LF.", "", pieces("\r\n", "\n", "\r", "\n")},
		{"STAGE-10/composed", "Letters of two code points become one.", "", pieces("e\u0301", "\u00e9", "\u212b", "\u00c5")},
	}
}

// pieces replaces in every piece of arguments.
func pieces(oldnew ...string) plant {
	return tellingAt(streaming, func(e wire.Value) wire.Value {
		return e.With("parametersChunk", wire.Str(strings.NewReplacer(oldnew...).Replace(e.Get("parametersChunk").Text())))
	})
}
