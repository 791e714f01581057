package io.bmsql.preflight;

import io.bmsql.benchmark.Benchmark;
import io.bmsql.benchmark.Finding;
import io.bmsql.collector.database.ServerFacts;
import io.bmsql.common.ClockOffset;
import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.Texts;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.db.Database.DatabaseFacts;
import io.bmsql.db.PlainSql;
import io.bmsql.db.ScriptRunner;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.SqlFile;
import io.bmsql.schema.DatabaseLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What the database under test shows on one connection; asks and reads only, except for {@link #rightsTrial}. */
record ServerChecks(Database database, Benchmark benchmark, SettingChecks needs, ProgramContext program) {
    private static final int TRIPS = 15;
    private static final int PATIENCE_SECONDS = 2;
    private static final double FAR_MILLIS = 2;
    private static final double CLOCK_MILLIS = 1_000;
    private static final double MIN_CACHE = 0.2;
    /** Over more than a second: so often a session of PostgreSQL adds to the counters of its database. */
    private static final int LOOKS = 20;

    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Monitors, the server's own work, and these looks with the questions before them stay below. */
    private static final double MIN_RATE = 50;

    private RunClock clock() {
        return program.clock();
    }

    private Texts texts() {
        return needs.texts();
    }

    private Finding notShown(String check) {
        return Finding.unknown(check, texts().text("doctor.notshown"), "");
    }

    private BenchmarkConfig config() {
        return needs.loaded().config();
    }

    /** Returns what the checks of the server's host need to know. */
    ServerHostChecks.Server examine(Consumer<Finding> heard, boolean triesRights) throws SQLException, UsageException {
        try (ServerFacts server = ServerFacts.of(database)) {
            // Before there are more connections than the one that asks.
            Finding connections = connections(server);
            connect(server, heard);
            heard.accept(triesRights ? rightsTrial() : rights(server));
            heard.accept(data());
            settings(server).forEach(heard);
            heard.accept(connections);
            if (benchmark.warehouses() > 0) {
                heard.accept(cache(server));
                heard.accept(space(server));
            }
            heard.accept(clocks(server));
            heard.accept(lock());
            heard.accept(sessions(server));
            List<Map<String, String>> cache = server.rows("cache");
            return new ServerHostChecks.Server(
                    first(server.rows("data directory"), "path"),
                    first(server.rows("log directory"), "path"),
                    first(cache, "name"),
                    number(cache, "megabytes"));
        }
    }

    /** A cell of the first row; empty without rows. */
    private static String first(List<Map<String, String>> rows, String column) {
        return rows.isEmpty() ? "" : rows.get(0).getOrDefault(column, "");
    }

    private void connect(ServerFacts server, Consumer<Finding> heard) throws SQLException {
        DatabaseFacts facts = database.facts();
        heard.accept(Finding.ok(
                "server",
                texts().text("doctor.server", facts.product() + " " + facts.productVersion(), facts.isolation())));
        database.betterFolder()
                .ifPresent(why -> heard.accept(Finding.warning("db", why, texts().text("doctor.db.do"))));
        heard.accept(Finding.ok("connect", encryption(server)));
        heard.accept(roundTrip());
        if (isHere(config())) {
            heard.accept(
                    Finding.warning("same host", texts().text("doctor.samehost"), texts().text("doctor.samehost.do")));
        }
    }

    private String encryption(ServerFacts server) throws SQLException {
        long begin = clock().nanoTime();
        try (WorkerConnection opened = database.worker()) {
            double millis = (clock().nanoTime() - begin) / 1e6;
            List<Map<String, String>> tls = server.rows("tls");
            String protocol = first(tls, "protocol");
            return texts().text("doctor.connect", Math.round(millis))
                    + (tls.isEmpty()
                            ? ""
                            : protocol.isEmpty()
                                    ? texts().text("doctor.connect.open")
                                    : texts().text("doctor.connect.tls", protocol));
        }
    }

    private Finding roundTrip() throws SQLException {
        double[] millis = new double[TRIPS];
        try (Connection connection = database.connection()) {
            for (int trip = 0; trip < TRIPS; trip++) {
                long begin = clock().nanoTime();
                connection.isValid(PATIENCE_SECONDS);
                millis[trip] = (clock().nanoTime() - begin) / 1e6;
            }
        }
        Arrays.sort(millis);
        double median = millis[TRIPS / 2];
        return Finding.warningIf(
                median > FAR_MILLIS,
                "round trip",
                texts().text("doctor.roundtrip", NumberText.decimal(median, 2)),
                texts().text("doctor.roundtrip.do"));
    }

    private Finding data() throws SQLException, UsageException {
        Finding found = benchmark.fitness(database);
        return new Finding(found.check(), found.state(), plain(found.text()), found.advice());
    }

    /** Whether the user may do what a build and a run do, by the server's catalog, where the folder asks for it. */
    private Finding rights(ServerFacts server) {
        List<Map<String, String>> rows = server.rows("rights");
        if (rows.isEmpty()) {
            return Finding.unknown(
                    "rights", texts().text("doctor.rights.untried"), texts().text("doctor.rights.untried.do"));
        }
        List<String> lacking = rows.stream()
                .filter(row -> !row.getOrDefault("granted", "").equals("yes"))
                .map(row -> texts().text(
                                "doctor.rights.one",
                                texts().translated(row.getOrDefault("what", "")),
                                texts().translated(
                                                row.getOrDefault("granted", "").replaceFirst("^no$", "not allowed"))))
                .toList();
        boolean isCertain =
                rows.stream().anyMatch(row -> row.getOrDefault("granted", "").equals("no"));
        if (lacking.isEmpty()) {
            return Finding.ok("rights", texts().text("doctor.rights", user(), texts().translated(first(rows, "what"))));
        }
        String all = String.join(", ", lacking);
        return isCertain
                ? Finding.problem(
                        "rights",
                        texts().text("doctor.rights.none", user(), all),
                        texts().text("doctor.rights.none.do"))
                : Finding.warning(
                        "rights",
                        texts().text("doctor.rights.perhaps", user(), all),
                        texts().text("doctor.rights.perhaps.do"));
    }

    /** Makes and drops an own table, where the user allows it. */
    private Finding rightsTrial() throws SQLException, UsageException {
        Optional<SqlFile> script = database.dialect().script("rightsTrial");
        if (script.isEmpty()) {
            return Finding.unknown("rights", texts().text("doctor.rights.nofile"), "");
        }
        try (Connection connection = database.connection()) {
            new ScriptRunner(connection, statement -> {})
                    .run(script.get().script().statements());
            return Finding.ok("rights", texts().text("doctor.rights.tried", user()));
        } catch (BuildFailedException e) {
            String why = e.getCause() == null ? String.valueOf(e.getMessage()) : SqlErrors.line(e.getCause());
            return Finding.problem("rights", plain(why), texts().text("doctor.rights.none.do"));
        }
    }

    /** What a server says of an error, without the place in a statement that the user did not write. */
    private static String plain(String message) {
        return message.replaceAll(" Position: \\d+", "");
    }

    private String user() {
        return config().connection().user();
    }

    /** Those with which a crash may lose what was committed, and those that cost speed by the word of the folder. */
    private Stream<Finding> settings(ServerFacts server) {
        String unsafe = texts().text("doctor.setting.unsafe");
        return Stream.concat(
                server.settings()
                        .map(rows -> rows.stream()
                                .filter(row -> row.getOrDefault("unsafe", "").equals("yes"))
                                .map(row -> setting(row, unsafe)))
                        .orElseGet(() -> Stream.of(Finding.unknown(
                                "setting", texts().text("doctor.notshown"), texts().text("doctor.setting.unknown")))),
                server.rows("weak").stream().map(row -> setting(row, texts().translated(row.getOrDefault("why", "")))));
    }

    private static Finding setting(Map<String, String> row, String why) {
        return Finding.warning("setting", row.get("name") + "=" + row.get("value"), why);
    }

    private Finding connections(ServerFacts server) {
        int needed = Math.max(needs.connections(), config().load().loadWorkers());
        List<Map<String, String>> rows = server.rows("connections");
        OptionalDouble allowed = number(rows, "allowed");
        OptionalDouble counted = number(rows, "used");
        if (allowed.isEmpty() || counted.isEmpty()) {
            return Finding.unknown("connections", texts().text("doctor.connections.unknown", needed), "");
        }
        // The doctor's own is gone by then.
        long used = Math.max(0, Math.round(counted.getAsDouble()) - 1);
        return Finding.problemIf(
                needed + used > allowed.getAsDouble(),
                "connections",
                texts().text("doctor.connections", needed, Math.round(allowed.getAsDouble()), used),
                texts().text("doctor.connections.do", rows.get(0).getOrDefault("name", "its limit")));
    }

    private double dataMegabytes() {
        return (double) config().load().warehouses()
                * database.dialect().properties().megabytesPerWarehouse();
    }

    private Finding cache(ServerFacts server) {
        List<Map<String, String>> rows = server.rows("cache");
        double cache = number(rows, "megabytes").orElse(Double.NaN);
        return Double.isNaN(cache)
                ? notShown("cache")
                : Finding.warningIf(
                        cache < dataMegabytes() * MIN_CACHE,
                        "cache",
                        texts().text(
                                        "doctor.cache",
                                        first(rows, "name"),
                                        SettingChecks.size(cache),
                                        SettingChecks.size(dataMegabytes())),
                        texts().text("doctor.cache.do"));
    }

    /** Space for the server's data, where its host is this one and it says where they are. */
    private Finding space(ServerFacts server) {
        String shown = first(server.rows("data directory"), "path");
        String need = SettingChecks.size(dataMegabytes());
        if (!isHere(config())) {
            return Finding.unknown("data space", texts().text("doctor.dataspace.far", need), "");
        }
        try {
            if (shown.isEmpty() || !Files.exists(Path.of(shown))) {
                return Finding.unknown("data space", texts().text("doctor.dataspace.unseen", need), "");
            }
            double free = Files.getFileStore(Path.of(shown)).getUsableSpace() / 1e6;
            return Finding.warningIf(
                    free < dataMegabytes(),
                    "data space",
                    texts().text("doctor.dataspace", SettingChecks.size(free), need),
                    texts().text("doctor.dataspace.do"));
        } catch (IOException e) {
            return Finding.unknown(
                    "data space", texts().text("doctor.dataspace.why", String.valueOf(e.getMessage())), "");
        }
    }

    /** True when the URL names this host. */
    static boolean isHere(BenchmarkConfig config) {
        return ProgramContext.isLocal(config.connection().url(), ProgramContext.hostName());
    }

    /** By the round trip that was shortest; the server's zone plays no part. */
    private Finding clocks(ServerFacts server) {
        ClockOffset offset = new ClockOffset();
        for (int trip = 0; trip < TRIPS; trip++) {
            long sent = clock().nanoTime();
            OptionalDouble there = PlainSql.clockSeconds(server.connection(), database.dialect());
            if (there.isEmpty()) {
                return notShown("server clock");
            }
            offset.add(sent, 0, Math.round(there.getAsDouble() * 1000), clock().nanoTime(), clock().epochMillis());
        }
        double millis = offset.wallNanos() / 1e6;
        return Finding.warningIf(
                Math.abs(millis) > CLOCK_MILLIS,
                "server clock",
                texts().text(
                                millis < 0 ? "doctor.serverclock.behind" : "doctor.serverclock.ahead",
                                NumberText.count(Math.round(Math.abs(millis))),
                                NumberText.count(Math.round(offset.wallErrorNanos() / 1e6))),
                texts().text("doctor.advice.clock"));
    }

    private Finding lock() throws SQLException {
        try (WorkerConnection connection = database.worker()) {
            return DatabaseLock.holder(connection, clock())
                    .map(who -> Finding.warning("lock", who, texts().text("doctor.lock.do")))
                    .orElse(Finding.ok("lock", texts().text("doctor.lock.none")));
        }
    }

    /**
     * Finds who else is at work on the server. A look misses short transactions, so there are several, and what the server counts by itself
     * must have stood still meanwhile.
     */
    private Finding sessions(ServerFacts server) {
        Map<String, Double> before = activity(server);
        long begin = clock().nanoTime();
        Map<String, Long> active = new TreeMap<>();
        Set<String> unseen = new TreeSet<>();
        boolean isShown = false;
        for (int look = 0; look < LOOKS; look++) {
            Optional<List<Map<String, String>>> rows = server.answer("sessions");
            isShown = rows.isPresent();
            for (Map<String, String> row : rows.orElse(List.of())) {
                unseen.add(row.getOrDefault("unseen", ""));
                long sessions = Math.round(number(List.of(row), "active").orElse(0));
                if (sessions > 0) {
                    active.merge(row.get("user_name") + inDatabase(row), sessions, Math::max);
                }
            }
            clock().parkUntil(clock().nanoTime() + BETWEEN_LOOKS_NANOS);
        }
        unseen.remove("");
        double seconds = clock().secondsSince(begin);
        List<String> busy = new ArrayList<>();
        active.forEach((who, sessions) ->
                busy.add(texts().text("doctor.sessions.of", needs.count("sessions", sessions), who)));
        activity(server).forEach((what, counted) -> {
            double rate = (counted - before.getOrDefault(what, counted)) / seconds;
            if (rate > MIN_RATE) {
                busy.add(texts().text("doctor.sessions.rate", NumberText.count(Math.round(rate)), what));
            }
        });
        if (!busy.isEmpty()) {
            return Finding.warning(
                    "sessions",
                    texts().text("doctor.sessions", String.join(", ", busy)),
                    texts().text("doctor.sessions.do"));
        }
        if (!isShown) {
            unseen.add(before.isEmpty() ? "sessions" : "sessions that only read or wait");
        }
        return unseen.isEmpty()
                ? Finding.ok("sessions", texts().text("doctor.sessions.none"))
                : Finding.unknown(
                        "sessions",
                        texts().text(
                                        "doctor.sessions.unseen",
                                        unseen.stream().map(texts()::translated).collect(texts().joining())),
                        texts().text("doctor.sessions.unseen.do"));
    }

    /** What the server counted so far, by what it is. */
    private Map<String, Double> activity(ServerFacts server) {
        Map<String, Double> counted = new TreeMap<>();
        for (Map<String, String> row : server.rows("activity")) {
            number(List.of(row), "counted")
                    .ifPresent(count -> counted.put(
                            texts().text("doctor.sessions.second", texts().translated(row.getOrDefault("unit", "")))
                                    + inDatabase(row),
                            count));
        }
        return counted;
    }

    private String inDatabase(Map<String, String> row) {
        String database = row.getOrDefault("database_name", "");
        return database.isEmpty() ? "" : texts().text("doctor.sessions.in", database);
    }

    private static OptionalDouble number(List<Map<String, String>> rows, String column) {
        return rows.stream()
                .map(row -> row.getOrDefault(column, ""))
                .filter(text -> text.matches("-?\\d{1,18}(\\.\\d*)?([eE]\\+?\\d{1,2})?"))
                .mapToDouble(Double::parseDouble)
                .findFirst();
    }
}
