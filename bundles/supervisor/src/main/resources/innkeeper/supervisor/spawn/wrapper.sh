# Keeps what must outlive the host: a server's exit code and its unread output. Each word on stdin
# starts one server, the next only when that one has ended.
# Every name of our own starts with _ink_, for an assignment to an exported name reaches the server.
trap '' HUP INT QUIT TERM USR1 USR2 PIPE ALRM XFSZ TSTP TTIN TTOU
umask 077
_ink_run=$1 _ink_name=$2 _ink_umask=$3 _ink_group=$4 _ink_dir=$5 _ink_before=$6
# The seventh is the number of FIFOs: the third is a standard input that stays open and gives nothing.
_ink_fifos=$7
shift 7
_ink_nobody=$INNKEEPER_SERVER
# Which process this is, by the kernel.
_ink_who='
  read -r _ink_stat </proc/self/stat
  _ink_pid=${_ink_stat%% *}
  _ink_field() { _ink_parent=$2 _ink_start=${20}; }
  set -f
  _ink_field ${_ink_stat##*) }
  set +f'
# Becomes the server. In a text, for it is run by two shells.
_ink_be='
  # The folder may be another since the last word, under the same name.
  cd "$_ink_dir" || exit 126
  unset OLDPWD
  if [ -n "$_ink_group" ]; then
    # One a line: of version 1 there is one for each controller.
    _ink_ifs=$IFS IFS="
"
    set -f
    for _ink_one in $_ink_group; do echo 0 >"$_ink_one/cgroup.procs" || exit 126; done
    set +f
    IFS=$_ink_ifs
  fi
  echo "$_ink_pid $_ink_start" >"$_ink_run/$_ink_name.id"
  echo "$_ink_pid" >"$_ink_run/$_ink_name.pid"
  umask "$_ink_umask"'
# Waits for its word in the session that will be the server's, and tells its parent that it came.
_ink_wait='_ink_run=$1 _ink_name=$2 _ink_umask=$3 _ink_group=$4 _ink_dir=$5
  shift 5
  read -r _ink_go INNKEEPER_SERVER || exit'"
$_ink_who"'
  if [ "$_ink_parent" = "$PPID" ]; then kill -s URG "$PPID"; fi'"
$_ink_be"'
  exec "$@" <&6 1>&3 2>&4 3>&- 4>&- 6>&-'
_ink_hear() { trap - HUP INT QUIT TERM USR1 USR2 PIPE ALRM XFSZ TSTP TTIN TTOU; }
# Read and write: a FIFO nobody reads is then no broken pipe, only a full one. One for
# each stream: a line of one is not torn by the other.
exec 3<>"$_ink_run/$_ink_name.out" || exit 1
exec 4<>"$_ink_run/$_ink_name.err" || exit 1
if [ "$_ink_fifos" = 3 ]; then exec 6<>"$_ink_run/$_ink_name.in"; else exec 6</dev/null; fi || exit 1
# No word means never: the host died before it had written down that this server exists.
read -r _ink_go INNKEEPER_SERVER || exit 0
(
  _ink_hear
  eval "$_ink_who"
  eval "$_ink_be"
  # shellcheck disable=SC2086
  exec $_ink_before "$@" <&6 1>&3 2>&4 3>&- 4>&- 6>&-
)
_ink_code=$?
# Whatever ends this script (no process can be made any more): it stays, for it holds the output.
# That costs nothing while it waits for a host to say that all is in the log (by SIGKILL).
trap 'while :; do kill -s STOP $$; done' EXIT
trap '_ink_born=1' URG
_ink_born=1
while [ -n "$_ink_born" ]; do
  if ! echo "$_ink_code" >"$_ink_run/$_ink_name.exit"; then
    # The disk is full: the code goes where it needs none, into this process's own umask.
    umask "0$((4 + _ink_code / 64))$((_ink_code / 8 % 8))$((_ink_code % 8))"
    break
  fi
  _ink_born=
  # The next server's process waits for its word with all but its last steps done.
  (
    _ink_hear
    # Not of the server that has ended, whose processes are looked for by its name.
    INNKEEPER_SERVER=$_ink_nobody
    # shellcheck disable=SC2086
    exec $_ink_before /bin/sh -c "$_ink_wait" sh \
      "$_ink_run" "$_ink_name" "$_ink_umask" "$_ink_group" "$_ink_dir" "$@"
  )
  _ink_code=$?
done
