package io.bmsql.script;

import io.bmsql.common.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which step an SQL statement is: the beginning or end of a transaction, or a statement that the server gets. */
final class StatementSteps {
    private static final Pattern BEGIN =
            Pattern.compile("(?is)(?:BEGIN(?:\\s+(?:WORK|TRANSACTION))?|START\\s+TRANSACTION)"
                    + "(?:\\s+((?:ISOLATION|READ|NOT|DEFERRABLE)\\b.*))?");

    private static final Pattern COMMIT =
            Pattern.compile("(?is)(?:COMMIT|END)(?:\\s+(?:WORK|TRANSACTION))?(?:\\s+AND\\s+NO\\s+CHAIN)?");

    private static final Pattern ROLLBACK =
            Pattern.compile("(?is)(?:ROLLBACK|ABORT)(?:\\s+(?:WORK|TRANSACTION))?(?:\\s+AND\\s+NO\\s+CHAIN)?");

    private StatementSteps() {}

    /** One, or several that the file combines. */
    static Step of(SqlText[] parts) {
        String text = parts.length == 1 && parts[0].slots.length == 0
                ? parts[0].firstPiece().replaceAll("(?s)/\\*.*?\\*/", " ").strip()
                : "";
        Matcher begin = BEGIN.matcher(text);
        if (begin.matches()) {
            String modes = begin.group(1);
            return (on, client, number) -> {
                on.begin(client, number, modes);
                return number + 1;
            };
        }
        if (COMMIT.matcher(text).matches()) {
            return (on, client, number) -> {
                on.end(true);
                return number + 1;
            };
        }
        if (ROLLBACK.matcher(text).matches()) {
            return (on, client, number) -> {
                on.end(false);
                return number + 1;
            };
        }
        return (on, client, number) -> {
            on.execute(parts, client, number, null);
            return number + 1;
        };
    }

    /** With {@code \gset}, of the last one, or {@code \aset}, of all. */
    static Step reading(SqlText[] parts, String prefix, boolean isOneRow) {
        Columns columns = new Columns(prefix, isOneRow);
        return (on, client, number) -> {
            on.execute(parts, client, number, columns);
            return number + 1;
        };
    }

    /** Where columns go: variables of their name behind the prefix. One row: exactly one is expected, of the last statement. */
    record Columns(String prefix, boolean isOneRow) {}

    /** Through the shell; gives what it prints. */
    static String runProgram(String line, Place place) throws UsageException, InterruptedException {
        try {
            Process program = new ProcessBuilder("sh", "-c", line)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            program.getOutputStream().close();
            String answer = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            int status = program.waitFor();
            if (status != 0) {
                throw place.error("the program ended with status " + status + "; run it by hand to see why");
            }
            return answer;
        } catch (IOException e) {
            throw place.error("the program cannot be started: " + e.getMessage() + "; check its name");
        }
    }
}
