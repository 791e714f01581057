package io.bmsql.cli;

/** Every exit status of the program. Scripts rely on these numbers: never change one. */
public enum ExitCode {
    OK(0, "done"),
    UNEXPECTED(1, "unexpected error; in the old scripts also a missing props file"),
    USAGE(2, "wrong usage or configuration"),
    NO_CONNECTION(3, "cannot connect to the database"),
    BUILD_FAILED(4, "the build or the load failed"),
    RUN_INVALID(
            5,
            "the run finished, but with errors above the limit, without a valid result or without a file that it should leave;"
                    + " a run of a study failed"),
    THRESHOLD_FAILED(6, "a threshold or a comparison failed, or no peak was found"),
    CHECK_FAILED(
            7,
            "a consistency check, a ledger, an ACID test or a point of a dialect's test failed, or the doctor found a problem"),
    HUNG_UP(129, "the terminal went away (SIGHUP); a run has a valid partial result"),
    INTERRUPTED(130, "interrupted (Ctrl-C); a run has a valid partial result"),
    TERMINATED(143, "terminated (SIGTERM); a run has a valid partial result");

    private final int status;
    private final String meaning;

    ExitCode(int status, String meaning) {
        this.status = status;
        this.meaning = meaning;
    }

    /** What the process returns to its caller, 0..255. */
    public int status() {
        return status;
    }

    public String meaning() {
        return meaning;
    }
}
