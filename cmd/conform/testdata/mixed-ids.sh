# An adapter that answers every case under the id of another one in flight: it reads two cases, then swaps.
answer() { # id of the answer, id of the case's call, its content
  printf '{"type":"done","id":"%s","state":{"blocks":[{"type":"tool_use","id":"%s","name":"look_up","input":{"word":"doctor %s"},"tool_content_message":null,"toolResult":"%s","toolResultError":false,"artifact":null,"isStreaming":false,"isFromHistory":false,"dotStatus":"done"}]}}\n' "$1" "$2" "$2" "$3"
}
field() { printf '%s' "$1" | sed "s/.*\"id\":\"\([0-9]*\)\",\"dialect\".*/\1/"; }
content() { case "$1" in *"the first answer"*) echo "the first answer" ;; *) echo "another answer" ;; esac; }
call() { case "$1" in *dr_one*) echo dr_one ;; *) echo dr_two ;; esac; }

read -r hello
echo '{"type":"hello","protocol":1,"implementation":{"name":"mixed","version":"1"},"supports":[{"dialect":"content-blocks","role":"consumer"}],"concurrency":2}'
while read -r a && read -r b; do
  answer "$(field "$b")" "$(call "$a")" "$(content "$a")"
  answer "$(field "$a")" "$(call "$b")" "$(content "$b")"
done
