#!/bin/sh
# Starts the assembled host once and has the JVM keep what it loaded (AppCDS), so that later starts
# need not parse it again. Without the archive the host runs as well, only slower to its feet.
set -u
home=$1
scratch=$(mktemp -d)
memory=$(mktemp -d /dev/shm/innkeeper-build.XXXXXX 2>/dev/null || mktemp -d)
trap 'rm -rf "$scratch" "$memory"' EXIT
export XDG_RUNTIME_DIR=$memory
archive=$home/lib/innkeeper.jsa
rm -f "$archive"
# Another for builds side by side, below what the kernel gives to clients.
port=${2:-$((10000 + $$ % 20000))}

DATA_DIR=$scratch/data ADMIN_PORT=$port BACKUP_INTERVAL_HOURS=0 NO_COLOR=1 \
  JAVA_OPTS="-XX:ArchiveClassesAtExit=$scratch/innkeeper.jsa -Xlog:class+load:file=$scratch/classes -Dinnkeeper.link=$scratch/classes" \
  "$home/bin/innkeeper" run >"$scratch/out" 2>&1 &
host=$!
tries=0
until grep -q ' ready ' "$scratch/out" 2>/dev/null; do
  tries=$((tries + 1))
  if [ $tries -gt 300 ] || ! kill -0 $host 2>/dev/null; then
    echo "archive-classes: the host did not come up; it starts without a class archive:" >&2
    cat "$scratch/out" >&2
    kill $host 2>/dev/null
    exit 0
  fi
  sleep 0.1
done
export DATA_DIR=$scratch/data
"$home/bin/innkeeper" add warm -- /bin/sh -c 'echo password=x; exec sleep 60' >/dev/null 2>&1
"$home/bin/innkeeper" status >/dev/null 2>&1
"$home/bin/innkeeper" health >/dev/null 2>&1
"$home/bin/innkeeper" backup >/dev/null 2>&1
# What answering takes is on the way to the page as well.
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
"$java" -XX:-UsePerfData -XX:TieredStopAtLevel=1 "$(dirname "$0")/Fetch.java" "$port" ||
  echo "archive-classes: the page could not be asked; first answers take longer" >&2
kill $host
wait $host
if [ -s "$scratch/innkeeper.jsa" ]; then
  mv "$scratch/innkeeper.jsa" "$archive"
else
  echo "archive-classes: this JVM kept no class archive; the host starts without one" >&2
fi
