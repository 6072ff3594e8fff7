#!/bin/sh
# innkeeper service install|remove: a systemd unit of this user's own. Called by bin/innkeeper.
set -u
home=$1
action=${2:-}
case $#$action in
  2install | 2remove) ;;
  *) echo "usage: innkeeper service install|remove" >&2 && exit 2 ;;
esac
unit=innkeeper.service
units=${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user
. "$home/lib/hosts.sh"
settings=$(settings_file)
program=$(quoted "$home/bin/innkeeper")

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
# Else nothing is written: there would be nobody to start it.
without_systemd() {
  echo "innkeeper: $1; have your own service manager run, as the user of the servers:" >&2
  echo "  $program --data $(quoted "${DATA_DIR:-$HOME/.local/share/innkeeper}") run" >&2
  exit 1
}
if [ "$action" = install ]; then
  command -v systemctl >/dev/null || without_systemd "systemctl is not there"
  [ "$(systemctl is-system-running 2>/dev/null)" != offline ] || without_systemd "systemd does not run here"
  if ! systemctl --user show-environment >/dev/null; then
    echo "innkeeper: there is no systemd session of $(id -un) (see above); nothing was installed." >&2
    echo "After su or sudo log in as $(id -un) instead, or make a session without a login:" >&2
    echo "  sudo loginctl enable-linger $(id -un) && XDG_RUNTIME_DIR=/run/user/$(id -u) $program service install" >&2
    exit 1
  fi
fi

# Which settings an earlier install left in $settings, and what of this terminal they leave aside.
say_kept() {
  echo "kept $settings:"
  while IFS= read -r line || [ -n "$line" ]; do
    name=${line%%=*}
    case $name in
      DATA_DIR | ADMIN_PORT | LOG_LEVEL | JAVA_HOME) ;;
      *) continue ;;
    esac
    value=${line#*=}
    value=${value#[\"\']}
    value=${value%[\"\']}
    eval "here=\${$name-}"
    # shellcheck disable=SC2154
    if [ -n "$here" ] && [ "$here" != "$value" ]; then
      echo "  $line ($name=$here of this terminal is not used)"
    else
      echo "  $line"
    fi
  done <"$settings"
  echo "  to change them: edit that file, then: systemctl --user restart $unit"
}

case $action in
  install)
    data=${DATA_DIR:-$HOME/.local/share/innkeeper}
    case $data in
      /*) ;;
      *) data=$(pwd)/$data ;;
    esac
    if [ -f "$settings" ]; then
      say_kept
      read_settings "$settings"
    fi
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
    # A host that follows a crashed one must not be put into a group that is divided. Earlier
    # releases of systemd do not know the key and complain.
    version=$(systemctl --version 2>/dev/null | sed -n '1s/^systemd \([0-9]*\).*/\1/p')
    leaf=
    if [ "${version:-0}" -ge 254 ]; then leaf='s|^Delegate=yes|&\nDelegateSubgroup=innkeeper-host|'; fi
    sed -e '1d' -e "s|/usr/share/innkeeper|$place|" -e "$leaf" "$home/service/innkeeper.service" \
      >"$units/$unit" || exit 1
    echo "wrote $units/$unit"
    if systemctl --user daemon-reload && systemctl --user enable --now "$unit"; then
      echo "started; see systemctl --user status $unit"
    else
      echo "innkeeper: the unit is written but did not start (see above); why, and how to undo it:" >&2
      echo "  journalctl --user -u $unit -n 20" >&2
      echo "  $program service remove" >&2
      exit 1
    fi
    if command -v loginctl >/dev/null &&
      [ "$(loginctl show-user "$(id -un)" -p Linger --value 2>/dev/null)" != yes ]; then
      echo "note: without lingering it ends when you log out: loginctl enable-linger $(id -un)"
    fi
    ;;
  remove)
    if [ ! -f "$units/$unit" ] && [ ! -h "$units/default.target.wants/$unit" ]; then
      echo "innkeeper: $units/$unit is not there; nothing to remove" >&2
      exit 1
    fi
    # Where systemd does not run the link of its enabling is taken away by hand.
    systemctl --user disable --now "$unit" || rm -f "$units/default.target.wants/$unit"
    rm -f "$units/$unit"
    systemctl --user daemon-reload
    echo "removed $units/$unit; $settings and the data stay"
    ;;
esac
