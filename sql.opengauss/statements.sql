-- PostgreSQL's session statements in the form of its version 9.2, which openGauss comes from: it knows no jit and no
-- pg_size_bytes. Without a shared snapshot the consistency check asks its queries one after the other.

-- name: Session.build
SET maintenance_work_mem = '256MB';

-- name: Session.reset

-- name: Session.check
SET LOCAL work_mem = '128MB';

-- name: Snapshot.export

-- name: Snapshot.import

-- ---------------------------------------------------------------- Other forms of transactions
-- Never tried: copy the statements of sql.postgres over these to have them.

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

-- ---------------------------------------------------------------- `bmsql reset --way template`: not here
-- openGauss makes databases from template0 only.

-- name: Template.databases

-- name: Template.copy

-- name: Template.copyFast

-- name: Template.sessions

-- name: Template.drop
