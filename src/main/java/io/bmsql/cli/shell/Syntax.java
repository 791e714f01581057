package io.bmsql.cli.shell;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A command as a shell sees it: which words may stand where.
 *
 * @param path its words without the program's, none for the program itself
 * @param about one sentence
 * @param flags its options, those of all commands too
 * @param arguments in their order; the last may repeat
 */
record Syntax(List<String> path, String about, List<Syntax> subcommands, List<Flag> flags, List<Value> arguments) {
    private static final int ABOUT_CHARS = 90;

    /** What can be offered for a value. */
    enum Kind {
        ANYTHING,
        WORDS,
        KEYS,
        ASSIGNMENTS,
        PROPS,
        RESULTS,
        FILE
    }

    /** One option under all its names; {@code value} is missing where it takes none. */
    record Flag(List<String> names, String about, boolean repeats, Optional<Value> value) {}

    /** A value, by the name that help gives it; {@code words} are those of {@code WORDS}. */
    record Value(String label, Kind kind, List<String> words, boolean repeats) {}

    /** A command and all below it; {@code words} are known ones for values of such a label. */
    static Syntax of(CommandSpec command, Map<String, List<String>> words) {
        return of(command, List.of(), words);
    }

    private static Syntax of(CommandSpec command, List<String> path, Map<String, List<String>> words) {
        return new Syntax(
                path,
                brief(command.usageMessage().description()),
                command.subcommands().entrySet().stream()
                        .filter(entry -> !entry.getValue()
                                .getCommandSpec()
                                .usageMessage()
                                .hidden())
                        .map(entry -> of(entry.getValue().getCommandSpec(), with(path, entry.getKey()), words))
                        .toList(),
                command.options().stream()
                        .filter(option -> !option.hidden())
                        .map(option -> flag(option, words))
                        .toList(),
                command.positionalParameters().stream()
                        .filter(argument -> !argument.hidden())
                        .map(argument -> value(argument, words, argument.index().isVariable()))
                        .toList());
    }

    private static List<String> with(List<String> path, String word) {
        return Stream.concat(path.stream(), Stream.of(word)).toList();
    }

    private static Flag flag(OptionSpec option, Map<String, List<String>> words) {
        return new Flag(
                List.of(option.names()),
                brief(option.description()),
                option.isMultiValue(),
                option.arity().max() == 0 ? Optional.empty() : Optional.of(value(option, words, false)));
    }

    private static Value value(ArgSpec argument, Map<String, List<String>> words, boolean repeats) {
        String label = argument.paramLabel().replaceAll("[<>]", "");
        List<String> known = words.getOrDefault(label, candidates(argument));
        return new Value(
                label, known.isEmpty() ? kind(label, argument.typeInfo().getType()) : Kind.WORDS, known, repeats);
    }

    private static List<String> candidates(ArgSpec argument) {
        Iterable<String> candidates = argument.completionCandidates();
        return candidates == null
                ? List.of()
                : StreamSupport.stream(candidates.spliterator(), false)
                        .map(word -> word.toLowerCase(Locale.ROOT))
                        .toList();
    }

    private static Kind kind(String label, Class<?> type) {
        if (label.endsWith("PROPS") || label.endsWith(".props")) {
            return Kind.PROPS;
        }
        return switch (label) {
            case "KEY" -> Kind.KEYS;
            case "KEY=VALUE", "KEY=V1,V2,..." -> Kind.ASSIGNMENTS;
            case "DIR" -> Kind.RESULTS;
            default -> label.equals("FILE") || type == Path.class ? Kind.FILE : Kind.ANYTHING;
        };
    }

    /** The first sentence, cut between words where it is long. */
    private static String brief(String[] description) {
        String first = sentence(description);
        return first.length() <= ABOUT_CHARS
                ? first
                : first.substring(0, first.lastIndexOf(' ', ABOUT_CHARS)).replaceAll("[,:]$", "") + " ...";
    }

    static String sentence(String[] description) {
        String all = CommandLine.Help.Ansi.OFF
                .string(String.join(" ", description))
                .replace("%n", " ")
                .replace("%%", "%");
        return all.split("[.;:](?= |$)", 2)[0].strip();
    }
}
