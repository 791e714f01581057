package io.bmsql.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bmsql.common.RunClock;
import io.bmsql.common.StatementTimes;
import io.bmsql.testing.ChiSquare;
import io.bmsql.testing.PostgresExtension;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The original and we run the same scripts on the same server. */
class PgbenchIT {
    private static final Path PGBENCH = Path.of("/usr/lib/postgresql/15/bin/pgbench");
    private static final int TRANSACTIONS = 3;
    private static final int DRAWS_PER_TRANSACTION = 100;
    private static final int DRAWS = 100_000;
    private static final Map<String, String> GIVEN =
            Map.of("scale", "1", "default_seed", "42", "n", "10", "word", "abc", "half", "0.5");

    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    Path folder;

    @BeforeAll
    static void isThere() {
        assumeTrue(Files.isExecutable(PGBENCH), "no pgbench 15 here");
    }

    /** Separated by lines of equals signs; what follows "digest:" is compared, else the rows of results and accounts. */
    static List<String> scripts() throws Exception {
        return List.of(Files.readString(Path.of("src/test/resources/script/pgbench-scripts.sql"))
                .split("(?m)^=+\n"));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void bothLeaveTheSameTables(String script) throws Exception {
        String digest = script.lines()
                .filter(line -> line.startsWith("-- digest: "))
                .map(line -> line.substring("-- digest: ".length()))
                .findFirst()
                .orElse("select (select string_agg(r::text, ' ' order by r) from results r)"
                        + " || (select string_agg(a::text, ' ' order by a) from pgbench_accounts a)");
        empty();
        // Version 17 has this command.
        String oldScript = script.replace("\\syncpipeline", "\\endpipeline\n\\startpipeline");
        pgbench(oldScript, TRANSACTIONS, List.of(script.contains("pipeline") ? "extended" : "simple"));
        String theirs = POSTGRES.text(digest);
        empty();
        ours(script, TRANSACTIONS);

        assertThat(theirs).isNotNull();
        assertThat(POSTGRES.text(digest)).isEqualTo(theirs);
    }

    /** Each place where a colon can stand in a statement, and each way a variable gets its value: the server must get the same text. */
    @Test
    void variablesArePutInAtTheSamePlaces() throws Exception {
        Map<String, String> places = new LinkedHashMap<>();
        places.put("plain", "select (@)::text");
        places.put("cast", "select @::text");
        places.put("in quotes", "select 'a @ :nothing 12:30 b:@ c::@ @@'");
        places.put("in quotes with a cast", "select ('@'::int + 1)::text");
        places.put("in quotes of C", "select E'\\\\ @ \\' @'");
        places.put("in a doubled quote", "select 'it''s @'");
        places.put("in dollar quotes", "select $$<@ :nothing ' @>$$");
        places.put("in tagged dollar quotes", "select $a$ $$ @; $a$ || 'x'");
        places.put("in a comment", "select /* @ /* ' @ */ :nothing */ rtrim(current_query(), ';')");
        places.put("in a comment of a line", "select -- @ ' ;\n'@'");
        places.put("in a name in quotes", "select to_json(x)::text from (select 1 as \"a @ :nothing b\") x");
        places.put("part of a name", "select to_json(x)::text from (select 1 as a_@) x");
        places.put("end of a slice", "select ((array[5,6,7,8])[1: @])::text");
        places.put("end of a slice beside a digit", "select ((array[5,6,7,8])[1@])::text");
        places.put("beginning of a slice", "select ((array[5,6,7,8])[@ : 9])::text");
        places.put("slice of columns", "select (a[lo:hi])::text || '@' from (select array[5,6,7] a, 1 lo, 2 hi) x");
        places.put("slice of numbers", "select ((array[5,6,7,8])[1:2])::text || '@'");
        places.put("behind a backslash", "select (\\@)::text");
        // Set, got from a row without and with a prefix, given, and built in.
        List<String> kinds = List.of(":s", ":g", ":p_g", ":n", ":scale", ":client_id", ":random_seed");
        StringBuilder script = new StringBuilder("\\set s 3\nselect 4 as g \\gset\nselect 2 as g \\gset p_\n");
        places.forEach((place, sql) -> kinds.forEach(kind -> script.append("insert into results (t) "
                + sql.replaceFirst("select", "select '" + place + ", " + kind.substring(1) + ": ' || ")
                        .replace("@", kind)
                + ";\n")));
        String rows = "select t from results";
        empty();
        pgbench(script.toString(), 1, List.of("simple"));
        List<String> theirs = POSTGRES.texts(rows);
        empty();
        ours(script.toString(), 1);
        assertThat(theirs).hasSize(places.size() * kinds.size());
        assertThat(POSTGRES.texts(rows)).isEqualTo(theirs);
    }

    private static void empty() throws Exception {
        List<String> statements = new ArrayList<>(List.of(
                "drop schema public cascade",
                "create schema public",
                "create table results (n bigint, d double precision, t text)",
                "create table results_7 (n bigint)"));
        String tables = Files.readString(Path.of("workload.pgbench/tables.sql")).replaceAll("(?m)^--.*", "");
        statements.addAll(List.of(tables.strip().split(";")));
        statements.add("insert into pgbench_branches values (1, 0)");
        statements.add("insert into pgbench_tellers select n, 1, 0 from generate_series(1, 10) n");
        statements.add("insert into pgbench_accounts select n, 1, 0, '' from generate_series(1, 20) n");
        POSTGRES.execute(statements.toArray(String[]::new));
    }

    private static void ours(String text, int transactions) throws Exception {
        ScriptVariables names = new ScriptVariables(GIVEN.keySet());
        Script script = Script.parse("test.sql", text, names, true);
        ScriptClient client = new ScriptClient(names, 7, 0, GIVEN);
        try (Connection connection = POSTGRES.connect();
                ScriptStatements statements =
                        new ScriptStatements(connection, names, RunClock.SYSTEM, new StatementTimes.Timer())) {
            for (int i = 0; i < transactions; i++) {
                statements.run(script, client);
            }
        }
    }

    private void pgbench(String script, int transactions, List<String> mode) throws Exception {
        Path file = Files.writeString(folder.resolve("script.sql"), script);
        String address = POSTGRES.url().replaceFirst(".*//", "").replaceFirst("\\?.*", "");
        List<String> command = new ArrayList<>(List.of(PGBENCH.toString(), "-n", "--random-seed=7", "-M"));
        command.addAll(mode);
        command.addAll(List.of("-t", "" + transactions, "-U", POSTGRES.user(), "-f", file.toString()));
        command.addAll(List.of("-h", address.replaceFirst(":.*", ""), "-p", address.replaceAll(".*:|/.*", "")));
        GIVEN.forEach((name, value) -> command.addAll(List.of("-D", name + "=" + value)));
        command.add(address.replaceFirst(".*/", ""));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PGPASSWORD", POSTGRES.password());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    @Test
    void randomNumbersHaveTheSameDistributions() throws Exception {
        List<String> draws = List.of(
                "random(1, 40)",
                "random_exponential(1, 40, 2.5)",
                "random_gaussian(1, 40, 2.5)",
                "random_zipfian(1, 40, 1.2)");
        POSTGRES.execute("drop table if exists draws", "create table draws (f int, v int)");
        StringBuilder script = new StringBuilder();
        for (int f = 0; f < draws.size(); f++) {
            StringJoiner rows = new StringJoiner(",");
            for (int i = 0; i < DRAWS_PER_TRANSACTION; i++) {
                script.append("\\set v" + i + " " + draws.get(f) + "\n");
                rows.add("(" + f + ", :v" + i + ")");
            }
            script.append("insert into draws values " + rows + ";\n");
        }
        pgbench("begin;\n" + script + "end;\n", DRAWS / DRAWS_PER_TRANSACTION, List.of("prepared"));

        for (int f = 0; f < draws.size(); f++) {
            double[] theirs = new double[42];
            double[] ours = new double[42];
            for (String row : POSTGRES.texts("select v || ' ' || count(*) from draws where f = " + f + " group by v")) {
                theirs[Integer.parseInt(row.split(" ")[0])] = Double.parseDouble(row.split(" ")[1]);
            }
            ScriptVariables names = new ScriptVariables(GIVEN.keySet());
            String text = draws.get(f);
            Expression draw = new ExpressionParser(new Place("a", text, 0), text.length(), names, colon -> {}).parse();
            ScriptClient client = new ScriptClient(names, 3, 0, GIVEN);
            for (int i = 0; i < DRAWS; i++) {
                draw.evaluate(client);
                ours[(int) client.registers.bits(0)]++;
            }
            assertThat(excess(theirs, ours)).as(text).isLessThan(4);
        }
    }

    /** Chi-square of two samples of the same size: standard deviations above the expectation. */
    private static double excess(double[] first, double[] second) {
        double[] both = IntStream.range(0, first.length)
                .mapToDouble(i -> first[i] + second[i])
                .toArray();
        double[] difference = IntStream.range(0, first.length)
                .mapToDouble(i -> both[i] + first[i] - second[i])
                .toArray();
        return ChiSquare.excess(both, difference);
    }
}
