#!/usr/bin/env bash
# Tries bmsql on real servers and prints a table with one line per server: name, version, date, what was tried, outcome.
# Each server has a script in run/evidence/: it fetches or finds the server, starts it on loopback with a new data
# directory, and stops and deletes it at its end. A server that is not installed or cannot be fetched is skipped with a message.
#   run/evidence.sh [--minutes N] [--warehouses N] [--list] [NAME...]     (1, 2; all servers)
# Exit status: 0 when nothing failed (skipped servers do not count), 1 when something failed, 2 for a wrong argument.
set -euo pipefail
unset CDPATH # with it cd may go elsewhere, and prints where
folder=$(cd "$(dirname "$0")/evidence" && pwd)
export EVIDENCE_MINUTES=1 EVIDENCE_WAREHOUSES=2

all_names() { for script in "$folder"/*.sh; do basename "$script" .sh; done | grep -vx funcs; }

# The comment at the top of a script says what it tries.
says() { sed -n '2,/^[^#]/s/^# //p' "$folder/$1.sh" | tr '\n' ' '; }

names=()
while [ $# -gt 0 ]; do
    case $1 in
        --minutes | --warehouses)
            [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || { echo "$1 needs a whole number above 0" >&2; exit 2; }
            if [ "$1" = --minutes ]; then EVIDENCE_MINUTES=$2; else EVIDENCE_WAREHOUSES=$2; fi
            shift ;;
        --list)
            for name in $(all_names); do echo "$name: $(says "$name")"; done
            exit 0 ;;
        -*) sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
        *)
            [ -f "$folder/$1.sh" ] || { echo "no such server: $1; there are: $(all_names | tr '\n' ' ')" >&2; exit 2; }
            names+=("$1") ;;
    esac
    shift
done
[ ${#names[@]} -gt 0 ] || mapfile -t names < <(all_names)

EVIDENCE_ROWS=$(mktemp "${TMPDIR:-/tmp}/bmsql-evidence-rows.XXXXXX")
export EVIDENCE_ROWS
running=
trap 'rm -f "$EVIDENCE_ROWS"' EXIT
trap '[ -z "$running" ] || { kill "$running" 2>/dev/null; wait "$running"; }; exit 130' INT TERM

failed=0
for name in "${names[@]}"; do
    echo "== $name: $(says "$name")"
    before=$(wc -l <"$EVIDENCE_ROWS")
    bash "$folder/$name.sh" &
    running=$!
    wait "$running" || failed=1
    running=
    if [ "$(wc -l <"$EVIDENCE_ROWS")" = "$before" ]; then
        failed=1
        echo "| $name | | $(date +%F) | | **failed** before its server was up |" >>"$EVIDENCE_ROWS"
    fi
done

echo
echo "| server | version | date | tried | outcome |"
echo "| --- | --- | --- | --- | --- |"
cat "$EVIDENCE_ROWS"
exit "$failed"
