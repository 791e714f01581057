package io.bmsql.cli;

import io.bmsql.config.PropertyKey;
import io.bmsql.common.UsageException;
import io.bmsql.study.PeakStudy;
import io.bmsql.study.StudyFile.Search;
import io.bmsql.study.StudyFile.Vary;
import io.bmsql.study.SweepPlan;
import io.bmsql.study.SweepPlan.Order;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The words of the command line that say what is to be studied. */
final class SweepOptions {
    @Parameters(arity = "0..*", paramLabel = "PROPS", description = "Props files, one for each database.")
    final List<Path> props = new ArrayList<>();

    @Option(
            names = "--vary",
            paramLabel = "KEY=V1,V2,...",
            description =
                    "Run with each of these values of a property; several times for a grid. Where values hold commas,"
                            + " put semicolons between them.")
    private final List<String> vary = new ArrayList<>();

    @Option(names = "--terminals", paramLabel = "N,N,...", description = "Short for --vary terminals=N,N,...")
    private @Nullable String terminals;

    @Option(names = "--repeats", paramLabel = "N", description = "Runs of each point. Default: 3.")
    @Nullable
    Integer repeats;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            description =
                    "blocks: each repeat goes through all points in a new random order. shuffled: all runs in one random"
                            + " order. listed: each repeat goes through the points as they are given. Default: blocks.")
    @Nullable
    Order order;

    @Option(
            names = "--between",
            paramLabel = "WHAT",
            description =
                    BetweenRuns.DESCRIPTION + " A command finds the run in BMSQL_RUN, BMSQL_REPEAT, BMSQL_DATABASE and"
                            + " BMSQL_<key> of each varied property. Default: nothing.")
    @Nullable
    String between;

    @Mixin
    final PropsCommand.Overrides overrides = new PropsCommand.Overrides();

    @Option(
            names = "--find-peak",
            paramLabel = "KEY",
            arity = "0..1",
            fallbackValue = "arrivalRate",
            description =
                    "Find the highest value of this property, arrivalRate without a name, at which all thresholds hold.")
    private @Nullable String peak;

    @Option(names = "--from", paramLabel = "N", description = "Begin the search here. Default: 1000 for rates, else 1.")
    private @Nullable Long from;

    @Option(names = "--to", paramLabel = "N", description = "End the search here at the latest.")
    private long to;

    @Option(
            names = "--precision",
            paramLabel = "PERCENT",
            converter = ComparisonOutput.Percent.class,
            description = "End the search when the next failure is so near. Default: 5%%.")
    private @Nullable Double precisionPercent;

    @Option(
            names = "--confirm-minutes",
            paramLabel = "MINUTES",
            description = "Length of the run that confirms the peak. Default: five times runMins.")
    private double confirmMinutes;

    private boolean saysHowToSearch() {
        return from != null || to != 0 || precisionPercent != null || confirmMinutes != 0;
    }

    boolean saysWhatIsVaried() {
        return !vary.isEmpty() || terminals != null || peak != null || saysHowToSearch();
    }

    List<Vary> vary(boolean rebuilds) throws UsageException {
        List<String> all = new ArrayList<>(vary);
        if (terminals != null) {
            all.add(0, "terminals=" + terminals);
        }
        List<Vary> read = new ArrayList<>();
        for (String one : all) {
            read.add(SweepPlan.vary(one, rebuilds));
        }
        return read;
    }

    @Nullable
    Search search() throws UsageException {
        if (peak == null) {
            if (saysHowToSearch()) {
                throw new UsageException("--from, --to, --precision and --confirm-minutes need --find-peak");
            }
            return null;
        }
        if (repeats != null || order != null) {
            throw new UsageException(
                    "--find-peak decides by itself which runs to make: leave --repeats and --order out");
        }
        String key = SweepPlan.numberKey(peak);
        boolean isRate = key.equals(PropertyKey.ARRIVAL_RATE.key()) || key.equals(PropertyKey.LIMIT_TXNS_PER_MIN.key());
        Search search = new Search(
                key,
                from != null ? from : isRate ? 1000 : 1,
                to,
                precisionPercent == null ? 5 : precisionPercent,
                confirmMinutes);
        PeakStudy.require(search);
        return search;
    }
}
