package fetch

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestTheLastDateInANameCounts(t *testing.T) {
	tests := []struct{ name, want string }{
		{"robots-2026-10-01.txt", "2026-10-01T00:00:00Z"},
		{"robots_20261001.txt", "2026-10-01T00:00:00Z"},
		{"2026-10-01T1430-robots.txt", "2026-10-01T14:30:00Z"},
		{"robots.20261001123059.txt", "2026-10-01T12:30:59Z"},
		{"robots-2026-10-01 12.30.59.txt", "2026-10-01T12:30:59Z"},
		{"2025-01-01-from-2026-10-01.txt", "2026-10-01T00:00:00Z"},
		{"robots-2026-10-01-9999-99-99.txt", "2026-10-01T00:00:00Z"},
		{"robots-2026-13-45.txt", ""},
		{"robots-v12345678901.txt", ""},
		{"robots.txt", ""},
	}
	for _, tt := range tests {
		got, ok := dateInName(tt.name)
		if ok != (tt.want != "") || ok && got.Format(time.RFC3339) != tt.want {
			t.Errorf("%s: %s %v, want %q", tt.name, got, ok, tt.want)
		}
	}
}

func TestFilesAreDatedByTableThenNameThenTime(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for _, name := range []string{"live.txt", "robots-2026-10-14.txt", "robots-2026-10-01.txt", "old.txt"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("# "+name+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	modified := time.Date(2026, 10, 20, 8, 0, 0, 0, time.UTC)
	if err := os.Chtimes(paths[0], modified, modified); err != nil {
		t.Fatal(err)
	}
	dates := filepath.Join(dir, "dates.csv")
	if err := os.WriteFile(dates, []byte("\ufeffFile,Note,Time\nold.txt,x,2026-09-01\n"+paths[2]+",\"a, b\",2026-10-02T10:00:00+02:00\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	versions, err := Files(paths, dates)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range versions {
		got = append(got, fmt.Sprintf("%s %s %s %q", v.Time.UTC().Format(time.RFC3339), filepath.Base(v.Name), v.Subject, v.Bytes))
	}
	want := []string{
		`2026-09-01T00:00:00Z old.txt dated by dates.csv "# old.txt\n"`,
		`2026-10-02T08:00:00Z robots-2026-10-01.txt dated by dates.csv "# robots-2026-10-01.txt\n"`,
		`2026-10-14T00:00:00Z robots-2026-10-14.txt dated by its name "# robots-2026-10-14.txt\n"`,
		`2026-10-20T08:00:00Z live.txt dated by its modification time "# live.txt\n"`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for name, text := range map[string]string{
		"is empty": "", "needs the columns": "a,b\nc,d\n", "line 2: a column is missing": "file,time\nx\n", "is no date": "file,time\nx,soon\n",
	} {
		if err := os.WriteFile(dates, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Files(paths, dates); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := Files([]string{filepath.Join(dir, "none")}, ""); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}

func TestACrawlerMayHoldACopyForADay(t *testing.T) {
	day := func(d, h int) time.Time { return time.Date(2026, 10, d, h, 0, 0, 0, time.UTC) }
	versions := []Version{{Name: "a", Time: day(1, 0)}, {Name: "b", Time: day(10, 0)}, {Name: "c", Time: day(10, 12)}, {Name: "d", Time: day(20, 0)}}
	for _, tt := range []struct {
		at   time.Time
		want string
	}{
		{day(1, 0).Add(-time.Second), ""}, {day(1, 0), "a"}, {day(9, 0), "a"}, {day(10, 0), "ab"}, {day(10, 13), "abc"},
		{day(11, 0), "bc"}, {day(11, 11), "bc"}, {day(11, 12), "c"}, {day(20, 1), "cd"}, {day(25, 0), "d"},
	} {
		got := ""
		for _, v := range HeldAt(versions, tt.at) {
			got += v.Name
		}
		if got != tt.want {
			t.Errorf("at %s: %q, want %q", tt.at, got, tt.want)
		}
	}
}

// repository is a git checkout made for a test.
type repository struct {
	t    *testing.T
	dir  string
	when time.Time
}

func newRepository(t *testing.T) *repository {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"} {
		t.Setenv(name, "")
		os.Unsetenv(name)
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	r := &repository{t, t.TempDir(), time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC)}
	r.git("init", "-q")
	return r
}

func (r *repository) git(args ...string) {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-C", r.dir, "-c", "user.name=The Author", "-c", "user.email=author@example.com"}, args...)...)
	stamp := r.when.Format(time.RFC3339)
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_DATE="+stamp, "GIT_COMMITTER_DATE="+stamp)
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

func (r *repository) commit(subject string) {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "-m", subject)
	r.when = r.when.Add(24 * time.Hour)
}

func (r *repository) write(name, text string) string {
	r.t.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
	return path
}

func TestGitVersionsFollowTheFile(t *testing.T) {
	r := newRepository(t)
	long := strings.Repeat("# the same comment on every line\n", 10)
	r.write("old/robots.txt", long+"User-agent: *\n")
	r.commit("Add the file")
	r.write("other.txt", "x")
	r.commit("Touch another file")
	r.write("old/robots.txt", long+"User-agent: *\nDisallow: /c/\n")
	r.commit("Block /c/: \"too\" heavy\n\nA body that is not the subject.")
	r.git("mv", "old/robots.txt", ":1 2 3 4 ü[x].txt")
	r.commit("Move it")
	os.Remove(filepath.Join(r.dir, ":1 2 3 4 ü[x].txt"))
	r.commit("Remove it")
	path := r.write(":1 2 3 4 ü[x].txt", "\x00\r\nblob 12\n")
	r.commit("Bring it back")

	versions, err := Git(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range versions {
		if len(v.Name) < 4 || len(v.Name) > 16 || v.Author != "The Author" {
			t.Errorf("name %q, author %q", v.Name, v.Author)
		}
		got = append(got, fmt.Sprintf("%s|%s|%v|%q", v.Time.UTC().Format("01-02"), v.Subject, v.Gone, strings.TrimPrefix(string(v.Bytes), long)))
	}
	want := []string{
		`10-01|Add the file|false|"User-agent: *\n"`,
		`10-03|Block /c/: "too" heavy|false|"User-agent: *\nDisallow: /c/\n"`,
		`10-04|Move it|false|"User-agent: *\nDisallow: /c/\n"`,
		`10-05|Remove it|true|""`,
		`10-06|Bring it back|false|"\x00\r\nblob 12\n"`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestGitMergesAreToldWhereTheyDecide(t *testing.T) {
	r := newRepository(t)
	path := r.write("robots.txt", "# base\n")
	r.commit("base")
	r.git("branch", "-M", "trunk")
	r.git("checkout", "-q", "-b", "side")
	r.write("robots.txt", "# side\n")
	r.commit("side")
	r.git("checkout", "-q", "trunk")
	r.write("robots.txt", "# trunk\n")
	r.commit("trunk")
	r.git("merge", "-q", "-s", "ours", "--no-commit", "side")
	r.write("robots.txt", "# both\n")
	r.commit("resolved in the merge")
	r.git("checkout", "-q", "-b", "late")
	r.write("robots.txt", "# late\n")
	r.commit("late")
	r.git("checkout", "-q", "trunk")
	r.git("merge", "-q", "--no-ff", "-m", "a plain merge", "late")
	versions, err := Git(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, v := range versions {
		got += v.Subject + ": " + string(v.Bytes)
	}
	if want := "base: # base\nside: # side\ntrunk: # trunk\nresolved in the merge: # both\nlate: # late\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestGitProblemsAreToldPlainly(t *testing.T) {
	r := newRepository(t)
	path := r.write("robots.txt", "#\n")
	check := func(name, path, says string) {
		t.Helper()
		if _, err := Git(context.Background(), path); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", name, err, says)
		}
	}
	check("no commits", path, "no commits yet")
	r.commit("One")
	check("not committed", r.write("new.txt", "#\n"), "knows no commit")
	check("a folder", r.dir, "is a directory")
	check("no folder", filepath.Join(r.dir, "none", "robots.txt"), "no such file")
	outside := filepath.Join(t.TempDir(), "robots.txt")
	if err := os.WriteFile(outside, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(filepath.Dir(outside)))
	check("no checkout", outside, "does not lie in a git checkout")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Git(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	check("no git", path, "git is not installed")
}

func TestBatchThatIsNotWhatWasAskedIsAnError(t *testing.T) {
	for _, text := range []string{"", "a missing\n", "a tree 3\nabc\n", "a blob x\n", "a blob 9\nabc\n", "a blob 3\nabc", "a blob -1\n\n"} {
		if err := readBatch(bufio.NewReader(strings.NewReader(text)), []string{"a"}, map[string][]byte{}); err == nil {
			t.Errorf("%q was read", text)
		}
	}
	for _, text := range []string{"\x01abc\x002026", "\x01abc\x00p\x00soon\x00x\x00y\x00", ":100644 100644 a b M\x00p\x00"} {
		if _, err := parseLog([]byte(text)); err == nil {
			t.Errorf("log %q was read", text)
		}
	}
}

func FuzzDates(f *testing.F) {
	f.Add("robots-2026-10-01.txt", []byte("file,time\nold.txt,2026-09-01\n"))
	f.Add("2026-13-45-2026-10-01T12:30:59", []byte("\ufeffTime,Name\n20261001123059,\"a,b\"\n"))
	f.Add("99999999", []byte("\"file"))
	f.Add("robots.txt", []byte("file,time\n\"a\r\nb\",2026-09-01\n"))
	f.Fuzz(func(t *testing.T, name string, table []byte) {
		if when, ok := dateInName(name); ok && !strings.Contains(name, when.Format("2006")) {
			t.Fatalf("%q has no year %s", name, when)
		}
		dates, err := readDates(bytes.NewReader(table))
		if err == nil && dates == nil {
			t.Fatal("neither dates nor an error")
		}
		read := bytes.ReplaceAll(table, []byte("\r\n"), []byte("\n")) // as the CSV reader does
		for name, when := range dates {
			if when.Year() < 0 || when.Year() > 9999 || !bytes.Contains(read, []byte(strings.Split(name, "\"")[0])) {
				t.Fatalf("%q at %s", name, when)
			}
		}
	})
}

func FuzzGitLog(f *testing.F) {
	f.Add([]byte("\x01abc\x00p\x002026-10-01T12:00:00Z\x00me\x00subject\x00\n:100644 100644 a b M\x00robots.txt\x00"))
	f.Add([]byte("\x01abc\x00p q\x002026-10-01T12:00:00Z\x00me\x00:100644\x00:100644 000000 a b D\x00\x01\x00"))
	f.Fuzz(func(t *testing.T, log []byte) {
		commits, err := parseLog(log)
		if len(commits) > bytes.Count(log, []byte(commitMark)) || err != nil && commits != nil {
			t.Fatalf("%d commits, %v", len(commits), err)
		}
	})
}
