-- The five transactions as functions, for useStoredProcedures=true: the names and parameters of BenchmarkSQL 5.1, the rules of
-- clause 2 as the program's own statements have them. Locks are taken in the same order. Errors: "Item number is not valid"
-- is the planned rollback of clause 2.4.1.4; SQLSTATE P0002 means a missing row that the specification promises.

-- The customer that a last name means: of n namesakes ordered by first name the one at ceil(n / 2), clause 2.5.2.2.
create or replace function bmsql_cid_from_clast(in_c_w_id integer, in_c_d_id integer, in_c_last varchar(16))
returns integer as
$$
declare
    ids integer[];
begin
    select array_agg(c_id order by c_first) into ids
        from bmsql_customer
        where c_w_id = in_c_w_id and c_d_id = in_c_d_id and c_last = in_c_last;
    if ids is null then
        raise exception 'no customer % in warehouse %, district %', in_c_last, in_c_w_id, in_c_d_id
            using errcode = 'no_data_found';
    end if;
    return ids[(cardinality(ids) + 1) / 2];
end;
$$
language plpgsql;

-- The arrays hold the lines as they were keyed in: place 1 is line 1, item 0 is an unused place. All lines are one statement, by
-- supply warehouse and item, so that orders lock stock rows in the same order. out_s_quantity is what is left.
create or replace function bmsql_proc_new_order(
    in_w_id integer, in_d_id integer, in_c_id integer,
    in_ol_supply_w_id integer[], in_ol_i_id integer[], in_ol_quantity integer[],
    out out_w_tax decimal(4,4), out out_d_tax decimal(4,4), out out_o_id integer, out out_o_entry_d timestamp,
    out out_ol_cnt integer, out out_ol_amount decimal(12,2)[], out out_total_amount decimal(12,2),
    out out_c_last varchar(16), out out_c_credit char(2), out out_c_discount decimal(4,4),
    out out_i_name varchar(24)[], out out_i_price decimal(5,2)[], out out_s_quantity integer[],
    out out_brand_generic char[]) as
$$
declare
    line record;
    missing record;
    open_lines integer;
    amounts decimal(12,2) := 0;
begin
    out_o_entry_d := current_timestamp;
    out_ol_cnt := cardinality(array_remove(array_remove(in_ol_i_id, 0), null));
    out_ol_amount := array_fill(null::decimal, array[15]);
    out_i_name := array_fill(null::varchar, array[15]);
    out_i_price := array_fill(null::decimal, array[15]);
    out_s_quantity := array_fill(null::integer, array[15]);
    out_brand_generic := array_fill(null::char, array[15]);

    update bmsql_district set d_next_o_id = d_next_o_id + 1
        from bmsql_customer join bmsql_warehouse on (w_id = c_w_id)
        where d_w_id = in_w_id and d_id = in_d_id and c_w_id = in_w_id and c_d_id = in_d_id and c_id = in_c_id
        returning d_tax, d_next_o_id - 1, w_tax, c_last, c_credit, c_discount
        into out_d_tax, out_o_id, out_w_tax, out_c_last, out_c_credit, out_c_discount;
    if not found then
        perform from bmsql_district where d_w_id = in_w_id and d_id = in_d_id;
        if found then
            raise exception 'no customer % in warehouse %, district %', in_c_id, in_w_id, in_d_id
                using errcode = 'no_data_found';
        end if;
        raise exception 'no district % in warehouse %', in_d_id, in_w_id using errcode = 'no_data_found';
    end if;
    insert into bmsql_oorder (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)
        values (out_o_id, in_d_id, in_w_id, in_c_id, out_o_entry_d, out_ol_cnt,
            case when in_w_id = all (in_ol_supply_w_id[1:out_ol_cnt]) then 1 else 0 end);
    insert into bmsql_new_order (no_o_id, no_d_id, no_w_id) values (out_o_id, in_d_id, in_w_id);

    -- An update changes a row once only: a second line of the same stock row is left to the next round of the loop.
    open_lines := out_ol_cnt;
    loop
        for line in
            with wanted as (
                select supply_w_id, lines.i_id, quantity, number, i_name, i_price, i_price * quantity as amount,
                        i_data like '%ORIGINAL%' as is_original
                    from unnest(in_ol_supply_w_id, in_ol_i_id, in_ol_quantity) with ordinality
                        as lines (supply_w_id, i_id, quantity, number)
                    join bmsql_item on (bmsql_item.i_id = lines.i_id)
                    where lines.i_id > 0 and out_s_quantity[number::integer] is null
                    order by supply_w_id, lines.i_id, number
            ), sold as (
                update bmsql_stock
                    set s_quantity = case
                            when s_quantity >= quantity + 10 then s_quantity - quantity
                            else s_quantity - quantity + 91 end,
                        s_ytd = s_ytd + quantity, s_order_cnt = s_order_cnt + 1,
                        s_remote_cnt = s_remote_cnt + case when supply_w_id = in_w_id then 0 else 1 end
                    from wanted
                    where s_w_id = supply_w_id and s_i_id = i_id
                    returning number, i_id, supply_w_id, quantity, i_name, i_price, amount, s_quantity,
                        case when is_original and s_data like '%ORIGINAL%' then 'B' else 'G' end as brand_generic,
                        case in_d_id
                            when 1 then s_dist_01 when 2 then s_dist_02 when 3 then s_dist_03 when 4 then s_dist_04
                            when 5 then s_dist_05 when 6 then s_dist_06 when 7 then s_dist_07 when 8 then s_dist_08
                            when 9 then s_dist_09 else s_dist_10 end as dist_info
            ), ordered as (
                insert into bmsql_order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity,
                        ol_amount, ol_dist_info)
                    select out_o_id, in_d_id, in_w_id, number, i_id, supply_w_id, quantity, amount, dist_info
                        from sold
            )
            select number, i_name, i_price, amount, s_quantity, brand_generic
                from sold
        loop
            out_i_name[line.number] := line.i_name;
            out_i_price[line.number] := line.i_price;
            out_ol_amount[line.number] := line.amount;
            out_s_quantity[line.number] := line.s_quantity;
            out_brand_generic[line.number] := line.brand_generic;
            amounts := amounts + line.amount;
            open_lines := open_lines - 1;
        end loop;
        exit when open_lines = 0;
        if not found then
            -- What comes before the rollback is done by now (clause 2.4.2.3), wherever the line is.
            select lines.supply_w_id, lines.i_id, bmsql_item.i_id is null as is_unused into missing
                from unnest(in_ol_supply_w_id, in_ol_i_id) with ordinality as lines (supply_w_id, i_id, number)
                left join bmsql_item on (bmsql_item.i_id = lines.i_id)
                where lines.i_id > 0 and out_s_quantity[number::integer] is null
                order by is_unused, lines.supply_w_id, lines.i_id
                limit 1;
            if missing.is_unused then
                raise exception 'Item number is not valid: %', missing.i_id;
            end if;
            raise exception 'no stock of item % in warehouse %', missing.i_id, missing.supply_w_id
                using errcode = 'no_data_found';
        end if;
    end loop;
    out_total_amount := round(amounts * (1 - out_c_discount) * (1 + out_w_tax + out_d_tax), 2);
end;
$$
language plpgsql;

-- A customer name that is not empty counts more than the number. out_c_data is null unless the credit is bad (clause 2.5.3.4).
create or replace function bmsql_proc_payment(
    in_w_id integer, in_d_id integer, inout in_c_id integer, in_c_d_id integer, in_c_w_id integer,
    in_c_last varchar(16), in_h_amount decimal(6,2),
    out out_w_name varchar(10), out out_w_street_1 varchar(20), out out_w_street_2 varchar(20),
    out out_w_city varchar(20), out out_w_state char(2), out out_w_zip char(9),
    out out_d_name varchar(10), out out_d_street_1 varchar(20), out out_d_street_2 varchar(20),
    out out_d_city varchar(20), out out_d_state char(2), out out_d_zip char(9),
    out out_c_first varchar(16), out out_c_middle char(2), out out_c_street_1 varchar(20),
    out out_c_street_2 varchar(20), out out_c_city varchar(20), out out_c_state char(2), out out_c_zip char(9),
    out out_c_phone char(16), out out_c_since timestamp, out out_c_credit char(2), out out_c_credit_lim decimal(12,2),
    out out_c_discount decimal(4,4), out out_c_balance decimal(12,2), out out_c_data varchar(500),
    out out_h_date timestamp) as
$$
begin
    out_h_date := current_timestamp;
    update bmsql_district set d_ytd = d_ytd + in_h_amount
        where d_w_id = in_w_id and d_id = in_d_id
        returning d_name, d_street_1, d_street_2, d_city, d_state, d_zip
        into out_d_name, out_d_street_1, out_d_street_2, out_d_city, out_d_state, out_d_zip;
    if not found then
        raise exception 'no district % in warehouse %', in_d_id, in_w_id using errcode = 'no_data_found';
    end if;
    update bmsql_warehouse set w_ytd = w_ytd + in_h_amount
        where w_id = in_w_id
        returning w_name, w_street_1, w_street_2, w_city, w_state, w_zip
        into out_w_name, out_w_street_1, out_w_street_2, out_w_city, out_w_state, out_w_zip;
    if length(in_c_last) > 0 then
        in_c_id := bmsql_cid_from_clast(in_c_w_id, in_c_d_id, in_c_last);
    end if;
    update bmsql_customer
        set c_balance = c_balance - in_h_amount, c_ytd_payment = c_ytd_payment + in_h_amount,
            c_payment_cnt = c_payment_cnt + 1,
            c_data = case
                when c_credit = 'BC' then substr('C_ID=' || in_c_id || ' C_D_ID=' || in_c_d_id || ' C_W_ID=' || in_c_w_id
                    || ' D_ID=' || in_d_id || ' W_ID=' || in_w_id || ' H_AMOUNT=' || in_h_amount::decimal(6,2) || '   '
                    || c_data, 1, 500)
                else c_data end
        where c_w_id = in_c_w_id and c_d_id = in_c_d_id and c_id = in_c_id
        returning c_first, c_middle, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_credit,
            c_credit_lim, c_discount, c_balance, case when c_credit = 'BC' then substr(c_data, 1, 200) end
        into out_c_first, out_c_middle, out_c_street_1, out_c_street_2, out_c_city, out_c_state, out_c_zip,
            out_c_phone, out_c_since, out_c_credit, out_c_credit_lim, out_c_discount, out_c_balance, out_c_data;
    if not found then
        raise exception 'no customer % in warehouse %, district %', in_c_id, in_c_w_id, in_c_d_id
            using errcode = 'no_data_found';
    end if;
    insert into bmsql_history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
        values (in_c_id, in_c_d_id, in_c_w_id, in_d_id, in_w_id, out_h_date, in_h_amount,
            out_w_name || '    ' || out_d_name);
end;
$$
language plpgsql;

create or replace function bmsql_proc_order_status(
    in_w_id integer, in_d_id integer, inout in_c_id integer, in_c_last varchar(16),
    out out_c_first varchar(16), out out_c_middle char(2), out out_c_balance decimal(12,2),
    out out_o_id integer, out out_o_entry_d varchar(24), out out_o_carrier_id integer,
    out out_ol_supply_w_id integer[], out out_ol_i_id integer[], out out_ol_quantity integer[],
    out out_ol_amount decimal(12,2)[], out out_ol_delivery_d timestamp[]) as
$$
begin
    if length(in_c_last) > 0 then
        in_c_id := bmsql_cid_from_clast(in_w_id, in_d_id, in_c_last);
    end if;
    select c_first, c_middle, c_balance into out_c_first, out_c_middle, out_c_balance
        from bmsql_customer
        where c_w_id = in_w_id and c_d_id = in_d_id and c_id = in_c_id;
    if not found then
        raise exception 'no customer % in warehouse %, district %', in_c_id, in_w_id, in_d_id
            using errcode = 'no_data_found';
    end if;
    select o_id, o_entry_d, coalesce(o_carrier_id, -1) into out_o_id, out_o_entry_d, out_o_carrier_id
        from bmsql_oorder
        where o_w_id = in_w_id and o_d_id = in_d_id and o_c_id = in_c_id
        order by o_id desc
        limit 1;
    if not found then
        raise exception 'no order of customer % in warehouse %, district %', in_c_id, in_w_id, in_d_id
            using errcode = 'no_data_found';
    end if;
    select array_agg(ol_supply_w_id order by ol_number), array_agg(ol_i_id order by ol_number),
            array_agg(ol_quantity order by ol_number), array_agg(ol_amount order by ol_number),
            array_agg(ol_delivery_d order by ol_number)
        into out_ol_supply_w_id, out_ol_i_id, out_ol_quantity, out_ol_amount, out_ol_delivery_d
        from bmsql_order_line
        where ol_w_id = in_w_id and ol_d_id = in_d_id and ol_o_id = out_o_id;
    if out_ol_i_id is null then
        raise exception 'no line in order % of customer % in warehouse %, district %', out_o_id, in_c_id, in_w_id, in_d_id
            using errcode = 'no_data_found';
    end if;
end;
$$
language plpgsql;

-- The planner sees neither the order numbers nor the items before it runs: no plan for each call, and the same at any size.
create or replace function bmsql_proc_stock_level(
    in_w_id integer, in_d_id integer, in_threshold integer, out out_low_stock integer) as
$$
begin
    select count(*) into out_low_stock
        from bmsql_stock
        where s_w_id = in_w_id and s_quantity < in_threshold and s_i_id = any (array(
            select ol_i_id
                from bmsql_order_line
                where ol_w_id = in_w_id and ol_d_id = in_d_id
                    and ol_o_id >= (select d_next_o_id - 20 from bmsql_district where d_w_id = in_w_id and d_id = in_d_id)
                    and ol_o_id < (select d_next_o_id from bmsql_district where d_w_id = in_w_id and d_id = in_d_id)
        ));
    if out_low_stock = 0 then
        perform from bmsql_district where d_w_id = in_w_id and d_id = in_d_id;
        if not found then
            raise exception 'no district % in warehouse %', in_d_id, in_w_id using errcode = 'no_data_found';
        end if;
    end if;
end;
$$
language plpgsql;

-- One order number for each of the ten districts; 0 for a district without an open order, never null. All districts are one statement.
create or replace function bmsql_proc_delivery_bg(
    in_w_id integer, in_o_carrier_id integer, in_ol_delivery_d timestamp, out out_delivered_o_id integer[]) as
$$
declare
    delivered record;
begin
    out_delivered_o_id := array_fill(0, array[10]);
    for delivered in
        with oldest as (
            -- The locks make a second delivery of the warehouse wait and then take the next orders, at every isolation level.
            select no_d_id, no_o_id
                from generate_series(1, 10) as district (id)
                cross join lateral (
                    select no_d_id, no_o_id
                        from bmsql_new_order
                        where no_w_id = in_w_id and no_d_id = district.id
                        order by no_o_id
                        limit 1
                        for update
                ) as locked
        ), taken as (
            delete from bmsql_new_order
                using oldest
                where bmsql_new_order.no_w_id = in_w_id and bmsql_new_order.no_d_id = oldest.no_d_id
                    and bmsql_new_order.no_o_id = oldest.no_o_id
                returning oldest.no_d_id, oldest.no_o_id
        ), carried as (
            update bmsql_oorder set o_carrier_id = in_o_carrier_id
                from taken
                where o_w_id = in_w_id and o_d_id = no_d_id and o_id = no_o_id
                returning o_d_id, o_c_id
        ), line as (
            update bmsql_order_line set ol_delivery_d = in_ol_delivery_d
                from taken
                where ol_w_id = in_w_id and ol_d_id = no_d_id and ol_o_id = no_o_id
                returning ol_d_id, ol_amount
        ), due as (
            select ol_d_id, sum(ol_amount) as amount
                from line
                group by ol_d_id
        ), charged as (
            update bmsql_customer
                set c_balance = c_balance + amount, c_delivery_cnt = c_delivery_cnt + 1
                from (select o_d_id, o_c_id, amount from carried join due on (ol_d_id = o_d_id) order by o_d_id) as bill
                where c_w_id = in_w_id and c_d_id = o_d_id and c_id = o_c_id
        )
        select no_d_id, no_o_id, o_c_id, amount
            from taken
            left join carried on (o_d_id = no_d_id)
            left join due on (ol_d_id = no_d_id)
    loop
        if delivered.o_c_id is null then
            raise exception 'no order % in warehouse %, district %', delivered.no_o_id, in_w_id, delivered.no_d_id
                using errcode = 'no_data_found';
        end if;
        if delivered.amount is null then
            raise exception 'no lines of order % in warehouse %, district %', delivered.no_o_id, in_w_id, delivered.no_d_id
                using errcode = 'no_data_found';
        end if;
        out_delivered_o_id[delivered.no_d_id] := delivered.no_o_id;
    end loop;
end;
$$
language plpgsql;
