package io.bmsql.schema;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.RunClock;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.schema.BuildListener.PopulationFact;
import io.bmsql.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** On a real load of one warehouse. */
abstract class PopulationCheckContract {
    /**
     * By the only fact that shows them. Each is in a row of its own unless it has to be many, and those of one fact even out in
     * a sum.
     */
    private static final Map<String, List<String>> DAMAGES = new TreeMap<>(Map.ofEntries(
            Map.entry(
                    "items_wrong",
                    List.of("item set i_im_id = 10001 where i_id = 1", "item set i_im_id = 0 where i_id = 2")),
            Map.entry("warehouses_wrong", List.of("warehouse set w_tax = 0.2001")),
            Map.entry(
                    "districts_wrong",
                    List.of(
                            "district set d_tax = 0.2001 where d_id = 1",
                            "district set d_ytd = 30000.01 where d_id = 2",
                            "district set d_ytd = 29999.99 where d_id = 3",
                            "district set d_next_o_id = null where d_id = 4")),
            Map.entry(
                    "stock_wrong",
                    List.of(
                            "stock set s_ytd = 1 where s_i_id = 1",
                            "stock set s_ytd = -1 where s_i_id = 2",
                            "stock set s_remote_cnt = null where s_i_id = 3")),
            Map.entry("stock_original", List.of("stock set s_data = 'x' where s_data like '%ORIGINAL%'")),
            Map.entry(
                    "customers_wrong",
                    List.of(
                            "customer set c_balance = -9.99 where c_d_id = 1 and c_id = 1",
                            "customer set c_balance = -10.01 where c_d_id = 1 and c_id = 2",
                            "customer set c_discount = 0.5001 where c_d_id = 1 and c_id = 3",
                            "customer set c_credit = 'XX' where c_d_id = 1 and c_id = 4",
                            "customer set c_middle = null where c_d_id = 1 and c_id = 5",
                            "customer set c_credit_lim = 5000 where c_d_id = 1 and c_id = 6")),
            Map.entry(
                    "customers_wrong_name",
                    List.of(
                            "customer set c_last = 'OUGHTBARBAR' where c_d_id = 1 and c_id = 7",
                            "customer set c_last = 'BARBARANTI' where c_d_id = 1 and c_id = 101",
                            "customer set c_last = 'BARCALLYPRES' where c_d_id = 1 and c_id = 975")),
            Map.entry("customers_names", List.of("customer set c_last = 'NOBODY' where c_d_id = 1 and c_id = 1001")),
            Map.entry(
                    "customers_highest_of_a_name",
                    List.of("customer set c_last = 'EINGEINGEING' where c_d_id = 9 and c_id > 1000")),
            Map.entry(
                    "history_wrong",
                    List.of(
                            "history set h_amount = 10.01 where h_c_d_id = 1 and h_c_id = 1",
                            "history set h_amount = 9.99 where h_c_d_id = 1 and h_c_id = 2",
                            "history set h_d_id = 2 where h_c_d_id = 1 and h_c_id = 3")),
            Map.entry("history_customers", List.of("history set h_c_id = 5 where h_c_d_id = 2 and h_c_id = 6")),
            Map.entry("orders_customers", List.of("oorder set o_c_id = 5 where o_d_id = 2 and o_id in (1, 2)")),
            Map.entry(
                    "orders_wrong_carrier",
                    List.of(
                            "oorder set o_carrier_id = null where o_d_id = 1 and o_id = 2100",
                            "oorder set o_carrier_id = 3 where o_d_id = 1 and o_id = 2101",
                            "oorder set o_carrier_id = 11 where o_d_id = 1 and o_id = 3")),
            Map.entry(
                    "orders_wrong",
                    List.of(
                            "oorder set o_all_local = 0 where o_d_id = 1 and o_id = 4",
                            "oorder set o_all_local = 2 where o_d_id = 1 and o_id = 5",
                            "oorder set o_ol_cnt = 16 where o_d_id = 1 and o_id = 6")),
            Map.entry(
                    "order_lines_wrong_delivery",
                    List.of(
                            "order_line set ol_amount = 1 where ol_d_id = 1 and ol_o_id = 1 and ol_number = 1",
                            "order_line set ol_amount = 0 where ol_d_id = 1 and ol_o_id = 2101 and ol_number = 1",
                            "order_line set ol_delivery_d = null where ol_d_id = 1 and ol_o_id = 2 and ol_number = 1",
                            "order_line set ol_delivery_d = current_timestamp where ol_d_id = 1 and ol_o_id = 2102"
                                    + " and ol_number = 1")),
            Map.entry(
                    "order_lines_wrong",
                    List.of(
                            "order_line set ol_quantity = 4 where ol_d_id = 1 and ol_o_id = 3 and ol_number = 1",
                            "order_line set ol_quantity = 6 where ol_d_id = 1 and ol_o_id = 3 and ol_number = 2"))));

    private final RecordingListener listener = new RecordingListener();

    abstract TestDatabase server();

    private void check(int warehouses) throws Exception {
        try (Database database = server().open(IsolationLevel.SERVER_DEFAULT, 2)) {
            new SchemaBuilder(database, 2, RunClock.SYSTEM, listener).checkPopulation(warehouses);
        }
    }

    @Test
    final void findsWhatIsNotAsLoaded() throws Exception {
        check(1);
        assertThat(listener.facts).hasSize(41);
        listener.facts.clear();
        server().execute(DAMAGES.values().stream()
                .flatMap(List::stream)
                .map("update bmsql_"::concat)
                .toArray(String[]::new));
        server().execute("delete from bmsql_new_order where no_d_id = 3 and no_o_id = 2500");

        assertThatThrownBy(() -> check(1)).isInstanceOf(BuildFailedException.class);

        List<PopulationFact> failed = listener.facts.stream()
                .filter(fact -> !fact.passed())
                .sorted(Comparator.comparing(PopulationFact::name))
                .toList();
        List<String> expected = new ArrayList<>(DAMAGES.keySet());
        expected.add("new_orders");
        assertThat(failed).extracting(PopulationFact::name).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(failed).filteredOn(fact -> fact.name().contains("wrong")).allSatisfy(fact -> assertThat(
                        fact.actual())
                .isEqualByComparingTo(String.valueOf(DAMAGES.get(fact.name()).size())));
    }

    @Test
    final void anotherNumberOfWarehousesFailsByName() {
        assertThrown(
                BuildFailedException.class,
                () -> check(2),
                "warehouses is 1, expected 2",
                "stock_rows is 100000, expected 200000");
    }
}
