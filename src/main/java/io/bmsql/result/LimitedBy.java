package io.bmsql.result;

import java.util.List;

/**
 * What kept a run from doing more, with its evidence.
 *
 * @param sentence in English
 * @param values what stands in the places of {@link Cause#pattern}
 */
public record LimitedBy(Cause cause, String sentence, List<String> values) {
    /** In the order in which they are looked for; their thresholds are in docs/limits.md. */
    public enum Cause {
        RATE("its own cap", "Limited by its own cap ({0})."),
        WAITS(
                "its own keying and think times",
                "Limited by its own keying and think times ({0}% of the terminals' time)."),
        GENERATOR_PROCESSORS("the load generator", "Limited by the load generator ({0}% of its {1} processors busy)."),
        GENERATOR_COLLECTION(
                "the load generator",
                "Limited by the load generator (garbage collection stopped it for {0}% of the time)."),
        PROCESSORS(
                "the processors",
                "Limited by the server's processors ({0}% of {1} busy; {2} s of CPU for each 1,000 {3})."),
        PROCESSORS_SHARED(
                "the processors",
                "Limited by the processors, which server and load generator share ({0}% of {1} busy, {2}% by the load"
                        + " generator; the rest is {3} s for each 1,000 {4})."),
        GENERATOR_IDLE(
                "the load generator",
                "Limited by the load generator (its connections were busy for {0}% of the time)."),
        LOCKED_ROWS(
                "locks",
                "Limited by locks on the {0} rows of {1} ({2}% of session time, most of it in {3}; {4} sessions for each"
                        + " warehouse)."),
        LOCK("locks", "Limited by locks ({0}% of session time, most of it in {1})."),
        LOG("the log", "Limited by waiting for the log ({0}% of session time, most of it in {1})."),
        DISK("the disk", "Limited by waiting for data from the disk ({0}% of session time, most of it in {1})."),
        LATCH(
                "locks inside the server",
                "Limited by locks inside the server ({0}% of session time, most of it in {1})."),
        NETWORK(
                "the network",
                "Limited by the network's round trips ({0}% of session time; service time of {1} {2} ms, of which the server"
                        + " worked {3})."),
        CONNECTIONS(
                "the number of connections",
                "Limited by the number of connections: for each of the {0} the server worked {1}% of the time, and its"
                        + " processors were {2}% busy."),
        NO_SESSIONS(
                "nothing known",
                "What limited it is not known: what the server's sessions waited for was not recorded ({0})."),
        NO_HOST(
                "nothing known",
                "What limited it is not known: for each connection the server worked {0}% of the time, but how busy its"
                        + " processors were was not recorded (osCollectorScript, osCollectorSSHAddr)."),
        MIXED(
                "nothing known",
                "What limited it is not known: of session time {0}; no share is large enough to explain the figure.");

        private final String words;
        private final String pattern;

        Cause(String words, String pattern) {
            this.words = words;
            this.pattern = pattern;
        }

        /** In a few words. */
        public String words() {
            return words;
        }

        /** The whole sentence, with {@code {0}} and so on in the places of the values. */
        public String pattern() {
            return pattern;
        }
    }

    /** Makes the sentence. */
    public static LimitedBy of(Cause cause, String... values) {
        String sentence = cause.pattern;
        for (int i = 0; i < values.length; i++) {
            sentence = sentence.replace("{" + i + "}", values[i]);
        }
        return new LimitedBy(cause, sentence, List.of(values));
    }
}
