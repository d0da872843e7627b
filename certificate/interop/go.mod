module github.com/toolconform/conform/certificate/interop

go 1.26

require (
	github.com/in-toto/attestation v1.2.0
	github.com/sigstore/sigstore v1.10.4
	github.com/toolconform/conform v0.0.0
	google.golang.org/protobuf v1.36.11
)

require (
	github.com/go-json-experiment/json v0.0.0-20260820222146-c27c302e5fc3 // indirect
	github.com/google/go-containerregistry v0.20.7 // indirect
	github.com/gowebpki/jcs v1.0.2 // indirect
	github.com/opencontainers/go-digest v1.0.0 // indirect
	github.com/santhosh-tekuri/jsonschema/v5 v5.3.1 // indirect
	github.com/secure-systems-lab/go-securesystemslib v0.11.1 // indirect
	github.com/sigstore/protobuf-specs v0.5.0 // indirect
	golang.org/x/crypto v0.55.0 // indirect
	golang.org/x/sys v0.47.0 // indirect
	golang.org/x/term v0.45.0 // indirect
	golang.org/x/text v0.41.0 // indirect
	google.golang.org/genproto/googleapis/api v0.0.0-20250825161204-c5933d9347a5 // indirect
)

replace github.com/toolconform/conform => ../..
