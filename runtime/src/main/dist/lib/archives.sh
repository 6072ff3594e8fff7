# Class archives: what a JVM keeps of the classes it loaded, so that later starts need not parse and
# verify them again. An archive serves one JDK and one home; the JVM leaves one aside that does not fit.
# bin/innkeeper reads this file, and the host runs it after a start without an archive:
#
#   sh lib/archives.sh make [FOLDER]
#
# INNKEEPER_ARCHIVES=off keeps it from that. An archive is FOLDER/KEY.jsa for the host and FOLDER/KEY-cli.jsa for the command line. KEY changes
# with the JDK and with every jar of the release. Folders, in this order:
#   HOME/lib/classes                      of the build and of an upgrade
#   /var/cache/innkeeper/PLACE            of the package
#   XDG_STATE_HOME/innkeeper/classes/PLACE, else ~/.local/state; PLACE is the home, with - for /

newline='
'

# How much memory must be free for a second JVM, and how much disk for its archives, in KiB.
memory_needed=524288
disk_needed=262144
# Seconds a JVM may take until its classes are loaded, and then to write them.
longest=35
writing=25

# Sets $key for $home and $java: what tells this JDK from others, and what the home is and holds.
archive_key() {
  key=
  files=$(stat -L -c '%s-%Y' "$java" "$home"/lib/*.jar "$home"/platform/*.jar "$home"/surfaces/*.jar 2>/dev/null) &&
    content=$(printf '%s\n%s\n' "$home" "${files#*"$newline"}" | cksum) &&
    content=${content% *} &&
    key=${files%%"$newline"*}-$content
}

# Sets $place for $home.
archive_place() {
  case $home in
    /usr/share/innkeeper) place=usr-share-innkeeper ;;
    *)
      # In the shell itself: each command of the command line passes here.
      place=
      rest=${home#/}
      while [ "$rest" != "${rest#*/}" ]; do
        place=$place${rest%%/*}-
        rest=${rest#*/}
      done
      place=$place$rest
      [ "${#place}" -le 200 ] || place=$(printf '%.200s' "$place")
      ;;
  esac
}

# Sets $state, the user's folder of archives; status 1 without one that is the user's own.
archive_state() {
  state=${XDG_STATE_HOME:-}
  case $state in
    /*) ;;
    *) case ${HOME:-} in /*) state=$HOME/.local/state ;; *) return 1 ;; esac ;;
  esac
  state=$state/innkeeper/classes
  # Under sudo it may be another user's.
  above=$state
  until [ -e "$above/" ]; do above=${above%/*}; done
  [ -O "$above/" ]
}

# Sets $archive to the file of kind $1 ("" or "-cli") that serves $home and $java, or to "".
find_archive() {
  archive=
  archive_key || return 0
  if [ -f "$home/lib/classes/$key$1.jsa" ]; then
    archive=$home/lib/classes/$key$1.jsa
  else
    archive_place
    if [ -f "/var/cache/innkeeper/$place/$key$1.jsa" ]; then
      archive=/var/cache/innkeeper/$place/$key$1.jsa
    elif archive_state && [ -f "$state/$place/$key$1.jsa" ] && [ -O "$state/$place/$key$1.jsa" ]; then
      archive=$state/$place/$key$1.jsa
    fi
  fi
  # A JVM may crash with one that was cut short or changed. Its own checksum takes a tenth of the start.
  if [ -n "$archive" ] && ! { read -r stamp <"$archive.stamp" && [ "$(stat -c %s-%Y "$archive")" = "$stamp" ]; } 2>/dev/null; then
    archive=
  fi
}

# KiB of memory that a new process can have: of the machine, and of each control group above us.
free_memory() {
  free=0
  while read -r name value _; do
    [ "$name" != MemAvailable: ] || free=$value
  done <"$proc/meminfo"
  while IFS=: read -r _ kind group; do
    [ -z "$kind" ] || continue
    while :; do
      if { read -r most <"$groups$group/memory.max" && read -r used <"$groups$group/memory.current"; } 2>/dev/null; then
        [ "$most" = max ] || [ $(((most - used) / 1024)) -ge "$free" ] || free=$(((most - used) / 1024))
      fi
      [ "${group%/}" ] || break
      group=${group%/*}
    done
  done <"$proc/self/cgroup"
  echo "$free"
}

free_disk() {
  df -Pk "$1" 2>/dev/null | { read -r _ && read -r _ _ _ free _ && echo "$free"; }
}

# Becomes the start script of $home, as a JVM that archives its classes to file $1 at its end.
archiving() {
  at_exit=$1
  shift
  # Page and API are served without a port, where the name is not too long for a socket.
  page=$scratch/page.sock
  [ "${#page}" -le 100 ] || page=
  exec env -i PATH="$PATH" HOME="$scratch" XDG_RUNTIME_DIR="$scratch" JAVA_HOME="${JAVA_HOME:-}" LC_ALL=C.UTF-8 NO_COLOR=1 \
    DATA_DIR="$scratch/data" ADMIN_PORT=0 ADMIN_SOCKET="$page" LOG_LEVEL=info BACKUP_INTERVAL_HOURS=0 INNKEEPER_CLIENT=java INNKEEPER_ARCHIVE_AT_EXIT="$at_exit" \
    timeout -k "$writing" "$longest" nice -n 19 "$home/bin/innkeeper" "$@"
}

# Makes both archives in $scratch: a host on an empty DATA_DIR, without a port, and a command to it.
make_in_scratch() {
  (archiving "$scratch/host" run) >"$scratch/console" 2>&1 </dev/null &
  host=$!
  tries=0
  # The console is there in a moment.
  until grep -qs ' ready ' "$scratch/console"; do
    tries=$((tries + 1))
    [ "$tries" -le $((longest * 5)) ] && kill -0 "$whom" 2>/dev/null || return 1
    # Not for lack of time.
    kill -0 "$host" 2>/dev/null || { ended=0 && return 1; }
    sleep 0.2
  done
  (archiving "$scratch/cli" status) >/dev/null 2>&1 </dev/null
  kill "$host"
  wait "$host"
  ended=$?
  host=
  [ -s "$scratch/host" ] && [ "$ended" != 137 ]
}

# Puts file $1 of $scratch under name $2. A host that starts meanwhile never sees half of it.
publish() {
  [ -s "$scratch/$1" ] || return 0
  stat -c %s-%Y "$scratch/$1" >"$scratch/$1.stamp"
  mv -f "$scratch/$1.stamp" "$folder/$2.stamp" && mv -f "$scratch/$1" "$folder/$2"
}

# Removes from folder $1 the archives of other jars, and all but those of the newest three JDKs.
remove_older() {
  # The names are our own.
  # shellcheck disable=SC2010,SC2012
  {
    ls "$1" | grep -v -e "-$content[.-]" -e '^home$'
    ls -t "$1" | grep -e "-$content[.]jsa\$" | tail -n +4
  } | while read -r old; do rm -f "$1/$old" "$1/$old.stamp" "$1/${old%.jsa}-cli.jsa" "$1/${old%.jsa}-cli.jsa.stamp"; done
}

# Removes archives of homes that are gone, and what a maker that was killed has left.
remove_strays() {
  for other in "$1"/*/; do
    [ ! -f "$other/home" ] || [ -d "$(cat "$other/home")" ] || rm -rf "$other"
  done
  find "$1" -maxdepth 1 -name '.make*' -mmin +10 -exec rm -rf {} +
}

# Makes the archives of $home and $java in folder $1, or leaves a note there that this JVM makes none.
make_archives() {
  archive_key && archive_place || return 1
  folder=${1:-}
  if [ -z "$folder" ]; then
    archive_state || {
      echo "no folder of this user's own to keep it in: HOME=${HOME:-}" >&2 && return 1
    }
    folder=$state/$place
  fi
  above=${folder%/*}
  [ ! -e "$folder/$key.failed" ] || {
    echo "this JVM made none before; why: $folder/$key.failed" >&2 && return 1
  }
  mkdir -p "$folder" && printf '%s\n' "$home" >"$folder/home" || return 1
  [ "$(free_memory)" -ge "$memory_needed" ] || {
    echo "less than $((memory_needed / 1024)) MiB of memory are free" >&2 && return 1
  }
  [ "$(free_disk "$folder")" -ge "$disk_needed" ] || {
    echo "less than $((disk_needed / 1024)) MiB are free in $folder" >&2 && return 1
  }
  remove_strays "$above"
  scratch=$(mktemp -d "$above/.make.XXXXXX") || return 1
  host=
  ended=137
  trap '[ -z "$host" ] || { kill "$host" && wait "$host"; } 2>/dev/null; rm -rf "$scratch"' EXIT
  trap 'exit 1' INT TERM HUP
  if make_in_scratch; then
    sync -d "$scratch/host" "$scratch/cli" 2>/dev/null || sync
    publish cli "$key-cli.jsa"
    publish host "$key.jsa"
    # What the package keeps is for all users.
    [ -z "${1:-}" ] || chmod -R u=rwX,go=rX "$folder"
    remove_older "$folder"
  elif [ "$ended" = 137 ]; then
    echo "it took longer than $((longest + writing)) s" >&2 && return 1
  else
    tail -n 5 "$scratch/console" >"$folder/$key.failed"
    cat "$folder/$key.failed" >&2
    return 1
  fi
}

if [ "${0##*/}" = archives.sh ]; then
  set -u
  umask 077
  home=$(cd "$(dirname "$0")/.." && pwd -P) || exit 1
  proc=/proc groups=/sys/fs/cgroup
  # For whom: when that process ends, nobody needs the archive now.
  whom=$PPID
  java=${JAVA_HOME:+$JAVA_HOME/bin/java}
  java=${java:-$(command -v java)}
  case ${1:-} in
    make) make_archives "${2:-}" ;;
    *) echo "usage: sh lib/archives.sh make [FOLDER]" >&2 && exit 2 ;;
  esac
fi
