# bash completion for innkeeper. Made by: innkeeper completion bash
# shellcheck shell=bash

# What the running host has of a kind; nothing where none answers.
_innkeeper_live() {
  if [ "$1" = command ]; then
    echo "$commands"
  else
    "${COMP_WORDS[0]/#\~/$HOME}" "${before_command[@]}" completion --words "$1" </dev/null 2>/dev/null
  fi
}

_innkeeper() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local command options valued words kind choices choice at=1 before_command=()
  # Which host is meant stands before the command; bash takes --data=DIR for three words.
  while true; do
    case ${COMP_WORDS[at]} in
      --data | --host | --hosts) ;;
      *) break ;;
    esac
    before_command+=("${COMP_WORDS[at]}")
    [ "${COMP_WORDS[at + 1]}" = = ] && at=$((at + 3)) || at=$((at + 2))
    [ "$COMP_CWORD" -lt "$at" ] && return
    before_command+=("${COMP_WORDS[at - 1]}")
  done
  command=${COMP_WORDS[at]}
@TABLE@
  if [ "$COMP_CWORD" = "$at" ]; then
    case $word in
      -*) words='--data --host --hosts --help --version' ;;
      *) words=$commands ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    return
  fi
  # Behind -- stands a command of the user's own.
  for choice in "${COMP_WORDS[@]:at:COMP_CWORD-at}"; do [ "$choice" = -- ] && return; done
  if [ "$before" = = ]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi
  if [ "$word" = = ]; then before=${COMP_WORDS[COMP_CWORD - 1]} word=; fi
  for choice in $choices; do
    if [ "$before" = "${choice%%=*}" ]; then
      choice=${choice#*=}
      mapfile -t COMPREPLY < <(compgen -W "${choice//,/ }" -- "$word")
      return
    fi
  done
  # The value of an option: often a file, and those bash completes itself.
  case " $valued " in *" $before "*) return ;; esac
  case $word in
    -*) words="$options --help" ;;
    *) words="$words ${kind:+$(_innkeeper_live "$kind")}" ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -o default -F _innkeeper innkeeper
