// Package browser holds the tests of the HTML reports in a real browser: Chromium,
// driven through chromedriver. They need both programs and run with
//
//	go test -tags browser ./reports/browser
//
// The pictures in docs/images are made from the result of what conform demo judges:
//
//	conform run --dialect content-blocks --role consumer --light --runs 20 --report json=result.json \
//		-- conform reference --fault BLOCK-02/last-call
//	go test -tags browser ./reports/browser -run TestScreenshots -result "$PWD/result.json" -images "$PWD/docs/images"
//
// Beside them stands the digest of the page that they show; a test fails where the page is another one.
package browser
