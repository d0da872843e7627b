package ci_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/toolconform/conform/dialect/dialecttest"
)

// The scripts are run as they stand, with a program in place of conform that notes
// its arguments and exits as it is told.
const standIn = `#!/bin/sh
for argument; do echo "$argument"; done >>"$NOTES"
exit "${STATUS:-0}"
`

// shell runs a script with the stand-in on the path. It returns the arguments that
// conform was given, and the exit status.
func shell(t *testing.T, script []string, env ...string) (arguments []string, status int) {
	t.Helper()
	if _, err := exec.LookPath(script[0]); err != nil {
		t.Skipf("there is no %s here", script[0])
	}
	dir := t.TempDir()
	notes := filepath.Join(dir, "notes")
	if err := os.WriteFile(filepath.Join(dir, "conform"), []byte(standIn), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(script[0], script[1:]...)
	cmd.Env = append(os.Environ(), append(env, "NOTES="+notes, "CONFORM="+filepath.Join(dir, "conform"),
		"PATH="+dir+":"+os.Getenv("PATH"))...)
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	t.Logf("%s", out)
	data, err := os.ReadFile(notes)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n"), cmd.ProcessState.ExitCode()
}

// manifest is the script of the Job in a manifest.
func manifest(t *testing.T, path string) []string {
	t.Helper()
	dec := yaml.NewDecoder(strings.NewReader(text(t, path)))
	for {
		var doc map[string]any
		if err := dec.Decode(&doc); err == io.EOF {
			t.Fatalf("%s: there is no Job", path)
		} else if err != nil {
			t.Fatal(err)
		}
		if doc["kind"] != "Job" {
			continue
		}
		container := at(t, doc, "spec", "template", "spec", "containers", 0)
		var words []string
		for _, w := range append(at(t, container, "command").([]any), at(t, container, "args").([]any)...) {
			words = append(words, w.(string))
		}
		return words
	}
}

func TestTheIndexIsTheShard(t *testing.T) {
	script := manifest(t, "../deploy/kubernetes/run.yaml")
	for index := range 4 {
		got, status := shell(t, script, fmt.Sprintf("JOB_COMPLETION_INDEX=%d", index), "SHARDS=4", "ADAPTER=http://adapter:8080",
			"STATUS=1")
		if status != 0 {
			t.Errorf("index %d: a failure of the implementation fails the pod: %d", index, status)
		}
		want := fmt.Sprintf("run --http http://adapter:8080 --seed 1 --shard %d/4 --report json=/results/shard-%d.json", index+1, index+1)
		if strings.Join(got, " ") != want {
			t.Errorf("index %d runs %s, expected %s", index, strings.Join(got, " "), want)
		}
	}
	for _, status := range []string{"0", "2", "3"} {
		if _, got := shell(t, script, "JOB_COMPLETION_INDEX=0", "SHARDS=4", "ADAPTER=u", "STATUS="+status); status != "0" && got == 0 {
			t.Errorf("exit %s becomes %d", status, got)
		}
	}
}

func TestTheMergeGivesTheVerdict(t *testing.T) {
	got, status := shell(t, manifest(t, "../deploy/kubernetes/merge.yaml"), "STATUS=1")
	if status != 1 || got[0] != "merge" {
		t.Errorf("exit %d of %q", status, got)
	}
}

// action runs the action's script as a step of a workflow does.
func action(t *testing.T, env ...string) (arguments []string, status int, output string) {
	t.Helper()
	dir := t.TempDir()
	variables := append([]string{"COMMAND=", "URL=", "PROFILE=full", "BASELINE=", "ARGUMENTS=", "REPORTS=" + dir,
		"GITHUB_OUTPUT=" + filepath.Join(dir, "output"), "GITHUB_STEP_SUMMARY=" + filepath.Join(dir, "summary")}, env...)
	arguments, status = shell(t, []string{"bash", "github/run.sh"}, variables...)
	data, err := os.ReadFile(filepath.Join(dir, "output"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return arguments, status, string(data)
}

func TestTheActionsScript(t *testing.T) {
	arguments, status, output := action(t, "COMMAND=node 'my adapter.mjs' && true", "BASELINE=known.json",
		"ARGUMENTS=--shard=1/4\n--seed=1", "STATUS=1")
	all := strings.Join(arguments, " ")
	for _, want := range []string{"run --profile full ", "--report markdown=", "--baseline known.json", "--shard=1/4 --seed=1",
		"-- bash -c node 'my adapter.mjs' && true"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not in %s", want, all)
		}
	}
	if status != 1 || !strings.Contains(output, "result=") {
		t.Errorf("exit %d, outputs %q", status, output)
	}
	if arguments, _, _ := action(t, "URL=http://127.0.0.1:8080"); arguments[len(arguments)-1] != "http://127.0.0.1:8080" {
		t.Errorf("%q", arguments)
	}
	for name, env := range map[string][]string{"neither": nil, "both": {"COMMAND=a", "URL=b"}} {
		if _, status, _ := action(t, env...); status != 2 {
			t.Errorf("%s: exit %d", name, status)
		}
	}
}

func TestTheInstallScriptRefusesWhatIsNoVersion(t *testing.T) {
	for _, version := range []string{"", "../../other", "1.0;true", "1.0 2.0"} {
		if _, status := shell(t, []string{"bash", "github/install.sh"}, "VERSION="+version, "SOURCE=.", "RUNNER_TEMP="+t.TempDir(),
			"GITHUB_OUTPUT=/dev/null"); status != 2 {
			t.Errorf("%q: exit %d", version, status)
		}
	}
}

// One target, built in two folders, is the same bytes. Both are copies: somebody may
// be writing in this one.
func TestReleasesAreReproducible(t *testing.T) {
	if !dialecttest.All() {
		t.Skip("builds the binary twice: with -all")
	}
	here, elsewhere := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "elsewhere", "deeper")
	copySource(t, here)
	if err := os.CopyFS(elsewhere, os.DirFS(here)); err != nil {
		t.Fatal(err)
	}
	first, second := build(t, here), build(t, elsewhere)
	if !bytes.Equal(first, second) {
		t.Errorf("%d and %d bytes, and they differ", len(first), len(second))
	}
}

// build builds one target; a foreign one, so that nothing of this machine gets in.
func build(t *testing.T, root string) []byte {
	t.Helper()
	out := t.TempDir()
	cmd := exec.Command("sh", filepath.Join(root, "scripts", "release.sh"), out, "darwin/arm64")
	cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH=1700000000")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	paths, err := filepath.Glob(filepath.Join(out, "conform_*_darwin_arm64"))
	if err != nil || len(paths) != 1 {
		t.Fatalf("%v, %v", paths, err)
	}
	info, err := os.Stat(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	if info.ModTime().Unix() != 1700000000 {
		t.Errorf("the binary is dated %s", info.ModTime())
	}
	data, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	sums := text(t, filepath.Join(out, "SHA256SUMS"))
	if !strings.Contains(sums, filepath.Base(paths[0])) {
		t.Errorf("SHA256SUMS: %s", sums)
	}
	return data
}

// copySource copies the tracked files, and those that will be.
func copySource(t *testing.T, root string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git here")
	}
	list, err := exec.Command("git", "-C", "..", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Skipf("the source is not in a repository: %v", err)
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(list), "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join("..", name))
		if os.IsNotExist(err) {
			continue // deleted, and not yet committed
		}
		if err != nil {
			t.Fatal(err)
		}
		target := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(target, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
