#!/usr/bin/env bash
# A stand-in for a sharded database: a PostgreSQL coordinator and two shards, joined by postgres_fdw (db=postgres_fdw).
. "$(dirname "$0")/funcs.sh"
. "$evidence/postgres-server.inc"
version=${EVIDENCE_POSTGRES_FDW:-17.6.0}
fetch "$version"

cd "$scratch" || exit 1
for shard in 1 2; do
    start "$version" "shard$shard" || { cat server.log; exit 1; }
    (umask 077 && sed -e "s/{shard}/shard_$shard/g; s/{port}/$port/g; s/{database}/postgres/g; s/{user}/postgres/g; s/{password}/$password/g" \
        "$root/sql.postgres_fdw/ownServer/connectShard.sql" >>connect.sql)
done
# Joins and sums go to the shards, and each statement to the one shard that it is for.
start "$version" coordinator "-c enable_partitionwise_join=on -c enable_partitionwise_aggregate=on \
-c plan_cache_mode=force_custom_plan -c jit=off" || { cat server.log; exit 1; }

outcome=
# A shard refuses where a single PostgreSQL would wait.
props props db=postgres_fdw driver=org.postgresql.Driver "conn=jdbc:postgresql://127.0.0.1:$port/postgres" user=postgres maxRetries=100
step connect bmsql sql props connect.sql || exit 1
step dialect-test bmsql dialect test props
outcome+="dialect test: $(tail -n 1 dialect-test.log); "
if step build bmsql build props --progress=none; then
    outcome+="built in $took s; "
    measure props
    step reset bmsql reset props --progress=none && step data-as-loaded expect_data props "as loaded" && outcome+="reset, as loaded; "
fi
step destroy bmsql destroy props
row "PostgreSQL $version" "dialect test; build of $warehouses warehouses on two shards, $minutes min of 4 terminals, conditions, ledger; reset; destroy" \
    "${outcome%; }"
exit $status
