# What the coordinator of a run has done on an agent host over ssh: look, take, agent. POSIX sh, tar and sha256sum.
# Nothing happens before the last line, so that a script that arrives cut short does nothing.

fail() {
    echo "$1" >&2
    exit 9
}

# Java 17 or newer, found as run/bmsql finds it; before anything is copied.
require_java() {
    if [ -n "$JAVA_HOME" ] && [ -x "$JAVA_HOME/bin/java" ]; then
        java=$JAVA_HOME/bin/java
    else
        java=$(command -v java) || fail "there is no java on the PATH that ssh gives, and no JAVA_HOME: bmsql needs Java 17 or newer"
    fi
    version=$("$java" -version 2>&1 | sed -n 's/.* version "\([^"]*\)".*/\1/p' | head -n 1)
    major=${version#1.}
    major=${major%%[!0-9]*}
    [ "${major:-17}" -ge 17 ] || fail "$java is Java $version, and bmsql needs Java 17 or newer"
}

# look FOLDER: both ends of this connection, and the checksums of what is there of the program.
look() {
    for tool in tar sha256sum mktemp; do
        command -v "$tool" >/dev/null || fail "there is no program $tool"
    done
    require_java
    set -- "$1" $SSH_CONNECTION
    [ $# -eq 5 ] || fail "its sshd does not say who is connected (SSH_CONNECTION)"
    echo "from $2"
    echo "at $4"
    cd "$cache/$1" 2>/dev/null || return 0
    touch . # so that nobody takes it for an old one before it is used
    find . -type f -exec sha256sum {} +
}

# take FOLDER < a tar of files. Each gets to its place whole, whoever else is at it.
take() {
    mkdir -p "$cache/$1" || fail "cannot make $cache/$1"
    new=$(mktemp -d "$cache/.new.XXXXXX") || fail "cannot make a folder in $cache"
    trap 'rm -rf "$new"' EXIT
    trap 'exit 9' HUP INT TERM
    said=$(tar -xf - -C "$new" 2>&1) || fail "tar cannot unpack the program: $(echo "$said" | head -n 1)"
    cd "$new" || fail "cannot enter $new"
    find . -type f | while IFS= read -r file; do
        mkdir -p "$cache/$1/${file%/*}" && mv -f "$file" "$cache/$1/$file" || exit 1
    done || fail "cannot move the program to $cache/$1"
}

# Removes copies of the program but the three newest ones and those that an agent runs from.
forget() {
    for old in $(ls -1t "$cache" | grep -E '^[0-9a-f]{16}$' | tail -n +4); do
        for mark in "$cache/$old"/.used.*; do
            if [ -f "$mark" ] && kill -0 "${mark##*.}" 2>/dev/null; then
                continue 2
            fi
        done
        rm -rf "${cache:?}/$old"
    done
}

# agent FOLDER PORT LENGTH < the key, so many bytes long, then what the agent reads until it is to end.
agent() {
    copy=$cache/$1
    work=$(mktemp -d "${TMPDIR:-/tmp}/bmsql-agent.XXXXXX") || fail "cannot make a folder in ${TMPDIR:-/tmp}"
    trap clean EXIT
    trap 'exit 9' HUP INT TERM
    touch "$copy/.used.$$" || fail "cannot write to $copy"
    forget
    cd "$work" || fail "cannot enter $work"
    dd bs=1 count="$3" of=key.p12 2>/dev/null || fail "cannot write $work/key.p12"
    mkdir results || fail "cannot make $work/results"
    if [ -d "$cache/$1/user" ]; then
        cp -R "$cache/$1/user/." results || fail "cannot copy SQL folders and drivers to $work/results"
    fi
    echo "bmsql: works in $work"
    program=$cache/$1/program port=$2
    set -- $SSH_CONNECTION
    sh "$program/run/bmsql" agent --bind "$3" --port "$port" --key key.p12 --dir results --ends-with-input
}

# Results stay when the coordinator does not have them; first everything goes, for the far end may hear no more.
clean() {
    cd /
    rm -rf "$work/key.p12" "$copy/.used.$$" "$work"/benchmarksql-error.log* "$work/results/lib" "$work"/results/sql.*
    rmdir "$work/results" "$work" 2>/dev/null || echo "bmsql: results stay in $work/results"
}

umask 077
cache=$HOME/.cache/bmsql/agents
verb=$1
shift
case $verb in
    look | take | agent) "$verb" "$@" ;;
esac
