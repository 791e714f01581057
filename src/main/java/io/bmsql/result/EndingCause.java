package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Why a run ended before its planned end, or is not checked.
 *
 * @param detail who stopped it, such as "by SIGTERM", or what the error says; may be empty
 * @param agent whose end it was, of several agents; else empty
 */
public record EndingCause(Kind kind, String detail, @JsonInclude(JsonInclude.Include.NON_EMPTY) String agent) {
    /** What happened. Each has its English sentence; a detail follows. */
    public enum Kind {
        STOPPED("Stopped before its planned end", " "),
        SERVER_GONE("The server did not come back", ": "),
        TABLES_GONE("The tables are gone: they were destroyed while the run lasted", ": "),
        ALL_FAILED("", ""),
        SCRIPT_MISTAKE("A mistake in a script ended the run", ": "),
        PROGRAM_ERROR("An error of the program ended the run", ": "),
        CHECK_STOPPED(
                "The measurement is complete, but not checked: the consistency check after it was broken off", " "),
        CHECK_FAILED(
                "The measurement is complete, but not checked: the consistency check after it could not be run", ": "),
        LEDGER_STOPPED(
                "The measurement is complete, but not checked: the verification of the ledger after it was broken off",
                " "),
        LEDGER_FAILED(
                "The measurement is complete, but not checked: the verification of the ledger after it could not be run",
                ": ");

        private final String sentence;
        private final String beforeDetail;

        Kind(String sentence, String beforeDetail) {
            this.sentence = sentence;
            this.beforeDetail = beforeDetail;
        }

        /** True where the detail says who stopped something, and not what an error says. */
        public boolean isByRequest() {
            return this == STOPPED || this == CHECK_STOPPED || this == LEDGER_STOPPED;
        }
    }

    public EndingCause {
        detail = detail.strip();
        agent = agent == null ? "" : agent;
    }

    public EndingCause(Kind kind, String detail) {
        this(kind, detail, "");
    }

    /** The same as the end of this agent's part. */
    public EndingCause of(String named) {
        return new EndingCause(kind, detail, named);
    }

    String sentence() {
        return (agent.isEmpty() ? "" : agent + ": ")
                + kind.sentence
                + (detail.isEmpty() ? "" : kind.beforeDetail + detail);
    }
}
