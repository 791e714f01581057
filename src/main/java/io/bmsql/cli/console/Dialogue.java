package io.bmsql.cli.console;

import io.bmsql.common.RunClock;
import java.io.Console;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Questions to the user. Null for an answer: there will be none, as after Ctrl-D. */
public interface Dialogue {
    /** The line that was typed, empty for Enter alone. */
    @Nullable
    String ask(String question);

    @Nullable
    String askHidden(String question);

    void say(String line);

    /** How wide the window is; a very large number where it is not known. */
    default int columns() {
        return TerminalWidth.UNKNOWN;
    }

    /** The terminal of this process; nothing when its input or output is something else. */
    static Optional<Dialogue> ofTerminal() {
        return Optional.ofNullable(System.console())
                .filter(Dialogue::isTerminal)
                .map(Dialogue::of);
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

    private static Dialogue of(Console console) {
        return new Dialogue() {
            @Override
            public @Nullable String ask(String question) {
                return console.readLine("%s", question);
            }

            @Override
            public @Nullable String askHidden(String question) {
                char[] typed = console.readPassword("%s", question);
                return typed == null ? null : new String(typed);
            }

            @Override
            public void say(String line) {
                console.printf("%s%n", line);
            }

            @Override
            public int columns() {
                return new TerminalWidth(RunClock.SYSTEM).getAsInt();
            }
        };
    }
}
