# Keeps what must outlive the host: a server's exit code and its unread output. Each word on stdin
# starts one server, the next only when that one has ended.
# Every name of our own starts with _ink_, for an assignment to an exported name reaches the server.
trap '' HUP INT QUIT TERM USR1 USR2 PIPE ALRM TSTP TTIN TTOU
umask 077
_ink_run=$1 _ink_name=$2 _ink_umask=$3 _ink_group=$4 _ink_dir=$5
shift 5
_ink_field() { _ink_start=${20}; }
# Read and write: a FIFO nobody reads is then no broken pipe, only a full one.
exec 3<>"$_ink_run/$_ink_name.out" || exit 1
# A JVM's children are born with QUIT blocked. dash unblocks all when it has tried to run a program;
# this one cannot be run, which is cheapest.
/dev/null 2>/dev/null
# No word means never: the host died before it had written down that this server exists.
while read -r _ink_go INNKEEPER_SERVER; do
  (
    trap - HUP INT QUIT TERM USR1 USR2 PIPE ALRM TSTP TTIN TTOU
    # The folder may be another since the last word, under the same name.
    cd "$_ink_dir" || exit 126
    unset OLDPWD
    read -r _ink_stat </proc/self/stat
    _ink_pid=${_ink_stat%% *}
    set -f
    _ink_field ${_ink_stat##*) }
    set +f
    if [ -n "$_ink_group" ]; then echo 0 >"$_ink_group/cgroup.procs" || exit 126; fi
    echo "$_ink_pid $_ink_start" >"$_ink_run/$_ink_name.id"
    echo "$_ink_pid" >"$_ink_run/$_ink_name.pid"
    umask "$_ink_umask"
    exec "$@" </dev/null 1>&3 2>&3 3>&-
  )
  _ink_code=$?
  echo "$_ink_code" >"$_ink_run/$_ink_name.exit"
done
[ -n "${_ink_code:-}" ] || exit 0
# Costs nothing while it waits for the next host to say that all output is in the log (by SIGKILL).
while :; do kill -s STOP $$; done
