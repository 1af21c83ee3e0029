package editor

// ShowLine scrolls line n (from 0) into view, some lines from the edge, and
// leaves the cursor where it is.
func (e *Editor) ShowLine(n int) {
	if n >= e.top && n < e.top+e.height {
		return
	}
	e.top = e.clampTop(n - e.height/3)
}
