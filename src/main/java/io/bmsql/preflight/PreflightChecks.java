package io.bmsql.preflight;

import io.bmsql.agents.AgentSearch;
import io.bmsql.benchmark.Benchmark;
import io.bmsql.benchmark.Finding;
import io.bmsql.collector.CollectorScripts;
import io.bmsql.collector.Collectors;
import io.bmsql.collector.HostAnswer;
import io.bmsql.collector.HostLook;
import io.bmsql.collector.HostLook.Shares;
import io.bmsql.collector.KernelFiles;
import io.bmsql.collector.ServerProcesses;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.Texts;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.CollectorConfig;
import io.bmsql.config.LoadedConfig;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.db.DriverFolders;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.preflight.HostChecks.Jvm;
import io.bmsql.preflight.ServerHostChecks.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Everything that is looked at, in the order in which a person would. Says each finding when it has it. */
public record PreflightChecks(
        ProgramContext program, LoadedConfig loaded, Dialect dialect, Texts texts, Consumer<Finding> heard) {
    /** One to look at the server's facts while another one is opened and timed. */
    private static final int CONNECTIONS = 3;

    /** Looks at the kernel's counters that are nearer show more chance than load. */
    private static final double MIN_SECONDS = 0.5;

    /** @param triesRights true to make and drop a table in the database, which nothing else changes */
    public void examine(boolean triesRights) throws InterruptedException {
        KernelFiles kernel = KernelFiles.ofThisHost();
        Optional<HostLook> before = HostLook.at(kernel);
        BenchmarkConfig config = loaded.config();
        SettingChecks settings = new SettingChecks(loaded, texts);
        settings.all().forEach(heard);
        new HostChecks(kernel, Jvm.own(), settings).all().forEach(heard);
        heard.accept(HostChecks.clock(HostChecks.TIMEDATECTL, texts));
        heard.accept(settings.resultDisk(program));
        Server server = server(triesRights);
        farSides(config);
        serverHosts(config, server);
        load(kernel, before);
    }

    private Server server(boolean triesRights) {
        BenchmarkConfig config = loaded.config();
        try {
            DriverFolders folders = DriverFolders.of(program);
            String type =
                    folders.driver(config.connection(), dialect).getClass().getName();
            String place = folders.find(type, dialect.chain())
                    .map(Path::toString)
                    .orElse(texts.text("doctor.driver.classpath"));
            heard.accept(Finding.ok("driver", texts.text("doctor.driver", type, place)));
        } catch (CannotConnectException e) {
            heard.accept(Finding.problem("driver", String.valueOf(e.getMessage()), ""));
            return Server.UNKNOWN;
        }
        try (Database database = Database.open(program, config.connection(), dialect, CONNECTIONS)) {
            Benchmark benchmark = Benchmark.of(program, loaded.config(), database.dialect(), Map.of());
            return new ServerChecks(database, benchmark, new SettingChecks(loaded, texts), program)
                    .examine(heard, triesRights);
        } catch (CannotConnectException e) {
            heard.accept(Finding.problem("connect", String.valueOf(e.getMessage()), ""));
        } catch (SQLException | UsageException e) {
            heard.accept(Finding.problem("server", SqlErrors.line(e), ""));
        }
        return Server.UNKNOWN;
    }

    /** The hosts that are watched, and those that are to generate load. */
    private void farSides(BenchmarkConfig config) throws InterruptedException {
        if (config.result().collector().isOn()) {
            try {
                Collectors.tryOut(config.result().collector(), CollectorScripts.of(program))
                        .forEach((host, why) -> heard.accept(Finding.problemIf(
                                !why.isEmpty(),
                                "collector",
                                texts.text(why.isEmpty() ? "doctor.collector" : "doctor.collector.none", host, why),
                                texts.text("doctor.collector.do"))));
            } catch (IOException e) {
                heard.accept(Finding.problem(
                        "collector", String.valueOf(e.getMessage()), texts.text("doctor.collector.script")));
            }
        }
        if (config.agents().count() > 0) {
            AgentSearch.problems(config.agents())
                    .forEach((host, why) -> heard.accept(Finding.warningIf(
                            !why.isEmpty(),
                            "agents",
                            why.isEmpty() ? texts.text("doctor.agents", host) : why,
                            texts.text("doctor.agents.do"))));
        }
    }

    /** The hosts of the server, as far as the settings name them or it is this one. */
    private void serverHosts(BenchmarkConfig config, Server server) throws InterruptedException {
        CollectorConfig collector = config.result().collector();
        boolean isNamed = !collector.sshAddresses().isEmpty();
        if (!isNamed && !ServerChecks.isHere(config)) {
            heard.accept(Finding.unknown(
                    "server host", texts.text("doctor.serverhost.unseen"), texts.text("doctor.serverhost.unseen.do")));
            return;
        }
        try {
            ServerProcesses processes = new ServerProcesses(dialect.properties().processes());
            CollectorScripts scripts = CollectorScripts.of(program)
                    .watching(
                            processes.names(),
                            ProgramContext.port(config.connection().url()));
            HostAnswer.ofHosts(collector, scripts, program.clock(), server.dataPath(), server.logPath())
                    .forEach((host, answer) -> {
                        boolean isHere = !isNamed
                                || ProgramContext.isLocal(host, collector.sshPort(), ProgramContext.hostName());
                        new ServerHostChecks(host, answer, server, processes, isHere, texts).examine(heard);
                    });
        } catch (IOException e) {
            heard.accept(Finding.unknown("server host", String.valueOf(e.getMessage()), ""));
        }
    }

    private void load(KernelFiles kernel, Optional<HostLook> before) {
        RunClock clock = program.clock();
        Optional<Shares> shares = since(before, kernel);
        if (shares.isPresent() && shares.get().seconds() < MIN_SECONDS) {
            clock.parkUntil(clock.nanoTime() + (long) (MIN_SECONDS * 1e9));
            shares = since(before, kernel);
        }
        heard.accept(HostChecks.load(shares, kernel.processors(), texts));
    }

    private static Optional<Shares> since(Optional<HostLook> before, KernelFiles kernel) {
        return HostLook.at(kernel).flatMap(now -> before.flatMap(now::since));
    }
}
