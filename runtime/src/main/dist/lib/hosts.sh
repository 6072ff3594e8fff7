# Which host a command means. bin/innkeeper reads this file; whatever needs a DATA_DIR has it from
# find_data, and nothing else looks for hosts.
#
# A running host registers itself (innkeeper.boot.Registration): one file a host, with its DATA_DIR,
# its pid, and what tells a pid that is used again. A file counts only if it and its folders belong to
# the caller, or in /run/innkeeper to root, are no links, and nobody else may write them. What is
# believed of it is the name of a DATA_DIR; the client asks the kernel who listens there.

newline='
'

# A word as a shell reads it back.
quoted() {
  case $1 in
    '' | *[!A-Za-z0-9_./:@%+=,-]*) printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")" ;;
    *) printf '%s' "$1" ;;
  esac
}

# Reads file $1 into pid, start, boot, space and dir.
read_registration() {
  pid='' start='' boot='' space='' dir=''
  [ -r "$1" ] || return 1
  while IFS= read -r line; do
    case $line in
      pid=*) pid=${line#*=} ;;
      start=*) start=${line#*=} ;;
      boot=*) boot=${line#*=} ;;
      pidns=*) space=${line#*=} ;;
      data=*) dir=${line#*=} ;;
    esac
  done <"$1"
  case $pid in '' | *[!0-9]*) return 1 ;; esac
  case $dir in /*) ;; *) return 1 ;; esac
}

# Whether a process with pid $1 lives that was started at tick $2 of this boot.
process_lives() {
  { read -r line <"/proc/$1/stat"; } 2>/dev/null || return 1
  IFS=' '
  # shellcheck disable=SC2086
  set -- "$2" ${line##*) }
  IFS=$newline
  [ "$2" != Z ] && [ "${21:-}" = "$1" ]
}

# Adds the hosts that are registered in $folders and live to $living, a line "PID UID DATA_DIR" each.
# Those of the system that the caller may not use go to $others.
look_into() {
  { read -r this_boot </proc/sys/kernel/random/boot_id; } 2>/dev/null || return 0
  me=
  IFS=$newline
  set -f
  # One look at all of them: a process of its own costs more than all else here.
  for entry in $(
    set -- /proc/$$
    for folder in $folders; do
      set +f
      set -- "$@" "${folder%/*}" "$folder" "$folder"/[0-9]*
    done
    exec stat -c '%u %A %n' "$@" 2>/dev/null
  ); do
    owner=${entry%% *}
    entry=${entry#* }
    mode=${entry%% *}
    file=${entry#* }
    if [ -z "$me" ]; then
      me=$owner
      continue
    fi
    case $file in
      /run/innkeeper | /run/innkeeper/*) due=0 ;;
      *) due=$me ;;
    esac
    case $owner$mode in
      ${due}d????-??-?) safe="$safe$file$newline" ;;
      ${due}-????-??-?)
        case $safe in
          *"${file%/*/*}$newline${file%/*}$newline"*) judge "$file" ;;
        esac
        ;;
    esac
  done
  unset IFS
  set +f
}

# Adds the host that is registered in file $1, if it lives.
judge() {
  read_registration "$1" && [ "$boot" = "$this_boot" ] || return 0
  if process_lives "$pid" "$start"; then
    if [ "$owner" = "$me" ] || [ -w "$dir/run/shell.sock" ]; then
      living="$living$pid $owner $dir$newline"
      count=$((count + 1))
    else
      others="$others$pid $owner $dir$newline"
    fi
  elif [ "$owner" = "$me" ] && [ "$space" = "$(readlink /proc/self/ns/pid)" ]; then
    # It was killed. One of another pid namespace we cannot judge.
    rm -f "$1"
  fi
}

# Sets $living to all hosts that live and that the caller may use, and $count to their number.
# INNKEEPER_SYSTEM_RUN replaces /run: a test then finds its own hosts only.
find_hosts() {
  living='' others='' safe='' folders='' count=0
  for folder in "${XDG_RUNTIME_DIR:-/run/user/$(id -u)}" "${HOME:-/nonexistent}/.local/state" "${INNKEEPER_SYSTEM_RUN:-/run}"; do
    folder=$folder/innkeeper/hosts
    case $newline$folders in
      *"$newline$folder$newline"*) ;;
      *) [ ! -d "$folder" ] || folders=$folders$folder$newline ;;
    esac
  done
  [ -z "$folders" ] || look_into
}

# The file of the systemd unit's settings.
settings_file() {
  printf '%s' "${XDG_CONFIG_HOME:-${HOME:-/nonexistent}/.config}/innkeeper.env"
}

# What a line of an EnvironmentFile gives DATA_DIR, in $data; the unit's own default without one.
read_settings() {
  data=${HOME:-}/.local/share/innkeeper
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      DATA_DIR=\"*\") line=${line#*=\"} && data=${line%\"} ;;
      DATA_DIR=\'*\') line=${line#*=\'} && data=${line%\'} ;;
      DATA_DIR=*) data=${line#*=} ;;
    esac
  done <"$1"
}

# Sets $data, the DATA_DIR that a command means, and $meant, why: --data or DATA_DIR, the one host that
# lives, the unit's settings, ./data. Status 2 when several hosts live; they are in $living then.
find_data() {
  if [ -n "${DATA_DIR+set}" ]; then
    data=$DATA_DIR
    meant=${INNKEEPER_MEANT:-DATA_DIR}
    return 0
  fi
  find_hosts
  if [ "$count" -gt 1 ]; then
    return 2
  elif [ "$count" = 1 ]; then
    data=${living#* * }
    data=${data%"$newline"}
    meant=${living#* }
    meant="host ${meant%% *}"
  elif settings=$(settings_file) && [ -r "$settings" ]; then
    read_settings "$settings"
    meant=$settings
  else
    data=./data
    meant=default
  fi
  export DATA_DIR="$data" INNKEEPER_MEANT="$meant"
}

# Prints the question which of several hosts is meant by "innkeeper $@".
ask_which() {
  word=status
  [ $# != 1 ] || word=$1
  echo "innkeeper: $count hosts of yours run; say which one, for instance:"
  IFS=$newline
  set -f
  for entry in $living; do
    echo "  innkeeper --data $(quoted "${entry#* * }") $(quoted "$word")"
  done
}

# The same for a client of another machine, in one line.
ask_which_far() {
  between='' all=''
  IFS=$newline
  set -f
  for entry in $living; do
    all=$all$between$(quoted "${entry#* * }")
    between=', '
  done
  echo "innkeeper: $count hosts run there; name one with --data: $all" >&2
}

# innkeeper hosts [--json]
list_hosts() {
  find_hosts
  case $* in
    --json)
      between=
      printf '['
      IFS=$newline
      set -f
      for entry in $living; do
        dir=$(printf '%s' "${entry#* * }" | sed 's/[\\"]/\\&/g')
        printf '%s{"dataDir":"%s","pid":%s,"socket":"%s/run/shell.sock"}' \
          "$between" "$dir" "${entry%% *}" "$dir"
        between=,
      done
      echo ']'
      ;;
    --plain)
      # For the client, which says on NoHost what runs elsewhere.
      IFS=$newline
      set -f
      for entry in $living; do
        echo "own $entry"
      done
      for entry in $others; do
        echo "root $entry"
      done
      ;;
    '')
      [ -n "$living$others" ] || echo "no host of yours runs; start one with: innkeeper run" >&2
      IFS=$newline
      set -f
      for entry in $living; do
        printf '%-9s %s\n' "${entry%% *}" "${entry#* * }"
      done
      for entry in $others; do
        printf "%-9s %s (root's: sudo innkeeper --data %s status)\n" \
          "${entry%% *}" "${entry#* * }" "$(quoted "${entry#* * }")"
      done
      ;;
    *)
      echo "usage: innkeeper hosts [--json]" >&2
      return 2
      ;;
  esac
}
