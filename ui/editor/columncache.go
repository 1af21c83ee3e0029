package editor

// The column of a cell depends on all cells before it in its line. So that a line of 100,000 octets is not
// walked from its start for each question, places along it are remembered with their columns.
const (
	// checkpointSpacing is how many octets lie between two remembered places.
	checkpointSpacing = 512
	// checkpointLines bounds how many long lines are remembered at a time.
	checkpointLines = 256
	// checkpointMargin is how far before an edit a remembered place must lie to outlast it: a rune cut by
	// the place, or a mark that joins the cell before it, may have changed.
	checkpointMargin = 8
)

// checkpoint is the start of a cell: its offset in the line and its column, both from 0.
type checkpoint struct{ offset, column int }

// columnCache keeps the checkpoints of long lines by line number.
type columnCache struct{ lines map[int][]checkpoint }

func (c *columnCache) clear() { clear(c.lines) }

// nearest is the last checkpoint of line n for which past is false.
func (c *columnCache) nearest(n int, past func(checkpoint) bool) checkpoint {
	points := c.lines[n]
	low, high := 0, len(points)
	for low < high {
		if middle := (low + high) / 2; past(points[middle]) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	if low == 0 {
		return checkpoint{}
	}
	return points[low-1]
}

// add remembers a cell start of line n when it lies far enough past the last one remembered.
func (c *columnCache) add(n int, p checkpoint) {
	points := c.lines[n]
	last := 0
	if len(points) > 0 {
		last = points[len(points)-1].offset
	}
	if p.offset < last+checkpointSpacing {
		return
	}
	if c.lines == nil {
		c.lines = map[int][]checkpoint{}
	}
	if len(points) == 0 && len(c.lines) >= checkpointLines {
		clear(c.lines)
	}
	c.lines[n] = append(points, p)
}

// edited follows an edit that turned the lines first to last into first to newLast; octets of the first line
// before offset at are as they were.
func (c *columnCache) edited(first, last, newLast, at int) {
	if len(c.lines) == 0 {
		return
	}
	moved := make(map[int][]checkpoint, len(c.lines))
	for n, points := range c.lines {
		switch {
		case n < first:
			moved[n] = points
		case n == first:
			keep := 0
			for keep < len(points) && points[keep].offset <= at-checkpointMargin {
				keep++
			}
			if keep > 0 {
				moved[n] = points[:keep]
			}
		case n > last:
			moved[n+newLast-last] = points
		}
	}
	c.lines = moved
}
