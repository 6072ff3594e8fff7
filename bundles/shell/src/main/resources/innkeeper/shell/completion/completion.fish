# fish completion for innkeeper. Made by: innkeeper completion fish

# The command; which host is meant stands before it.
function __innkeeper_words
    set -l typed (commandline -opc)
    set -e typed[1]
    while string match -qr -- '^--(data|hosts?)(=|$)' "$typed[1]"
        string match -q -- '*=*' "$typed[1]"; or set -e typed[1]
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
    else
        set -l meant
        set -l at 2
        while string match -qr -- '^--(data|hosts?)(=|$)' "$typed[$at]"
            set -a meant $typed[$at]
            if not string match -q -- '*=*' "$typed[$at]"
                set at (math $at + 1)
                set -a meant $typed[$at]
            end
            set at (math $at + 1)
        end
        $typed[1] $meant completion --words $argv[1] </dev/null 2>/dev/null
    end
end

complete -c innkeeper -n __innkeeper_first -l data -r -d 'the DATA_DIR of the host that is meant'
complete -c innkeeper -n __innkeeper_first -l host -x -a '(__fish_print_hostnames)' -d 'a host of another machine, over ssh'
complete -c innkeeper -n __innkeeper_first -l hosts -r -d 'a file of such hosts, one a line'
complete -c innkeeper -n __innkeeper_first -l version -d 'the version of this installation'
complete -c innkeeper -l help -d 'explains the command'
@TABLE@
