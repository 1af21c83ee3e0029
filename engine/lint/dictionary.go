package lint

// badDictionary returns the offset at which v stops being a dictionary of
// structured fields (RFC 9651, 3.2 and 4.2.2), or -1 where it is one.
func badDictionary(v []byte) int {
	d := fieldReader{b: v}
	if len(v) == 0 {
		return 0
	}
	for {
		if !d.key() {
			return d.at
		}
		if d.take('=') {
			if !d.member() {
				return d.at
			}
		}
		if !d.parameters() {
			return d.at
		}
		d.blanks()
		if d.at == len(v) {
			return -1
		}
		if !d.take(',') {
			return d.at
		}
		d.blanks()
		if d.at == len(v) {
			return d.at // a comma at the end
		}
	}
}

// fieldReader reads the parts of a structured field.
type fieldReader struct {
	b  []byte
	at int
}

func (d *fieldReader) peek() byte {
	if d.at < len(d.b) {
		return d.b[d.at]
	}
	return 0
}

func (d *fieldReader) take(c byte) bool {
	if d.peek() != c {
		return false
	}
	d.at++
	return true
}

func (d *fieldReader) blanks() {
	for c := d.peek(); c == ' ' || c == '\t'; c = d.peek() {
		d.at++
	}
}

func lowerLetter(c byte) bool { return c >= 'a' && c <= 'z' }
func digit(c byte) bool       { return c >= '0' && c <= '9' }

func (d *fieldReader) key() bool {
	if c := d.peek(); !lowerLetter(c) && c != '*' {
		return false
	}
	for c := d.peek(); lowerLetter(c) || digit(c) || c == '_' || c == '-' || c == '.' || c == '*'; c = d.peek() {
		d.at++
	}
	return true
}

// member is an item or an inner list.
func (d *fieldReader) member() bool {
	if !d.take('(') {
		return d.bareItem()
	}
	for {
		for d.take(' ') {
		}
		if d.take(')') {
			return true
		}
		if !d.bareItem() || !d.parameters() {
			return false
		}
		if c := d.peek(); c != ' ' && c != ')' {
			return false
		}
	}
}

func (d *fieldReader) parameters() bool {
	for d.take(';') {
		for d.take(' ') {
		}
		if !d.key() || d.take('=') && !d.bareItem() {
			return false
		}
	}
	return true
}

func (d *fieldReader) bareItem() bool {
	switch c := d.peek(); {
	case c == '"':
		return d.text()
	case c == '?':
		d.at++
		return d.take('0') || d.take('1')
	case c == ':':
		d.at++
		return d.until(':')
	case c == '@':
		d.at++
		return d.number()
	case c == '-' || digit(c):
		return d.number()
	case c == '%':
		d.at++
		return d.text()
	case lowerLetter(c|0x20) || c == '*':
		for c := d.peek(); c > 0x20 && c < 0x7F && !special(c); c = d.peek() {
			d.at++
		}
		return true
	}
	return false
}

// special reports what ends a token (RFC 9651, 3.3.4).
func special(c byte) bool {
	switch c {
	case '"', '(', ')', ',', ';', '<', '=', '>', '?', '@', '[', '\\', ']', '{', '}':
		return true
	}
	return false
}

func (d *fieldReader) number() bool {
	d.take('-')
	from := d.at
	for digit(d.peek()) {
		d.at++
	}
	if d.at == from || d.at-from > 15 {
		return false
	}
	if d.take('.') {
		frac := d.at
		for digit(d.peek()) {
			d.at++
		}
		return d.at > frac && d.at-frac <= 3
	}
	return true
}

// text is a string in double quotes.
func (d *fieldReader) text() bool {
	if !d.take('"') {
		return false
	}
	for d.at < len(d.b) {
		c := d.b[d.at]
		d.at++
		switch {
		case c == '"':
			return true
		case c == '\\':
			d.at++
		case c < 0x20 || c > 0x7E:
			return false
		}
	}
	d.at = min(d.at, len(d.b))
	return false
}

func (d *fieldReader) until(end byte) bool {
	for d.at < len(d.b) {
		d.at++
		if d.b[d.at-1] == end {
			return true
		}
	}
	return false
}
