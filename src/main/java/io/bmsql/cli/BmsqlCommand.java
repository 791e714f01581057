package io.bmsql.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The root of the command line. */
@Command(
        name = "bmsql",
        description = "Loads a TPC-C database, drives it and reports what it saw. Reads BenchmarkSQL's props files.",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        scope = ScopeType.INHERIT,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit status:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  bmsql build props.pg                    tables, rows, indexes, keys",
            "  bmsql run props.pg                      the timed run",
            "  bmsql run props.pg -D terminals=50      with another setting",
            "  bmsql report my_result_2026-11-20       an HTML page from its results",
            "  run/quickstart.sh                       all of it on an own PostgreSQL",
            "  . <(bmsql generate-completion)          completion in bash or zsh"
        })
final class BmsqlCommand extends CommandGroup {
    @Option(
            names = "--stacktrace",
            scope = ScopeType.INHERIT,
            description = "Show where in the program an error happened, for a bug report.")
    private boolean stackTrace;

    boolean wantsStackTrace() {
        return stackTrace;
    }
}
