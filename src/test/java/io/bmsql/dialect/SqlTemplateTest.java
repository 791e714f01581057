package io.bmsql.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.UsageException;
import io.bmsql.config.Layout;
import io.bmsql.config.PropertyKey;
import io.bmsql.dialect.SqlScript.SqlStatement;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTemplateTest {
    private static final String LEAVES =
            """
            create table t (a int) partition by hash (a);

            -- for each partition
            create table t_{remainder} partition of t
                for values with (modulus {partitions}, remainder {remainder}) with (shard = {shard});
            -- end
            drop table t;
            """;

    private static SqlScript script(String text, Layout layout) throws UsageException {
        return new SqlFile("t.sql", "", text, layout).script();
    }

    @Test
    void loopsAreWrittenOutWithThePlacesOfTheFile() throws Exception {
        Layout layout = new Layout(3, List.of(7, 9), Map.of());

        assertThat(texts(LEAVES, layout))
                .containsExactly(
                        "create table t (a int) partition by hash (a)",
                        "create table t_0 partition of t for values with (modulus 3, remainder 0) with (shard = 7)",
                        "create table t_1 partition of t for values with (modulus 3, remainder 1) with (shard = 7)",
                        "create table t_2 partition of t for values with (modulus 3, remainder 2) with (shard = 9)",
                        "drop table t");
        assertThat(script(LEAVES, layout).statements())
                .extracting(SqlStatement::place)
                .containsExactly("t.sql:1", "t.sql:4", "t.sql:4", "t.sql:4", "t.sql:7");
    }

    @ParameterizedTest
    @CsvSource({"6, 2, 3 3", "6, 3, 2 2 2", "7, 2, 4 3", "6, 4, 2 1 2 1", "2, 3, 1 1 0", "1, 1, 1"})
    void shardsGetBlocksOfNeighboursAsEqualAsCanBe(int partitions, int shards, String sizes) {
        Layout layout =
                new Layout(partitions, IntStream.rangeClosed(1, shards).boxed().toList(), Map.of());

        List<Integer> dealt =
                IntStream.range(0, partitions).mapToObj(layout::shardOf).toList();

        assertThat(dealt).isSorted();
        assertThat(IntStream.rangeClosed(1, shards)
                        .mapToObj(shard -> Long.toString(
                                dealt.stream().filter(each -> each == shard).count()))
                        .toList())
                .isEqualTo(List.of(sizes.split(" ")));
    }

    @Test
    void aLoopWithAnOptionIsWrittenOnlyWhenTheOptionIsOn() throws Exception {
        String text = "-- for each shard with tablegroups\ncreate group g_{shard};\n-- end\n";

        assertThat(texts(text, new Layout(2, List.of(3, 4), Map.of()))).isEmpty();
        assertThat(texts(text, new Layout(2, List.of(3, 4), Map.of(PropertyKey.TABLEGROUPS, true))))
                .containsExactly("create group g_3", "create group g_4");
    }

    @Test
    void blocksAndSingleLinesDependOnOptionsAndPartitions() throws Exception {
        String text =
                """
                create table t (a int)
                    fill 5 -- when fillFactors
                    cut by (a) {partitions} -- when partitions
                ;
                -- when orderCustomerIndex and not partitions
                create index i
                    on t (a);
                -- end
                -- for each partition with not fillFactors
                analyze t_{remainder};
                -- end
                """;

        assertThat(texts(text, Layout.WHOLE)).containsExactly("create table t (a int)");
        assertThat(texts(
                        text,
                        new Layout(
                                0,
                                List.of(),
                                Map.of(PropertyKey.ORDER_CUSTOMER_INDEX, true, PropertyKey.FILL_FACTORS, true))))
                .containsExactly("create table t (a int) fill 5", "create index i on t (a)");
        assertThat(texts(text, new Layout(2, List.of(), Map.of(PropertyKey.ORDER_CUSTOMER_INDEX, true))))
                .containsExactly("create table t (a int) cut by (a) 2", "analyze t_0", "analyze t_1");
    }

    private static List<String> texts(String text, Layout layout) throws UsageException {
        return script(text, layout).statements().stream()
                .map(statement -> statement.text().replaceAll("\\s+", " "))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-- when in doubt\na; \n-- end of it\nb -- when it rains\n;\n-- end\n",
                "insert into t values ('{a}');\n-- {\nbegin {x} end;\n-- }\n\n"
            })
    void remarksThatOnlyBeginLikeATemplateStayRemarks(String text) throws Exception {
        assertThat(SqlTemplate.fill("t.sql", text, Layout.WHOLE))
                .extracting(SqlTemplate.Line::text)
                .isEqualTo(text.lines().toList());
    }

    @Test
    void remarksAskForNothing() {
        assertThat(SqlTemplate.asksFor("-- {shard} is the shard\nselect 1;\n", "shard"))
                .isFalse();
        assertThat(SqlTemplate.asksFor("select {shard};\n", "shard")).isTrue();
        assertThat(SqlTemplate.asksFor("-- for each partition\n", "partition")).isTrue();
        assertThat(SqlTemplate.asksFor("-- for each partition\n", "shard")).isFalse();
    }

    @Test
    void whatTheLayoutDoesNotKnowIsNamedWithItsPlaceAndItsMend() {
        assertThatThrownBy(() -> script(LEAVES, new Layout(6, List.of(), Map.of())))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("t.sql:5", "{shard}", "shards=1,2");
        assertThatThrownBy(() -> script("a {partitions};\n", Layout.WHOLE))
                .hasMessageContainingAll("t.sql:1", "partitions=4");
        assertThatThrownBy(() -> script("a {remainder};\n", new Layout(2, List.of(), Map.of())))
                .hasMessageContainingAll("t.sql:1", "only allowed inside a loop");
        assertThatThrownBy(() -> script("-- for each partition\na;\n", new Layout(2, List.of(), Map.of())))
                .hasMessageContainingAll("t.sql:1", "no \"-- end\"");
        assertThatThrownBy(() -> script(
                        "-- for each partition\n-- for each shard\n-- end\n", new Layout(2, List.of(1), Map.of())))
                .hasMessageContainingAll("t.sql:2", "do not nest");
    }
}
