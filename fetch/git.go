package fetch

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// ErrNoGit is the error of Git where the program git is not installed.
var ErrNoGit = errors.New("git is not installed; give dated files instead, such as robots-2026-10-01.txt")

// versionOctets is the longest blob that is read as a robots.txt.
const versionOctets = ReadOctets

// Git is every commit that touched a file of a checkout, also under earlier
// names, oldest first. A commit that removed the file is a version that is
// Gone. It runs the program git, which must be installed.
func Git(ctx context.Context, path string) ([]Version, error) {
	git, err := exec.LookPath("git")
	if err != nil {
		return nil, ErrNoGit
	}
	dir, name := filepath.Split(path)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, &InputError{Name: path, What: "is a directory", Do: "name the file in it, such as " + filepath.Join(path, "robots.txt")}
	}
	if dir == "" {
		dir = "."
	}
	if _, err := os.Stat(dir); err != nil {
		return nil, &InputError{path, "no such file", "give a robots.txt in a git checkout", err}
	}
	g := checkout{git, dir}
	log, err := g.run(ctx, "--literal-pathspecs", "log", "--follow", "--raw", "--no-ext-diff", "-z",
		"--diff-merges=first-parent", "--encoding=UTF-8", "--format="+commitMark+"%h%x00%p%x00%cI%x00%an%x00%s", "--", name)
	if err != nil {
		return nil, fmt.Errorf("asking git for the history of %s: %w", path, err)
	}
	commits, err := parseLog(log)
	if err != nil {
		return nil, fmt.Errorf("reading what git says of %s: %w", path, err)
	}
	if len(commits) == 0 {
		return nil, &InputError{Name: path, What: "git knows no commit that touched it", Do: "is it committed?"}
	}
	blobs, err := g.blobs(ctx, commits)
	if err != nil {
		return nil, fmt.Errorf("reading versions of %s from git: %w", path, err)
	}
	var versions []Version
	for i := len(commits) - 1; i >= 0; i-- {
		c := commits[i]
		// A merge that only brings in what a commit before it wrote is told there.
		if c.merge && i+1 < len(commits) && commits[i+1].blob == c.blob {
			continue
		}
		v := Version{Name: c.hash, Time: c.time, Subject: c.subject, Author: c.author, Gone: c.blob == ""}
		if !v.Gone {
			v.Bytes = blobs[c.blob]
		}
		versions = append(versions, v)
	}
	return versions, nil
}

// checkout runs git in a folder, with nothing in the repository's settings that
// could start another program for reading.
type checkout struct{ git, dir string }

func (g checkout) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, g.git, append([]string{"-C", g.dir, "--no-pager", "-c", "core.fsmonitor=false",
		"-c", "log.showSignature=false"}, args...)...)
	cmd.Env = append(os.Environ(), "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1")
	cmd.WaitDelay = 2 * time.Second
	return cmd
}

func (g checkout) run(ctx context.Context, args ...string) ([]byte, error) {
	var out, problem bytes.Buffer
	cmd := g.command(ctx, args...)
	cmd.Stdout, cmd.Stderr = &out, &problem
	if err := cmd.Run(); err != nil {
		return nil, gitError(ctx, err, problem.String())
	}
	return out.Bytes(), nil
}

func gitError(ctx context.Context, err error, problem string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if strings.Contains(problem, "not a git repository") {
		return errors.New("it does not lie in a git checkout")
	}
	if strings.Contains(problem, "does not have any commits yet") {
		return errors.New("the checkout has no commits yet")
	}
	if line, _, _ := strings.Cut(strings.TrimSpace(problem), "\n"); line != "" {
		return errors.New(line)
	}
	return err
}

// commit is a commit with the blob the file had after it; none where it was
// removed.
type commit struct {
	hash, author, subject string
	time                  time.Time
	blob                  string
	merge                 bool
}

// commitMark begins a commit in the log; no hash, path or mode begins so.
const commitMark = "\x01"

// parseLog reads `git log --raw -z`: fields end with NUL; each commit has its
// five fields, and then for each file modes, blobs and a letter in one field,
// and one or two paths.
func parseLog(log []byte) ([]commit, error) {
	var commits []commit
	fields := strings.Split(string(log), "\x00")
	for i := 0; i < len(fields); i++ {
		field := strings.TrimPrefix(fields[i], "\n")
		switch {
		case strings.HasPrefix(field, commitMark):
			if i+4 >= len(fields) {
				return nil, errors.New("the log is cut short")
			}
			when, err := time.Parse(time.RFC3339, fields[i+2])
			if err != nil {
				return nil, fmt.Errorf("a commit's time: %w", err)
			}
			commits = append(commits, commit{hash: field[len(commitMark):], merge: strings.Contains(fields[i+1], " "),
				time: when, author: fields[i+3], subject: strings.TrimSuffix(fields[i+4], "\n")})
			i += 4
		case strings.HasPrefix(field, ":"):
			parts := strings.Fields(field)
			if len(parts) != 5 || len(commits) == 0 {
				return nil, errors.New("the log has a line that is not known")
			}
			// Only a regular file has rules; a link or a submodule is none.
			if strings.HasPrefix(parts[1], "100") {
				commits[len(commits)-1].blob = parts[3]
			}
			i++ // the path, which may look like anything
			if parts[4][0] == 'R' || parts[4][0] == 'C' {
				i++
			}
		}
	}
	return commits, nil
}

// blobs reads each blob once, all by one process.
func (g checkout) blobs(ctx context.Context, commits []commit) (map[string][]byte, error) {
	var wanted []string
	blobs := map[string][]byte{}
	for _, c := range commits {
		if _, seen := blobs[c.blob]; !seen && c.blob != "" {
			blobs[c.blob] = nil
			wanted = append(wanted, c.blob)
		}
	}
	var problem bytes.Buffer
	cmd := g.command(ctx, "cat-file", "--batch")
	cmd.Stdin = strings.NewReader(strings.Join(wanted, "\n") + "\n")
	cmd.Stderr = &problem
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	readErr := readBatch(bufio.NewReader(out), wanted, blobs)
	if readErr != nil {
		io.Copy(io.Discard, out)
	}
	if err := cmd.Wait(); err != nil {
		return nil, gitError(ctx, err, problem.String())
	}
	return blobs, readErr
}

// readBatch reads `git cat-file --batch`: a line "hash blob octets", so many
// octets, and a line end.
func readBatch(r *bufio.Reader, wanted []string, blobs map[string][]byte) error {
	for _, hash := range wanted {
		line, err := r.ReadString('\n')
		if err != nil {
			return fmt.Errorf("blob %s: %w", hash, err)
		}
		parts := strings.Fields(line)
		if len(parts) != 3 || parts[1] != "blob" {
			return fmt.Errorf("blob %s: git says %q", hash, strings.TrimSpace(line))
		}
		octets, err := strconv.ParseInt(parts[2], 10, 64)
		if err != nil || octets < 0 {
			return fmt.Errorf("blob %s: git says %q", hash, strings.TrimSpace(line))
		}
		kept := min(octets, versionOctets)
		body := make([]byte, kept)
		if _, err := io.ReadFull(r, body); err != nil {
			return fmt.Errorf("blob %s: %w", hash, err)
		}
		if _, err := io.CopyN(io.Discard, r, octets-kept+1); err != nil {
			return fmt.Errorf("blob %s: %w", hash, err)
		}
		blobs[hash] = body
	}
	return nil
}
