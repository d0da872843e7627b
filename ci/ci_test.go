// Package ci_test holds the pieces that run conform elsewhere (workflows, manifests,
// images, releases) against what they promise.
package ci_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// document parses a file that holds one YAML document.
func document(t *testing.T, path string) map[string]any {
	t.Helper()
	var doc map[string]any
	if err := yaml.Unmarshal([]byte(text(t, path)), &doc); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return doc
}

func text(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// at walks into a document: members by name, elements by index.
func at(t *testing.T, v any, path ...any) any {
	t.Helper()
	for _, step := range path {
		switch s := step.(type) {
		case string:
			m, ok := v.(map[string]any)
			if !ok || m[s] == nil {
				t.Fatalf("there is no %v in %v", path, v)
			}
			v = m[s]
		case int:
			list, ok := v.([]any)
			if !ok || s >= len(list) {
				t.Fatalf("there is no %v in %v", path, v)
			}
			v = list[s]
		}
	}
	return v
}

func TestTheAction(t *testing.T) {
	action := document(t, "../action.yml")
	if at(t, action, "runs", "using") != "composite" {
		t.Error("the action is not composite")
	}
	inputs := at(t, action, "inputs").(map[string]any)
	for _, name := range []string{"command", "http", "profile", "baseline", "version"} {
		if inputs[name] == nil {
			t.Errorf("there is no input %s", name)
		}
	}
	for name := range inputs {
		if at(t, inputs, name, "description") == "" {
			t.Errorf("input %s is not described", name)
		}
	}
	for i := range at(t, action, "runs", "steps").([]any) {
		step := at(t, action, "runs", "steps", i)
		if at(t, step, "shell") != "bash" {
			t.Errorf("step %d has no shell", i)
		}
		if run := at(t, step, "run").(string); strings.Contains(run, "${{") {
			t.Errorf("step %d puts an expression into a script: %s", i, run)
		}
	}
	used := regexp.MustCompile(`inputs\.(\w+)`).FindAllStringSubmatch(text(t, "../action.yml"), -1)
	for _, m := range used {
		if inputs[m[1]] == nil {
			t.Errorf("inputs.%s is used and not declared", m[1])
		}
	}
	for name := range inputs {
		if !slices.ContainsFunc(used, func(m []string) bool { return m[1] == name }) {
			t.Errorf("input %s is declared and not used", name)
		}
	}
}

func TestTheWorkflowExample(t *testing.T) {
	w := document(t, "github-matrix.yml")
	shards := at(t, w, "jobs", "shard", "strategy", "matrix", "shard").([]any)
	for i, s := range shards {
		if s != i+1 {
			t.Errorf("shard %d is called %v", i+1, s)
		}
	}
	if at(t, w, "jobs", "shard", "strategy", "fail-fast") != false {
		t.Error("one failing shard stops the others")
	}
	if at(t, w, "jobs", "merge", "needs") != "shard" {
		t.Error("merge does not wait for the shards")
	}
	if !strings.Contains(text(t, "github-matrix.yml"), "--shard=${{ matrix.shard }}/4\n") || len(shards) != 4 {
		t.Error("the number of shards is not that of the matrix")
	}
	action := document(t, "../action.yml")
	for _, step := range at(t, w, "jobs", "shard", "steps").([]any) {
		uses, _ := step.(map[string]any)["uses"].(string)
		if !strings.HasPrefix(uses, "toolconform/conform@") {
			continue
		}
		for name := range at(t, step, "with").(map[string]any) {
			at(t, action, "inputs", name)
		}
	}
}

func TestGitLab(t *testing.T) {
	g := document(t, "gitlab-ci.yml")
	stages := at(t, g, "stages").([]any)
	for _, job := range []string{"conform:shard", "conform:verdict"} {
		if !slices.Contains(stages, at(t, g, job, "stage")) {
			t.Errorf("the stage of %s is not declared", job)
		}
		at(t, g, at(t, g, job, "extends").(string))
	}
	if at(t, g, "conform:verdict", "needs", 0, "job") != "conform:shard" {
		t.Error("the verdict does not wait for the shards")
	}
	if n, ok := at(t, g, "conform:shard", "parallel").(int); !ok || n < 2 {
		t.Error("the shards are not parallel")
	}
}

// Every place that names a version names this one.
func TestVersions(t *testing.T) {
	m := regexp.MustCompile(`(?m)^const version = "(.*)"$`).FindStringSubmatch(text(t, "../cmd/conform/version.go"))
	if m == nil {
		t.Fatal("there is no version in cmd/conform/version.go")
	}
	named := regexp.MustCompile(`(?:conform@v|conform:|CONFORM_VERSION: "|(?m:^    default: "))(\d+\.\d+\.\d+)`)
	for _, path := range []string{"../action.yml", "github-matrix.yml", "gitlab-ci.yml", "../deploy/kubernetes/run.yaml",
		"../deploy/kubernetes/merge.yaml"} {
		found := named.FindAllStringSubmatch(text(t, path), -1)
		if len(found) == 0 {
			t.Errorf("%s names no version", path)
		}
		for _, f := range found {
			if f[1] != m[1] {
				t.Errorf("%s names version %s, this is %s", path, f[1], m[1])
			}
		}
	}
}

func TestTheImage(t *testing.T) {
	docker := text(t, "../Dockerfile")
	var from, user []string
	for line := range strings.Lines(docker) {
		switch word, rest, _ := strings.Cut(strings.TrimSpace(line), " "); word {
		case "FROM":
			from = append(from, rest)
		case "USER":
			user = append(user, rest)
		}
	}
	if len(from) != 3 || !strings.HasPrefix(from[2], "gcr.io/distroless/static") {
		t.Errorf("the last stage is not distroless: %q", from)
	}
	if len(user) != 2 || user[0] != "65532:65532" || user[1] != user[0] {
		t.Errorf("the images run as %q", user)
	}
	// What is built there is what is released.
	flags := `go build -trimpath -buildvcs=false -ldflags "-s -w -buildid="`
	for _, path := range []string{"../Dockerfile", "../scripts/release.sh"} {
		if !strings.Contains(text(t, path), flags) {
			t.Errorf("%s does not build with %s", path, flags)
		}
	}
	want := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(text(t, "../go.mod"))[1]
	if !strings.HasPrefix(strings.Fields(from[0])[1], "golang:"+want) {
		t.Errorf("the image builds with %s, go.mod asks for %s", from[0], want)
	}
}

func TestEveryYAMLFileParses(t *testing.T) {
	for _, pattern := range []string{"*.yml", "../*.yml", "../deploy/kubernetes/*.yaml"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Errorf("%s: %v, %v", pattern, paths, err)
		}
		for _, path := range paths {
			dec := yaml.NewDecoder(strings.NewReader(text(t, path)))
			for {
				var v any
				err := dec.Decode(&v)
				if err != nil {
					if err.Error() != "EOF" {
						t.Errorf("%s: %v", path, err)
					}
					break
				}
			}
		}
	}
}
