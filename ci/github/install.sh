#!/usr/bin/env bash
# Gets the binary: a release whose checksum is right, or one built from SOURCE. Writes its path to
# the step's outputs.
set -euo pipefail

dir=${RUNNER_TEMP:?}/conform
mkdir -p "$dir"
binary=$dir/conform

if [ "$VERSION" = source ]; then
  (cd "$SOURCE" && CGO_ENABLED=0 go build -trimpath -o "$binary" ./cmd/conform)
else
  case "$VERSION" in
    *[!0-9A-Za-z.+-]* | "") echo "::error::conform: \"version\" is no version"; exit 2 ;;
  esac
  case "$(uname -s)" in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    *) os=windows ;;
  esac
  case "$(uname -m)" in
    arm64 | aarch64) arch=arm64 ;;
    *) arch=amd64 ;;
  esac
  name=conform_${VERSION}_${os}_${arch}
  [ "$os" = windows ] && name=$name.exe
  base=https://github.com/toolconform/conform/releases/download/v$VERSION
  # No release is published yet: until there is one, the action of a checkout builds its own source.
  if ! curl -fsSL --retry 3 -o "$dir/$name" "$base/$name"; then
    echo "::error::conform: $base/$name cannot be had. Is $VERSION released? From a checkout of conform, \"version: source\" builds it"
    exit 1
  fi
  curl -fsSL --retry 3 -o "$dir/SHA256SUMS" "$base/SHA256SUMS"
  if command -v sha256sum >/dev/null; then sum=sha256sum; else sum="shasum -a 256"; fi
  # Binary mode marks names with a star, text mode with a second space.
  (cd "$dir" && grep -E "^[0-9a-f]{64} [ *]$name\$" SHA256SUMS | $sum -c -)
  binary=$dir/$name
  chmod +x "$binary"
fi
echo "conform=$binary" >>"$GITHUB_OUTPUT"
