package io.bmsql.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    private static SqlScript script(String text, Layout layout) throws DialectException {
        return new SqlFile("t.sql", "t.sql", "", text, layout).script();
    }

    @Test
    void loopsAreWrittenOutWithThePlacesOfTheFile() throws Exception {
        List<SqlStatement> statements =
                script(LEAVES, new Layout(3, List.of(7, 9), Set.of())).statements();

        assertThat(statements.stream().map(SqlStatement::text).map(text -> text.replaceAll("\\s+", " ")))
                .containsExactly(
                        "create table t (a int) partition by hash (a)",
                        "create table t_0 partition of t for values with (modulus 3, remainder 0) with (shard = 7)",
                        "create table t_1 partition of t for values with (modulus 3, remainder 1) with (shard = 7)",
                        "create table t_2 partition of t for values with (modulus 3, remainder 2) with (shard = 9)",
                        "drop table t");
        assertThat(statements.stream().map(SqlStatement::line)).containsExactly(1, 4, 4, 4, 7);
    }

    @ParameterizedTest
    @CsvSource({"6, 2, 3 3", "6, 3, 2 2 2", "7, 2, 4 3", "6, 4, 2 1 2 1", "2, 3, 1 1 0", "1, 1, 1"})
    void shardsGetBlocksOfNeighboursAsEqualAsCanBe(int partitions, int shards, String sizes) {
        Layout layout =
                new Layout(partitions, IntStream.rangeClosed(1, shards).boxed().toList(), Set.of());

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
        String text = "-- for each shard with groups\ncreate group g_{shard};\n-- end\n";

        assertThat(script(text, new Layout(2, List.of(3, 4), Set.of())).statements())
                .isEmpty();
        assertThat(script(text, new Layout(2, List.of(3, 4), Set.of("groups"))).statements())
                .extracting(SqlStatement::text)
                .containsExactly("create group g_3", "create group g_4");
    }

    @Test
    void scriptsWithoutTheWordsStayAsTheyAre() throws Exception {
        String text = "insert into t values ('{a}');\n-- {\nbegin {x} end;\n-- }\n\n";

        assertThat(script(text, Layout.WHOLE).statements())
                .isEqualTo(SqlScript.parse("t.sql", text).statements());
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
        assertThatThrownBy(() -> script(LEAVES, new Layout(6, List.of(), Set.of())))
                .isInstanceOf(DialectException.class)
                .hasMessageContainingAll("t.sql:5", "{shard}", "shards=1,2");
        assertThatThrownBy(() -> script(LEAVES, Layout.WHOLE)).hasMessageContainingAll("t.sql:3", "partitions=4");
        assertThatThrownBy(() -> script("a {remainder};\n", new Layout(2, List.of(), Set.of())))
                .hasMessageContainingAll("t.sql:1", "outside of a loop");
        assertThatThrownBy(() -> script("-- for each partition\na;\n", new Layout(2, List.of(), Set.of())))
                .hasMessageContainingAll("t.sql:1", "no \"-- end\"");
        assertThatThrownBy(() -> script(
                        "-- for each partition\n-- for each shard\n-- end\n", new Layout(2, List.of(1), Set.of())))
                .hasMessageContainingAll("t.sql:2", "do not nest");
    }
}
