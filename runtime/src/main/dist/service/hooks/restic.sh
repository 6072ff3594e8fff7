#!/bin/sh
# Gives each verified backup, and the archive of the host, to restic. In conf/innkeeper.config:
#   BACKUP_HOOK="sh /usr/share/innkeeper/service/hooks/restic.sh \"$@\""
#   BACKUP_ARCHIVE="on"
# DATA_DIR/conf/restic.env, mode 0600, has restic's own variables, and how much is kept:
#   RESTIC_REPOSITORY=sftp:backup@store:/srv/restic
#   RESTIC_PASSWORD_FILE=/home/alice/.config/restic-password
#   KEEP="--keep-hourly 24 --keep-daily 30 --keep-monthly 12"
set -eu
set -a
# shellcheck source=/dev/null
. ./conf/restic.env
set +a
keep=${KEEP:---keep-hourly 24 --keep-daily 30 --keep-monthly 12}
name=${HOST_NAME:-$(uname -n)}

restic cat config >/dev/null 2>&1 || restic init
# Locks that a killed restic left; those of a living one stay.
restic unlock >/dev/null
restic backup --quiet --host "$name" --tag innkeeper "$@"
# Each backup has another path, so paths must not make groups: each would be kept as the last of its own.
# shellcheck disable=SC2086
restic forget --quiet --host "$name" --tag innkeeper --group-by host,tags $keep
# Space is given back once a day.
if [ -z "$(find run/restic-pruned -mtime -1 2>/dev/null)" ]; then
  restic prune --quiet
  touch run/restic-pruned
fi
