# Completion of bmsql for bash, written by 'bmsql completion bash'. No Java is started.

# What may follow these words of the command line, a blank before each.
_bmsql_syntax() {
    words= options= values= args=
    case $1 in
@SYNTAX@
    esac
}

_bmsql_offer() { # KIND PREFIX WORD: what begins with WORD, PREFIX put before it
    local kind=$1 found all
    case $kind in
        @keys | @assignments)
            local keys='@KEYS@' end=
            [ "$kind" = @assignments ] && compopt -o nospace && end==
            case $3 in *=*) return ;; esac
            mapfile -t COMPREPLY < <(compgen -P "$2" -S "$end" -W "$keys" -- "$3") ;;
        @file)
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -f -- "$3") ;;
        @props)
            compopt -o filenames
            mapfile -t all < <(compgen -f -- "$3")
            for found in "${all[@]}"; do
                case ${found##*/} in
                    props.* | *.properties | *.props) COMPREPLY+=("$found") ;;
                    *) [ -d "$found" ] && COMPREPLY+=("$found") ;;
                esac
            done
            [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=("${all[@]}") ;;
        @results)
            compopt -o filenames
            mapfile -t all < <(compgen -d -- "$3")
            for found in "${all[@]}"; do
                [ -e "$found/run.properties" ] || [ -e "$found/study.json" ] && COMPREPLY+=("$found")
            done
            [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=("${all[@]}") ;;
        '?') ;;
        *) mapfile -t COMPREPLY < <(compgen -P "$2" -W "${kind//|/ }" -- "$3") ;;
    esac
}

_bmsql_value() { # OPTION: the kind of its value in kind, which is empty for one that takes none
    local value
    kind=
    for value in $values; do
        [ "${value%%=*}" = "$1" ] && kind=${value#*=}
    done
}

_bmsql() {
    local words options values args kind word path= count=0 last= i
    local -a line=() kinds
    COMPREPLY=()
    # bash takes '=' and ':' for words of their own.
    for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((i > 1)) && { [[ $word == [=:]* ]] || [[ ${COMP_WORDS[i - 1]} == [=:] ]]; }; then
            line[${#line[@]} - 1]+=$word
        else
            line+=("$word")
        fi
    done
    local at=$((${#line[@]} - 1))
    local current=${line[at]//\\/} prefix=
    _bmsql_syntax "$path"
    for ((i = 0; i < at; i++)); do
        word=${line[i]}
        _bmsql_value "$last"
        if [ -n "$kind" ]; then
            last=
        elif [[ $word == -* ]]; then
            last=$word
        elif [ -n "$words" ] && ((count == 0)) && [[ " $words " == *" $word "* ]]; then
            path+=" $word" last=
            _bmsql_syntax "$path"
        else
            count=$((count + 1)) last=
        fi
    done
    _bmsql_value "$last"
    if [ -n "$kind" ]; then
        _bmsql_offer "$kind" '' "$current"
    elif [[ $current == -D* ]]; then
        _bmsql_value -D
        [ -n "$kind" ] && _bmsql_offer "$kind" -D "${current#-D}"
    elif [[ $current == --*=* ]]; then
        _bmsql_value "${current%%=*}"
        [[ $COMP_WORDBREAKS == *=* ]] || prefix=${current%%=*}=
        [ -n "$kind" ] && _bmsql_offer "$kind" "$prefix" "${current#*=}"
    elif [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    elif [ -n "$words" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    else
        read -ra kinds <<<"$args"
        ((${#kinds[@]} == 0)) && return
        if ((count >= ${#kinds[@]})) && [[ ${kinds[${#kinds[@]} - 1]} == *'*' ]]; then
            count=$((${#kinds[@]} - 1))
        fi
        ((count < ${#kinds[@]})) && _bmsql_offer "${kinds[count]%\*}" '' "$current"
    fi
    return 0
}

complete -F _bmsql bmsql
