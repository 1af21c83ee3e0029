package ui

// Choices are what a person set on the screen, to be kept for the next time.
type Choices struct {
	Theme, Dialect, Crawler string
	Mouse                   bool
}

// choices are those of now. What a lesson set is not a person's choice.
func (a *App) choices() Choices {
	c := Choices{a.theme, a.c.Dialect, a.c.Agent, a.mouse}
	if a.own != nil {
		c.Dialect, c.Crawler = a.own.dialect, a.own.agent
	}
	return c
}

// remember hands the choices on where one changed, or where this was the first
// time.
func (a *App) remember() {
	if now := a.choices(); a.opts.Remember != nil && (now != a.began || a.opts.FirstTime) {
		a.opts.Remember(a.began, now)
	}
}
