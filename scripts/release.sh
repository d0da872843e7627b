#!/bin/sh
# Builds the released binaries, the same bytes from the same source wherever it stands:
#
#   scripts/release.sh [OUT [TARGET…]]        OUT is dist, a TARGET is linux/amd64 and the like
#
# Beside the binaries stands SHA256SUMS, which `sha256sum -c` reads. SOURCE_DATE_EPOCH dates the
# files (default: the last commit, or 0 outside of a repository).
set -eu
cd "$(dirname "$0")/.."

out=${1:-dist}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

version=$(sed -n 's/^const version = "\(.*\)"$/\1/p' cmd/conform/version.go)
[ -n "$version" ] || { echo "release: no version in cmd/conform/version.go" >&2; exit 1; }
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}

# Whatever of the environment could change the bytes is set.
export CGO_ENABLED=0 GOFLAGS=-mod=readonly GOAMD64=v1 GOARM64=v8.0 GOTOOLCHAIN=local GOWORK=off GOEXPERIMENT=

mkdir -p "$out"
out=$(cd "$out" && pwd)
for target; do
  os=${target%/*} arch=${target#*/}
  name=conform_${version}_${os}_${arch}
  [ "$os" = windows ] && name=$name.exe
  GOOS=$os GOARCH=$arch go build -trimpath -buildvcs=false -ldflags "-s -w -buildid=" -o "$out/$name" ./cmd/conform
  touch -d "@$epoch" "$out/$name" 2>/dev/null || touch -t "$(date -u -r "$epoch" +%Y%m%d%H%M.%S)" "$out/$name"
  echo "$name"
done

cd "$out"
if command -v sha256sum >/dev/null; then sum="sha256sum"; else sum="shasum -a 256"; fi
$sum conform_"${version}"_* > SHA256SUMS
