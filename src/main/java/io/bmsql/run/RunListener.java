package io.bmsql.run;

import io.bmsql.collector.database.WaitWatch;
import io.bmsql.common.Texts;
import io.bmsql.config.LoadedConfig;
import io.bmsql.db.Database;
import io.bmsql.report.live.LiveAgent;
import io.bmsql.report.live.LiveSource;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.RunSummary.Ending;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** Hears how a run goes, on its thread save {@link #condition}, {@link #stopping}, {@link #info}, {@link #warn} and {@link #failed}. Texts may hold secrets. */
public interface RunListener {
    /** Where a request to stop met the run. */
    enum Stage {
        /** Before the first transaction: everything that was made has been removed. */
        BEFORE_START,
        /** The terminals finish what they are at; results are written. */
        RUNNING,
        /** The check after the run is interrupted; the figures stay. */
        CHECKING
    }

    /** The settings as they will be used, before anything is opened. */
    default void settings(LoadedConfig settings) {}

    /**
     * All that is known before the first transaction; nothing has been changed yet.
     *
     * @param database of this run
     */
    default void facts(RunFacts facts, Database database) {}

    /** The live page can be opened. */
    default void livePage(String url) {}

    default void info(String line) {}

    /** The same by the key of its words and what they are filled with. */
    default void said(String key, Object... values) {}

    /** The command of an event ended with this status, or was ended, after so many seconds. */
    default void eventEnded(String name, String status, double seconds) {}

    /** Something that the user should look at. */
    default void warn(String line) {}

    /** No transaction was completed for some seconds. */
    default void waits(WaitWatch.Waiting found) {
        warn(found.in(Texts.of(Texts.Language.EN)));
    }

    /** The first error of its kind that a transaction met. */
    default void failed(String line) {
        warn(line);
    }

    /** The first transaction begins; what is given back is done after the last one. */
    default Runnable running(LiveSource source) {
        return () -> {};
    }

    /** Takes what shows each agent of a run of several, before {@link #running}; null when it is not wanted. */
    default @Nullable Consumer<List<LiveAgent>> agents() {
        return null;
    }

    default void directory(ResultDirectory directory) {}

    /** The figures are there, before any check. */
    default void measured(RunSummary summary, List<String> problems) {}

    /** Asks for the page of the run, when all its files are there: gives its path, or null when there is none. */
    default @Nullable Path report(ResultDirectory results) {
        return null;
    }

    /**
     * The consistency conditions, or the ledger, are about to be checked.
     *
     * @param event {@code check} or {@code ledger}
     * @param share of that work that is done, from 0 to 1
     * @return is done after the check, whatever came of it
     */
    default Runnable checking(String event, DoubleSupplier share) {
        return () -> {};
    }

    /** One consistency condition was checked; called by several threads, one at a time. */
    default void condition(CheckResult condition) {}

    /** All conditions were checked, in so many seconds. */
    default void checked(List<CheckResult> conditions, double seconds) {}

    default void ledgerVerified(LedgerResult result) {}

    /** A whole measurement is not checked, and its ending says why. */
    default void unchecked(Ending ending) {
        warn(String.valueOf(ending.statusReason()));
    }

    /** Someone called {@link RunSession#stop}; called on that thread, and the run waits until this returns. */
    default void stopping(Stage stage) {}
}
