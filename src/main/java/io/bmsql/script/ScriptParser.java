package io.bmsql.script;

import io.bmsql.common.NearestWord;
import io.bmsql.common.UsageException;
import io.bmsql.common.UserText;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compiles a script file into steps, in one pass over its characters. */
final class ScriptParser {
    private static final Pattern SETS = Pattern.compile("(?i)\\\\set(?:shell)?[ \\t]+([\\p{L}\\p{N}_]+)");
    private static final Pattern READS_COLUMNS = Pattern.compile("(?i)\\\\[ga]set[ \\t]*([\\p{L}\\p{N}_]*)");
    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");
    private static final Pattern DOLLAR_TAG = Pattern.compile("\\$(?:[\\p{L}_][\\p{L}\\p{N}_]*)?\\$");
    private static final Pattern SLEEP = Pattern.compile("(?i)(:[\\p{L}\\p{N}_]+(?!\\S)|[0-9]{1,9})\\s*(us|ms|s)?");
    private static final Pattern DIRECTIVE =
            Pattern.compile("--\\s*(retry|weight|read-only|rollback|(?:keying|think)(?=\\s*:))\\b\\s*:?\\s*(\\S*).*");
    private static final List<String> DIRECTIVES =
            List.of("retry", "weight", "read-only", "rollback", "keying", "think");
    private static final Pattern READ_ONLY = Pattern.compile("(?i)--\\s*read[ _]?only");
    private static final Pattern LATE =
            Pattern.compile("--\\s*(?:read-only|(?:retry|weight|rollback|keying|think):.*)");
    private static final double MAX_WAIT_SECONDS = 86_400;
    /** More than any program needs whose time is part of a transaction's. */
    private static final long PROGRAM_SECONDS = 60;

    private static final Pattern BEGIN = Pattern.compile(
            "(?is)(?:BEGIN(?:\\s+(?:WORK|TRANSACTION))?|START\\s+TRANSACTION)(?:\\s+((?:ISOLATION|READ|NOT|DEFERRABLE)\\b.*))?");
    /** The driver would not know of its transaction, and so not commit it. */
    private static final Pattern OTHER_BEGIN = Pattern.compile("(?is)START\\s+TRANSACTION\\b.*");

    private static final Pattern END = Pattern.compile(
            "(?is)(COMMIT|END|ROLLBACK|ABORT)(?:\\s+(?:WORK|TRANSACTION))?(\\s+AND\\s+(NO\\s+)?CHAIN)?");
    private static final List<String> COMMANDS = List.of(
            "set if elif else endif sleep gset aset startpipeline syncpipeline endpipeline shell setshell".split(" "));
    private static final Set<String> WITHOUT_ARGUMENTS =
            Set.of("else", "endif", "startpipeline", "syncpipeline", "endpipeline");

    private final Place file;
    private final String text;
    private final ScriptVariables names;
    private final boolean allowsShell;
    private final Set<String> set = new HashSet<>();
    private final Set<String> columnPrefixes = new HashSet<>();
    private final List<Script.Step> steps = new ArrayList<>();
    private final Deque<Branch> branches = new ArrayDeque<>();
    /** Statements before a semicolon, more than one after {@code \;}. */
    private final List<SqlText> combined = new ArrayList<>();

    private SqlText.Builder sql = new SqlText.Builder();
    private int parentheses;
    private int brackets;
    /** What the last BEGIN says; a transaction chained to it is of the same kind. */
    private @Nullable String modes;

    private int position;
    private @Nullable Place pipelineStart;
    private boolean hasPipeline;
    private boolean isReadOnly;

    /** A block from {@code \if} to {@code \endif} that is not yet closed; no condition: after {@code \else}. */
    private record Branch(Place start, @Nullable Jump condition, List<Jump> ends) {}

    /** To the target, or on when there is a condition that holds. */
    private static final class Jump implements Script.Step {
        private final @Nullable Expression condition;
        private final Place place;
        int target;

        Jump(@Nullable Expression condition, Place place) {
            this.condition = condition;
            this.place = place;
        }

        @Override
        public int run(ScriptStatements on, ScriptClient client, int number) throws UsageException {
            if (condition == null) {
                return target;
            }
            condition.evaluate(client);
            return client.registers.isTrue(0, place) ? number + 1 : target;
        }
    }

    ScriptParser(String file, String text, ScriptVariables names, boolean allowsShell) {
        this.file = new Place(file, text, 0);
        this.text = text;
        this.names = names;
        this.allowsShell = allowsShell;
    }

    Script parse() throws UsageException {
        SETS.matcher(text).results().forEach(found -> set.add(found.group(1)));
        READS_COLUMNS.matcher(text).results().forEach(found -> columnPrefixes.add(found.group(1)));
        names.set(set, columnPrefixes);
        Map<String, String> says = said();
        isReadOnly = says.containsKey("read-only");
        while (position < text.length()) {
            readCharacter();
        }
        endStatement(null, "");
        if (!branches.isEmpty()) {
            throw branches.element().start.error("this \\if has no \\endif; add it");
        } else if (pipelineStart != null) {
            throw pipelineStart.error("this pipeline is not closed; add \\endpipeline");
        }
        file.check(!steps.isEmpty(), "the script is empty; write a statement");
        String name = file.file().replaceFirst(".*[/\\\\]", "").replaceFirst("\\.[^.]*$", "");
        int weight = Integer.parseInt(says.getOrDefault("weight", "1"));
        return new Script(
                name, weight, header(says), hasPipeline, steps.toArray(Script.Step[]::new), file.at(text.length()));
    }

    /** What the comments at the beginning say. */
    private Map<String, String> said() throws UsageException {
        Map<String, String> says = new HashMap<>();
        int start = 0;
        boolean isOver = false;
        for (String line : text.split("\n", -1)) {
            isOver |= !line.isBlank() && !line.strip().startsWith("--");
            if (isOver) {
                check(
                        start,
                        !LATE.matcher(line.strip()).matches(),
                        "this comment counts only at the beginning; move it up");
                start += line.length() + 1;
                continue;
            }
            Matcher directive = DIRECTIVE.matcher(line.strip());
            if (directive.matches()) {
                String what = directive.group(1) + " " + directive.group(2);
                check(
                        start,
                        what.matches("weight [0-9]{1,6}|retry never|read-only.*|(retry|rollback) constraint")
                                || what.matches("(keying|think).*")
                                        && UserText.seconds(directive.group(2)) <= MAX_WAIT_SECONDS,
                        "this comment is not understood; write -- retry: never, -- retry: constraint, -- rollback: constraint,"
                                + " -- weight: 3, -- keying: 2s or -- think: 500ms");
                says.put(directive.group(1), directive.group(2));
            } else {
                TableStatement.checkComment(file.at(start), line.strip(), DIRECTIVES);
                boolean isMisspelt = READ_ONLY.matcher(line.strip()).matches();
                check(start, !isMisspelt, "this comment is not understood; write -- read-only");
            }
            start += line.length() + 1;
        }
        return says;
    }

    private static Script.Header header(Map<String, String> says) {
        String retry = says.getOrDefault("retry", "");
        return new Script.Header(
                !retry.equals("never"),
                says.containsKey("read-only"),
                says.containsKey("rollback") ? "rollback" : retry.equals("constraint") ? "retry" : "",
                UserText.seconds(says.getOrDefault("keying", "0s")),
                UserText.seconds(says.getOrDefault("think", "0s")));
    }

    private void readCharacter() throws UsageException {
        char c = text.charAt(position);
        if (Character.isWhitespace(c) && sql.start < 0) {
            position++;
        } else if (text.startsWith("--", position)) {
            position = lineEnd(position);
        } else if (text.startsWith("/*", position)) {
            copyText(commentEnd());
        } else if (text.startsWith("\\;", position)) {
            position += 2;
            endPart();
        } else if (text.startsWith("\\:", position)) {
            position++;
            statementCharacter(':');
        } else if (c == '\\') {
            command();
        } else if (c == ';' && parentheses <= 0) {
            position++;
            endStatement(null, "");
        } else {
            sql.start = sql.start < 0 ? position : sql.start;
            statementCharacter(c);
        }
    }

    private void statementCharacter(char c) throws UsageException {
        Matcher dollarTag = DOLLAR_TAG.matcher(text).region(position, text.length());
        String name = c == ':' ? nameAt(position + 1) : "";
        if (c == '\'' || c == '"' || c == '`') {
            quoted(c);
        } else if (c == '$' && !SqlText.Builder.isNamePart(sql.last()) && dollarTag.lookingAt()) {
            int close = text.indexOf(dollarTag.group(), dollarTag.end());
            check(position, close >= 0, "this text is not closed; end it with " + dollarTag.group());
            copyText(close + dollarTag.group().length());
        } else if (!name.isEmpty() && (brackets == 0 || isSet(name))) {
            checkIsSet(position);
            variable(name, false);
        } else if (c == ':') {
            copyColons();
        } else if (c == '?') {
            sql.appendQuestionMark();
            position++;
        } else {
            parentheses += c == '(' ? 1 : c == ')' ? -1 : 0;
            brackets += c == '[' ? 1 : c == ']' ? -1 : 0;
            copyTo(position + 1);
        }
    }

    /** More than one in a row never begin a variable. */
    private void copyColons() {
        int end = position + 1;
        while (text.startsWith(":", end)) {
            end++;
        }
        copyTo(end);
    }

    /** What is in quotes or a comment: variables of the script are put in as pgbench does, other colons stay. */
    private void copyText(int end) {
        while (position < end) {
            String name = text.charAt(position) == ':' ? nameAt(position + 1) : "";
            if (!name.isEmpty() && isSet(name)) {
                variable(name, true);
            } else if (text.charAt(position) == ':') {
                copyColons();
            } else {
                copyTo(position + 1);
            }
        }
    }

    private void copyTo(int end) {
        sql.append(text.substring(position, end));
        position = end;
    }

    private void check(int offset, boolean isRight, String message) throws UsageException {
        file.at(offset).check(isRight, message);
    }

    private int lineEnd(int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    /** Comments may hold comments, as in PostgreSQL. */
    private int commentEnd() throws UsageException {
        int at = position;
        int depth = 0;
        do {
            boolean opens = text.startsWith("/*", at);
            boolean closes = text.startsWith("*/", at);
            depth += opens ? 1 : closes ? -1 : 0;
            at += opens || closes ? 2 : 1;
        } while (depth > 0 && at < text.length());
        check(position, depth == 0, "this comment is not closed; end it with */");
        return at;
    }

    /** A text or a name in quotes. */
    private void quoted(char quote) throws UsageException {
        Place start = file.at(position);
        boolean isEscaped = quote == '\''
                && (sql.last() == 'E' || sql.last() == 'e')
                && (position < 2 || !SqlText.Builder.isNamePart(text.charAt(position - 2)));
        int close = position + 1;
        while (close < text.length() && text.charAt(close) != quote) {
            close += isEscaped && text.charAt(close) == '\\' ? 2 : 1;
        }
        start.check(close < text.length(), "this quote is not closed; end it with " + quote);
        copyText(close + 1);
    }

    private String nameAt(int start) {
        Matcher name = NAME.matcher(text).region(start, text.length());
        return name.lookingAt() ? name.group() : "";
    }

    /** Or may be: after a {@code \gset} without prefix that is any. */
    private boolean isSet(String name) {
        return names.isGiven(name)
                || set.contains(name)
                || columnPrefixes.stream().anyMatch(name::startsWith);
    }

    /** Checks the variable whose colon is here. */
    private void checkIsSet(int colon) throws UsageException {
        String name = nameAt(colon + 1);
        Stream<String> known = Stream.concat(set.stream(), ScriptVariables.AUTOMATIC.stream());
        check(colon, isSet(name), "no \\set or -D sets the variable :" + name + NearestWord.question(name, known));
    }

    private void variable(String name, boolean inQuotes) {
        position += 1 + name.length();
        char next = position < text.length() ? text.charAt(position) : ' ';
        sql.variable(names.slot(name), next, inQuotes, inQuotes || brackets > 0 ? ":" + name : "");
    }

    private void endPart() throws UsageException {
        if (sql.start >= 0) {
            SqlText statement = sql.build(file.at(sql.start));
            statement.place.check(
                    !isReadOnly || !statement.writes,
                    "the script says -- read-only, but this statement writes; take one of both out");
            combined.add(statement);
        }
        sql = new SqlText.Builder();
    }

    /** With the place of {@code \gset} or {@code \aset}, if one ends the statement, and its prefix. */
    private void endStatement(@Nullable Place columns, String prefix) throws UsageException {
        endPart();
        parentheses = 0;
        brackets = 0;
        SqlText[] parts = combined.toArray(SqlText[]::new);
        combined.clear();
        if (columns != null) {
            columns.check(parts.length > 0, "there is no statement before this command; write one");
            columns.check(
                    pipelineStart == null, "a pipeline cannot set variables from columns; take it out of the pipeline");
            boolean isOneRow = Character.toLowerCase(text.charAt(columns.offset() + 1)) == 'g';
            var reading = new ScriptStatements.Columns(prefix, isOneRow);
            steps.add((on, client, number) -> on.execute(parts, client, number, reading));
        } else if (parts.length > 0) {
            steps.add(statement(parts));
        }
    }

    /** The beginning or end of a transaction, or statements that the server gets. */
    private Script.Step statement(SqlText[] parts) throws UsageException {
        String text = parts.length == 1 ? parts[0].withoutComments() : "";
        Matcher begin = BEGIN.matcher(text);
        Matcher end = END.matcher(text);
        if (begin.matches()) {
            modes = begin.group(1);
            return begin(modes);
        } else if (end.matches()) {
            boolean commits = end.group(1).matches("(?i)COMMIT|END");
            boolean goesOn = end.group(2) != null && end.group(3) == null;
            Script.Step next = goesOn ? begin(modes) : (on, client, number) -> number + 1;
            return (on, client, number) -> {
                on.end(commits);
                return next.run(on, client, number);
            };
        }
        parts[0].place.check(
                !OTHER_BEGIN.matcher(text).matches(),
                "this beginning of a transaction is not known; write BEGIN, with ISOLATION LEVEL ..., READ ONLY or READ WRITE behind it");
        return (on, client, number) -> on.execute(parts, client, number, null);
    }

    private static Script.Step begin(@Nullable String modes) {
        return (on, client, number) -> on.begin(client, number, modes);
    }

    /** A line that begins with a backslash, and those that continue it. */
    private void command() throws UsageException {
        Place place = file.at(position);
        int end = lineEnd(position);
        while (end < text.length() && (text.startsWith("\\", end - 1) || text.startsWith("\\\r", end - 2))) {
            end = lineEnd(end + 1);
        }
        int nameEnd = ExpressionParser.nameEnd(text, position + 1, end);
        String command = text.substring(position + 1, nameEnd).toLowerCase(Locale.ROOT);
        int start = ExpressionParser.skipBlanks(text, nameEnd, end);
        String arguments =
                text.substring(start, end).replaceAll("\\\\\r?\n", " ").strip();
        position = end;
        place.check(
                COMMANDS.contains(command),
                "`\\" + command + "` is no command" + NearestWord.question(command, COMMANDS.stream())
                        + "; use one of pgbench's");
        if (command.equals("gset") || command.equals("aset")) {
            boolean isPrefix = arguments.isEmpty() || NAME.matcher(arguments).matches();
            check(start, isPrefix, "`" + arguments + "` is no prefix; write letters, digits and _");
            endStatement(place, arguments);
            return;
        }
        endStatement(null, "");
        boolean isComplete = arguments.isEmpty() || !WITHOUT_ARGUMENTS.contains(command);
        check(start, isComplete, "\\" + command + " takes nothing behind it; delete that");
        switch (command) {
            case "set" -> set(start, end);
            case "if" -> branches.push(new Branch(place, jump(expression(start, end), place), new ArrayList<>()));
            case "elif", "else", "endif" -> branch(command, start, end, place);
            case "sleep" -> sleep(arguments, start);
            case "shell", "setshell" -> shell(arguments, command.equals("setshell"), place);
            default -> pipeline(command, place);
        }
    }

    private void branch(String command, int start, int end, Place place) throws UsageException {
        Branch branch = branches.poll();
        if (branch == null) {
            throw place.error("\\" + command + " has no \\if before it; add one");
        }
        Jump before = branch.condition;
        boolean goesOn = !command.equals("endif");
        if (goesOn) {
            place.check(before != null, "\\" + command + " stands behind \\else; put it before");
            branch.ends.add(jump(null, place));
        }
        if (before != null) {
            before.target = steps.size();
        }
        if (goesOn) {
            Jump condition = command.equals("elif") ? jump(expression(start, end), place) : null;
            branches.push(new Branch(branch.start, condition, branch.ends));
        } else {
            branch.ends.forEach(jump -> jump.target = steps.size());
        }
    }

    private Jump jump(@Nullable Expression condition, Place place) {
        Jump jump = new Jump(condition, place);
        steps.add(jump);
        return jump;
    }

    private Expression expression(int start, int end) throws UsageException {
        return new ExpressionParser(file.at(start), end, names, this::checkIsSet).parse();
    }

    private int newVariable(String name, Place place) throws UsageException {
        place.check(NAME.matcher(name).matches(), "`" + name + "` is no name of a variable; use letters, digits and _");
        return names.slot(name);
    }

    private void set(int start, int end) throws UsageException {
        int nameEnd = start;
        while (nameEnd < end && !Character.isWhitespace(text.charAt(nameEnd))) {
            nameEnd++;
        }
        int slot = newVariable(text.substring(start, nameEnd), file.at(start));
        Expression value = expression(nameEnd, end);
        steps.add((on, client, number) -> {
            value.evaluate(client);
            client.variables.copy(slot, client.registers, 0);
            return number + 1;
        });
    }

    private void sleep(String arguments, int start) throws UsageException {
        Matcher parts = SLEEP.matcher(arguments);
        Place place = file.at(start);
        place.check(parts.matches(), "\\sleep needs a whole number or a variable; write it as \\sleep 10 ms");
        String unit = parts.group(2) == null ? "s" : parts.group(2).toLowerCase(Locale.ROOT);
        long unitNanos = unit.equals("us") ? 1_000 : unit.equals("ms") ? 1_000_000 : 1_000_000_000;
        Expression time = expression(start, start + parts.group(1).length());
        steps.add((on, client, number) -> {
            if (on.isOnPath()) {
                time.evaluate(client);
                on.clock.sleep(client.registers.asLong(0, place) * unitNanos);
            }
            return number + 1;
        });
    }

    private void pipeline(String command, Place place) throws UsageException {
        boolean starts = command.equals("startpipeline");
        boolean goesOn = !command.equals("endpipeline");
        place.check(
                starts == (pipelineStart == null),
                starts
                        ? "a pipeline is open already; end it with \\endpipeline first"
                        : "\\" + command + " has no \\startpipeline before it; add one");
        hasPipeline = true;
        pipelineStart = goesOn ? place : null;
        steps.add((on, client, number) -> on.pipeline(client, number, goesOn));
    }

    private void shell(String arguments, boolean sets, Place place) throws UsageException {
        place.check(allowsShell, "this starts a program: take it out, or allow it by -D scriptShell=true");
        List<String> words = new ArrayList<>(List.of(arguments.split("\\s+")));
        int slot = sets ? newVariable(words.remove(0), place) : -1;
        place.check(!String.join("", words).isEmpty(), "a command is missing; write it behind");
        SqlText.Builder line = new SqlText.Builder();
        for (String word : words) {
            if (word.startsWith(":") && !word.startsWith("::")) {
                checkIsSet(text.indexOf(word, place.offset()));
                line.variable(names.slot(word.substring(1)), ' ', true, "");
                line.append(" ");
            } else {
                line.append((word.startsWith("::") ? word.substring(1) : word) + " ");
            }
        }
        SqlText program = line.build(place);
        steps.add((on, client, number) -> {
            String answer = on.isOnPath() ? answer(program.sql(client), sets, PROGRAM_SECONDS, place) : "0";
            if (sets) {
                client.variables.setRead(slot, answer);
                if (client.variables.kind(slot) != Values.LONG) {
                    throw place.error("the program's answer is no whole number; let it print one");
                }
            }
            return number + 1;
        });
    }

    /**
     * What a program prints, when that is asked for. At the limit, or when the run ends, it is ended with what it started. It prints into
     * a file: a pipe would stay open as long as anything that it left in the background.
     */
    static String answer(String line, boolean isAsked, long limitSeconds, Place place)
            throws UsageException, InterruptedException {
        try {
            Path printed = Files.createTempFile("bmsql-program", ".out");
            try {
                Process program = new ProcessBuilder("sh", "-c", line)
                        .redirectOutput(isAsked ? Redirect.to(printed.toFile()) : Redirect.DISCARD)
                        .redirectError(Redirect.DISCARD)
                        .start();
                try {
                    program.getOutputStream().close();
                    place.check(
                            program.waitFor(limitSeconds, TimeUnit.SECONDS),
                            "the program had not ended after " + limitSeconds + " s; run it by hand to see why");
                    int status = program.exitValue();
                    place.check(status == 0, "the program ended with status " + status + "; run it by hand to see why");
                    return new String(Files.readAllBytes(printed), StandardCharsets.UTF_8).strip();
                } finally {
                    program.descendants().forEach(ProcessHandle::destroyForcibly);
                    program.destroyForcibly();
                }
            } finally {
                Files.delete(printed);
            }
        } catch (IOException e) {
            throw place.error("the program cannot be started: " + e.getMessage() + "; check its name");
        }
    }
}
