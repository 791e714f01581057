#!/usr/bin/env bash
# PostgreSQL 9.6, 11 (Klustron's), 13 (LightDB's) and 17: each form of transactions that the folder offers, on 11 also partitions and
# db=klustron without its WITH (shard ...) clauses. A reset after the last of them.
. "$(dirname "$0")/funcs.sh"
. "$evidence/postgres-server.inc"

# try_forms VERSION DB FORMS key=value...: builds once, runs in each form.
try_forms() {
    local version=$1 db=$2 forms=$3 file=$scratch/props form
    shift 3
    outcome=
    tried="db=$db${*:+ $*}: dialect test; build of $warehouses warehouses, $minutes min of 4 terminals, conditions and ledger for each of $forms; reset killed and begun again, fingerprints; destroy"
    set -- "db=$db" driver=org.postgresql.Driver "conn=jdbc:postgresql://127.0.0.1:$port/postgres" user=postgres "$@"
    props "$file" "$@"
    step dialect-test bmsql dialect test "$file"
    outcome+="dialect test: $(tail -n 1 "$scratch/dialect-test.log"); "
    if step build bmsql build "$file" --progress=none; then
        outcome+="built in $took s; "
        for form in $forms; do
            case $form in
                plain) props "$file" "$@" ;;
                *) props "$file" "$@" "$form=true" ;;
            esac
            outcome+="$form: "
            measure "$file"
        done
        reset_data "$file"
    fi
    step destroy bmsql destroy "$file"
    row "PostgreSQL $version" "$tried" "${outcome%; }"
}

all_forms="plain batchStatements useStoredProcedures"
cd "$scratch" || exit 1
for version in ${EVIDENCE_POSTGRES:-9.6.24 11.22.0 13.22.0 17.6.0}; do
    fetch "$version"
    start "$version" || { cat "$scratch"/initdb.log "$scratch/server.log"; row "PostgreSQL $version" "" "**did not start**"; status=1; continue; }
    case $version in
        11.*)
            # Foreign keys may point at partitioned tables from 12 on.
            try_forms "$version" postgres plain partitions=4 foreignKeys=false
            # What a folder of the working directory holds goes before the program's.
            mkdir -p sql.klustron
            for script in tableCreates loadProgressCreates; do
                sed -E 's! with \(shard = ([^)]*)\)! /* on shard \1 */!' "$root/sql.klustron/$script.sql" >"sql.klustron/$script.sql"
            done
            printf -- '-- No shards.\n' >sql.klustron/extraCommandsBeforeLoad.sql
            try_forms "$version" klustron plain shards=1,2 ;;
        13.*) try_forms "$version" lightdb "$all_forms" ;;
        *) try_forms "$version" postgres "$all_forms" ;;
    esac
done
exit $status
