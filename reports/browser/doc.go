// Package browser holds the tests of the HTML reports in a real browser: Chromium,
// driven through chromedriver. They need both programs and run with
//
//	go test -tags browser ./reports/browser
//
// The pictures in docs/images are made from a result of your own:
//
//	conform run --report json=result.json -- conform reference --fault BLOCK-02/last-open
//	go test -tags browser ./reports/browser -run TestScreenshots -result "$PWD/result.json" -images "$PWD/docs/images"
package browser
