package io.bmsql.result;

import io.bmsql.common.NumberText;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.stream.Stream;

/** Says what kept a run from doing more: an English sentence, and the evidence in it. */
public record LimitedBy(Cause cause, String sentence, List<String> values) {
    /** They stand in the order in which they are looked for; thresholds are in docs/limits.md, words in {@code result/limits.properties}. */
    public enum Cause {
        RATE,
        WAITS,
        GENERATOR_PROCESSORS,
        GENERATOR_COLLECTION,
        GENERATOR_LATE,
        OTHERS,
        PROCESSORS,
        PROCESSORS_SHARED,
        GENERATOR_IDLE,
        LOCKED_ROWS,
        LOCK,
        LOG,
        DISK,
        LATCH,
        STRANGER,
        HOLDER_UNKNOWN,
        NETWORK,
        CLIENT,
        CONNECTIONS,
        NO_SESSIONS,
        NO_HOST,
        MIXED;

        private static final ResourceBundle TEXTS = ResourceBundle.getBundle("result.limits", Locale.ROOT);

        public boolean isLoadGenerator() {
            return name().startsWith("GENERATOR_");
        }

        public boolean isOfRoundTrips() {
            return isLoadGenerator() || this == NETWORK || this == CLIENT;
        }

        public String words() {
            return TEXTS.getString(name() + ".words");
        }
    }

    /**
     * Makes the sentence with whole numbers, and {@code ?} for an unknown one. A cause may have one by number of
     * values.
     */
    public static LimitedBy of(Cause cause, Object... evidence) {
        String other = cause.name() + "." + evidence.length;
        String sentence = Cause.TEXTS.getString(Cause.TEXTS.containsKey(other) ? other : cause.name());
        List<String> values = Stream.of(evidence)
                .map(value -> value instanceof Number number
                        ? Double.isNaN(number.doubleValue()) ? "?" : NumberText.decimal(number.doubleValue(), 0)
                        : String.valueOf(value))
                .toList();
        for (int i = 0; i < values.size(); i++) {
            sentence = sentence.replace("{" + i + "}", values.get(i));
        }
        return new LimitedBy(cause, sentence, values);
    }
}
