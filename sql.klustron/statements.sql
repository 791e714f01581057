-- Where Klustron needs another form of a statement than PostgreSQL.

-- name: Session.build
-- Nothing to set: no index is built and no foreign key checked on loaded rows.

-- name: Session.reset
-- There are no foreign keys.

-- name: Session.check
-- No settings for the planner of the compute node: it asks the shards by nested loops.

-- name: Snapshot.export
-- A snapshot of the compute node says nothing about the shards, so the conditions share one transaction.

-- name: Snapshot.import

-- name: Analyze.table
-- There is no VACUUM, and the columns are named as in buildFinish.sql.
ANALYZE {table} ({columns});

-- ---------------------------------------------------------------- Shards

-- name: Shard.ids
SELECT id FROM pg_shard ORDER BY id;

-- name: Xa.nodes
-- The primary of each shard.
SELECT n.hostaddr, n.port FROM pg_shard s JOIN pg_shard_node n ON (n.id = s.master_node_id) ORDER BY s.id;

-- name: Xa.runs
-- Sessions at work: this program, by the name that dialect.properties gives its sessions, or any client in a transaction.
SELECT count(*)
    FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'
        AND (application_name = 'bmsql' OR xact_start IS NOT NULL);

-- ---------------------------------------------------------------- Other forms of transactions
-- Never tried on shards: copy the statements of sql.postgres over these to have them.

-- name: Batch.openOrder

-- name: Batch.stocks

-- name: Batch.closeOrder

-- name: Batch.pay

-- name: Batch.payCustomer

-- name: Batch.oldestNewOrders

-- name: Batch.customersOfOrders

-- name: Batch.sumOrderLines

-- name: Batch.charge

-- name: Batch.commit

-- name: Procedure.newOrder

-- name: Procedure.payment

-- name: Procedure.orderStatus

-- name: Procedure.stockLevel

-- name: Procedure.delivery

-- ---------------------------------------------------------------- The ledger of a run

-- name: Ledger.history
-- Each session takes its numbers from a separate range.
SELECT h_w_id, h_d_id, h_c_w_id, h_c_d_id, h_c_id, h_amount
    FROM bmsql_history
    WHERE (hist_id > :loaded OR hist_id IS NULL) AND h_date >= :since AND h_w_id BETWEEN :w_from AND :w_to;

-- name: Reset.changedStock

-- name: Reset.rewriteStock

-- name: Reset.customersPart

-- name: Reset.orderLinesPart

-- name: Reset.rewrite
-- There is no VACUUM.

-- ---------------------------------------------------------------- `bmsql reset --way template`: not here
-- The rows are on shards.

-- name: Template.databases

-- name: Template.copy

-- name: Template.copyFast

-- name: Template.sessions

-- name: Template.drop

-- ---------------------------------------------------------------- Each compute node has its own advisory locks: a row does

-- name: Lock.take

-- name: Lock.release

-- name: Lock.holder

-- name: Sequence.find
