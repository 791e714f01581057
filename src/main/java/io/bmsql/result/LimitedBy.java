package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.bmsql.common.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.ResourceBundle;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What kept a run from doing more, with its evidence.
 *
 * @param sentence in English
 * @param forms settings with which transactions would need fewer round trips, where these limited a run of single statements; the
 *     sentence ends with them
 * @param awaySeconds outages in the window, which shares of session time and processors leave out; the sentence says so. 0 without any, and
 *     where the cause needs no such share
 * @param standstill a long time without a transaction, with which the sentence ends; null without one
 */
public record LimitedBy(
        Cause cause,
        String sentence,
        List<String> values,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String forms,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) double awaySeconds,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Standstill standstill) {
    private static final Pattern PLACE = Pattern.compile("\\{(\\d)}");

    public LimitedBy {
        // Older files have none.
        forms = Objects.requireNonNullElse(forms, "");
    }

    /**
     * Seconds of the window in which no transaction was completed.
     *
     * @param seconds of all such times together
     * @param fromSeconds where the longest begins, from the start of the window
     * @param toSeconds where it ends
     * @param seen false when the server told nothing of its sessions in the longest
     * @param waits what sessions waited for during the longest; null where they did not, or for several things
     */
    public record Standstill(
            double seconds,
            double windowSeconds,
            double fromSeconds,
            double toSeconds,
            boolean seen,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Cause waits) {
        /** What the sentence says of it: seconds, of how many, from and to. */
        public List<String> said() {
            return List.of(
                    NumberText.trimmed(seconds, 1),
                    NumberText.trimmed(windowSeconds, 1),
                    NumberText.clock(fromSeconds),
                    NumberText.clock(toSeconds));
        }

        /** Ends the keys of its words. */
        public String ending() {
            return waits != null ? ".waits" : seen ? "" : ".unseen";
        }
    }

    /** They stand in the order in which they are looked for; thresholds are in docs/limits.md, words in {@code result/limits.properties}. */
    public enum Cause {
        RATE,
        OUTAGE,
        WAITS,
        GENERATOR_PROCESSORS,
        GENERATOR_THROTTLED,
        GENERATOR_COLLECTION,
        GENERATOR_LATE,
        GENERATOR_LOST,
        SERVER_THROTTLED,
        OTHERS,
        SERVER_OTHERS,
        PROCESSORS,
        PROCESSORS_SHARED,
        GENERATOR_IDLE,
        LOCKED_ROWS,
        LOCK,
        LOG,
        STANDBY,
        DISK,
        LATCH,
        OTHER_WAIT,
        TWO_WAITS,
        STRANGER,
        HOLDER_UNKNOWN,
        NETWORK,
        CLIENT,
        CONNECTIONS,
        NO_SESSIONS,
        NO_HOST,
        SEVERAL_SERVERS,
        MIXED;

        /**
         * What sessions wait for, by the classes of {@link SessionSample}, also behind others; a lock whose holder works is one, and so is
         * one whose holder was not seen.
         */
        public static final Map<String, Cause> WAITED_FOR = Map.of(
                SessionSample.LOCK, LOCK,
                SessionSample.LOG, LOG,
                SessionSample.COPY, STANDBY,
                SessionSample.DISK, DISK,
                SessionSample.LATCH, LATCH,
                SessionSample.OTHER, OTHER_WAIT,
                SessionSample.STRANGER, STRANGER,
                SessionSample.GONE, HOLDER_UNKNOWN);

        private static final ResourceBundle TEXTS = ResourceBundle.getBundle("result.limits", Locale.ROOT);

        /** The cause of a class of wait, which is one of {@link #WAITED_FOR}. */
        public static Cause waitedFor(String waitClass) {
            return Objects.requireNonNull(WAITED_FOR.get(waitClass), waitClass);
        }

        /** True when the load generator was in the way: the figures are not the server's. */
        public boolean isLoadGenerator() {
            return name().startsWith("GENERATOR_");
        }

        /** True when fewer and larger statements would have moved the limit. */
        public boolean isOfRoundTrips() {
            return isLoadGenerator() && this != GENERATOR_LOST || this == NETWORK || this == CLIENT;
        }

        public String words() {
            return TEXTS.getString(name() + ".words");
        }
    }

    /**
     * Makes the sentence, with whole numbers, and a question mark for one that is not known. A cause may have another sentence for
     * another number of values.
     */
    public static LimitedBy of(Cause cause, Object... evidence) {
        String other = cause.name() + "." + evidence.length;
        String sentence = Cause.TEXTS.getString(Cause.TEXTS.containsKey(other) ? other : cause.name());
        List<String> values = Stream.of(evidence)
                .map(value -> value instanceof Number number
                        ? Double.isNaN(number.doubleValue()) ? "?" : NumberText.decimal(number.doubleValue(), 0)
                        : String.valueOf(value))
                .toList();
        return new LimitedBy(cause, filled(sentence, values), values, "", 0, null);
    }

    /** In one go: evidence may hold what looks like a place, as the text of a statement. */
    private static String filled(String sentence, List<String> values) {
        return PLACE.matcher(sentence).replaceAll(place -> {
            int at = Integer.parseInt(place.group(1));
            return Matcher.quoteReplacement(at < values.size() ? values.get(at) : place.group());
        });
    }

    private String more(String key, List<String> values) {
        return sentence + " " + filled(Cause.TEXTS.getString(key), values);
    }

    /** The same of a run whose server was away for so many seconds of its window; a rate or an outage is no share of the rest. */
    public LimitedBy without(double outageSeconds, double windowSeconds) {
        double away = Math.round(outageSeconds * 10) / 10.0;
        if (away <= 0 || cause == Cause.RATE || cause == Cause.OUTAGE) {
            return this;
        }
        List<String> places = List.of(NumberText.trimmed(away, 1), NumberText.trimmed(windowSeconds, 1));
        return new LimitedBy(cause, more("AWAY", places), values, forms, away, standstill);
    }

    /** The same with a standstill, which is said whatever else limited the run. */
    public LimitedBy withStandstill(@Nullable Standstill found) {
        if (found == null) {
            return this;
        }
        List<String> places = new ArrayList<>(found.said());
        places.add(found.waits() == null ? "" : found.waits().words());
        String said = more("STILL" + found.ending(), places);
        return new LimitedBy(cause, said, values, forms, awaySeconds, found);
    }

    /** The same with what would need fewer round trips, where they were the limit and there is something. */
    public LimitedBy withForms(String fewer) {
        return fewer.isEmpty() || !cause.isOfRoundTrips()
                ? this
                : new LimitedBy(cause, more("FORMS", List.of(fewer)), values, fewer, awaySeconds, standstill);
    }
}
