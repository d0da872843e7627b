package judging

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
)

// lookAgain is how often --watch looks at the files.
const lookAgain = 500 * time.Millisecond

// watch runs the same command line again whenever a file of the adapter's changes, until it
// is interrupted. Each run is a process of its own.
func watch(ctx context.Context, s cli.Streams, command []string, args []string) error {
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("watching: %w", err)
	}
	folders := foldersOf(command)
	if len(folders) == 0 {
		return cli.Usage("--watch finds no file in the command; give the adapter as a path, as in -- node ./adapter.mjs")
	}
	run := func() {
		cmd := exec.CommandContext(ctx, self, args...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = s.In, s.Out, s.Err
		_ = cmd.Run() // its verdict is printed; a failing run is what one watches for
		fmt.Fprintf(s.Err, "watching %s; Ctrl-C ends\n", strings.Join(folders, ", "))
	}
	ticker := time.NewTicker(lookAgain)
	defer ticker.Stop()
	told := filesOf(s.Out, s.Err)
	watchLoop(ctx, ticker.C, func() string { return snapshot(folders, told) }, run)
	return nil
}

// watchLoop runs once, and again whenever what it sees at a tick is another than before.
func watchLoop(ctx context.Context, ticks <-chan time.Time, see func() string, run func()) {
	before := see()
	run()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		if now := see(); now != before {
			before = now
			run()
		}
	}
}

// withoutWatch is the command line of one run: what stands behind -- is the adapter's.
func withoutWatch(args []string) []string {
	out := slices.Clone(args)
	for i, a := range out {
		if a == "--" {
			return out
		}
		if a == "--watch" {
			return slices.Delete(out, i, i+1)
		}
	}
	return out
}

// foldersOf the files that a command names.
func foldersOf(command []string) []string {
	var folders []string
	for _, word := range command {
		if info, err := os.Stat(word); err == nil && info.Mode().IsRegular() {
			folders = append(folders, filepath.Dir(word))
		}
	}
	slices.Sort(folders)
	return slices.Compact(folders)
}

// filesOf are the files that a run is told into, where the shell sent it into one.
func filesOf(streams ...io.Writer) []os.FileInfo {
	var files []os.FileInfo
	for _, w := range streams {
		if f, ok := w.(*os.File); ok {
			if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
				files = append(files, info)
			}
		}
	}
	return files
}

// snapshot is names, sizes and times of the files in the folders, but for those that a
// run writes itself: reports and logs are no sources, nor is what it is told into.
func snapshot(folders []string, told []os.FileInfo) string {
	var b strings.Builder
	for _, folder := range folders {
		entries, err := os.ReadDir(folder)
		if err != nil {
			continue
		}
		for _, e := range entries {
			info, err := e.Info()
			if err != nil || !info.Mode().IsRegular() || written(e.Name()) {
				continue
			}
			if slices.ContainsFunc(told, func(f os.FileInfo) bool { return os.SameFile(f, info) }) {
				continue
			}
			fmt.Fprintf(&b, "%s/%s %d %d\n", folder, e.Name(), info.Size(), info.ModTime().UnixNano())
		}
	}
	return b.String()
}

// written tells whether a run, or an adapter that keeps a log, may write a file of that name.
func written(name string) bool {
	reports := []string{".json", ".xml", ".html", ".md", ".sarif", ".partial", ".tmp", ".pyc", ".log", ".txt"}
	return strings.HasPrefix(name, ".") || slices.Contains(reports, filepath.Ext(name))
}
