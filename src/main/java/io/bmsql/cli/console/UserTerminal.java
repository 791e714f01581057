package io.bmsql.cli.console;

import io.bmsql.common.RunClock;
import java.io.Console;
import java.util.Optional;

/** The terminal that the user types in. */
public record UserTerminal(Console console) {
    /** The terminal of this process; nothing when its input or output is something else. */
    public static Optional<UserTerminal> ofProcess() {
        return Optional.ofNullable(System.console())
                .filter(UserTerminal::isTerminal)
                .map(UserTerminal::new);
    }

    /** From Java 22 on there is a console without a terminal as well, and a way to tell. */
    private static boolean isTerminal(Console console) {
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (NoSuchMethodException olderJava) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** What is typed without being shown; nothing when there will be no answer, as after Ctrl-D. */
    public Optional<String> askHidden(String question) {
        return Optional.ofNullable(console.readPassword("%s", question)).map(String::new);
    }

    /** How wide the window is; a very large number where it is not known. */
    public int columns() {
        return new TerminalWidth(RunClock.SYSTEM).getAsInt();
    }
}
