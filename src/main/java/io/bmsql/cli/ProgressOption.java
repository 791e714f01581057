package io.bmsql.cli;

import io.bmsql.cli.console.Console;
import io.bmsql.cli.console.ProgressMode;
import picocli.CommandLine.Option;

/** How to show progress. */
final class ProgressOption {
    @Option(
            names = "--progress",
            paramLabel = "MODE",
            defaultValue = "auto",
            description =
                    "Progress on standard error: ${COMPLETION-CANDIDATES}. auto is a refreshed block on a terminal and"
                            + " plain lines elsewhere.")
    private ProgressMode mode = ProgressMode.auto;

    ProgressMode mode(Console console) {
        return console.resolve(mode);
    }
}
