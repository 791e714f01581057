package io.bmsql.script;

import io.bmsql.common.NearestWord;
import io.bmsql.common.UsageException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compiles a script file into steps, in one pass over its characters. */
final class ScriptParser {
    private static final Pattern SETS = Pattern.compile("\\\\set(?:shell)?[ \\t]+(\\w+)");
    private static final Pattern READS_COLUMNS = Pattern.compile("\\\\[ga]set[ \\t]*(\\w*)");
    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");
    private static final Pattern DOLLAR_TAG = Pattern.compile("\\$(?:[\\p{L}_][\\p{L}\\p{N}_]*)?\\$");
    private static final Pattern SLEEP = Pattern.compile("(:?[\\p{L}\\p{N}_]+?)\\s*(us|ms|s)?");
    private static final Pattern DIRECTIVE = Pattern.compile("--\\s*(retry|weight|read-only)\\b\\s*:?\\s*(\\S*).*");
    private static final String[] COMMANDS = {
        "set",
        "if",
        "elif",
        "else",
        "endif",
        "sleep",
        "gset",
        "aset",
        "startpipeline",
        "syncpipeline",
        "endpipeline",
        "shell",
        "setshell"
    };

    private final Place file;
    private final String text;
    private final ScriptVariables names;
    private final boolean allowsShell;
    private final Set<String> set = new HashSet<>();
    private final Set<String> columnPrefixes = new HashSet<>();
    private final List<Step> steps = new ArrayList<>();
    private final Deque<Branch> branches = new ArrayDeque<>();
    /** Statements before a semicolon, more than one after {@code \;}. */
    private final List<SqlText> combined = new ArrayList<>();

    private SqlText.Builder sql = new SqlText.Builder();
    private int parentheses;
    private int position;
    private int pipelineStart = -1;
    private boolean hasPipeline;

    record Header(int weight, boolean isRetried, boolean isReadOnly) {}

    /** A block from {@code \if} to {@code \endif} that is not yet closed. */
    private static final class Branch {
        final Place start;
        final List<Jump> ends = new ArrayList<>();

        @Nullable
        Jump condition;

        Branch(Place start) {
            this.start = start;
        }
    }

    /** To the target, or on when there is a condition that holds. */
    private static final class Jump implements Step {
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
        while (position < text.length()) {
            readCharacter();
        }
        endStatement(null, "");
        if (!branches.isEmpty()) {
            throw branches.element().start.error("this \\if has no \\endif; add it");
        }
        if (pipelineStart >= 0) {
            throw file.at(pipelineStart).error("this pipeline is not closed; add \\endpipeline");
        }
        if (steps.isEmpty()) {
            throw file.error("the script is empty; write a statement");
        }
        String name = file.file().replaceFirst(".*[/\\\\]", "").replaceFirst("\\.[^.]*$", "");
        return new Script(name, header(), steps.toArray(Step[]::new), hasPipeline, file.at(text.length()));
    }

    /** What the comments at the beginning say. */
    private Header header() throws UsageException {
        int weight = 1;
        boolean isRetried = true;
        boolean isReadOnly = false;
        int start = 0;
        for (String line : text.split("\n", -1)) {
            String stripped = line.strip();
            if (!stripped.isEmpty() && !stripped.startsWith("--")) {
                break;
            }
            Matcher directive = DIRECTIVE.matcher(stripped);
            if (directive.matches()) {
                String value = directive.group(2);
                if (directive.group(1).equals("read-only")) {
                    isReadOnly = true;
                } else if (directive.group(1).equals("retry") && value.equals("never")) {
                    isRetried = false;
                } else if (directive.group(1).equals("weight") && value.matches("[0-9]{1,6}")) {
                    weight = Integer.parseInt(value);
                } else {
                    throw file.at(start).error("this comment is not understood; write -- retry: never or -- weight: 3");
                }
            }
            start += line.length() + 1;
        }
        return new Header(weight, isRetried, isReadOnly);
    }

    private void readCharacter() throws UsageException {
        char c = text.charAt(position);
        if (Character.isWhitespace(c)) {
            if (sql.start >= 0) {
                sql.append(String.valueOf(c));
            }
            position++;
        } else if (text.startsWith("--", position)) {
            position = lineEnd(position);
        } else if (text.startsWith("/*", position)) {
            copyTo(commentEnd());
        } else if (c == '\\' && !text.startsWith("\\;", position)) {
            command();
        } else if (c == ';' && parentheses <= 0) {
            position++;
            endStatement(null, "");
        } else if (c == '\\') {
            position += 2;
            endPart();
        } else {
            if (sql.start < 0) {
                sql.start = position;
            }
            statementCharacter(c);
        }
    }

    private void statementCharacter(char c) throws UsageException {
        Matcher dollarTag = DOLLAR_TAG.matcher(text).region(position, text.length());
        if (c == '\'' || c == '"' || c == '`') {
            quoted(c);
        } else if (c == '$' && !SqlText.Builder.isNamePart(sql.last()) && dollarTag.lookingAt()) {
            int close = text.indexOf(dollarTag.group(), dollarTag.end());
            if (close < 0) {
                throw file.at(position).error("this text is not closed; end it with " + dollarTag.group());
            }
            copyTo(close + dollarTag.group().length());
        } else if (text.startsWith("::", position) || text.startsWith(":=", position)) {
            copyTo(position + 2);
        } else if (c == ':'
                && NAME.matcher(text).region(position + 1, text.length()).lookingAt()) {
            checkIsSet(position);
            variable(false);
        } else if (c == '?') {
            sql.appendQuestionMark();
            position++;
        } else {
            parentheses += c == '(' ? 1 : c == ')' ? -1 : 0;
            copyTo(position + 1);
        }
    }

    private void copyTo(int end) {
        sql.append(text.substring(position, end));
        position = end;
    }

    private int lineEnd(int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    private int commentEnd() throws UsageException {
        int depth = 0;
        for (int at = position; at < text.length(); at++) {
            if (text.startsWith("/*", at)) {
                depth++;
                at++;
            } else if (text.startsWith("*/", at)) {
                depth--;
                at++;
                if (depth == 0) {
                    return at + 1;
                }
            }
        }
        throw file.at(position).error("this comment is not closed; end it with */");
    }

    /** A text or a name in quotes; variables of the script are put in as pgbench does, other colons stay. */
    private void quoted(char quote) throws UsageException {
        int start = position;
        boolean isEscaped = quote == '\''
                && (sql.last() == 'E' || sql.last() == 'e')
                && (start < 2 || !SqlText.Builder.isNamePart(text.charAt(start - 2)));
        copyTo(position + 1);
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == quote) {
                copyTo(position + 1);
                return;
            }
            String name = c == ':' ? nameAt(position + 1) : "";
            if (isEscaped && c == '\\' && position + 1 < text.length() || text.startsWith("::", position)) {
                copyTo(position + 2);
            } else if (!name.isEmpty() && isSetByName(name)) {
                variable(true);
            } else {
                copyTo(position + 1);
            }
        }
        throw file.at(start).error("this quote is not closed; end it with " + quote);
    }

    private String nameAt(int start) {
        Matcher name = NAME.matcher(text).region(start, text.length());
        return name.lookingAt() ? name.group() : "";
    }

    private boolean isSetByName(String name) {
        int slot = names.find(name);
        return slot >= 0 && names.isGiven(slot)
                || set.contains(name)
                || columnPrefixes.stream().anyMatch(prefix -> !prefix.isEmpty() && name.startsWith(prefix));
    }

    /** Of the variable whose colon is here. */
    private void checkIsSet(int colon) throws UsageException {
        String name = nameAt(colon + 1);
        if (!isSetByName(name) && !columnPrefixes.contains("")) {
            throw file.at(colon)
                    .error("nothing sets the variable :" + name
                            + NearestWord.question(
                                    name, Stream.concat(set.stream(), ScriptVariables.AUTOMATIC.stream()))
                            + "; set it with \\set or -D");
        }
    }

    private void variable(boolean inQuotes) {
        String name = nameAt(position + 1);
        position += 1 + name.length();
        sql.variable(names.slot(name), position < text.length() ? text.charAt(position) : ' ', inQuotes);
    }

    private void endPart() {
        if (sql.start >= 0) {
            combined.add(sql.build(file.at(sql.start)));
        }
        sql = new SqlText.Builder();
    }

    /** With the place of {@code \gset} or {@code \aset}, if one ends the statement, and its prefix. */
    private void endStatement(@Nullable Place columns, String prefix) throws UsageException {
        endPart();
        parentheses = 0;
        if (combined.isEmpty()) {
            if (columns != null) {
                throw columns.error("there is no statement before this command; write one");
            }
            return;
        }
        if (columns != null && pipelineStart >= 0) {
            throw columns.error("a pipeline cannot set variables from columns; take it out of the pipeline");
        }
        SqlText[] parts = combined.toArray(SqlText[]::new);
        combined.clear();
        if (columns == null) {
            steps.add(StatementSteps.of(parts));
        } else {
            steps.add(StatementSteps.reading(parts, prefix, text.startsWith("\\gset", columns.offset())));
        }
    }

    /** A line that begins with a backslash, and those that continue it. */
    private void command() throws UsageException {
        Place place = file.at(position);
        int end = lineEnd(position);
        while (end < text.length() && (text.startsWith("\\", end - 1) || text.startsWith("\\\r", end - 2))) {
            end = lineEnd(end + 1);
        }
        int nameEnd = ExpressionParser.nameEnd(text, position + 1, end);
        String command = text.substring(position + 1, nameEnd);
        int start = ExpressionParser.skipBlanks(text, nameEnd, end);
        String arguments =
                text.substring(start, end).replaceAll("\\\\\r?\n", " ").strip();
        position = end;
        if (command.equals("gset") || command.equals("aset")) {
            if (!arguments.isEmpty() && !NAME.matcher(arguments).matches()) {
                throw file.at(start).error("`" + arguments + "` is no prefix; write letters, digits and _");
            }
            endStatement(place, arguments);
            return;
        }
        endStatement(null, "");
        if (!arguments.isEmpty()
                && (command.equals("else") || command.startsWith("end") || command.endsWith("pipeline"))) {
            throw file.at(start).error("\\" + command + " takes nothing behind it; delete that");
        }
        switch (command) {
            case "set" -> set(start, end);
            case "if" -> {
                Branch branch = new Branch(place);
                branch.condition = jump(expression(start, end), place);
                branches.push(branch);
            }
            case "elif", "else" -> {
                Branch branch = open(place, command);
                Jump before = branch.condition;
                if (before == null) {
                    throw place.error("\\" + command + " stands behind \\else; put it before");
                }
                branch.ends.add(jump(null, place));
                before.target = steps.size();
                branch.condition = command.equals("else") ? null : jump(expression(start, end), place);
            }
            case "endif" -> {
                Branch branch = open(place, command);
                branches.pop();
                if (branch.condition != null) {
                    branch.condition.target = steps.size();
                }
                branch.ends.forEach(jump -> jump.target = steps.size());
            }
            case "sleep" -> sleep(arguments, start);
            case "startpipeline", "syncpipeline", "endpipeline" -> pipeline(command, place);
            case "shell", "setshell" -> shell(command, arguments, place);
            default ->
                throw place.error("`\\" + command + "` is no command"
                        + NearestWord.question(command, Stream.of(COMMANDS)) + "; use one of pgbench's");
        }
    }

    private Branch open(Place place, String command) throws UsageException {
        Branch branch = branches.peek();
        if (branch == null) {
            throw place.error("\\" + command + " has no \\if before it; add one");
        }
        return branch;
    }

    private Jump jump(@Nullable Expression condition, Place place) {
        Jump jump = new Jump(condition, place);
        steps.add(jump);
        return jump;
    }

    private Expression expression(int start, int end) throws UsageException {
        List<Integer> colons = new ArrayList<>();
        Expression expression = new ExpressionParser(file.at(start), end, names, colons::add).parse();
        for (int colon : colons) {
            checkIsSet(colon);
        }
        return expression;
    }

    private String checkedName(String name, int start) throws UsageException {
        if (!NAME.matcher(name).matches()) {
            throw file.at(start).error("`" + name + "` is no name of a variable; use letters, digits and _");
        }
        return name;
    }

    private void set(int start, int end) throws UsageException {
        int nameEnd = start;
        while (nameEnd < end && !Character.isWhitespace(text.charAt(nameEnd))) {
            nameEnd++;
        }
        int slot = names.slot(checkedName(text.substring(start, nameEnd), start));
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
        if (!parts.matches()) {
            throw place.error("\\sleep needs a time; write it as \\sleep 10 ms");
        }
        String number = parts.group(1);
        String unit = parts.group(2) == null ? "s" : parts.group(2);
        long unitNanos = unit.equals("us") ? 1_000 : unit.equals("ms") ? 1_000_000 : 1_000_000_000;
        if (!number.startsWith(":") && !number.matches("[0-9]{1,9}")) {
            throw place.error("`" + number + "` is no time; write a whole number or a variable");
        }
        Expression time = expression(start, start + number.length());
        steps.add((on, client, step) -> {
            time.evaluate(client);
            on.sleep(Math.multiplyExact(client.registers.asLong(0, place), unitNanos));
            return step + 1;
        });
    }

    private void pipeline(String command, Place place) throws UsageException {
        boolean starts = command.equals("startpipeline");
        if (starts == (pipelineStart >= 0)) {
            throw place.error(
                    starts
                            ? "a pipeline is open already; end it with \\endpipeline first"
                            : "\\" + command + " has no \\startpipeline before it; add one");
        }
        hasPipeline = true;
        boolean ends = command.equals("endpipeline");
        pipelineStart = starts ? place.offset() : ends ? -1 : pipelineStart;
        steps.add((on, client, number) -> {
            on.pipeline(client, number, !ends);
            return number + 1;
        });
    }

    private void shell(String command, String arguments, Place place) throws UsageException {
        if (!allowsShell) {
            throw place.error("\\" + command + " starts a program, which is not allowed; take it out or allow it");
        }
        String[] words = arguments.split("\\s+");
        boolean sets = command.equals("setshell");
        int first = sets ? 1 : 0;
        if (words.length <= first || words[first].isEmpty()) {
            throw place.error("\\" + command + " needs a command; write it behind");
        }
        int slot = sets ? names.slot(checkedName(words[0], place.offset())) : -1;
        int[] slots = new int[words.length];
        for (int i = first; i < words.length; i++) {
            boolean isVariable = words[i].startsWith(":") && !words[i].startsWith("::");
            if (isVariable) {
                checkIsSet(text.indexOf(words[i], place.offset()));
            }
            slots[i] = isVariable ? names.slot(words[i].substring(1)) : -1;
            words[i] = words[i].startsWith("::") ? words[i].substring(1) : words[i];
        }
        steps.add((on, client, number) -> {
            StringBuilder line = new StringBuilder();
            for (int i = first; i < words.length; i++) {
                line.append(i > first ? " " : "")
                        .append(slots[i] < 0 ? words[i] : SqlText.valueText(client.variables, slots[i]));
            }
            String answer = StatementSteps.runProgram(line.toString(), place);
            if (sets) {
                if (!answer.matches("[+-]?[0-9]{1,18}")) {
                    throw place.error("the program's answer is no whole number; let it print one");
                }
                client.variables.set(slot, Long.parseLong(answer));
            }
            return number + 1;
        });
    }
}
