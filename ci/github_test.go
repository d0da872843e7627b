package ci_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// steps are what a job runs and uses.
func steps(t *testing.T, workflow map[string]any, job string) (run, uses []string) {
	t.Helper()
	for _, s := range at(t, workflow, "jobs", job, "steps").([]any) {
		step := s.(map[string]any)
		if r, ok := step["run"].(string); ok {
			run = append(run, r)
		}
		if u, ok := step["uses"].(string); ok {
			uses = append(uses, u)
		}
	}
	return run, uses
}

// What continuous integration runs is .ci/run and nothing else, with rights to read only.
func TestTheWorkflowRunsWhatAnybodyCan(t *testing.T) {
	w := document(t, "../.github/workflows/ci.yml")
	run, _ := steps(t, w, "run")
	if !slices.Equal(run, []string{".ci/run"}) {
		t.Errorf("it runs %q", run)
	}
	if info, err := os.Stat("../.ci/run"); err != nil || info.Mode()&0o111 == 0 {
		t.Errorf(".ci/run cannot be run: %v", err)
	}
	if at(t, w, "permissions", "contents") != "read" {
		t.Error("it may do more than read")
	}
}

// A release is what the script builds, of the version that the tag names. No expression
// stands in a script of it.
func TestTheReleaseWorkflow(t *testing.T) {
	w := document(t, "../.github/workflows/release.yml")
	run, _ := steps(t, w, "release")
	text := strings.Join(run, "\n")
	for _, want := range []string{"cmd/conform/version.go", "scripts/release.sh dist", "sha256sum -c SHA256SUMS", "gh release create"} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not %s", want)
		}
	}
	if strings.Contains(text, "${{") {
		t.Error("an expression stands in a script")
	}
	if at(t, w, "permissions", "contents") != "read" || at(t, w, "jobs", "release", "permissions", "contents") != "write" {
		t.Error("more than the one job may write")
	}
}

// Dependencies are looked after wherever there are some.
func TestDependabot(t *testing.T) {
	files := map[string]string{"gomod": "go.mod", "npm": "package.json", "docker": "Dockerfile", "github-actions": "action.yml"}
	seen := map[string]bool{}
	for _, u := range at(t, document(t, "../.github/dependabot.yml"), "updates").([]any) {
		update := u.(map[string]any)
		system := update["package-ecosystem"].(string)
		seen[system] = true
		folders, _ := update["directories"].([]any)
		if one, ok := update["directory"]; ok {
			folders = append(folders, one)
		}
		for _, folder := range folders {
			if _, err := os.Stat(filepath.Join("..", folder.(string), files[system])); err != nil {
				t.Errorf("%s: %v", system, err)
			}
		}
	}
	if len(seen) != len(files) {
		t.Errorf("it looks after %v", seen)
	}
}

// The forms of an issue ask for what their readers need.
func TestIssueForms(t *testing.T) {
	for name, required := range map[string][]string{
		"verdict-is-wrong": {"requirement", "case", "story", "right", "version"},
		"fault-was-missed": {"pair", "stream", "wrong", "version"},
		"new-dialect":      {"document", "products"},
	} {
		form := document(t, "../.github/ISSUE_TEMPLATE/"+name+".yml")
		var asks []string
		for _, b := range at(t, form, "body").([]any) {
			field := b.(map[string]any)
			if at(t, field, "attributes", "label") == "" {
				t.Errorf("%s: a field without a label", name)
			}
			if at(t, field, "validations", "required") == true {
				asks = append(asks, field["id"].(string))
			}
		}
		if at(t, form, "name") == "" || at(t, form, "description") == "" || !slices.Equal(asks, required) {
			t.Errorf("%s asks for %v", name, asks)
		}
	}
}

// What rests on a published release says that there is none yet, and what works today.
func TestNothingRestsOnWhatIsNotPublished(t *testing.T) {
	unpublished := regexp.MustCompile(`toolconform/conform@v|cmd/conform@|releases/(download|tag)|image: .*toolconform/`)
	var paths []string
	for _, pattern := range []string{"../*.md", "../action.yml", "github/*.sh", "../docs/*.md", "../adapters/*.md",
		"../adapters/*/README.md", "*.yml", "../deploy/kubernetes/*.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	resting := 0
	for _, path := range paths {
		page := strings.Join(strings.Fields(strings.ReplaceAll(text(t, path), "\n#", "\n")), " ")
		if !unpublished.MatchString(page) {
			continue
		}
		resting++
		if !strings.Contains(page, "No release is published yet") || !regexp.MustCompile(`checkout|git clone`).MatchString(page) {
			t.Errorf("%s rests on a release, and does not say that there is none yet and how it works from a checkout", path)
		}
	}
	if resting < 3 || len(paths) < 15 {
		t.Errorf("%d of %d files were found to rest on a release", resting, len(paths))
	}
}
