package schemas

import (
	"crypto/sha256"
	"sync"

	"github.com/toolconform/conform/wire"
)

// held remembers small values that were as their schema says, by their digests. An answer is
// judged several times, and the prefixes of a stream begin alike: most events come again. It
// changes no answer, only how long one takes.
type held struct {
	mu    sync.Mutex
	valid map[[sha256.Size]byte]struct{}
}

// The bounds of what is remembered: bytes of a value as JSON, and values.
const (
	maxHeld  = 1024
	heldMany = 1 << 16
)

// key stands for a value under a schema's name; small is false where it is not remembered.
func (h *held) key(name string, v wire.Value) (key [sha256.Size]byte, small bool) {
	if v.Longer(maxHeld) {
		return key, false
	}
	var few [2 * maxHeld]byte
	return sha256.Sum256(v.AppendJSON(append(append(few[:0], name...), 0))), true
}

func (h *held) has(key [sha256.Size]byte) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, has := h.valid[key]
	return has
}

func (h *held) add(key [sha256.Size]byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.valid == nil || len(h.valid) >= heldMany {
		h.valid = map[[sha256.Size]byte]struct{}{}
	}
	h.valid[key] = struct{}{}
}
