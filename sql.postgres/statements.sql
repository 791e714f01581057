-- Where PostgreSQL has a better form of a statement than the common one.

-- name: Delivery.oldestNewOrder
-- The lock makes a second delivery of the district wait and then take the next order, at every isolation level.
SELECT no_o_id
    FROM bmsql_new_order
    WHERE no_w_id = :w_id AND no_d_id = :d_id
    ORDER BY no_o_id
    LIMIT 1
    FOR UPDATE;

-- ---------------------------------------------------------------- batchStatements=true

-- name: Batch.openOrder
WITH opened AS (
    UPDATE bmsql_district
        SET d_next_o_id = d_next_o_id + 1
        WHERE d_w_id = :w_id AND d_id = :d_id
        RETURNING d_tax, d_next_o_id - 1 AS o_id
), ordered AS (
    INSERT INTO bmsql_oorder (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)
        SELECT o_id, :d_id, :w_id, :c_id, CAST(:entry_d AS timestamp), :ol_cnt, :all_local FROM opened
), queued AS (
    INSERT INTO bmsql_new_order (no_o_id, no_d_id, no_w_id)
        SELECT o_id, :d_id, :w_id FROM opened
)
SELECT d_tax, o_id, c_discount, w_tax
    FROM opened, bmsql_customer
    JOIN bmsql_warehouse ON (w_id = c_w_id)
    WHERE c_w_id = :w_id AND c_d_id = :d_id AND c_id = :c_id;

-- name: Batch.stocks
SELECT s_w_id, s_i_id, s_quantity,
        CASE :d_id
            WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02 WHEN 3 THEN s_dist_03 WHEN 4 THEN s_dist_04 WHEN 5 THEN s_dist_05
            WHEN 6 THEN s_dist_06 WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08 WHEN 9 THEN s_dist_09 ELSE s_dist_10 END,
        (SELECT i_price FROM bmsql_item WHERE i_id = s_i_id)
    FROM bmsql_stock
    WHERE (s_w_id, s_i_id) IN (
        VALUES
            (:w_1, :i_1), (:w_2, :i_2), (:w_3, :i_3), (:w_4, :i_4), (:w_5, :i_5), (:w_6, :i_6), (:w_7, :i_7),
            (:w_8, :i_8), (:w_9, :i_9), (:w_10, :i_10), (:w_11, :i_11), (:w_12, :i_12), (:w_13, :i_13),
            (:w_14, :i_14), (:w_15, :i_15)
    )
    ORDER BY s_w_id, s_i_id
    FOR UPDATE;

-- name: Batch.closeOrder
WITH sold AS (
    UPDATE bmsql_stock
        SET s_quantity = left_over, s_ytd = s_ytd + quantity, s_order_cnt = s_order_cnt + 1,
            s_remote_cnt = s_remote_cnt + CASE WHEN supply_w_id = :w_id THEN 0 ELSE 1 END
        FROM unnest(string_to_array(:numbers, ',')::integer[], string_to_array(:supply_w_ids, ',')::integer[],
                string_to_array(:i_ids, ',')::integer[], string_to_array(:left_over, ',')::integer[],
                string_to_array(:quantities, ',')::integer[], string_to_array(:amounts, ',')::integer[])
            AS line (number, supply_w_id, i_id, left_over, quantity, cents)
        WHERE s_w_id = supply_w_id AND s_i_id = i_id
        RETURNING number, supply_w_id, i_id, quantity, cents,
            CASE CAST(:d_id AS integer)
                WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02 WHEN 3 THEN s_dist_03 WHEN 4 THEN s_dist_04
                WHEN 5 THEN s_dist_05 WHEN 6 THEN s_dist_06 WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08
                WHEN 9 THEN s_dist_09 ELSE s_dist_10 END AS dist_info
)
INSERT INTO bmsql_order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info)
    SELECT :o_id, :d_id, :w_id, number, i_id, supply_w_id, quantity, cents / 100.0, dist_info FROM sold;

-- name: Batch.pay
WITH paid AS (
    UPDATE bmsql_district
        SET d_ytd = d_ytd + :amount
        WHERE d_w_id = :w_id AND d_id = :d_id
        RETURNING d_name
)
UPDATE bmsql_warehouse
    SET w_ytd = w_ytd + :amount
    FROM paid
    WHERE w_id = :w_id
    RETURNING d_name, w_name;

-- name: Batch.payCustomer
-- No customer is an error, since a commit follows: 'no customer' is no number.
WITH charged AS (
    UPDATE bmsql_customer
        SET c_balance = c_balance - :amount, c_ytd_payment = c_ytd_payment + :amount,
            c_payment_cnt = c_payment_cnt + 1,
            c_data = CASE
                WHEN c_credit = 'BC' THEN substr('C_ID=' || c_id || ' C_D_ID=' || c_d_id || ' C_W_ID=' || c_w_id
                    || ' D_ID=' || CAST(:d_id AS integer) || ' W_ID=' || CAST(:w_id AS integer)
                    || ' H_AMOUNT=' || CAST(:amount AS decimal(6, 2)) || '   ' || c_data, 1, 500)
                ELSE c_data END
        WHERE c_w_id = :c_w_id AND c_d_id = :c_d_id AND c_id = CASE
            WHEN CAST(:c_last AS varchar) = '' THEN CAST(:c_id AS integer)
            ELSE (
                SELECT (array_agg(c_id ORDER BY c_first))[CAST((count(*) + 1) / 2 AS integer)]
                    FROM bmsql_customer
                    WHERE c_w_id = :c_w_id AND c_d_id = :c_d_id AND c_last = CAST(:c_last AS varchar)
            ) END
        RETURNING c_id
)
INSERT INTO bmsql_history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
    SELECT CAST(coalesce(CAST(max(c_id) AS varchar), 'no customer') AS integer), :c_d_id, :c_w_id, :d_id, :w_id,
            CAST(:h_date AS timestamp), :amount, :h_data
        FROM charged
    RETURNING h_c_id;

-- name: Batch.oldestNewOrders
-- The locks make a second delivery of the warehouse wait and then take the next orders, at every isolation level.
SELECT no_d_id, no_o_id
    FROM generate_series(1, 10) AS district (id)
    CROSS JOIN LATERAL (
        SELECT no_d_id, no_o_id
            FROM bmsql_new_order
            WHERE no_w_id = :w_id AND no_d_id = district.id
            ORDER BY no_o_id
            LIMIT 1
            FOR UPDATE
    ) AS oldest;

-- name: Batch.customersOfOrders
SELECT o_d_id, o_c_id
    FROM bmsql_oorder
    WHERE o_w_id = :w_id AND (o_d_id, o_id) IN (
        VALUES
            (1, :o_1), (2, :o_2), (3, :o_3), (4, :o_4), (5, :o_5), (6, :o_6), (7, :o_7), (8, :o_8), (9, :o_9),
            (10, :o_10)
    );

-- name: Batch.sumOrderLines
SELECT ol_d_id, sum(ol_amount)
    FROM bmsql_order_line
    WHERE ol_w_id = :w_id AND (ol_d_id, ol_o_id) IN (
        VALUES
            (1, :o_1), (2, :o_2), (3, :o_3), (4, :o_4), (5, :o_5), (6, :o_6), (7, :o_7), (8, :o_8), (9, :o_9),
            (10, :o_10)
    )
    GROUP BY ol_d_id;

-- name: Batch.charge
UPDATE bmsql_customer
    SET c_balance = c_balance + cents / 100.0, c_delivery_cnt = c_delivery_cnt + 1
    FROM unnest(string_to_array(:customers, ',')::integer[], string_to_array(:amounts, ',')::integer[])
        WITH ORDINALITY AS bill (customer, cents, district)
    WHERE c_w_id = :w_id AND c_d_id = district AND c_id = customer;

-- name: Batch.commit
COMMIT;

-- ---------------------------------------------------------------- useStoredProcedures=true

-- name: Procedure.newOrder
-- The function sorts the lines itself.
SELECT out_o_id, out_total_amount
    FROM bmsql_proc_new_order(:w_id, :d_id, :c_id, string_to_array(:supply_w_ids, ',')::integer[],
        string_to_array(:i_ids, ',')::integer[], string_to_array(:quantities, ',')::integer[]);

-- name: Procedure.payment
SELECT in_c_id
    FROM bmsql_proc_payment(:w_id, :d_id, :c_id, :c_d_id, :c_w_id, :c_last, :amount);

-- name: Procedure.orderStatus
SELECT in_c_id, out_o_id
    FROM bmsql_proc_order_status(:w_id, :d_id, :c_id, :c_last);

-- name: Procedure.stockLevel
SELECT out_low_stock
    FROM bmsql_proc_stock_level(:w_id, :d_id, :threshold);

-- name: Procedure.delivery
SELECT array_to_string(bmsql_proc_delivery_bg(:w_id, :carrier_id, CAST(:delivery_d AS timestamp)), ',');

-- ---------------------------------------------------------------- Load through COPY

-- name: Copy.table
COPY {table} ({columns}) FROM STDIN;

-- name: Analyze.table
VACUUM ANALYZE {table};

-- ---------------------------------------------------------------- Sessions and snapshots

-- name: Session.number
SELECT pg_backend_pid();

-- name: Session.schemas
SELECT unnest(current_schemas(false));

-- name: Session.oneSchema
SELECT set_config('search_path', quote_ident(current_schema()), false);

-- name: Session.own
SELECT set_config(name, CASE WHEN name LIKE '%timeout' THEN '0' ELSE 'off' END, false)
    FROM pg_settings
    WHERE name IN ('default_transaction_read_only', 'default_transaction_deferrable', 'statement_timeout', 'transaction_timeout',
        'lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout')
        AND (source = 'client' OR name LIKE '%timeout' AND setting <> '0');

-- name: Session.build
-- Index builds and the validation of foreign keys sort and hash in this memory. There is no jit before version 11.
SELECT set_config(name, CASE name WHEN 'jit' THEN 'off' ELSE '256MB' END, false)
    FROM pg_settings
    WHERE name IN ('jit', 'maintenance_work_mem')
        AND pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes('256MB');

-- name: Session.reset
-- Only the last commit of a reset must be on disk. Foreign keys are triggers, which replicas do not fire: for superusers.
SELECT set_config(name, CASE name WHEN 'synchronous_commit' THEN 'off' ELSE 'replica' END, false)
    FROM pg_settings
    WHERE name = 'synchronous_commit' OR name = 'session_replication_role' AND current_setting('is_superuser') = 'on';

-- name: Session.check
-- The conditions aggregate whole tables; before the first ANALYZE the planner would look up every row by itself.
SELECT set_config(name, CASE name WHEN 'work_mem' THEN '128MB' ELSE 'off' END, true)
    FROM pg_settings
    WHERE name IN ('work_mem', 'jit', 'enable_nestloop');

-- name: Snapshot.begin
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;

-- name: Snapshot.export
SELECT pg_export_snapshot();

-- name: Snapshot.import
SET TRANSACTION SNAPSHOT '{snapshot}';

-- ---------------------------------------------------------------- `bmsql reset` and `bmsql fingerprint`

-- name: Reset.stock
-- As bytes: the n-th character of a UTF-8 text is slow to find.
UPDATE bmsql_stock
    SET s_quantity = 10 * get_byte((SELECT convert_to(:quantities, 'UTF8')), 2 * mod(s_i_id - 1, 1000))
            + get_byte((SELECT convert_to(:quantities, 'UTF8')), 2 * mod(s_i_id - 1, 1000) + 1) - 518,
        s_ytd = 0, s_order_cnt = 0, s_remote_cnt = 0
    WHERE s_w_id = :w_id AND s_i_id BETWEEN :first AND :last AND (s_ytd <> 0 OR s_order_cnt <> 0 OR s_remote_cnt <> 0);

-- name: Reset.changedStock
SELECT count(*)
    FROM bmsql_stock
    WHERE s_w_id = :w_id AND s_order_cnt + s_remote_cnt > 0
        AND pg_typeof(s_quantity) = CAST('integer' AS regtype) AND pg_typeof(s_ytd) = CAST('integer' AS regtype)
        AND pg_typeof(s_order_cnt) = CAST('integer' AS regtype) AND pg_typeof(s_remote_cnt) = CAST('integer' AS regtype);

-- name: Reset.rewriteStock
-- The type stays, but USING makes the server write the table and its index again, in order and without gaps.
ALTER TABLE bmsql_stock
    ALTER COLUMN s_quantity TYPE integer USING get_byte(decode('{quantities}', 'hex'), (s_w_id - 1) * 100000 + s_i_id - 1),
    ALTER COLUMN s_ytd TYPE integer USING 0,
    ALTER COLUMN s_order_cnt TYPE integer USING 0,
    ALTER COLUMN s_remote_cnt TYPE integer USING 0;

-- name: Reset.customersPart
-- A new version of a row stays in its page, and no index changes, while the page has free space: each part changes about one row of
-- a page, and the next part uses the space of the old version.
UPDATE bmsql_customer
    SET c_balance = -10.00, c_ytd_payment = 10.00, c_payment_cnt = 1, c_delivery_cnt = 0
    WHERE c_w_id = :w_id AND c_d_id = :d_id AND c_id = ANY (ARRAY(SELECT generate_series(1 + CAST(:part AS integer), 3000, :parts)))
        AND (c_balance <> -10.00 OR c_ytd_payment <> 10.00 OR c_payment_cnt <> 1 OR c_delivery_cnt <> 0);

-- name: Reset.orderLinesPart
-- About one order of a page in each part.
UPDATE bmsql_order_line
    SET ol_delivery_d = NULL
    WHERE ol_w_id = :w_id AND ol_d_id = :d_id AND ol_o_id = ANY (ARRAY(SELECT generate_series(2101 + CAST(:part AS integer), 3000, :parts)))
        AND ol_delivery_d IS NOT NULL;

-- name: Reset.rewrite
VACUUM FULL {table};

-- name: Template.databases
SELECT datname FROM pg_database;

-- name: Template.copy
CREATE DATABASE "{to}" TEMPLATE "{from}";

-- name: Template.clone
-- Since version 18.
SET file_copy_method = clone;

-- name: Template.copyFast
-- Since version 15; before, this is how it was always done. It copies files instead of logging each page.
CREATE DATABASE "{to}" TEMPLATE "{from}" STRATEGY FILE_COPY;

-- name: Template.sessions
-- Background workers of the server have no user name and need not be ended.
SELECT datname, coalesce(nullif(application_name, ''), 'no name') || ', process ' || pid
    FROM pg_stat_activity
    WHERE datname IN ('{from}', '{to}') AND pid <> pg_backend_pid() AND usename IS NOT NULL
    ORDER BY datname, pid;

-- name: Template.carry
-- The server keeps lists of names as they would be written, with quotes where they need them; each name is parsed out of them. Rights
-- granted by others are granted by the owner afterwards. The copy has encoding, locale and tablespace already.
WITH source AS (SELECT * FROM pg_database WHERE datname = '{from}'),
     target AS (SELECT * FROM pg_database WHERE datname = '{to}')
SELECT why, statement FROM (
    SELECT 0 AS step, 'the databases {from} and {to} are in different tablespaces; move one (ALTER DATABASE ... SET TABLESPACE)' AS why,
           NULL AS statement
        FROM source s, target t
        WHERE s.dattablespace <> t.dattablespace
    UNION ALL
    SELECT 0, 'the replication slot ' || slot_name || ' of the database {from} would be lost; drop it first', NULL
        FROM pg_replication_slots
        WHERE database = '{from}'
    UNION ALL
    SELECT 1, NULL, format('ALTER DATABASE %I OWNER TO %I', t.datname, pg_get_userbyid(s.datdba))
        FROM source s, target t
        WHERE s.datdba <> t.datdba
    UNION ALL
    SELECT 2, NULL, format('ALTER DATABASE %I CONNECTION LIMIT %s', t.datname, s.datconnlimit)
        FROM source s, target t
        WHERE s.datconnlimit <> t.datconnlimit
    UNION ALL
    SELECT 3, NULL, format(CASE WHEN setrole = 0 THEN 'ALTER DATABASE %1$I RESET ALL' ELSE 'ALTER ROLE %2$I IN DATABASE %1$I RESET ALL' END,
                           t.datname, pg_get_userbyid(setrole))
        FROM pg_db_role_setting
        JOIN target t ON setdatabase = t.oid
    UNION ALL
    SELECT 4, NULL, format(CASE WHEN setrole = 0 THEN 'ALTER DATABASE %1$I SET %3$I TO %4$s'
                                ELSE 'ALTER ROLE %2$I IN DATABASE %1$I SET %3$I TO %4$s' END,
                           t.datname, pg_get_userbyid(setrole), split_part(setting, '=', 1),
                           CASE WHEN split_part(setting, '=', 1) IN ('search_path', 'temp_tablespaces', 'local_preload_libraries',
                                     'session_preload_libraries', 'shared_preload_libraries', 'unix_socket_directories')
                                THEN (SELECT coalesce(string_agg(quote_literal(coalesce(replace(part[1], '""', '"'), part[2])), ', '),
                                                  quote_literal(''))
                                          FROM regexp_matches(substr(setting, strpos(setting, '=') + 1),
                                              '"((?:[^"]|"")*)"|([^,"[:space:]]+)', 'g') AS part)
                                ELSE quote_literal(substr(setting, strpos(setting, '=') + 1)) END)
        FROM pg_db_role_setting
        JOIN source s ON setdatabase = s.oid
        CROSS JOIN target t
        CROSS JOIN unnest(setconfig) AS setting
    UNION ALL
    SELECT 5, NULL, format('REVOKE ALL ON DATABASE %I FROM %s CASCADE', name, role)
        FROM (SELECT t.datname AS name, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END AS role
                  FROM source s, target t, aclexplode(coalesce(t.datacl, acldefault('d', t.datdba)))
                  WHERE s.datacl IS NOT NULL OR t.datacl IS NOT NULL
              UNION
              SELECT t.datname, quote_ident(pg_get_userbyid(s.datdba))
                  FROM source s, target t
                  WHERE s.datacl IS NOT NULL OR t.datacl IS NOT NULL) AS held
    UNION ALL
    SELECT 6, NULL, format('GRANT %s ON DATABASE %I TO %s%s', privilege_type, t.datname,
                           CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END,
                           CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END)
        FROM source s, target t, aclexplode(coalesce(s.datacl, acldefault('d', s.datdba)))
        WHERE s.datacl IS NOT NULL OR t.datacl IS NOT NULL
    UNION ALL
    SELECT 7, NULL, format('COMMENT ON DATABASE %I IS %L', t.datname, shobj_description(s.oid, 'pg_database'))
        FROM source s, target t
        WHERE shobj_description(s.oid, 'pg_database') IS DISTINCT FROM shobj_description(t.oid, 'pg_database')
    UNION ALL
    SELECT 8, NULL, format('SECURITY LABEL FOR %I ON DATABASE %I IS %L', provider, t.datname, label)
        FROM source s, target t, pg_shseclabel
        WHERE classoid = CAST('pg_database' AS regclass) AND objoid = s.oid) AS steps
    ORDER BY step, statement;

-- name: Template.rename
ALTER DATABASE "{from}" RENAME TO "{to}";

-- name: Template.drop
DROP DATABASE "{name}";

-- name: Fingerprint.sum
-- The text of a record is the columns with commas between them, in brackets.
SELECT count(*), sum(CAST(CAST('x' || left(md5(CAST(r AS text)), 15) AS bit(60)) AS bigint))
    FROM ({rows}) AS r;

-- ---------------------------------------------------------------- For `bmsql dialect test`

-- name: Conformance.impatience
SET lock_timeout = '1s';

-- name: Conformance.sessionId
SELECT pg_backend_pid();

-- name: Conformance.killSession
SELECT pg_terminate_backend({session});

-- name: Server.clock
SELECT extract(epoch FROM clock_timestamp());

-- name: Lock.take
-- An advisory lock of the first schema of the search path; of two schemas in one database, each has its own.
SELECT CASE WHEN
        CASE :shared WHEN 1 THEN pg_try_advisory_lock_shared(1651340145, hashtext(CAST(coalesce(current_schema(), '') AS text)))
            ELSE pg_try_advisory_lock(1651340145, hashtext(CAST(coalesce(current_schema(), '') AS text))) END
        THEN 1 ELSE 0 END, set_config('application_name', 'bmsql ' || CAST(:holder AS text), false);

-- name: Lock.release
SELECT pg_advisory_unlock_all();

-- name: Lock.holder
SELECT substr(application_name, 7)
    FROM pg_locks AS held
    JOIN pg_stat_activity AS session ON (session.pid = held.pid)
    WHERE locktype = 'advisory' AND granted AND classid = 1651340145 AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND objid = CAST(CAST(hashtext(CAST(coalesce(current_schema(), '') AS text)) AS bit(32)) AS bigint);

-- name: History.moveOn
-- A serial or an identity.
SELECT setval(pg_get_serial_sequence('bmsql_history', 'hist_id'), {next}, false);

-- name: Sequence.find
SELECT 1
    FROM pg_class
    WHERE relkind = 'S' AND pg_table_is_visible(oid) AND relname = lower(:sequence_name);
