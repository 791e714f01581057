package io.bmsql.cli.console;

import java.io.PrintStream;
import java.util.Map;

/**
 * The two streams of the program and what they can show. Results go to {@link #out()}, progress and complaints to {@link
 * #err()}.
 *
 * @param out standard output
 * @param err standard error; on a terminal its lines go above the block of a {@link ProgressScreen} by themselves
 * @param terminal true when standard error is a terminal that understands cursor movements
 * @param color true when it may also be coloured
 */
public record Console(PrintStream out, PrintStream err, boolean terminal, boolean color) {

    /**
     * Judges the streams by the environment: {@code TERM=dumb} or an empty {@code TERM} is no terminal for us, and
     * {@code NO_COLOR} forbids colours (no-color.org).
     *
     * @param errIsTerminal what the launching script found out about standard error
     */
    public static Console of(PrintStream out, PrintStream err, boolean errIsTerminal, Map<String, String> environment) {
        String type = environment.getOrDefault("TERM", "");
        boolean terminal = errIsTerminal && !type.isEmpty() && !type.equals("dumb");
        boolean color = terminal && environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Console(out, terminal ? new TurnableStream(err) : err, terminal, color);
    }

    /** Replaces {@code auto} by the mode for this output. */
    public ProgressMode resolve(ProgressMode mode) {
        if (mode != ProgressMode.auto) {
            return mode;
        }
        return terminal ? ProgressMode.auto : ProgressMode.plain;
    }
}
