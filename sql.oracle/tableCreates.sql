-- The tables of TPC-C (clause 1.3) under BenchmarkSQL's names. Keys follow after the load.
--
-- PCTFREE leaves free space in a block for rows that grow, and spreads the few hot rows of warehouse and district over separate
-- blocks (fillFactors=false leaves it at Oracle's 10); INITRANS lets several transactions lock rows of one block. Neither was
-- measured: they follow what published Oracle kits do.
--
-- With partitions=N each table with a warehouse column is cut into hash partitions; the indexes of indexCreates.sql stay whole.

create table bmsql_config (
    cfg_name    varchar2(30) primary key,
    cfg_value   varchar2(50)
);

create table bmsql_warehouse (
    w_id        number(10) not null,
    w_ytd       number(12,2),
    w_tax       number(4,4),
    w_name      varchar2(10),
    w_street_1  varchar2(20),
    w_street_2  varchar2(20),
    w_city      varchar2(20),
    w_state     char(2),
    w_zip       char(9)
)
    pctfree 99 pctused 1 -- when fillFactors
    initrans 4
    partition by hash (w_id) partitions {partitions} -- when partitions
;

create table bmsql_district (
    d_w_id      number(10) not null,
    d_id        number(10) not null,
    d_ytd       number(12,2),
    d_tax       number(4,4),
    d_next_o_id number(10),
    d_name      varchar2(10),
    d_street_1  varchar2(20),
    d_street_2  varchar2(20),
    d_city      varchar2(20),
    d_state     char(2),
    d_zip       char(9)
)
    pctfree 99 pctused 1 -- when fillFactors
    initrans 4
    partition by hash (d_w_id) partitions {partitions} -- when partitions
;

create table bmsql_customer (
    c_w_id          number(10) not null,
    c_d_id          number(10) not null,
    c_id            number(10) not null,
    c_discount      number(4,4),
    c_credit        char(2),
    c_last          varchar2(16),
    c_first         varchar2(16),
    c_credit_lim    number(12,2),
    c_balance       number(12,2),
    c_ytd_payment   number(12,2),
    c_payment_cnt   number(10),
    c_delivery_cnt  number(10),
    c_street_1      varchar2(20),
    c_street_2      varchar2(20),
    c_city          varchar2(20),
    c_state         char(2),
    c_zip           char(9),
    c_phone         char(16),
    c_since         timestamp,
    c_middle        char(2),
    c_data          varchar2(500)
)
    pctfree 10 -- when fillFactors
    initrans 4
    partition by hash (c_w_id) partitions {partitions} -- when partitions
;

create sequence bmsql_hist_id_seq cache 1000;

-- hist_id is wider than BenchmarkSQL's integer: that one ends at 71,582 warehouses.
create table bmsql_history (
    hist_id     number(19),
    h_c_id      number(10),
    h_c_d_id    number(10),
    h_c_w_id    number(10),
    h_d_id      number(10),
    h_w_id      number(10),
    h_date      timestamp,
    h_amount    number(6,2),
    h_data      varchar2(24)
)
    pctfree 5 -- when fillFactors
    initrans 4
    partition by hash (h_w_id) partitions {partitions} -- when partitions
;

create table bmsql_new_order (
    no_w_id     number(10) not null,
    no_d_id     number(10) not null,
    no_o_id     number(10) not null
)
    pctfree 5 -- when fillFactors
    initrans 4
    partition by hash (no_w_id) partitions {partitions} -- when partitions
;

create table bmsql_oorder (
    o_w_id          number(10) not null,
    o_d_id          number(10) not null,
    o_id            number(10) not null,
    o_c_id          number(10),
    o_carrier_id    number(10),
    o_ol_cnt        number(10),
    o_all_local     number(10),
    o_entry_d       timestamp
)
    pctfree 10 -- when fillFactors
    initrans 4
    partition by hash (o_w_id) partitions {partitions} -- when partitions
;

create table bmsql_order_line (
    ol_w_id         number(10) not null,
    ol_d_id         number(10) not null,
    ol_o_id         number(10) not null,
    ol_number       number(10) not null,
    ol_i_id         number(10) not null,
    ol_delivery_d   timestamp,
    ol_amount       number(6,2),
    ol_supply_w_id  number(10),
    ol_quantity     number(10),
    ol_dist_info    char(24)
)
    pctfree 15 -- when fillFactors
    initrans 4
    partition by hash (ol_w_id) partitions {partitions} -- when partitions
;

create table bmsql_item (
    i_id        number(10) not null,
    i_name      varchar2(24),
    i_price     number(5,2),
    i_data      varchar2(50),
    i_im_id     number(10)
)
    pctfree 0 -- when fillFactors
;

create table bmsql_stock (
    s_w_id          number(10) not null,
    s_i_id          number(10) not null,
    s_quantity      number(10),
    s_ytd           number(10),
    s_order_cnt     number(10),
    s_remote_cnt    number(10),
    s_data          varchar2(50),
    s_dist_01       char(24),
    s_dist_02       char(24),
    s_dist_03       char(24),
    s_dist_04       char(24),
    s_dist_05       char(24),
    s_dist_06       char(24),
    s_dist_07       char(24),
    s_dist_08       char(24),
    s_dist_09       char(24),
    s_dist_10       char(24)
)
    pctfree 5 -- when fillFactors
    initrans 4
    partition by hash (s_w_id) partitions {partitions} -- when partitions
;
