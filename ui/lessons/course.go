package lessons

import (
	"embed"
	"fmt"
	"path"
	"strings"
	"sync"
)

//go:embed texts
var texts embed.FS

// languages are those of the course; English comes first and is complete.
var languages = [...]string{"en", "id", "pt-BR"}

// Language turns the name of a locale or language, such as "pt_BR.UTF-8", "pt" or "in", into one of
// the course's languages: "en", "id" or "pt-BR". Unknown names are "en".
func Language(locale string) string {
	name, _, _ := strings.Cut(strings.ToLower(locale), ".")
	name, _, _ = strings.Cut(strings.ReplaceAll(name, "_", "-"), "-")
	switch name {
	case "id", "in": // "in" is the old code of Indonesian, still sent by some systems
		return "id"
	case "pt":
		return "pt-BR"
	}
	return "en"
}

var load = sync.OnceValues(func() (map[string][]*Lesson, error) {
	course := map[string][]*Lesson{}
	for _, language := range languages {
		dir := path.Join("texts", language)
		files, err := texts.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, f := range files { // ReadDir sorts by name: the number in front is the order
			src, err := texts.ReadFile(path.Join(dir, f.Name()))
			if err != nil {
				return nil, err
			}
			l, err := Parse(src)
			if err != nil {
				return nil, fmt.Errorf("%s/%s: %w", dir, f.Name(), err)
			}
			course[language] = append(course[language], l)
		}
	}
	return course, nil
})

// For returns the course for a locale or language: every lesson in order, translated where there is
// a translation and in English where there is none. The lessons are shared: do not change them.
func For(locale string) []*Lesson {
	course, err := load()
	if err != nil {
		return nil // a test reads every embedded file, so this program holds none that fails
	}
	translated := map[string]*Lesson{}
	for _, l := range course[Language(locale)] {
		translated[l.Slug] = l
	}
	all := make([]*Lesson, len(course["en"]))
	for i, l := range course["en"] {
		all[i] = l
		if t := translated[l.Slug]; t != nil {
			all[i] = t
		}
	}
	return all
}

// Named returns the lesson with that slug for a locale, or an error that names the way to the list.
func Named(locale, slug string) (*Lesson, error) {
	for _, l := range For(locale) {
		if l.Slug == slug {
			return l, nil
		}
	}
	return nil, fmt.Errorf("no lesson is called %q: robotslens learn lists them", slug)
}

// Next returns the page after page at of lesson slug: in the same lesson, or the first page of the
// lesson that follows it. ok is false after the last page of the course, and where course does not
// hold the lesson (a teacher's own).
func Next(course []*Lesson, lesson *Lesson, at int) (next *Lesson, page int, ok bool) {
	if at+1 < len(lesson.Pages) {
		return lesson, at + 1, true
	}
	for i, l := range course {
		if l.Slug == lesson.Slug && i+1 < len(course) {
			return course[i+1], 0, true
		}
	}
	return nil, 0, false
}

// Tasks counts the tasks of l.
func (l *Lesson) Tasks() int {
	n := 0
	for _, p := range l.Pages {
		if p.Task != nil {
			n++
		}
	}
	return n
}
