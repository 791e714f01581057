-- Where a coordinator over foreign tables needs another form of a statement than PostgreSQL.

-- name: Delivery.oldestNewOrder
-- Without a lock: a shard would lock every order that it sends, not the first alone. The row count of the delete, or a
-- serialization failure, shows who came first.
SELECT no_o_id
    FROM bmsql_new_order
    WHERE no_w_id = :w_id AND no_d_id = :d_id
    ORDER BY no_o_id
    LIMIT 1;

-- name: Session.oneSchema
-- The functions of dblink stay in reach.
SELECT set_config('search_path', concat_ws(', ', quote_ident(current_schema()), quote_ident(nspname)), false)
    FROM pg_extension
    JOIN pg_namespace ON pg_namespace.oid = extnamespace
    WHERE extname = 'dblink';

-- name: Session.check
-- The shards aggregate and join what they can.

-- name: Snapshot.export
-- A snapshot of the coordinator says nothing about the shards, so the conditions share one transaction.

-- name: Snapshot.import

-- ---------------------------------------------------------------- Shards

-- name: Shard.ids
SELECT substr(srvname, 7)::integer FROM pg_foreign_server WHERE srvname ~ '^shard_[0-9]+$' ORDER BY 1;

-- ---------------------------------------------------------------- For `bmsql dialect test`

-- name: Conformance.impatience
-- The coordinator's lock_timeout does not reach the shards.

-- name: Reset.changedStock

-- name: Reset.rewriteStock

-- name: Reset.customersPart

-- name: Reset.orderLinesPart

-- name: Reset.rewrite
-- The rows are in foreign tables, which the coordinator cannot rewrite.

-- ---------------------------------------------------------------- `bmsql reset --way template`: not here
-- The rows are on shards.

-- name: Template.databases

-- name: Template.copy

-- name: Template.copyFast

-- name: Template.sessions

-- name: Template.drop

-- ---------------------------------------------------------------- useStoredProcedures=true
--
-- PostgreSQL's functions work on sets. Here they would run on the coordinator and fetch whole tables of the shards: 60 transactions took
-- over a minute.

-- name: Procedure.newOrder

-- name: Procedure.payment

-- name: Procedure.orderStatus

-- name: Procedure.stockLevel

-- name: Procedure.delivery
