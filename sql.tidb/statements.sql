-- What TiDB says in another way than MySQL.

-- There are no stored procedures.

-- name: Procedure.newOrder

-- name: Procedure.payment

-- name: Procedure.orderStatus

-- name: Procedure.stockLevel

-- name: Procedure.delivery
