-- The five transactions as procedures, for useStoredProcedures=true: the names of BenchmarkSQL's functions for PostgreSQL, the
-- rules of clause 2 as the program's own statements have them, in the same order, with the same locks; nothing ends the transaction,
-- that is the client's part. Lists are texts of numbers with commas between them; the values of the screen are read and stay here.
--
-- Errors: -20101 "Item number is not valid" is the planned rollback of clause 2.4.1.4, -20102 a missing row that the specification
-- promises, -20103 a district whose orders others deliver first. The user needs the right to create procedures; to build without
-- it, put a file of this name that holds only comments into sql.dm/ of the directory you work in.
--
-- The text keeps to what Oracle and DM are documented to have in common, RAISE_APPLICATION_ERROR too: so a grammar and an engine that
-- know PL/SQL can read and run it in the tests. It was never run on a DM server.

-- Each number of a list in ten places, so that the one of a line is found without going through those before it.
-- {
create or replace function bmsql_in_ten_places(numbers in varchar) return varchar as
    places varchar(200);
    rest varchar(200);
    comma integer;
begin
    rest := numbers || ',';
    comma := instr(rest, ',');
    while comma > 0 loop
        places := places || lpad(substr(rest, 1, comma - 1), 10);
        rest := substr(rest, comma + 1);
        comma := nvl(instr(rest, ','), 0);
    end loop;
    return places;
end;
-- }

-- The customer that a last name means: of n namesakes ordered by first name the one at ceil(n / 2), clause 2.5.2.2.
-- {
create or replace function bmsql_cid_from_clast(
    in_c_w_id in bmsql_customer.c_w_id%type, in_c_d_id in bmsql_customer.c_d_id%type,
    in_c_last in bmsql_customer.c_last%type)
    return integer as
    namesakes integer;
    seen integer := 0;
    found_c_id bmsql_customer.c_id%type;
begin
    select count(*) into namesakes
        from bmsql_customer
        where c_w_id = in_c_w_id and c_d_id = in_c_d_id and c_last = in_c_last;
    if namesakes = 0 then
        raise_application_error(-20102, 'no customer ' || in_c_last || ' in warehouse ' || in_c_w_id
            || ', district ' || in_c_d_id);
    end if;
    for namesake in (
        select c_id
            from bmsql_customer
            where c_w_id = in_c_w_id and c_d_id = in_c_d_id and c_last = in_c_last
            order by c_first
    ) loop
        seen := seen + 1;
        found_c_id := namesake.c_id;
        exit when 2 * seen >= namesakes;
    end loop;
    return found_c_id;
end;
-- }

-- The lists hold line 1 first; in_line_order names the lines in the order in which their stock is locked.
-- {
create or replace procedure bmsql_proc_new_order(
    in_w_id in bmsql_district.d_w_id%type, in_d_id in bmsql_district.d_id%type, in_c_id in bmsql_customer.c_id%type,
    in_ol_supply_w_id in varchar, in_ol_i_id in varchar, in_ol_quantity in varchar, in_line_order in varchar,
    in_entry_d in bmsql_oorder.o_entry_d%type,
    out_o_id out bmsql_oorder.o_id%type, out_total_amount out bmsql_customer.c_balance%type) as
    supply_w_ids varchar(200) := bmsql_in_ten_places(in_ol_supply_w_id);
    i_ids varchar(200) := bmsql_in_ten_places(in_ol_i_id);
    quantities varchar(200) := bmsql_in_ten_places(in_ol_quantity);
    line_order varchar(200) := bmsql_in_ten_places(in_line_order);
    line_cnt integer := length(line_order) / 10;
    line_number integer;
    line_w_id bmsql_stock.s_w_id%type;
    line_i_id bmsql_stock.s_i_id%type;
    line_quantity bmsql_order_line.ol_quantity%type;
    is_remote integer;
    all_local integer := 1;
    order_id bmsql_oorder.o_id%type;
    district_tax bmsql_district.d_tax%type;
    warehouse_tax bmsql_warehouse.w_tax%type;
    discount bmsql_customer.c_discount%type;
    last_name bmsql_customer.c_last%type;
    credit bmsql_customer.c_credit%type;
    price bmsql_item.i_price%type;
    item_name bmsql_item.i_name%type;
    item_data bmsql_item.i_data%type;
    stock_quantity bmsql_stock.s_quantity%type;
    stock_data bmsql_stock.s_data%type;
    stock_info bmsql_stock.s_dist_01%type;
    missing_i_id bmsql_item.i_id%type;
    amounts decimal(12,2) := 0;
begin
    for line in 1 .. line_cnt loop
        line_w_id := substr(supply_w_ids, 10 * line - 9, 10);
        if line_w_id <> in_w_id then
            all_local := 0;
        end if;
    end loop;

    begin
        select d_tax, d_next_o_id into district_tax, order_id
            from bmsql_district
            where d_w_id = in_w_id and d_id = in_d_id
            for update;
    exception
        when no_data_found then
            raise_application_error(-20102, 'no district ' || in_d_id || ' in warehouse ' || in_w_id);
    end;
    begin
        select c_discount, c_last, c_credit, w_tax into discount, last_name, credit, warehouse_tax
            from bmsql_customer
            join bmsql_warehouse on (w_id = c_w_id)
            where c_w_id = in_w_id and c_d_id = in_d_id and c_id = in_c_id;
    exception
        when no_data_found then
            raise_application_error(-20102, 'no customer ' || in_c_id || ' in warehouse ' || in_w_id
                || ', district ' || in_d_id);
    end;
    update bmsql_district set d_next_o_id = d_next_o_id + 1 where d_w_id = in_w_id and d_id = in_d_id;
    insert into bmsql_oorder (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)
        values (order_id, in_d_id, in_w_id, in_c_id, in_entry_d, line_cnt, all_local);
    insert into bmsql_new_order (no_o_id, no_d_id, no_w_id) values (order_id, in_d_id, in_w_id);

    for place in 1 .. line_cnt loop
        line_number := substr(line_order, 10 * place - 9, 10);
        line_i_id := substr(i_ids, 10 * line_number - 9, 10);
        line_w_id := substr(supply_w_ids, 10 * line_number - 9, 10);
        line_quantity := substr(quantities, 10 * line_number - 9, 10);
        begin
            select i_price, i_name, i_data into price, item_name, item_data from bmsql_item where i_id = line_i_id;
        exception
            when no_data_found then
                -- What comes before the rollback has to be done (clause 2.4.2.3), wherever the line is.
                missing_i_id := line_i_id;
                price := null;
        end;
        if price is not null then
            begin
                select s_quantity, s_data, case in_d_id
                        when 1 then s_dist_01 when 2 then s_dist_02 when 3 then s_dist_03 when 4 then s_dist_04
                        when 5 then s_dist_05 when 6 then s_dist_06 when 7 then s_dist_07 when 8 then s_dist_08
                        when 9 then s_dist_09 else s_dist_10 end
                    into stock_quantity, stock_data, stock_info
                    from bmsql_stock
                    where s_w_id = line_w_id and s_i_id = line_i_id
                    for update;
            exception
                when no_data_found then
                    raise_application_error(-20102, 'no stock of item ' || line_i_id || ' in warehouse ' || line_w_id);
            end;
            if stock_quantity >= line_quantity + 10 then
                stock_quantity := stock_quantity - line_quantity;
            else
                stock_quantity := stock_quantity - line_quantity + 91;
            end if;
            is_remote := case when line_w_id = in_w_id then 0 else 1 end;
            update bmsql_stock
                set s_quantity = stock_quantity, s_ytd = s_ytd + line_quantity, s_order_cnt = s_order_cnt + 1,
                    s_remote_cnt = s_remote_cnt + is_remote
                where s_w_id = line_w_id and s_i_id = line_i_id;
            insert into bmsql_order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity,
                    ol_amount, ol_dist_info)
                values (order_id, in_d_id, in_w_id, line_number, line_i_id, line_w_id, line_quantity,
                    price * line_quantity, stock_info);
            amounts := amounts + price * line_quantity;
        end if;
    end loop;
    if missing_i_id is not null then
        raise_application_error(-20101, 'Item number is not valid: ' || missing_i_id);
    end if;
    out_o_id := order_id;
    out_total_amount := round(amounts * (1 - discount) * (1 + warehouse_tax + district_tax), 2);
end;
-- }

-- A customer name that is not empty counts more than the number.
-- {
create or replace procedure bmsql_proc_payment(
    in_w_id in bmsql_warehouse.w_id%type, in_d_id in bmsql_district.d_id%type, in_c_id in bmsql_customer.c_id%type,
    in_c_d_id in bmsql_customer.c_d_id%type, in_c_w_id in bmsql_customer.c_w_id%type,
    in_c_last in bmsql_customer.c_last%type, in_h_amount in bmsql_history.h_amount%type,
    in_h_date in bmsql_history.h_date%type,
    out_c_id out bmsql_customer.c_id%type) as
    district bmsql_district%rowtype;
    warehouse bmsql_warehouse%rowtype;
    customer bmsql_customer%rowtype;
    customer_id bmsql_customer.c_id%type := in_c_id;
    cents integer;
begin
    update bmsql_district set d_ytd = d_ytd + in_h_amount where d_w_id = in_w_id and d_id = in_d_id;
    begin
        select * into district from bmsql_district where d_w_id = in_w_id and d_id = in_d_id;
    exception
        when no_data_found then
            raise_application_error(-20102, 'no district ' || in_d_id || ' in warehouse ' || in_w_id);
    end;
    update bmsql_warehouse set w_ytd = w_ytd + in_h_amount where w_id = in_w_id;
    select * into warehouse from bmsql_warehouse where w_id = in_w_id;
    if nvl(length(in_c_last), 0) > 0 then
        customer_id := bmsql_cid_from_clast(in_c_w_id, in_c_d_id, in_c_last);
    end if;
    begin
        select * into customer
            from bmsql_customer
            where c_w_id = in_c_w_id and c_d_id = in_c_d_id and c_id = customer_id
            for update;
    exception
        when no_data_found then
            raise_application_error(-20102, 'no customer ' || customer_id || ' in warehouse ' || in_c_w_id
                || ', district ' || in_c_d_id);
    end;
    if customer.c_credit = 'BC' then
        cents := mod(in_h_amount * 100, 100);
        update bmsql_customer
            set c_balance = c_balance - in_h_amount, c_ytd_payment = c_ytd_payment + in_h_amount,
                c_payment_cnt = c_payment_cnt + 1,
                c_data = substr('C_ID=' || customer_id || ' C_D_ID=' || in_c_d_id || ' C_W_ID=' || in_c_w_id
                    || ' D_ID=' || in_d_id || ' W_ID=' || in_w_id || ' H_AMOUNT=' || floor(in_h_amount) || '.'
                    || lpad(cents, 2, '0') || '   ' || c_data, 1, 500)
            where c_w_id = in_c_w_id and c_d_id = in_c_d_id and c_id = customer_id;
    else
        update bmsql_customer
            set c_balance = c_balance - in_h_amount, c_ytd_payment = c_ytd_payment + in_h_amount,
                c_payment_cnt = c_payment_cnt + 1
            where c_w_id = in_c_w_id and c_d_id = in_c_d_id and c_id = customer_id;
    end if;
    insert into bmsql_history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
        values (customer_id, in_c_d_id, in_c_w_id, in_d_id, in_w_id, in_h_date, in_h_amount,
            warehouse.w_name || '    ' || district.d_name);
    out_c_id := customer_id;
end;
-- }

-- {
create or replace procedure bmsql_proc_order_status(
    in_w_id in bmsql_customer.c_w_id%type, in_d_id in bmsql_customer.c_d_id%type, in_c_id in bmsql_customer.c_id%type,
    in_c_last in bmsql_customer.c_last%type,
    out_c_id out bmsql_customer.c_id%type, out_o_id out bmsql_oorder.o_id%type) as
    customer_id bmsql_customer.c_id%type := in_c_id;
    first_name bmsql_customer.c_first%type;
    middle_name bmsql_customer.c_middle%type;
    last_name bmsql_customer.c_last%type;
    balance bmsql_customer.c_balance%type;
    order_id bmsql_oorder.o_id%type;
    entry_date bmsql_oorder.o_entry_d%type;
    carrier_id bmsql_oorder.o_carrier_id%type;
    line_cnt integer := 0;
begin
    if nvl(length(in_c_last), 0) > 0 then
        customer_id := bmsql_cid_from_clast(in_w_id, in_d_id, in_c_last);
    end if;
    begin
        select c_first, c_middle, c_last, c_balance into first_name, middle_name, last_name, balance
            from bmsql_customer
            where c_w_id = in_w_id and c_d_id = in_d_id and c_id = customer_id;
    exception
        when no_data_found then
            raise_application_error(-20102, 'no customer ' || customer_id || ' in warehouse ' || in_w_id
                || ', district ' || in_d_id);
    end;
    begin
        select o_id, o_entry_d, o_carrier_id into order_id, entry_date, carrier_id
            from (
                select o_id, o_entry_d, o_carrier_id
                    from bmsql_oorder
                    where o_w_id = in_w_id and o_d_id = in_d_id and o_c_id = customer_id
                    order by o_id desc
            )
            where rownum = 1;
    exception
        when no_data_found then
            raise_application_error(-20102, 'no order of customer ' || customer_id || ' in warehouse ' || in_w_id
                || ', district ' || in_d_id);
    end;
    for line in (
        select ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d
            from bmsql_order_line
            where ol_w_id = in_w_id and ol_d_id = in_d_id and ol_o_id = order_id
            order by ol_w_id, ol_d_id, ol_o_id, ol_number
    ) loop
        line_cnt := line_cnt + 1;
    end loop;
    if line_cnt = 0 then
        raise_application_error(-20102, 'no line in order ' || order_id || ' of customer ' || customer_id
            || ' in warehouse ' || in_w_id || ', district ' || in_d_id);
    end if;
    out_c_id := customer_id;
    out_o_id := order_id;
end;
-- }

-- {
create or replace procedure bmsql_proc_stock_level(
    in_w_id in bmsql_district.d_w_id%type, in_d_id in bmsql_district.d_id%type,
    in_threshold in bmsql_stock.s_quantity%type, out_low_stock out bmsql_stock.s_quantity%type) as
    next_o_id bmsql_district.d_next_o_id%type;
begin
    select d_next_o_id into next_o_id from bmsql_district where d_w_id = in_w_id and d_id = in_d_id;
    select count(distinct ol_i_id) into out_low_stock
        from bmsql_order_line
        join bmsql_stock on (s_w_id = in_w_id and s_i_id = ol_i_id)
        where ol_w_id = in_w_id and ol_d_id = in_d_id and ol_o_id >= next_o_id - 20 and ol_o_id < next_o_id
            and s_quantity < in_threshold;
exception
    when no_data_found then
        raise_application_error(-20102, 'no district ' || in_d_id || ' in warehouse ' || in_w_id);
end;
-- }

-- One order number for each of the ten districts, with commas between them; 0 for a district without an open order.
-- {
create or replace procedure bmsql_proc_delivery_bg(
    in_w_id in bmsql_new_order.no_w_id%type, in_o_carrier_id in bmsql_oorder.o_carrier_id%type,
    in_ol_delivery_d in bmsql_order_line.ol_delivery_d%type, out_delivered_o_id out varchar) as
    delivered varchar(200);
    order_id bmsql_new_order.no_o_id%type;
    customer_id bmsql_oorder.o_c_id%type;
    amount bmsql_customer.c_balance%type;
    looks integer;
begin
    for district in 1 .. 10 loop
        -- Without a lock: the delete waits for another delivery of the district, and its row count shows who came first.
        looks := 0;
        loop
            select min(no_o_id) into order_id
                from bmsql_new_order
                where no_w_id = in_w_id and no_d_id = district;
            exit when order_id is null;
            delete from bmsql_new_order where no_w_id = in_w_id and no_d_id = district and no_o_id = order_id;
            exit when sql%rowcount > 0;
            looks := looks + 1;
            if looks = 10 then
                raise_application_error(-20103, 'the oldest new order of warehouse ' || in_w_id || ', district '
                    || district || ' was taken by another transaction 10 times');
            end if;
        end loop;
        if order_id is not null then
            update bmsql_oorder set o_carrier_id = in_o_carrier_id
                where o_w_id = in_w_id and o_d_id = district and o_id = order_id;
            begin
                select o_c_id into customer_id
                    from bmsql_oorder
                    where o_w_id = in_w_id and o_d_id = district and o_id = order_id;
            exception
                when no_data_found then
                    raise_application_error(-20102, 'no order ' || order_id || ' in warehouse ' || in_w_id
                        || ', district ' || district);
            end;
            update bmsql_order_line set ol_delivery_d = in_ol_delivery_d
                where ol_w_id = in_w_id and ol_d_id = district and ol_o_id = order_id;
            select sum(ol_amount) into amount
                from bmsql_order_line
                where ol_w_id = in_w_id and ol_d_id = district and ol_o_id = order_id;
            if amount is null then
                raise_application_error(-20102, 'no lines of order ' || order_id || ' in warehouse ' || in_w_id
                    || ', district ' || district);
            end if;
            update bmsql_customer
                set c_balance = c_balance + amount, c_delivery_cnt = c_delivery_cnt + 1
                where c_w_id = in_w_id and c_d_id = district and c_id = customer_id;
        end if;
        if district > 1 then
            delivered := delivered || ',';
        end if;
        delivered := delivered || nvl(order_id, 0);
    end loop;
    out_delivered_o_id := delivered;
end;
-- }
