//go:build unix

package driver_test

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/wire"
)

// The test binary is also every adapter and raw program that the tests need: the
// variable says which.
const (
	helperVariable = "CONFORM_DRIVER_HELPER"
	markVariable   = "CONFORM_DRIVER_MARK"  // a file that the first process makes
	lostSuffix     = ".lost"                // beside it: the processes that nobody else ends
	begunVariable  = "CONFORM_DRIVER_BEGUN" // an address that is dialled when a deed of the first process begins
)

func TestMain(m *testing.M) {
	if mode := os.Getenv(helperVariable); mode != "" {
		run, ok := helpers()[mode]
		if !ok {
			fmt.Fprintln(os.Stderr, "no such helper:", mode)
			os.Exit(99)
		}
		run()
		os.Exit(0)
	}
	dialecttest.Pinned("4")
	if flag.Lookup("test.parallel").Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
		_ = flag.Set("test.parallel", "12") // most of them wait for a deadline
	}
	os.Exit(m.Run())
}

func helpers() map[string]func() {
	return map[string]func(){
		"scripted":    func() { script(os.Stdin, os.Stdout, 16) },
		"one-by-one":  func() { script(os.Stdin, os.Stdout, 1) },
		"gather":      func() { gather(func() {}) },
		"gather-exit": func() { gather(func() { os.Exit(6) }) },
		"gather-log":  func() { gather(func() { fmt.Println("I am a log line"); forever() }) },
		"once":        once,
		"serve":       serve,
		"echo":        func() { _, _ = io.Copy(os.Stdout, os.Stdin) },
		"sleeper":     func() { <-time.After(time.Minute) },
		"flooder":     flood,
		"silent":      func() { _, _ = io.Copy(io.Discard, os.Stdin) },
		"banner":      func() { fmt.Println("> acme@1.0.0 start"); forever() },
		"exits":       func() { fmt.Fprintln(os.Stderr, "no such module"); os.Exit(7) },
		"version-2":   func() { fmt.Println(`{"type":"hello","protocol":2}`); forever() },
		"slow":        func() { <-time.After(300 * time.Millisecond); script(os.Stdin, os.Stdout, 1) },
		"deaf":        func() { fmt.Println(hello(4)); forever() },
		"stdin-shut":  func() { fmt.Println(hello(4)); _ = os.Stdin.Close(); forever() },
		"stdout-shut": func() { fmt.Println(hello(4)); _ = os.Stdout.Close(); forever() },
		"stubborn": func() {
			signal.Ignore(syscall.SIGTERM, syscall.SIGINT)
			script(os.Stdin, os.Stdout, 1)
			forever()
		},
		"odd": func() {
			fmt.Println(`{"type":"log","text":"ignored"}`)
			fmt.Println(`{"type":"hello","concurrency":"many","implementation":7,"supports":[` +
				`{"dialect":"carrier-pigeon","role":"consumer"},` +
				`{"dialect":"tool-fence","role":"consumer","encodings":["morse"],"omits":["chunks"]},` +
				`{"dialect":"tool-fence","role":"consumer","omits":["x"]},7]}`)
			_, _ = io.Copy(io.Discard, os.Stdin)
		},
		"chatty": func() {
			script(os.Stdin, os.Stdout, 1)
			fmt.Println("goodbye")
		},
		"stuck-once": func() {
			if first() {
				fmt.Println(hello(16))
				forever()
			}
			script(os.Stdin, os.Stdout, 16)
		},
		"not-again": func() {
			if !first() {
				fmt.Fprintln(os.Stderr, "no such table")
				os.Exit(9)
			}
			script(os.Stdin, os.Stdout, 1)
		},
		"turncoat": func() {
			concurrency := 4
			if first() {
				concurrency = 1
			}
			script(os.Stdin, os.Stdout, concurrency)
		},
		"shuffler": func() {
			pairs := []string{`{"dialect":"tool-fence","role":"consumer","omits":["a","b"],"encodings":["sse","x"]}`,
				`{"dialect":"d","role":"s"}`}
			if first() {
				pairs = []string{pairs[1], `{"encodings":["x","sse"],"omits":["b","a"],"role":"consumer","dialect":"tool-fence"}`}
			}
			r := bufio.NewReader(os.Stdin)
			_, _ = r.ReadBytes('\n')
			fmt.Printf(`{"type":"hello","protocol":1,"implementation":{"name":"n"},"supports":[%s]}`+"\n", strings.Join(pairs, ","))
			script(r, os.Stdout, 1)
		},
		"raw": rawProgram,
	}
}

func forever() { select {} }

// flood writes until nobody reads.
func flood() {
	for {
		if _, err := os.Stdout.WriteString(strings.Repeat("x", 1<<20)); err != nil {
			os.Exit(0)
		}
	}
}

// first tells whether this process is the first of its test.
func first() bool {
	f, err := os.OpenFile(os.Getenv(markVariable), os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return false
	}
	_ = f.Close()
	return true
}

// inFirst is first, asked once.
var inFirst = sync.OnceValue(first)

func hello(concurrency int) string {
	return fmt.Sprintf(`{"type":"hello","protocol":1,"implementation":{"name":"helper"},"concurrency":%d,`+
		`"supports":[{"dialect":"tool-fence","role":"consumer","omits":["chunks"]}]}`, concurrency)
}

// script is an adapter that does in each case what the input's "do" says.
func script(in io.Reader, out io.Writer, concurrency int) {
	r := bufio.NewReader(in) // in itself, where it is a reader like this one
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return
		}
		m, err := wire.Parse(line)
		if err != nil {
			panic(err)
		}
		if m.Get("type").Text() == "hello" {
			_, _ = fmt.Fprintln(out, hello(concurrency))
			continue
		}
		act(out, m)
	}
}

func act(out io.Writer, m wire.Value) {
	id, input := m.Get("id").JSON(), m.Get("input")
	done := fmt.Sprintf(`{"type":"done","id":%s,"state":%s}`+"\n", id, input.JSON())
	event := fmt.Sprintf(`{"type":"event","id":%s,"event":{"type":"text-delta"},"after":3}`+"\n", id)
	say := func(s ...string) { _, _ = io.WriteString(out, strings.Join(s, "")) }
	switch do := input.Get("do").Text(); do {
	case "ok":
		say(event, done)
	case "reject":
		say(`{"type":"rejected","id":`, id, `,"reason":"too odd"}`, "\r\n\n")
	case "skip":
		say(`{"type":"skipped","id":`, id, `,"reason":"cannot","more":1}`, "\n")
	case "exit":
		fmt.Fprintln(os.Stderr, "about to exit")
		os.Exit(3)
	case "kill":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		forever()
	case "done-and-exit":
		say(done)
		os.Exit(0)
	case "done-and-close":
		say(done)
		_ = os.Stdout.Close()
		forever()
	case "done-and-hello":
		say(done, hello(9)+"\n", hello(9)+"\n")
	case "last-word":
		say(strings.TrimSpace(done))
		os.Exit(0)
	case "half-and-exit":
		say(done[:10])
		os.Exit(5)
	case "hang":
	case "hang-in-first":
		if inFirst() {
			begin(os.Getenv(begunVariable))
			return
		}
		say(done)
	case "freeze-in-first": // nothing else is answered
		if inFirst() {
			begin(os.Getenv(begunVariable))
			forever()
		}
		say(done)
	case "slow-in-first":
		if inFirst() {
			begin(os.Getenv(begunVariable))
			<-time.After(3 * time.Second)
		}
		say(done)
	case "late-in-first": // what comes behind it is answered meanwhile
		if inFirst() {
			begin(os.Getenv(begunVariable))
			time.AfterFunc(3*time.Second, func() { say(done) })
			return
		}
		say(done)
	case "done-and-grandchild":
		say(done)
		spawn("sleeper", true)
		os.Exit(4)
	case "grandchild", "lost-grandchild":
		spawn("sleeper", do == "lost-grandchild")
		os.Exit(4)
	case "flooding-grandchild":
		spawn("flooder", true)
		os.Exit(4)
	case "hanging-grandchild":
		spawn("sleeper", true)
	case "garbage":
		say("I am a log line\n", done)
	case "garbage-only":
		say("I am a log line\n")
	case "array":
		say("[1]\n", done)
	case "untyped":
		say(`{"level":"info"}`+"\n", done)
	case "unknown-type":
		say(`{"type":"progress","id":"999999"}`+"\n", done)
	case "unknown":
		say(`{"type":"done","id":"999999"}` + "\n")
	case "twice":
		say(done + done)
	case "late-event":
		say(done + event)
	case "flood":
		flood()
	case "long-line":
		say(`{"type":"done","id":`, id, `,"state":"`, strings.Repeat("x", 1<<20), `"}`, "\n")
	case "flood-events":
		for {
			say(strings.Repeat(event, 1000))
		}
	case "small-values":
		say(`{"type":"done","id":`, id, `,"state":[`, strings.Repeat("1,", 100<<10), `1]}`, "\n")
	case "big":
		say(`{"type":"done","id":`, id, `,"state":"`, strings.Repeat("x", 17<<20), `"}`, "\n")
	case "stderr":
		_, _ = io.WriteString(os.Stderr, strings.Repeat("noise\n", 200_000)+"the end")
		say(done)
	case "stderr-exit":
		_, _ = io.WriteString(os.Stderr, strings.Repeat("noise\n", 20_000)+"the end")
		os.Exit(8)
	default:
		panic("unknown deed: " + do)
	}
}

// spawn leaves a process behind that holds our pipes; a lost one also leaves the
// process group.
func spawn(mode string, lost bool) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), helperVariable+"="+mode)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if lost {
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	if lost { // nobody else will end it
		f, err := os.OpenFile(os.Getenv(markVariable)+lostSuffix, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			panic(err)
		}
		_, _ = fmt.Fprintln(f, cmd.Process.Pid)
		_ = f.Close()
	}
}

// gather is, in its first process, an adapter that does nothing before it has
// sixteen cases in flight, and then does something and answers them from the last to the first with
// interleaved events; later ones are scripted.
func gather(then func()) {
	if !first() {
		script(os.Stdin, os.Stdout, 16)
		return
	}
	r := bufio.NewReader(os.Stdin)
	var cases []wire.Value
	for len(cases) < 16 {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return
		}
		m := wire.ParseString(string(line))
		if m.Get("type").Text() == "hello" {
			fmt.Println(hello(16))
			continue
		}
		cases = append(cases, m)
	}
	then()
	for _, c := range cases {
		fmt.Printf(`{"type":"event","id":%s,"event":%s}`+"\n", c.Get("id").JSON(), c.Get("input").JSON())
	}
	for i := len(cases) - 1; i >= 0; i-- {
		act(os.Stdout, cases[i])
	}
	script(r, os.Stdout, 16)
}

// once is an adapter that exits after every answer, as naive ones do.
func once() {
	r := bufio.NewReader(os.Stdin)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return
		}
		m := wire.ParseString(string(line))
		if m.Get("type").Text() == "hello" {
			fmt.Println(hello(1))
			continue
		}
		act(os.Stdout, m)
		return
	}
}

func serve() {
	err := adapter.Serve(context.Background(), os.Stdin, os.Stdout, serveInfo(), map[dialect.Pair]dialect.Answer{fence: planted})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(70)
	}
}

// rawProgram is a program that answers with what follows "say:" in its input, each of the
// protocol's ways of ending included.
func rawProgram() {
	input, _ := io.ReadAll(os.Stdin)
	switch text := string(bytes.TrimSpace(input)); {
	case strings.HasPrefix(text, "exit "):
		var code int
		_, _ = fmt.Sscanf(text, "exit %d", &code)
		fmt.Fprintln(os.Stderr, "working\nthat makes no sense")
		os.Exit(code)
	case text == "kill":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		forever()
	case text == "hang":
		forever()
	case text == "grandchild":
		spawn("sleeper", false)
		fmt.Println(`{"type":"text-delta","delta":"x"}`)
	case text == "flood":
		flood()
	case strings.HasPrefix(text, "say:"):
		_, _ = os.Stdout.WriteString(text[4:])
	default:
		_, _ = os.Stdout.Write(input)
	}
}
