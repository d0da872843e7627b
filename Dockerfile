# conform as an image: one static binary, not root; without a shell unless it is asked for.
#
#   docker build -t conform .
#   docker run --rm conform run --http http://host.docker.internal:8080
#
# An adapter that runs as a command needs its own runtime: copy the binary into its image with
#   COPY --from=conform /conform /usr/local/bin/conform
FROM --platform=$BUILDPLATFORM golang:1.26 AS build
ARG TARGETOS
ARG TARGETARCH
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# The flags of scripts/release.sh: the same source gives the same bytes.
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH GOFLAGS=-mod=readonly \
    go build -trimpath -buildvcs=false -ldflags "-s -w -buildid=" -o /conform ./cmd/conform

# With a shell, for jobs that have to compute their arguments: docker build --target shell
FROM busybox:1.37-musl AS shell
COPY --from=build /conform /usr/local/bin/conform
COPY LICENSE /LICENSE
USER 65532:65532
WORKDIR /tmp
ENTRYPOINT ["/usr/local/bin/conform"]
CMD ["--help"]

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /conform /conform
COPY LICENSE /LICENSE
USER 65532:65532
WORKDIR /home/nonroot
ENTRYPOINT ["/conform"]
CMD ["--help"]
