package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialect/dialecttest"
)

// notRun are the commands of pages that a test cannot run, by how they begin, and why.
func notRun() []struct{ begins, why string } {
	return []struct{ begins, why string }{
		{"docker ", "needs a daemon that builds images; ci.TestTheImage reads the Dockerfile"},
		{"cosign ", "another program; certificate/interop runs it where it is installed (-tags cosign)"},
		{"conform run --raw --dialect D ", "D, R, COMMAND and URL stand for the reader's own"},
		{"conform serve", "serves until it is ended; TestServeAsThePagesTypeIt types it"},
		{"conform proxy", "forwards until it is ended; TestThePageOfLiveTraffic types it"},
		{"conform probe", "needs a model's server; TestThePageOfLiveTraffic types it"},
		{"go test ", "tests of this project, which .ci/run runs"},
		{"npm test", "tests of this project, which .ci/run runs"},
	}
}

// needed are programs that commands of pages start; without one they are left out.
func needed() []string { return []string{"python3", "node", "npm", "npx", "openssl"} }

// readers are what somebody has at hand who reads a page, beside a checkout; and what happens between its commands.
func readers() map[string]reader {
	return map[string]reader{
		"README.md":            {ready: theAdapterShown},
		"docs/certificates.md": {ready: theRelease, needs: []string{"node"}, before: happenings{"--baseline": theKnownFailure}},
		"docs/ci.md": {ready: thePipeline, needs: []string{"node", "openssl"},
			before: happenings{"merge": theOtherShards, "certify": theAdapter}},
		"docs/loop.md": {before: happenings{"-- node agent.mjs": theAgentShown}},
	}
}

type reader struct {
	needs  []string // programs without which the page is left out
	ready  func(t *testing.T, folder string)
	before happenings
}

// happenings come once, before the first command that holds the key.
type happenings map[string]func(t *testing.T, folder string)

// Every command of README, docs, adapters and examples works as it stands there, in the order of the page, for
// somebody who has a checkout; it ends with the exit status that the comment beside it says, and prints what the
// page shows.
func TestEveryCommandOfThePages(t *testing.T) {
	if !dialecttest.All() {
		t.Skip("types everything that the pages say, for minutes: with -all")
	}
	bin := t.TempDir()
	install := exec.Command("go", "install", ".")
	install.Env = append(os.Environ(), "GOBIN="+bin)
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, p := range readPages(t) {
		if len(p.steps) > 0 {
			t.Run(p.name, func(t *testing.T) { newDesk(t, p, bin).work(p.steps) })
		}
	}
}

// The list of what is not run has no line that no page needs, and most is run.
func TestWhatIsNotRun(t *testing.T) {
	left, all := map[string]int{}, 0
	for _, p := range readPages(t) {
		for _, s := range p.steps {
			all++
			for _, n := range notRun() {
				if strings.HasPrefix(s.command, n.begins) {
					left[n.begins]++
				}
			}
		}
	}
	sum := 0
	for _, n := range notRun() {
		if !strings.HasSuffix(n.why, " types it") { // another test does
			sum += left[n.begins]
		}
		if left[n.begins] == 0 || n.why == "" {
			t.Errorf("%q: %d commands begin with it; %s", n.begins, left[n.begins], n.why)
		}
	}
	if all < 40 || sum > 10 {
		t.Errorf("%d of %d commands are not run", sum, all)
	}
}

// desk is where the commands of one page are typed.
type desk struct {
	*testing.T
	page     page
	reader   reader
	root     string // the copy of the checkout
	dir      string // where the next command is typed
	env      []string
	port     string
	printed  map[string]string // what each command printed
	happened map[string]bool
}

func newDesk(t *testing.T, p page, bin string) *desk {
	r := readers()[p.name]
	d := &desk{T: t, page: p, reader: r, root: t.TempDir(), port: freePort(t), printed: map[string]string{}, happened: map[string]bool{}}
	checkout(t, d.root)
	d.dir = d.root
	if beside := filepath.Join(d.root, filepath.Dir(p.name)); isFile(filepath.Join(beside, "package.json")) {
		d.dir = beside // the page of a package is read where the package lies
	}
	builds, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	d.env = append(os.Environ(), "GOCACHE="+strings.TrimSpace(string(builds)), "GOBIN="+bin, "GOFLAGS=-trimpath",
		"PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "XDG_CACHE_HOME="+cacheOf(t),
		"COLUMNS=110", "GITHUB_ACTIONS=", "FORCE_COLOR=")
	if slices.ContainsFunc(r.needs, func(program string) bool { return !installed(program) }) {
		t.Skip("a program is missing that its preparation needs")
	}
	if r.ready != nil {
		r.ready(t, d.dir)
	}
	return d
}

// work types the commands.
func (d *desk) work(steps []step) {
	for _, s := range steps {
		if s.shown != "" {
			if got, ok := d.printed[s.command]; ok && !showsAs(s.shown).MatchString(got) {
				d.Errorf("%s:%d: %s prints\n%s", d.page.name, s.line, s.command, got)
			}
			continue
		}
		if d.leaves(s.command) {
			continue
		}
		for key, happens := range d.reader.before {
			if strings.Contains(s.command, key) && !d.happened[key] {
				d.happened[key] = true
				happens(d.T, d.dir)
			}
		}
		d.run(s)
	}
	for key := range d.reader.before {
		if !d.happened[key] {
			d.Errorf("no command of %s has %q", d.page.name, key)
		}
	}
}

// leaves tells whether a command cannot be run here.
func (d *desk) leaves(command string) bool {
	for _, n := range notRun() {
		if strings.HasPrefix(command, n.begins) {
			return true
		}
	}
	return slices.ContainsFunc(needed(), func(program string) bool {
		return slices.Contains(strings.Fields(command), program) && !installed(program)
	})
}

func (d *desk) run(s step) {
	if dir, ok := strings.CutPrefix(s.command, "cd "); ok {
		d.dir = filepath.Join(d.dir, dir)
		return
	}
	command, behind := strings.CutSuffix(strings.ReplaceAll(s.command, "8080", d.port), "&")
	if behind {
		command = "exec " + command // so that killing it leaves nothing behind
	}
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir, cmd.Env = d.dir, d.env
	if strings.HasPrefix(s.command, "go install ") {
		cmd.Dir, cmd.Env = "../..", append(d.env, "GOFLAGS=") // what is built there already need not be built again
	}
	if behind {
		d.start(cmd)
		return
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	got := took.ReplaceAllString(out.String(), "")
	d.printed[s.command] = got
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != s.exit() {
		d.Errorf("%s:%d: $ %s\nends with %v, %d was expected\n%s", d.page.name, s.line, s.command, err, s.exit(), got)
	}
}

// start runs a command in the background for as long as the page is worked through.
func (d *desk) start(cmd *exec.Cmd) {
	if err := cmd.Start(); err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() {
		if err := cmd.Process.Kill(); err != nil {
			d.Error(err)
		}
		cmd.Wait() // it was killed
	})
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func installed(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}

// freePort is one that nobody listens on.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// checkout copies what a clone would have into a folder.
func checkout(t *testing.T, to string) {
	t.Helper()
	list, err := exec.Command("git", "-C", "../..", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Skipf("the source is not in a repository: %v", err)
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(list), "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join("../..", name))
		if os.IsNotExist(err) {
			continue // deleted, and not yet committed
		}
		if err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(to, name), string(data))
	}
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// theAdapterShown is the one that the README shows, saved as it says.
func theAdapterShown(t *testing.T, folder string) {
	put(t, filepath.Join(folder, "adapter.py"), shownIn(t, "README.md", "```python\n"))
}

// theAgentShown is the one that the page of agents shows.
func theAgentShown(t *testing.T, folder string) {
	put(t, filepath.Join(folder, "agent.mjs"), shownIn(t, "docs/loop.md", "is the whole adapter:\n\n```js\n"))
}

// shownIn is the program that a page shows behind some words.
func shownIn(t *testing.T, page, behind string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../..", page))
	if err != nil {
		t.Fatal(err)
	}
	_, program, found := strings.Cut(string(data), behind)
	if !found {
		t.Fatalf("%s shows no program behind %q", page, behind)
	}
	program, _, _ = strings.Cut(program, "```")
	return program
}

// theAdapter is the starter in Node, as somebody has it who began with it.
func theAdapter(t *testing.T, folder string) {
	for _, name := range []string{"adapter.mjs", "protocol.mjs", "client.mjs"} {
		data, err := os.ReadFile(filepath.Join(folder, "adapters/starter/node", name))
		if err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(folder, name), string(data))
	}
}

// theLostArtifact is a fault in the starter's client: what failed has no artifact.
func theLostArtifact(t *testing.T, folder string) {
	file := filepath.Join(folder, "client.mjs")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const kept = "call.artifact = result.artifact ?? null;"
	wrong := strings.Replace(string(data), kept, "if (result.status !== 'error') "+kept, 1)
	if wrong == string(data) {
		t.Fatal("the client keeps artifacts in another way")
	}
	put(t, file, wrong)
}

func theRelease(t *testing.T, folder string) {
	theAdapter(t, folder)
	put(t, filepath.Join(folder, "acme-chat-2.3.1.tgz"), "acme-chat 2.3.1\n")
}

// known makes a baseline of what fails.
func known(t *testing.T, folder, baseline string) {
	result := filepath.Join(t.TempDir(), "result.json")
	conformIn(t, folder, cli.ExitFail, "run", "--report", "json="+result, "--", "node", "adapter.mjs")
	conformIn(t, folder, cli.ExitOK, "baseline", "update", "--baseline", baseline,
		"--owner", "chat-team", "--reason", "artifacts come with 2.4", result)
}

func theKnownFailure(t *testing.T, folder string) {
	theLostArtifact(t, folder)
	known(t, folder, "conform.baseline.json")
}

// thePipeline has an adapter with a known failure.
func thePipeline(t *testing.T, folder string) {
	theAdapter(t, folder)
	theLostArtifact(t, folder)
	known(t, folder, "conform-baseline.json")
	put(t, filepath.Join(folder, "dist/acme-chat.tgz"), "acme-chat\n")
	cmd := exec.Command("openssl", "genpkey", "-algorithm", "ed25519", "-out", "key.pem")
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// theOtherShards ran on other machines; in each of them something failed.
func theOtherShards(t *testing.T, folder string) {
	for _, i := range []int{1, 3, 4} {
		shard, report := fmt.Sprintf("%d/4", i), fmt.Sprintf("json=shard-%d.json", i)
		conformIn(t, folder, cli.ExitFail, "run", "--shard", shard, "--report", report, "--", "node", "adapter.mjs")
	}
}

// conformIn runs the tool in a folder.
func conformIn(t *testing.T, folder string, code int, args ...string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), beConform+"=1", "GITHUB_ACTIONS=", "XDG_CACHE_HOME="+cacheOf(t))
	if out, err := cmd.CombinedOutput(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != code {
		t.Fatalf("conform %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}
