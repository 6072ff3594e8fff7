#compdef innkeeper
# zsh completion for innkeeper. Made by: innkeeper completion zsh

_innkeeper() {
  local command options valued kind choices choice word before typed
  local -a commands data found
  local -i at=2
  # Which host is meant stands before the command.
  while [[ $words[at] == --(data|host|hosts)(|=*) ]]; do
    if [[ $words[at] == *=* ]]; then
      data+=("$words[at]")
      ((at += 1))
    else
      data+=("$words[at]" "$words[at+1]")
      ((at += 2))
    fi
  done
  if ((CURRENT < at)); then
    case $words[at-2] in
      --host) _hosts ;;
      --hosts) _files ;;
      *) _files -/ ;;
    esac
    return
  fi
  typed=$words[CURRENT] before=$words[CURRENT-1] command=$words[at]
  # The table sets words, which zsh has for itself.
  local -a line=("${words[@]}")
  local words=
@TABLE@
  if ((CURRENT == at)); then
    case $typed in
      -*) compadd -- --data --host --hosts --help --version ;;
      *) _describe -t commands 'innkeeper command' commands ;;
    esac
    return
  fi
  # Behind -- stands a command of the user's own.
  if ((${line[(I)--]} && ${line[(I)--]} < CURRENT)); then
    _files
    return
  fi
  for choice in ${=choices}; do
    if [[ $before == ${choice%%=*} ]]; then
      compadd -- ${(s:,:)${choice#*=}}
      return
    fi
  done
  case " $valued " in
    *" $before "*)
      _files
      return
      ;;
  esac
  case $typed in
    -*) compadd -- ${=options} --help ;;
    *)
      found=(${=words})
      case $kind in
        '') ;;
        command) found+=(${commands%%:*}) ;;
        # What the running host has of it; nothing where none answers.
        *) found+=(${(f)"$($line[1] $data completion --words $kind </dev/null 2>/dev/null)"}) ;;
      esac
      if (($#found)); then
        compadd -a -- found
      else
        _files
      fi
      ;;
  esac
}

if [[ $funcstack[1] == _innkeeper ]]; then
  _innkeeper "$@"
else
  compdef _innkeeper innkeeper
fi
