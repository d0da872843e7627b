//go:build browser

package browser

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// browser is one window, driven through the WebDriver protocol.
type browser struct {
	t       *testing.T
	session string
}

// elementKey is what WebDriver calls a reference to an element.
const elementKey = "element-6066-11e4-a52e-4f735466cecf"

// open starts a browser that looks at a file. Wide and high are CSS pixels.
func open(t *testing.T, file string, wide, high int) *browser {
	t.Helper()
	b := &browser{t: t}
	base := driver(t)
	args := []string{"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--hide-scrollbars", "--user-data-dir=" + t.TempDir()}
	capabilities := map[string]any{"browserName": "chrome", "goog:loggingPrefs": map[string]string{"performance": "ALL", "browser": "ALL"},
		"goog:chromeOptions": map[string]any{"args": args}}
	var made struct{ SessionID string }
	b.session = base + "/session"
	b.call("POST", "", map[string]any{"capabilities": map[string]any{"alwaysMatch": capabilities}}, &made)
	b.session += "/" + made.SessionID
	t.Cleanup(func() { b.call("DELETE", "", nil, nil) })
	b.cdp("Emulation.setDeviceMetricsOverride", map[string]any{"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": wide < 600})
	b.media("light")
	b.load(file)
	return b
}

// media sets the colours that the reader prefers; nothing moves.
func (b *browser) media(scheme string) {
	b.t.Helper()
	b.cdp("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{
		{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}}})
}

// settle waits until the page has done what it does after a pause.
func (b *browser) settle() { time.Sleep(200 * time.Millisecond) }

func (b *browser) load(file string) {
	b.t.Helper()
	b.call("POST", "/url", map[string]any{"url": "file://" + file}, nil)
}

// driver starts chromedriver on a free port; it ends with the test.
func driver(t *testing.T) string {
	t.Helper()
	program, err := exec.LookPath("chromedriver")
	if err != nil {
		t.Fatal("chromedriver is not installed; apt-get install chromium chromium-driver")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	cmd := exec.Command(program, fmt.Sprintf("--port=%d", port))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	base := fmt.Sprintf("http://127.0.0.1:%d", port)
	for range 200 {
		if resp, err := http.Get(base + "/status"); err == nil {
			resp.Body.Close()
			return base
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("chromedriver does not answer")
	return ""
}

func (b *browser) call(method, path string, body, value any) {
	b.t.Helper()
	var in io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			b.t.Fatal(err)
		}
		in = bytes.NewReader(data)
	}
	req, err := http.NewRequest(method, b.session+path, in)
	if err != nil {
		b.t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	var answer struct{ Value json.RawMessage }
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		b.t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK {
		b.t.Fatalf("%s %s: %.300s", method, path, answer.Value)
	}
	if value != nil {
		if err := json.Unmarshal(answer.Value, value); err != nil {
			b.t.Fatal(err)
		}
	}
}

func (b *browser) cdp(command string, params map[string]any) {
	b.t.Helper()
	b.call("POST", "/goog/cdp/execute", map[string]any{"cmd": command, "params": params}, nil)
}

// eval runs a script in the page and reads what it returns.
func eval[T any](b *browser, script string) T {
	b.t.Helper()
	var value T
	b.call("POST", "/execute/sync", map[string]any{"script": script, "args": []any{}}, &value)
	return value
}

// keys types into whatever has the focus.
func (b *browser) keys(list ...string) {
	b.t.Helper()
	var actions []map[string]string
	for _, key := range list {
		actions = append(actions, map[string]string{"type": "keyDown", "value": key}, map[string]string{"type": "keyUp", "value": key})
	}
	b.call("POST", "/actions", map[string]any{"actions": []any{map[string]any{"type": "key", "id": "keyboard", "actions": actions}}}, nil)
	b.settle()
}

func (b *browser) click(selector string) {
	b.t.Helper()
	var element map[string]string
	b.call("POST", "/element", map[string]string{"using": "css selector", "value": selector}, &element)
	b.call("POST", "/element/"+element[elementKey]+"/click", map[string]any{}, nil)
	b.settle()
}

// log gives the messages of a kind since the last call.
func (b *browser) log(kind string) []string {
	b.t.Helper()
	var entries []struct{ Message string }
	b.call("POST", "/se/log", map[string]string{"type": kind}, &entries)
	var messages []string
	for _, e := range entries {
		messages = append(messages, e.Message)
	}
	return messages
}

func (b *browser) screenshot(path string) {
	b.t.Helper()
	var data string
	b.call("GET", "/screenshot", nil, &data)
	png, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(path, png, 0o644); err != nil {
		b.t.Fatal(err)
	}
	b.t.Logf("%s: %d bytes", path, len(png))
}
