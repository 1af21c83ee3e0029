package screen

import "strings"

// Style is a list of SGR parameters such as "1;38;2;121;184;255"; the empty Style is plain. Only
// digits, semicolons and colons are let through: anything else makes the Style plain.
type Style string

// attrs is the set of properties a Style sets, to know when a change needs no reset.
type attrs uint16

const (
	attrBold attrs = 1 << iota
	attrFaint
	attrItalic
	attrUnderline
	attrBlink
	attrReverse
	attrConceal
	attrStrike
	attrFore
	attrBack
	attrOther

	attrAll   = attrOther<<1 - 1
	attrBlank = attrUnderline | attrReverse | attrStrike | attrBack | attrOther // seen on a blank cell
)

// valid is st, or plain where st holds anything that is not an SGR parameter.
func (st Style) valid() Style {
	for i := 0; i < len(st); i++ {
		if b := st[i]; (b < '0' || b > '9') && b != ';' && b != ':' {
			return ""
		}
	}
	return st
}

// over is st with more on top of it.
func (st Style) over(more Style) Style {
	switch {
	case more == "":
		return st
	case st == "" || st == more:
		return more
	}
	return st + ";" + more
}

func (st Style) attrs() attrs {
	if st == "" {
		return 0
	}
	var a attrs
	params := strings.Split(string(st), ";")
	for i := 0; i < len(params); i++ {
		code, _, _ := strings.Cut(params[i], ":")
		switch code {
		case "1":
			a |= attrBold
		case "2":
			a |= attrFaint
		case "22":
			a |= attrBold | attrFaint
		case "3", "23":
			a |= attrItalic
		case "4", "24":
			a |= attrUnderline
		case "5", "25":
			a |= attrBlink
		case "7", "27":
			a |= attrReverse
		case "8", "28":
			a |= attrConceal
		case "9", "29":
			a |= attrStrike
		case "38", "48":
			if code == "38" {
				a |= attrFore
			} else {
				a |= attrBack
			}
			if i+1 < len(params) && params[i] == code {
				switch params[i+1] {
				case "2":
					i += 4
				case "5":
					i += 2
				}
			}
		case "", "0":
			a |= attrAll
		default:
			a |= colourAttr(code)
		}
	}
	return a
}

func colourAttr(code string) attrs {
	n := 0
	for _, d := range code {
		n = n*10 + int(d-'0')
		if n > 1000 {
			return attrOther
		}
	}
	switch {
	case n >= 30 && n <= 39, n >= 90 && n <= 97:
		return attrFore
	case n >= 40 && n <= 49, n >= 100 && n <= 107:
		return attrBack
	}
	return attrOther
}
