#!/bin/sh
# Gives each verified backup, and the archive of the host, to rclone. In conf/innkeeper.config:
#   BACKUP_HOOK="sh /usr/share/innkeeper/service/hooks/rclone.sh \"$@\""
#   BACKUP_ARCHIVE="on"
# DATA_DIR/conf/rclone.env, mode 0600, says where to, and how many backups are kept there:
#   RCLONE_TO=store:innkeeper/box1
#   KEEP=200
# Use a remote of rclone's type crypt: backups hold secrets.
set -eu
set -a
# shellcheck source=/dev/null
. ./conf/rclone.env
set +a
keep=${KEEP:-200}

# A backup counts with its manifest, so that comes last.
rclone copyto "$1" "$RCLONE_TO/${1##*/}"
rclone copyto "$2" "$RCLONE_TO/${2##*/}"
if [ -n "${3:-}" ]; then rclone copyto "$3" "$RCLONE_TO/host.zip"; fi
# By number and not by age: while no backup comes, none goes.
rclone lsf --files-only --include 'bot-*.db' "$RCLONE_TO" | sort | head -n "-$keep" | while IFS= read -r old; do
  rclone deletefile "$RCLONE_TO/$old"
  rclone deletefile "$RCLONE_TO/$old.json"
done
