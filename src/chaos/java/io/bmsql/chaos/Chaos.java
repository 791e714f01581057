package io.bmsql.chaos;

import io.bmsql.agents.AgentKey;
import io.bmsql.agents.GroupChannel;
import io.bmsql.chaos.ChaosPlan.Act;
import io.bmsql.chaos.ChaosPlan.Fault;
import io.bmsql.chaos.ChaosPlan.Step;
import io.bmsql.chaos.ChaosServer.Deed;
import io.bmsql.result.Outage;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.ChildProgram;
import io.bmsql.testing.Sql;
import io.bmsql.testing.TcpProxy;
import io.bmsql.testing.TestFiles;
import io.bmsql.tpcc.TpccTransaction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Faults by a seed, on a server of its own, until the minutes are up: what {@code run/chaos.sh} starts. After each step the run's
 * exit status, its ledger, the consistency conditions and the number of orders must be right; what is not is a finding.
 */
final class Chaos {
    private static final String DATABASE = "chaos";
    private static final String BUILT = "chaos_build";
    private static final String ORDERS = "SELECT sum(d_next_o_id) FROM bmsql_district";
    private static final int PER_SECOND = 100;
    private static final long PATIENCE_SECONDS = 600;
    private static final Set<String> EXPECTED = Set.of("CONNECTION", "DEADLOCK", "SERIALIZATION", "LOCK_TIMEOUT");
    private static final Pattern LEDGER = Pattern.compile("(\\d+) unknown of which (\\d+) happened: [^,]+");

    private final Path out;
    private final Path disk = Path.of(System.getProperty("java.io.tmpdir"));
    private final String faketime;
    private final ChaosServer server;
    private final TcpProxy proxy;
    private final String version;
    /** For what a fault picks: apart from the plan, which must not depend on what happened. */
    private final Random random;

    private final long beginNanos = System.nanoTime();
    private final List<Process> children = new ArrayList<>();
    private final List<Process> agents = new ArrayList<>();
    private final List<String> verified = new ArrayList<>();
    private final List<String> table = new ArrayList<>();
    private final Map<Fault, Integer> done = new EnumMap<>(Fault.class);
    private final List<String> found = new ArrayList<>();
    private List<String> findings = new ArrayList<>();
    private volatile boolean closing;
    private int unknown;
    private int happened;

    private Chaos(long seed, String db, Path out, String faketime) throws Exception {
        this.out = out;
        this.faketime = faketime;
        this.random = new Random(~seed);
        this.server = ChaosServer.start(db, disk, out.resolve("server.log"));
        this.proxy = new TcpProxy(server.port());
        this.version = db + " " + server.own().text("select version()");
    }

    /** Arguments: SEED MINUTES plan, or SEED MINUTES postgres|mariadb OUT and the library faketime, empty for none. */
    public static void main(String[] args) throws Exception {
        long seed = Long.parseLong(args[0]);
        double seconds = 60 * Double.parseDouble(args[1]);
        ChaosPlan plan = new ChaosPlan(seed);
        if (args[2].equals("plan")) {
            for (double at = 0; at < seconds; ) {
                Step step = plan.next();
                say("%3d. %s", step.number(), step.what());
                at += 25 + step.seconds();
            }
            return;
        }
        Path out = Files.createDirectories(Path.of(args[3])).toRealPath();
        Chaos chaos = new Chaos(seed, args[2], out, args[4]);
        Runtime.getRuntime().addShutdownHook(new Thread(chaos::close));
        say("Seed %d on %s; files in %s", seed, chaos.version, out);
        System.exit(chaos.all(plan, seed, seconds) ? 0 : 1);
    }

    static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    private double elapsedSeconds() {
        return (System.nanoTime() - beginNanos) / 1e9;
    }

    private boolean all(ChaosPlan plan, long seed, double seconds) throws Exception {
        for (String database : List.of(DATABASE, BUILT)) {
            server.own().execute("create database " + database);
            String settings = "loadWorkers=2 warehouses=" + (database.equals(BUILT) ? 3 : 2)
                    + " runMins=0 runTxnsPerTerminal=1 terminalWarehouseFixed=true ledger=true"
                    + " cpuSpeedProbe=false reportIntervalSecs=5 seed=" + seed + " limitTxnsPerMin=" + PER_SECOND * 60;
            server.database(database, proxy.port()).props(out.resolve(database + ".props"), settings);
        }
        expectOk("first", "build chaos.props --progress=none");
        if (!findings.isEmpty()) {
            throw new IllegalStateException("the first build failed: " + findings);
        }
        while (elapsedSeconds() < seconds) {
            Step step = plan.next();
            double from = elapsedSeconds();
            say("[%5.1f min] step %d: %s", from / 60, step.number(), step.what());
            findings = new ArrayList<>();
            String ended = "could not be finished";
            try {
                ended = step.lead() == Fault.BUILD ? build(step) : run(step);
            } catch (Exception e) {
                if (closing) {
                    return false;
                }
                findings.add(e.toString());
                e.printStackTrace();
                // Such a step leaves no harm behind.
                proxy.flow();
                server.ensureUp();
            }
            agents.clear();
            children.forEach(Process::destroyForcibly);
            children.clear();
            double took = elapsedSeconds() - from;
            findings.forEach(finding -> say("     FINDING: %s", finding));
            say("     %s; %.0f s", ended, took);
            findings.forEach(finding -> found.add("step " + step.number() + ": " + finding));
            String bold = findings.isEmpty()
                    ? ""
                    : "; **" + String.join("; ", findings).replace('|', '/') + "**";
            String row = "| %d | %.1f | %s | %s | %.0f |";
            table.add(String.format(row, step.number(), from / 60, step.what(), ended + bold, took));
        }
        // What one ledger cannot see: a commit that a later crash took away again.
        findings = found;
        String together = verified.isEmpty() ? "none" : ledger("all", String.join(" ", verified), true);
        table.add("| | | all " + verified.size() + " ledgers together | " + together + " | |");
        write(seed);
        return found.isEmpty();
    }

    /** A run and what is done to it. */
    private String run(Step step) throws Exception {
        String name = name(step);
        proxy.delay(step.linkMillis(), step.linkMillis());
        long before = server.database(DATABASE).number(ORDERS);
        int perTerminal = (int) Math.ceil(PER_SECOND * (step.seconds() + 8) / step.terminals());
        // Runs of one seed ask for the same Payments, and a ledger could take another run's row for its own.
        String words = "run chaos.props --progress=plain -Dseed=" + (1000 + step.number()) + " -DresultDirectory="
                + name + " -D" + step.form() + " -Dterminals=" + step.terminals() + " -DrunTxnsPerTerminal="
                + perTerminal;
        if (step.otherDriver() && !server.isPostgres()) {
            String url = server.database(DATABASE, proxy.port()).url().replace("mysql", "mariadb");
            words += " -Ddriver=org.mariadb.jdbc.Driver -Dconn=" + url;
        }
        if (step.has(Fault.SERVER_AWAY)) {
            words += " -DmaxOutageSecs=3";
        }
        if (step.agents() > 0) {
            words += startAgents(step.agents(), name);
        }
        Process run = start(name, step.has(Fault.CLOCK), words);
        try (Connection connection = server.database(DATABASE).connect()) {
            while (run.isAlive() && Sql.numberOn(connection, ORDERS) < before + 10) {
                sleep(0.2);
            }
        }
        for (Act act : step.acts()) {
            sleep(act.afterSeconds());
            if (!run.isAlive()) {
                findings.add("the run had ended before: " + act);
                break;
            }
            hurt(act, run, DATABASE);
        }
        int status = await(run, name);
        server.ensureUp();
        endAgents();
        if (!step.statuses().contains(status)) {
            findings.add("exit status " + status + " instead of " + step.statuses());
        }
        return "status " + status + "; " + judged(step, name, before);
    }

    private void hurt(Act act, Process program, String database) throws Exception {
        Fault fault = act.fault();
        boolean possible = fault == Fault.PROCESS_KILL
                ? server.isPostgres()
                : fault == Fault.DISK_FULL
                        ? Files.getFileStore(disk).type().equals("tmpfs")
                        : fault != Fault.CLOCK || !faketime.isEmpty();
        say("     %.1f s: %s%s", elapsedSeconds(), act, possible ? "" : ": cannot be tried here");
        if (!possible) {
            return;
        }
        done.merge(fault, 1, Integer::sum);
        Process agent = agents.isEmpty() ? program : agents.get(random.nextInt(agents.size()));
        long slowMillis = 10L * act.amount();
        switch (fault) {
            case SESSIONS -> again(act, () -> server.endSessions(database, 1 + random.nextInt(6), random));
            case SERVER_KILL, SERVER_AWAY -> during(act, server.kill(), server.restart());
            case SERVER_STOP -> during(act, server.stop(), server.restart());
            case SERVER_PAUSE -> during(act, () -> server.signalAll("STOP"), () -> server.signalAll("CONT"));
            case PROCESS_KILL -> server.killOne(random);
            case DISK_FULL -> during(act, () -> fillDisk(8L * act.amount()), () -> isResized("3g"));
            case LINK_STALL -> during(act, proxy::stall, proxy::flow);
            case LINK_STALL_RESET ->
                during(act, proxy::stall, () -> {
                    proxy.reset();
                    proxy.flow();
                });
            case LINK_RESET -> again(act, proxy::reset);
            case LINK_SLOW ->
                during(act, () -> proxy.delay(slowMillis, slowMillis).reset(), () -> proxy.delay(0, 0)
                        .reset());
            case CLOCK ->
                Files.writeString(out.resolve("clock"), (act.amount() % 2 == 0 ? "+" : "-") + 600 * act.amount());
            case AGENT_KILL -> agent.destroyForcibly();
            case AGENT_PAUSE -> during(act, () -> signal("STOP", agent), () -> signal("CONT", agent));
            case RUN_SIGNAL -> signal(act.amount() % 2 == 0 ? "INT" : "TERM", program);
            case RUN_KILL -> program.destroyForcibly();
            case BUILD -> throw new IllegalArgumentException(act.toString());
        }
        server.ensureUp();
    }

    private static void during(Act act, Deed harm, Deed relief) throws Exception {
        harm.run();
        sleep(act.seconds());
        relief.run();
    }

    private static void again(Act act, Deed harm) throws Exception {
        for (int i = 0; i < act.amount(); i++) {
            harm.run();
            sleep(act.seconds() / act.amount());
        }
    }

    private void fillDisk(long leftKb) throws IOException {
        FileStore store = Files.getFileStore(disk);
        long usedKb = (store.getTotalSpace() - store.getUnallocatedSpace()) / 1024;
        if (!isResized(usedKb + leftKb + "k")) {
            // It has grown meanwhile.
            fillDisk(2 * leftKb);
        }
    }

    private boolean isResized(String size) throws IOException {
        String[] remount = {"mount", "-i", "-t", "tmpfs", "-o", "remount,size=" + size, "none", disk.toString()};
        return TestFiles.command(remount) == 0;
    }

    private static void signal(String name, Process process) throws IOException {
        TestFiles.command("kill", "-" + name, Long.toString(process.pid()));
    }

    /** What the ledger, the conditions, the counters of the districts and the run's own files say. */
    private String judged(Step step, String name, long before) throws Exception {
        if (step.lead() == Fault.RUN_KILL && step.agents() > 0) {
            // Its coordinator was killed: the answer is made of what it had.
            expectOk(name, "merge " + name);
        }
        // Of a program that was killed the last seconds are in no file.
        boolean open = step.lead() == Fault.RUN_KILL || step.losesAgent();
        String ledger = ledger(name, name, open);
        expectOk(name, "check chaos.props --progress=none");
        long stored = server.database(DATABASE).number(ORDERS) - before;
        long acknowledged = 0;
        long perhaps = 0;
        long failed = 0;
        for (SeriesRow row : SeriesRow.CSV.list(ResultDirectory.open(out.resolve(name)))) {
            failed += row.counts().failed();
            if (row.type() == TpccTransaction.NEW_ORDER) {
                acknowledged += row.completed() - row.counts().rolledBack();
                perhaps += row.counts().unknown();
            }
        }
        if (stored < acknowledged || !open && stored > acknowledged + perhaps) {
            findings.add(
                    stored + " orders in the database, " + acknowledged + " acknowledged, " + perhaps + " unknown");
        }
        RunSummary summary = SummaryJson.read(out.resolve(name).resolve("summary.json"));
        // What was under way when the run gave up has failed as well.
        if (!step.has(Fault.DISK_FULL) && !step.has(Fault.SERVER_AWAY) && failed > 0) {
            findings.add(failed + " transactions failed");
        }
        summary.figures().errors().stream()
                .filter(error -> !step.has(Fault.DISK_FULL) && !EXPECTED.contains(error.errorClass()))
                .forEach(error ->
                        findings.add(error.errorClass() + " " + error.sqlState() + " " + error.sampleMessage()));
        List<Outage> outages = summary.postRun().availability();
        return String.format(
                Locale.ROOT,
                "%d New-Orders acknowledged, %d in the database, %d failed; longest outage %.1f s; ledger: %s",
                acknowledged,
                stored,
                failed,
                outages.stream().mapToDouble(Outage::outageSeconds).max().orElse(0),
                ledger);
    }

    /**
     * Verifies the ledgers of these runs together; a status and what it says of unknown outcomes.
     *
     * @param isCut one of them may have no end, which leaves rows open: status 2
     */
    private String ledger(String name, String runs, boolean isCut) throws Exception {
        int status = await(start(name + ".ledger", false, "ledger verify chaos.props --progress=none " + runs), name);
        Matcher total = LEDGER.matcher(log(name + ".ledger"));
        boolean isWhole = total.find();
        String said = "status " + status + (isWhole ? ", " + total.group() : "");
        if (status != 0 && !(isCut && status == 2) || !isWhole) {
            findings.add("ledger: " + said);
        } else if (runs.equals(name)) {
            verified.add(name);
            unknown += Integer.parseInt(total.group(1));
            happened += Integer.parseInt(total.group(2));
        }
        return said;
    }

    private void expectOk(String name, String words) throws Exception {
        String log = name + "." + words.replaceFirst(" .*", "");
        int status = await(start(log, false, words), log);
        if (status != 0) {
            findings.add(words + ": status " + status + " (" + log(log).strip().replaceFirst("(?s).*\n", "") + ")");
        }
    }

    /** A build that is broken off and begun again until nothing more happens to it. */
    private String build(Step step) throws Exception {
        String name = name(step);
        List<Integer> statuses = new ArrayList<>();
        proxy.delay(0, 0);
        // Until one is done before anything happened to it.
        for (int i = 0; i < step.acts().size() && !statuses.contains(0); i++) {
            Act act = step.acts().get(i);
            Process build = start(name, false, "build chaos_build.props --progress=none");
            while (build.isAlive() && !log(name).contains("Starting the load")) {
                sleep(0.05);
            }
            sleep(act.afterSeconds() / 4);
            if (build.isAlive()) {
                hurt(act, build, BUILT);
            }
            int status = await(build, name);
            statuses.add(status);
            server.ensureUp();
            if (!(act.fault() == Fault.RUN_KILL ? Set.of(0, 137) : Set.of(0, 3, 4)).contains(status)) {
                findings.add("status " + status + " of the build after: " + act);
            }
        }
        done.merge(Fault.BUILD, 1, Integer::sum);
        if (!statuses.contains(0)) {
            expectOk(name, "build chaos_build.props --progress=none");
        }
        for (String command : List.of("check --after-load", "fingerprint --as-loaded", "destroy")) {
            expectOk(name, command + " chaos_build.props");
        }
        if (!findings.isEmpty()) {
            return "builds ended with " + statuses;
        }
        return "builds ended with " + statuses + ", conditions and fingerprint as of an undisturbed load";
    }

    /** Starts so many agents; gives the words for their coordinator. */
    private String startAgents(int count, String name) throws Exception {
        int port = TestFiles.freePorts(GroupChannel.Place.PORTS);
        String key = out.relativize(AgentKey.ofUser(out).file()).toString();
        for (int agent = 1; agent <= count; agent++) {
            String own = name + "-agent" + agent;
            Files.createDirectories(out.resolve(own));
            agents.add(start(own, false, "agent --port " + port + " --key " + key + " --dir " + own));
        }
        return " --agents " + count + " -DagentsPort=" + port + " -DagentsKey=" + key;
    }

    private void endAgents() throws InterruptedException {
        for (Process agent : agents) {
            agent.destroy();
            agent.waitFor(20, TimeUnit.SECONDS);
        }
    }

    private static String name(Step step) {
        return String.format(Locale.ROOT, "%03d", step.number());
    }

    /** Starts a command; what it prints goes into a file of this name. */
    private Process start(String name, boolean isClockOurs, String words) throws IOException {
        List<String> command = new ArrayList<>(ChildProgram.withAllSignals());
        command.add(Path.of("run/bmsql").toAbsolutePath().toString());
        command.addAll(List.of(words.split(" ")));
        Path log = out.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(out.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        if (isClockOurs && !faketime.isEmpty()) {
            Path clock = Files.writeString(out.resolve("clock"), "+0");
            builder.environment().putAll(Map.of("LD_PRELOAD", faketime, "FAKETIME_TIMESTAMP_FILE", clock.toString()));
        }
        Process process = builder.start();
        process.getOutputStream().close();
        children.add(process);
        return process;
    }

    private String log(String name) throws IOException {
        return new String(Files.readAllBytes(out.resolve(name + ".log")), StandardCharsets.UTF_8);
    }

    private int await(Process process, String name) throws Exception {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            // Its threads go into its log.
            signal("QUIT", process);
            sleep(3);
            process.destroyForcibly();
            findings.add(name + " did not end within " + PATIENCE_SECONDS + " s; its threads are in its log");
        }
        return process.waitFor();
    }

    private static void sleep(double seconds) throws InterruptedException {
        Thread.sleep(Math.round(seconds * 1000));
    }

    private void write(long seed) throws IOException {
        List<String> page = new ArrayList<>();
        page.add(String.format(
                Locale.ROOT, "# Chaos, seed %d, %s, %.0f minutes%n", seed, version, elapsedSeconds() / 60));
        page.add(unknown + " transactions of unknown outcome, of which " + happened + " had happened. Findings: "
                + found.size());
        found.forEach(finding -> page.add("- " + finding));
        page.add("\n| fault | times |\n| --- | --- |");
        done.forEach((fault, times) -> page.add("| " + fault.text + " | " + times + " |"));
        page.add("\n| step | minute | what was done | how it ended | seconds |\n| --- | --- | --- | --- | --- |");
        page.addAll(table);
        Files.write(out.resolve("chaos.md"), page);
        page.forEach(System.out::println);
    }

    private void close() {
        closing = true;
        children.forEach(Process::destroyForcibly);
        try {
            proxy.close();
            server.close().run();
        } catch (Exception e) {
            say("The server was not stopped: %s", e);
        }
    }
}
