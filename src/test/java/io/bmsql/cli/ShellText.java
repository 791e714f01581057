package io.bmsql.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands of a shell text and the files that it writes by {@code cat >FILE <<'END'}. It knows quotes, comments, continued
 * lines and what stands between commands; redirections stay words, and nothing is expanded.
 *
 * @param commands the words of each
 */
record ShellText(List<List<String>> commands, List<HereFile> files) {
    private static final Pattern HERE = Pattern.compile("cat >(\\S+) <<'(\\w+)'");

    /** A word with its quotes, what ends a command, or a comment. */
    private static final Pattern TOKEN = Pattern.compile(
            "(?<word>(?:[^\\s;|&()'\"#]|'[^']*'|\"[^\"]*\"|(?<=[^\\s;|&()])#|(?<=>)&)+)|(?<end>[\\n;|&()])|#.*");

    private static final Pattern QUOTED = Pattern.compile("'([^']*)'|\"([^\"]*)\"");

    /** Programs that start the one behind their options. */
    private static final Set<String> STARTERS = Set.of("nohup", "numactl", "taskset");

    record HereFile(String name, String text) {}

    static ShellText read(String text) {
        ShellText read = new ShellText(new ArrayList<>(), new ArrayList<>());
        StringBuilder plain = new StringBuilder();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher here = HERE.matcher(lines.get(i));
            if (!here.matches()) {
                plain.append(lines.get(i)).append('\n');
                continue;
            }
            StringBuilder body = new StringBuilder();
            while (!lines.get(++i).equals(here.group(2))) {
                body.append(lines.get(i)).append('\n');
            }
            read.files.add(new HereFile(here.group(1), body.toString()));
        }
        read.split(plain.toString().replace("\\\n", " "));
        for (HereFile file : List.copyOf(read.files)) {
            if (file.name.endsWith(".sh")) {
                ShellText inner = read(file.text);
                read.commands.addAll(inner.commands);
                read.files.addAll(inner.files);
            }
        }
        return read;
    }

    private void split(String text) {
        List<String> words = new ArrayList<>();
        Matcher tokens = TOKEN.matcher(text + "\n");
        while (tokens.find()) {
            if (tokens.group("word") != null) {
                words.add(QUOTED.matcher(tokens.group("word")).replaceAll("$1$2"));
            } else if (tokens.group("end") != null && !words.isEmpty()) {
                commands.add(List.copyOf(words));
                words.clear();
            }
        }
    }

    /** The words behind bmsql, of each command that is one or starts one (nohup, numactl); redirections left out. */
    List<List<String>> bmsqlCalls() {
        List<List<String>> calls = new ArrayList<>();
        for (List<String> words : commands) {
            int at = 0;
            while (STARTERS.contains(words.get(0)) && at < words.size() - 1 && !isBmsql(words.get(at))) {
                at++;
            }
            if (isBmsql(words.get(at))) {
                calls.add(withoutRedirections(words.subList(at + 1, words.size())));
            }
        }
        return calls;
    }

    private static boolean isBmsql(String word) {
        return word.matches("(\\./|run/|bin/)?bmsql");
    }

    private static List<String> withoutRedirections(List<String> words) {
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).matches("\\d?>>?|<")) {
                i++;
            } else if (!words.get(i).matches("(\\d?>|<).*")) {
                kept.add(words.get(i));
            }
        }
        return kept;
    }
}
