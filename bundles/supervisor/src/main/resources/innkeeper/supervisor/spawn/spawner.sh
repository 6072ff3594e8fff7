# Makes the host's processes. A sh reads this from its stdin, then the host's requests: calls of the
# two functions below. What it makes is nobody's child, so that it waits for nothing, and its end
# ends nothing.
# A trap, not '': what a shell ignores at its start it cannot hear again, a wrapper's servers neither.
trap : HUP INT QUIT TERM USR1 USR2 PIPE ALRM XFSZ TSTP TTIN TTOU
umask 077
# A JVM's children are born with QUIT blocked. dash unblocks all when it has tried to run a program;
# this one cannot be run, which is cheapest.
/dev/null
# NUMBER FIFO NAME=VALUE… -- COMMAND: becomes that command in a process of its own. It says the number
# and its pid. Its stdin is the FIFO, which only the host has open for writing.
wrapper() {
  _ink_request=$1
  # In the background, a process would be deaf to INT and QUIT for good. So it is made in the
  # foreground by a process between, which it kills: then nobody waits for it.
  (
    trap 'echo "$_ink_request 0"' EXIT
    cd -P /proc/self || exit
    _ink_between=${PWD##*/}
    (
      trap 'echo "$_ink_request 0"' EXIT
      # The host may be gone: opening to read alone would wait for it.
      [ -p "$2" ] && exec 5<>"$2" <"$2" 5>&- && cd -P /proc/self || exit
      # Said now, so that the host can write its record meanwhile. Until the exec, /proc shows no
      # environment of this process, for the spawner has none.
      echo "$_ink_request ${PWD##*/}" && cd / || exit
      trap - EXIT
      kill -s KILL "$_ink_between"
      shift 2
      unset OLDPWD SHLVL _
      while [ "$1" != -- ]; do
        # bash does not let go of these, nor does it pass them on.
        case ${BASH_VERSION:+$1} in
          UID=* | EUID=* | PPID=* | SHELLOPTS=* | BASHOPTS=*) ;;
          *) export "$1" ;;
        esac
        shift
      done
      shift
      exec "$@" >/dev/null
    )
    trap - EXIT
  )
}
# NUMBER COMMAND: waits for it, and says the number and its exit code.
tool() {
  _ink_request=$1
  shift
  ("$@") </dev/null >/dev/null
  echo "$_ink_request $?"
}
