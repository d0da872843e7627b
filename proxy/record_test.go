package proxy_test

import (
	"bytes"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolconform/conform/check"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/proxy"
	"github.com/toolconform/conform/wire"
)

// Whatever header or query holds a credential, no file has it.
func TestCredentialsAreNeverWritten(t *testing.T) {
	const secret = "sk-s3cret"
	folder := t.TempDir()
	s := stand(t, func(w http.ResponseWriter, r *http.Request) {
		for _, name := range []string{"Set-Cookie", "X-Session-Token", "Www-Authenticate", "X-Request-Id", "Location"} {
			w.Header().Set(name, secret)
		}
		streams(plainAnswer())(w, r)
	}, func(o *proxy.Options) { o.Record = folder })
	req, _ := http.NewRequest("POST", s.front.URL+"/v1/chat/completions?key="+secret+"&api-version=1", strings.NewReader(question))
	for _, name := range []string{"Authorization", "X-Api-Key", "Api-Key", "Cookie", "X-Goog-Api-Key", "Proxy-Authorization", "X-Anything",
		"Ocp-Apim-Subscription-Key", "Openai-Organization", "Referer", "X-Amz-Security-Token"} {
		req.Header.Set(name, "Bearer "+secret)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	reads(t, resp)
	r := s.result()
	files := 0
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte("s3cret")) {
			t.Errorf("%s has the credential", path)
		}
		if info, _ := d.Info(); info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is readable to others: %v", path, info.Mode())
		}
		return err
	})
	if err != nil || files != 3 {
		t.Errorf("%d files, %v", files, err)
	}
	for _, row := range r.Live.Notes {
		if strings.Contains(row, secret) {
			t.Errorf("a note has it: %s", row)
		}
	}
}

// What is recorded is what came, and check judges it as the proxy did.
func TestRecordedStreamsAreJudgedAgain(t *testing.T) {
	folder := t.TempDir()
	wrong := strings.Replace(plainAnswer(), `"role":"assistant",`, "", 1)
	made := ""
	s := stand(t, streams(wrong), func(o *proxy.Options) {
		o.Record = folder
		o.Cases = func(dialect, id string, events []wire.Value, whole bool) ([]byte, error) {
			made = dialect + " " + id
			if len(events) != 3 || !whole {
				t.Errorf("%d events, whole: %t", len(events), whole)
			}
			return []byte("{}"), nil
		}
	})
	reads(t, s.post("/v1/chat/completions", question))
	r := s.result()
	data, err := os.ReadFile(filepath.Join(folder, "000001.answer.sse"))
	if err != nil || string(data) != wrong {
		t.Fatalf("%q, %v", data, err)
	}
	var found []string
	_, err = check.Stream(bytes.NewReader(data), check.Options{Sides: []*dialect.Side{wires()[0].Producer},
		Found: func(f check.Found) { found = append(found, f.Requirement) }})
	if err != nil || len(found) != 1 || found[0] != "CHAT-52" || missed(r)["CHAT-52"] != 1 {
		t.Errorf("%v, %v, %v", found, missed(r), err)
	}
	if asked, _ := os.ReadFile(filepath.Join(folder, "000001.request.json")); string(asked) != question {
		t.Errorf("the request is %q", asked)
	}
	if made != "openai-chat openai-chat/consumer/recorded-000001" {
		t.Errorf("the case is %q", made)
	}
	if len(r.Cases) != 1 || !strings.HasPrefix(r.Cases[0].Replay, "conform check --dialect openai-chat ") {
		t.Errorf("%+v", r.Cases)
	}
}

// A folder that can't be written is told at once.
func TestRecordingNowhere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := proxy.New(proxy.Options{Record: filepath.Join(file, "folder")}); err == nil {
		t.Error("nobody minds")
	}
}
