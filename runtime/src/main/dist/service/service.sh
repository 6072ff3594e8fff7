#!/bin/sh
# innkeeper service install|remove: a systemd unit of this user's own. Called by bin/innkeeper.
set -u
home=$1
action=${2:-}
unit=innkeeper.service
units=${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user
settings=${XDG_CONFIG_HOME:-$HOME/.config}/innkeeper.env

case $(uname -s) in
  Linux) ;;
  Darwin)
    echo "innkeeper: $home/service/innkeeper.plist is kept for launchd, untested; copy it to ~/Library/LaunchAgents" >&2
    exit 1
    ;;
  *)
    echo "innkeeper: $home/service/innkeeper-task.ps1 is kept for Windows, untested" >&2
    exit 1
    ;;
esac
if ! command -v systemctl >/dev/null; then
  echo "innkeeper: systemctl is not there; run innkeeper run under the service manager you have" >&2
  exit 1
fi

case $action in
  install)
    data=${DATA_DIR:-$HOME/.local/share/innkeeper}
    case $data in
      /*) ;;
      *) data=$(pwd)/$data ;;
    esac
    mkdir -p "$units" "$data" || exit 1
    if [ ! -f "$settings" ]; then
      {
        echo "# Settings of the Innkeeper service; see README. Restart it after a change."
        echo "DATA_DIR=\"$data\""
        echo "ADMIN_PORT=${ADMIN_PORT:-4560}"
        echo "LOG_LEVEL=${LOG_LEVEL:-info}"
        if [ -n "${JAVA_HOME:-}" ]; then echo "JAVA_HOME=\"$JAVA_HOME\""; fi
      } >"$settings" || exit 1
      echo "wrote $settings"
    fi
    # Escaped for sed, and % for systemd.
    place=$(printf '%s' "$home" | sed -e 's/%/%%/g' -e 's/[\\&|"]/\\&/g')
    sed -e '1d' -e "s|/usr/share/innkeeper|$place|" "$home/service/innkeeper.service" \
      >"$units/$unit" || exit 1
    echo "wrote $units/$unit"
    if systemctl --user daemon-reload && systemctl --user enable --now "$unit"; then
      echo "started; see systemctl --user status $unit"
    else
      echo "innkeeper: the unit is written, but systemctl --user could not start it (see above)." >&2
      if [ -z "${XDG_RUNTIME_DIR:-}" ]; then
        echo "After su or sudo there is no session: log in as $(id -un), or set" \
          "XDG_RUNTIME_DIR=/run/user/$(id -u) once loginctl enable-linger $(id -un) was run" >&2
      fi
      exit 1
    fi
    if command -v loginctl >/dev/null &&
      [ "$(loginctl show-user "$(id -un)" -p Linger --value 2>/dev/null)" != yes ]; then
      echo "note: without lingering it ends when you log out: loginctl enable-linger $(id -un)"
    fi
    ;;
  remove)
    if [ ! -f "$units/$unit" ]; then
      echo "innkeeper: $units/$unit is not there; nothing to remove" >&2
      exit 1
    fi
    systemctl --user disable --now "$unit"
    rm -f "$units/$unit" && systemctl --user daemon-reload
    echo "removed $units/$unit; $settings and the data stay"
    ;;
  *)
    echo "usage: innkeeper service install|remove" >&2
    exit 2
    ;;
esac
