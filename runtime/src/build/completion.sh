#!/bin/sh
# The completion scripts, as `innkeeper completion SHELL` prints them: completion.sh DIR JAVA CLASSPATH
set -eu
mkdir -p "$1"
for shell in bash zsh fish; do
  case $shell in
    bash) file=innkeeper ;;
    zsh) file=_innkeeper ;;
    fish) file=innkeeper.fish ;;
  esac
  DATA_DIR=$1/no-host "$2" -XX:TieredStopAtLevel=1 -cp "$3" innkeeper.cli.Client completion "$shell" >"$1/$file"
done
