package io.bmsql.schema;

import java.util.List;

/** The schema that BenchmarkSQL 5 leaves on PostgreSQL, as the catalogue shows it; only hist_id is wider. */
final class Contract {
    static final List<String> COLUMNS = List.of(
            "bmsql_config: cfg_name character varying(30) !, cfg_value character varying(50)",
            "bmsql_customer: c_w_id integer !, c_d_id integer !, c_id integer !, c_discount numeric(4,4),"
                    + " c_credit character(2), c_last character varying(16), c_first character varying(16),"
                    + " c_credit_lim numeric(12,2), c_balance numeric(12,2), c_ytd_payment numeric(12,2),"
                    + " c_payment_cnt integer, c_delivery_cnt integer, c_street_1 character varying(20),"
                    + " c_street_2 character varying(20), c_city character varying(20), c_state character(2),"
                    + " c_zip character(9), c_phone character(16), c_since timestamp without time zone,"
                    + " c_middle character(2), c_data character varying(500)",
            "bmsql_district: d_w_id integer !, d_id integer !, d_ytd numeric(12,2), d_tax numeric(4,4),"
                    + " d_next_o_id integer, d_name character varying(10), d_street_1 character varying(20),"
                    + " d_street_2 character varying(20), d_city character varying(20), d_state character(2),"
                    + " d_zip character(9)",
            "bmsql_history: hist_id bigint !, h_c_id integer, h_c_d_id integer, h_c_w_id integer, h_d_id integer,"
                    + " h_w_id integer, h_date timestamp without time zone, h_amount numeric(6,2),"
                    + " h_data character varying(24)",
            "bmsql_item: i_id integer !, i_name character varying(24), i_price numeric(5,2),"
                    + " i_data character varying(50), i_im_id integer",
            "bmsql_new_order: no_w_id integer !, no_d_id integer !, no_o_id integer !",
            "bmsql_oorder: o_w_id integer !, o_d_id integer !, o_id integer !, o_c_id integer, o_carrier_id integer,"
                    + " o_ol_cnt integer, o_all_local integer, o_entry_d timestamp without time zone",
            "bmsql_order_line: ol_w_id integer !, ol_d_id integer !, ol_o_id integer !, ol_number integer !,"
                    + " ol_i_id integer !, ol_delivery_d timestamp without time zone, ol_amount numeric(6,2),"
                    + " ol_supply_w_id integer, ol_quantity integer, ol_dist_info character(24)",
            "bmsql_stock: s_w_id integer !, s_i_id integer !, s_quantity integer, s_ytd integer, s_order_cnt integer,"
                    + " s_remote_cnt integer, s_data character varying(50), s_dist_01 character(24),"
                    + " s_dist_02 character(24), s_dist_03 character(24), s_dist_04 character(24),"
                    + " s_dist_05 character(24), s_dist_06 character(24), s_dist_07 character(24),"
                    + " s_dist_08 character(24), s_dist_09 character(24), s_dist_10 character(24)",
            "bmsql_warehouse: w_id integer !, w_ytd numeric(12,2), w_tax numeric(4,4), w_name character varying(10),"
                    + " w_street_1 character varying(20), w_street_2 character varying(20),"
                    + " w_city character varying(20), w_state character(2), w_zip character(9)");

    static final List<String> INDEXES = List.of(
            "UNIQUE  bmsql_config_pkey ON bmsql_config (cfg_name)",
            "bmsql_customer_idx1 ON bmsql_customer (c_w_id, c_d_id, c_last, c_first)",
            "UNIQUE  bmsql_customer_pkey ON bmsql_customer (c_w_id, c_d_id, c_id)",
            "UNIQUE  bmsql_district_pkey ON bmsql_district (d_w_id, d_id)",
            "UNIQUE  bmsql_history_pkey ON bmsql_history (hist_id)",
            "UNIQUE  bmsql_item_pkey ON bmsql_item (i_id)",
            "UNIQUE  bmsql_new_order_pkey ON bmsql_new_order (no_w_id, no_d_id, no_o_id)",
            "UNIQUE  bmsql_oorder_idx1 ON bmsql_oorder (o_w_id, o_d_id, o_carrier_id, o_id)",
            "UNIQUE  bmsql_oorder_pkey ON bmsql_oorder (o_w_id, o_d_id, o_id)",
            "UNIQUE  bmsql_order_line_pkey ON bmsql_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number)",
            "UNIQUE  bmsql_stock_pkey ON bmsql_stock (s_w_id, s_i_id)",
            "UNIQUE  bmsql_warehouse_pkey ON bmsql_warehouse (w_id)");

    static final List<String> FOREIGN_KEYS = List.of(
            "c_district_fkey bmsql_customer FOREIGN KEY (c_w_id, c_d_id) REFERENCES bmsql_district(d_w_id, d_id)",
            "d_warehouse_fkey bmsql_district FOREIGN KEY (d_w_id) REFERENCES bmsql_warehouse(w_id)",
            "h_customer_fkey bmsql_history FOREIGN KEY (h_c_w_id, h_c_d_id, h_c_id)"
                    + " REFERENCES bmsql_customer(c_w_id, c_d_id, c_id)",
            "h_district_fkey bmsql_history FOREIGN KEY (h_w_id, h_d_id) REFERENCES bmsql_district(d_w_id, d_id)",
            "no_order_fkey bmsql_new_order FOREIGN KEY (no_w_id, no_d_id, no_o_id)"
                    + " REFERENCES bmsql_oorder(o_w_id, o_d_id, o_id)",
            "o_customer_fkey bmsql_oorder FOREIGN KEY (o_w_id, o_d_id, o_c_id)"
                    + " REFERENCES bmsql_customer(c_w_id, c_d_id, c_id)",
            "ol_order_fkey bmsql_order_line FOREIGN KEY (ol_w_id, ol_d_id, ol_o_id)"
                    + " REFERENCES bmsql_oorder(o_w_id, o_d_id, o_id)",
            "ol_stock_fkey bmsql_order_line FOREIGN KEY (ol_supply_w_id, ol_i_id)"
                    + " REFERENCES bmsql_stock(s_w_id, s_i_id)",
            "s_item_fkey bmsql_stock FOREIGN KEY (s_i_id) REFERENCES bmsql_item(i_id)",
            "s_warehouse_fkey bmsql_stock FOREIGN KEY (s_w_id) REFERENCES bmsql_warehouse(w_id)");

    private Contract() {}
}
