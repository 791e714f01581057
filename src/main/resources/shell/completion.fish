# Completion of bmsql for fish, written by 'bmsql completion fish'. No Java is started.

# True when these words come first, and nothing but them with --only.
function __bmsql_at
    set -l line (commandline -opc)
    set -e line[1]
    if test "$argv[1]" = --only
        set -e argv[1]
        test (count $line) -eq (count $argv); or return 1
    end
    set -l count (count $argv)
    test $count -eq 0; and return 0
    test (count $line) -ge $count; and test "$line[1..$count]" = "$argv"
end

function __bmsql_keys
    string split ' ' -- '@KEYS@'
end

function __bmsql_assignments
    string match -q '*=*' -- (commandline -ct); and return
    string replace -r '$' '=' -- (__bmsql_keys)
end

function __bmsql_props
    set -l token (string unescape -- (commandline -ct))
    for file in $token*
        if test -d $file
            echo $file/
        else if string match -qr '^(.*/)?(props\.[^/]*|[^/]*\.properties|[^/]*\.props)$' -- $file
            echo $file
        end
    end
end

function __bmsql_results
    set -l token (string unescape -- (commandline -ct))
    set -l found
    for folder in $token*/
        if test -e $folder/run.properties; or test -e $folder/study.json
            set -a found (string trim -r -c / -- $folder)
        end
    end
    if set -q found[1]
        string join \n -- $found
    else
        __fish_complete_directories (commandline -ct) ''
    end
end

complete -c bmsql -f
@SYNTAX@
