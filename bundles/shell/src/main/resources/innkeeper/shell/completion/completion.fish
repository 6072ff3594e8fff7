# fish completion for innkeeper. Made by: innkeeper completion fish

# The command, and --data DIR where it stands before it.
function __innkeeper_words
    set -l typed (commandline -opc)
    set -e typed[1]
    if test "$typed[1]" = --data
        set -e typed[1..2]
    else if string match -q -- '--data=*' "$typed[1]"
        set -e typed[1]
    end
    test (count $typed) -gt 0; and printf '%s\n' $typed
end

function __innkeeper_first
    test (count (__innkeeper_words)) = 0
end

function __innkeeper_in
    set -l typed (__innkeeper_words)
    test "$typed[1]" = $argv[1]; and not contains -- -- $typed
end

# What the running host has of a kind; nothing where none answers.
function __innkeeper_live
    set -l typed (commandline -opc)
    if test $argv[1] = command
        complete -C "$typed[1] " | string replace -r '\t.*' ''
    else if test "$typed[2]" = --data
        $typed[1] --data $typed[3] completion --words $argv[1] </dev/null 2>/dev/null
    else
        $typed[1] completion --words $argv[1] </dev/null 2>/dev/null
    end
end

complete -c innkeeper -n __innkeeper_first -l data -r -d 'the DATA_DIR of the host that is meant'
complete -c innkeeper -n __innkeeper_first -l version -d 'the version of this installation'
complete -c innkeeper -l help -d 'explains the command'
@TABLE@
