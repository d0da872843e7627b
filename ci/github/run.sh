#!/usr/bin/env bash
# Runs conform with the action's inputs, which stand in variables. The exit status is conform's; the
# summary is written whatever it is. Annotations come from conform itself.
set -euo pipefail

if [ -n "$COMMAND" ] && [ -n "$URL" ] || [ -z "$COMMAND$URL" ]; then
  echo "::error::conform: give either \"command\" or \"http\""
  exit 2
fi

mkdir -p "$REPORTS"
result=$REPORTS/result.json
arguments=(run --profile "$PROFILE"
  --report "json=$result" --report "junit=$REPORTS/junit.xml" --report "html=$REPORTS/report.html"
  --report "markdown=$REPORTS/report.md" --report "sarif=$REPORTS/conform.sarif")
[ -n "$BASELINE" ] && arguments+=(--baseline "$BASELINE")
while IFS= read -r line; do
  [ -n "$line" ] && arguments+=("$line")
done <<<"$ARGUMENTS"
if [ -n "$URL" ]; then
  arguments+=(--http "$URL")
else
  arguments+=(-- bash -c "$COMMAND")
fi

status=0
"$CONFORM" "${arguments[@]}" || status=$?
echo "result=$result" >>"$GITHUB_OUTPUT"
if [ -f "$REPORTS/report.md" ]; then
  cat "$REPORTS/report.md" >>"$GITHUB_STEP_SUMMARY"
fi
exit "$status"
