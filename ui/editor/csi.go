package editor

import (
	"fmt"
	"strings"
)

// unnamed are keys that Bubble Tea v1 has no name for: it hands their sequences on as a message of an
// unexported type, whose text is made from the octets after ESC [.
var unnamed = func() map[string]string {
	names := map[string]string{}
	for sequence, name := range map[string]string{
		"2;5~": "ctrl+insert",
		"2;2~": "shift+insert",
		"3;5~": "ctrl+delete",
		"3;2~": "shift+delete",
		"5;2~": "shift+pgup",
		"6;2~": "shift+pgdown",
		"5$":   "shift+pgup",   // urxvt
		"6$":   "shift+pgdown", // urxvt
		"3^":   "ctrl+delete",  // urxvt
		"3$":   "shift+delete", // urxvt
		"2^":   "ctrl+insert",  // urxvt
	} {
		names[fmt.Sprintf("?CSI%+v?", []byte(sequence))] = name
	}
	return names
}()

// unnamedKey is the name of a key in a message of Bubble Tea's for sequences it does not know.
func unnamedKey(msg any) (string, bool) {
	s, ok := msg.(fmt.Stringer)
	if !ok {
		return "", false
	}
	text := s.String()
	if !strings.HasPrefix(text, "?CSI") {
		return "", false
	}
	name, ok := unnamed[text]
	return name, ok
}
