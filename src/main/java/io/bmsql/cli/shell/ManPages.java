package io.bmsql.cli.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The manual: a page for each command, and one for the settings. Written as roff, without AsciiDoc between, whose converter
 * would be most of a release's build.
 *
 * @param version of the program, at the foot of each page
 * @param date of the pages, as 2026-11-30
 */
public record ManPages(String version, String date) {
    private static final String PROPERTIES = "bmsql-properties";

    /** A setting of props files: name, meaning in Markdown, default or nothing. */
    public record Setting(String key, String meaning, String defaultText) {}

    private static final Map<String, String> FILES = new LinkedHashMap<>();

    static {
        FILES.put("props.*", "Props files: the database and the settings of a run, see `bmsql-properties`(5).");
        FILES.put(
                "sql.DB/",
                "Scripts, statements and facts of the database DB, in the working directory or the program's.");
        FILES.put("lib/DB/, lib/", "JDBC drivers, in the working directory or the program's.");
        FILES.put("$XDG_DATA_HOME/bmsql/lib/DB/", "JDBC drivers of one user; `~/.local/share` without XDG_DATA_HOME.");
        FILES.put("~/.m2/settings.xml", "Maven mirrors, proxies and passwords, for `bmsql driver get`.");
        FILES.put(
                "benchmarksql-error.log",
                "Warnings and errors with their traces, in the working directory; not there without any.");
    }

    private static final Map<String, String> ENVIRONMENT = new LinkedHashMap<>();

    static {
        ENVIRONMENT.put("JAVA_HOME", "The Java to run with, 17 or newer; otherwise the one on the PATH.");
        ENVIRONMENT.put("BMSQL_JAVA_OPTS", "Further options for the JVM, such as `-Xmx2g`.");
        ENVIRONMENT.put("NO_COLOR", "Progress without colours when it is set.");
        ENVIRONMENT.put("XDG_DATA_HOME", "Where a user's own JDBC drivers lie, see FILES.");
        ENVIRONMENT.put("any NAME", "What a props file takes by `${NAME}`, a password for instance.");
    }

    /** All pages, by file name. */
    public Map<String, String> of(CommandSpec root, List<Setting> settings) {
        Map<String, String> pages = new LinkedHashMap<>();
        add(pages, root);
        pages.put(PROPERTIES + ".5", properties(settings));
        return pages;
    }

    private void add(Map<String, String> pages, CommandSpec command) {
        pages.put(name(command) + ".1", page(command));
        subcommands(command).forEach(each -> add(pages, each));
    }

    private String page(CommandSpec command) {
        Roff page = new Roff(name(command), "1", date, version);
        page.section("NAME").text(Roff.plain(name(command)) + " \\- " + about(command));
        page.section("SYNOPSIS").line(synopsis(command));
        page.section("DESCRIPTION");
        for (String paragraph : command.usageMessage().description()) {
            if (!paragraph.isBlank() && !paragraph.equals("%n")) {
                page.paragraph(text(paragraph));
            }
        }
        page.items("COMMANDS", subcommands(command), ManPages::reference, ManPages::about);
        List<PositionalParamSpec> arguments = command.positionalParameters().stream()
                .filter(each -> !each.hidden())
                .toList();
        page.items("ARGUMENTS", arguments, each -> Roff.italic(label(each)), ManPages::description);
        List<OptionSpec> options =
                command.options().stream().filter(each -> !each.hidden()).toList();
        page.items("OPTIONS", options, ManPages::names, ManPages::description);
        page.items(
                "EXIT STATUS",
                command.root().usageMessage().exitCodeList().entrySet(),
                each -> Roff.bold(each.getKey()),
                each -> Roff.plain(each.getValue()));
        page.items("FILES", FILES.entrySet(), each -> Roff.italic(each.getKey()), each -> Roff.marked(each.getValue()));
        page.items(
                "ENVIRONMENT",
                ENVIRONMENT.entrySet(),
                each -> Roff.bold(each.getKey()),
                each -> Roff.marked(each.getValue()));
        page.example(List.of(command.usageMessage().footer()));
        page.section("SEE ALSO").line(seeAlso(command));
        return page.toString();
    }

    private String properties(List<Setting> settings) {
        Roff page = new Roff(PROPERTIES, "5", date, version);
        page.section("NAME").line(Roff.plain(PROPERTIES) + " \\- settings of props files");
        page.section("DESCRIPTION");
        page.paragraph(
                Roff.marked("A props file has a line `key=value` for each setting, and comments behind `#`. It is a"
                        + " Java properties file in UTF-8. Props files of BenchmarkSQL 5.x and 6.x are read as they are. `-D key=value`"
                        + " on the command line wins. `bmsql validate` shows what is in effect and from where."));
        page.items(
                "SETTINGS",
                settings,
                each -> Roff.bold(each.key()),
                each -> Roff.marked(each.meaning())
                        + (each.defaultText().isEmpty() ? "" : Roff.marked("; default: `" + each.defaultText() + "`")));
        page.section("SEE ALSO")
                .line(reference("bmsql", "1") + ", " + reference("bmsql-init", "1") + ", "
                        + reference("bmsql-validate", "1"));
        return page.toString();
    }

    private static List<CommandSpec> subcommands(CommandSpec command) {
        return command.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(each -> !each.usageMessage().hidden())
                .toList();
    }

    private static String about(CommandSpec command) {
        return Roff.plain(Syntax.sentence(command.usageMessage().description()));
    }

    private static String name(CommandSpec command) {
        return command.qualifiedName("-");
    }

    private static String reference(CommandSpec command) {
        return reference(name(command), "1");
    }

    private static String reference(String page, String chapter) {
        return Roff.bold(page) + "(" + chapter + ")";
    }

    private static String seeAlso(CommandSpec command) {
        CommandSpec parent = command.parent();
        Stream<CommandSpec> near = parent == null
                ? Stream.empty()
                : Stream.concat(
                        Stream.of(parent), parent == command.root() ? Stream.empty() : subcommands(parent).stream());
        List<String> all = new ArrayList<>(
                near.filter(each -> each != command).map(ManPages::reference).toList());
        all.add(reference(PROPERTIES, "5"));
        return String.join(", ", all);
    }

    private static String synopsis(CommandSpec command) {
        List<String> words = new ArrayList<>(List.of(Roff.bold(command.qualifiedName())));
        command.options().stream().filter(each -> !each.hidden()).forEach(each -> {
            String one = Roff.bold(each.longestName()) + value(each) + (each.isMultiValue() ? " ..." : "");
            words.add(each.required() ? one : "[" + one + "]");
        });
        if (!command.subcommands().isEmpty()) {
            words.add(Roff.italic("COMMAND"));
        }
        for (PositionalParamSpec each : command.positionalParameters()) {
            String one = Roff.italic(label(each)) + (each.index().isVariable() ? " ..." : "");
            words.add(each.arity().min() > 0 ? one : "[" + one + "]");
        }
        return String.join("\n", words);
    }

    private static String names(OptionSpec option) {
        return Stream.of(option.names()).map(Roff::bold).collect(Collectors.joining(", ")) + value(option);
    }

    private static String value(OptionSpec option) {
        if (option.arity().max() == 0) {
            return "";
        }
        return (option.longestName().startsWith("--") ? "=" : " ") + Roff.italic(label(option));
    }

    private static String label(ArgSpec argument) {
        return argument.paramLabel().replaceAll("[<>]", "");
    }

    private static String description(ArgSpec argument) {
        return text(String.join(" ", argument.description()));
    }

    private static String text(String described) {
        return Roff.plain(
                CommandLine.Help.Ansi.OFF.string(described).replace("%n", "\n").replace("%%", "%"));
    }
}
