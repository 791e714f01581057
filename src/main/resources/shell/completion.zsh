#compdef bmsql
# Completion of bmsql for zsh, written by 'bmsql completion zsh'. No Java is started.

__bmsql_keys() {
    local -a keys=(@KEYS@)
    compadd "$@" -a keys
}

__bmsql_assignments() {
    local -a keys=(@KEYS@)
    compset -P '*=' || compadd "$@" -q -S = -a keys
}

__bmsql_props() {
    _files -g '(props.*|*.properties|*.props)(-.)'
}

__bmsql_results() {
    local -a found=(${(Q)PREFIX}*(N-/e:'[[ -e $REPLY/run.properties || -e $REPLY/study.json ]]':))
    if (($#found)); then
        compadd "$@" -f -a found
    else
        _files -/
    fi
}

@SYNTAX@
if [[ $funcstack[1] = _bmsql ]]; then
    _bmsql "$@"
else
    compdef _bmsql bmsql
fi
