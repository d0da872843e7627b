package browser

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pageDigest is the digest of the template, style and scripts that the pictures in docs/images show.
func pageDigest(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("../render/page/*")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	sum := sha256.New()
	for _, file := range files {
		if strings.HasPrefix(filepath.Base(file), "matrix.") {
			continue // another page
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(sum, "%s %d\n%s", filepath.Base(file), len(data), data)
	}
	return fmt.Sprintf("%x\n", sum.Sum(nil))
}

// The pictures of the page do not go stale in silence.
func TestThePicturesShowThisPage(t *testing.T) {
	have, err := os.ReadFile("../../docs/images/page.sha256")
	if err != nil || string(have) != pageDigest(t) {
		t.Errorf("the pictures in docs/images are of another page (%v): doc.go says how they are made", err)
	}
}
