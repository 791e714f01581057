package io.bmsql.cli.shell;

import io.bmsql.cli.shell.Syntax.Flag;
import io.bmsql.cli.shell.Syntax.Kind;
import io.bmsql.cli.shell.Syntax.Value;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** The shells that are told what may be typed. A script has all words in itself: TAB starts no Java. */
public enum Completion {
    BASH {
        @Override
        String syntax(Syntax command) {
            String here = "        '"
                    + command.path().stream().map(word -> " " + word).collect(Collectors.joining())
                    + "')\n            words='" + names(command) + "'\n            options='"
                    + command.flags().stream()
                            .flatMap(flag -> flag.names().stream())
                            .collect(Collectors.joining(" "))
                    + "'\n            values='"
                    + command.flags().stream()
                            .flatMap(flag -> flag.value().stream()
                                    .flatMap(value -> flag.names().stream().map(name -> name + "=" + bash(value))))
                            .collect(Collectors.joining(" "))
                    + "'\n            args='"
                    + command.arguments().stream()
                            .map(value -> bash(value) + (value.repeats() ? "*" : ""))
                            .collect(Collectors.joining(" "))
                    + "' ;;\n";
            return here + below(command);
        }
    },
    ZSH {
        @Override
        String syntax(Syntax command) {
            List<String> rules = new ArrayList<>();
            for (Flag flag : command.flags()) {
                flag.names().forEach(name -> rules.add(zsh(flag, name)));
            }
            if (command.subcommands().isEmpty()) {
                command.arguments()
                        .forEach(value -> rules.add("'" + (value.repeats() ? "*" : "") + ":" + zsh(value) + "'"));
            } else {
                rules.add("'1: :->command'");
                rules.add("'*:: :->rest'");
            }
            String name =
                    "_bmsql" + command.path().stream().map(word -> "_" + word).collect(Collectors.joining());
            return name
                    + "() {\n    local curcontext=$curcontext state line\n    typeset -A opt_args\n    _arguments -C -s \\\n        "
                    + String.join(" \\\n        ", rules) + "\n" + choice(name, command) + "}\n\n" + below(command);
        }

        private String choice(String name, Syntax command) {
            if (command.subcommands().isEmpty()) {
                return "";
            }
            return "    case $state in\n        command)\n            local -a commands=(\n"
                    + command.subcommands().stream()
                            .map(each -> "                '" + last(each) + ":" + quoted(each.about()) + "'\n")
                            .collect(Collectors.joining())
                    + "            )\n            _describe command commands ;;\n        rest)\n"
                    + "            (($+functions[" + name + "_$line[1]])) && " + name + "_$line[1] ;;\n    esac\n";
        }
    },
    FISH {
        @Override
        String syntax(Syntax command) {
            String at = String.join(" ", command.path());
            String when = "complete -c bmsql -n '__bmsql_at " + at;
            StringBuilder lines = new StringBuilder();
            for (Syntax each : command.subcommands()) {
                lines.append("complete -c bmsql -n '__bmsql_at --only " + at + "' -a " + last(each) + " -d '"
                        + quotedForFish(each.about()) + "'\n");
            }
            for (Flag flag : command.flags()) {
                lines.append(when + "'"
                        + flag.names().stream().map(Completion::fishName).collect(Collectors.joining())
                        + flag.value().map(Completion::fish).orElse("") + " -d '" + quotedForFish(flag.about())
                        + "'\n");
            }
            command.arguments().stream()
                    .map(Completion::fishArgument)
                    .filter(text -> !text.isEmpty())
                    .distinct()
                    .forEach(text -> lines.append(when + "'" + text + "\n"));
            return lines + below(command);
        }
    };

    private static final Map<Kind, String> BASH_KINDS = Map.of(
            Kind.ANYTHING, "?",
            Kind.KEYS, "@keys",
            Kind.ASSIGNMENTS, "@assignments",
            Kind.PROPS, "@props",
            Kind.RESULTS, "@results",
            Kind.FILE, "@file");

    private static final Map<Kind, String> ZSH_KINDS = Map.of(
            Kind.ANYTHING, " ",
            Kind.KEYS, "__bmsql_keys",
            Kind.ASSIGNMENTS, "__bmsql_assignments",
            Kind.PROPS, "__bmsql_props",
            Kind.RESULTS, "__bmsql_results",
            Kind.FILE, "_files");

    /** The script, for commands below this one; {@code words} are known ones for values that help gives such a name. */
    public String script(CommandSpec root, List<String> keys, Map<String, List<String>> words) {
        String name = "completion." + name().toLowerCase(Locale.ROOT);
        try (InputStream in = Objects.requireNonNull(Completion.class.getResourceAsStream("/shell/" + name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("@KEYS@", String.join(" ", keys))
                    .replace("@SYNTAX@\n", syntax(Syntax.of(root, words)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name + " of the program's own jar", e);
        }
    }

    abstract String syntax(Syntax command);

    final String below(Syntax command) {
        return command.subcommands().stream().map(this::syntax).collect(Collectors.joining());
    }

    private static String last(Syntax command) {
        return command.path().get(command.path().size() - 1);
    }

    private static String names(Syntax command) {
        return command.subcommands().stream().map(Completion::last).collect(Collectors.joining(" "));
    }

    private static String bash(Value value) {
        return value.kind() == Kind.WORDS ? String.join("|", value.words()) : BASH_KINDS.getOrDefault(value.kind(), "");
    }

    /** One rule of _arguments: {@code +} behind a name allows the value in the same word, {@code =} also after that sign. */
    private static String zsh(Flag flag, String name) {
        String end = flag.value().isEmpty() ? "" : name.startsWith("--") ? "=" : "+";
        String others = flag.repeats() ? "*" : "(" + String.join(" ", flag.names()) + ")";
        return "'" + others + name + end + "["
                + quoted(flag.about()).replace("[", "\\[").replace("]", "\\]") + "]"
                + flag.value().map(value -> ":" + zsh(value)).orElse("") + "'";
    }

    private static String zsh(Value value) {
        String offered =
                value.kind() == Kind.WORDS ? "(" + String.join(" ", value.words()) + ")" : ZSH_KINDS.get(value.kind());
        return quoted(value.label()) + ":" + offered;
    }

    /** Inside single quotes, and where a colon separates. */
    private static String quoted(String text) {
        return text.replace("\\", "\\\\").replace(":", "\\:").replace("'", "'\\''");
    }

    private static String quotedForFish(String text) {
        return text.replace("\\", "\\\\").replace("'", "\\'");
    }

    private static String fishName(String name) {
        return name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1);
    }

    private static String fish(Value value) {
        return value.kind() == Kind.FILE ? " -r -F" : " -x" + fishArgument(value);
    }

    private static String fishArgument(Value value) {
        return switch (value.kind()) {
            case ANYTHING -> "";
            case WORDS -> " -a '" + String.join(" ", value.words()) + "'";
            case KEYS -> " -a '(__bmsql_keys)'";
            case ASSIGNMENTS -> " -a '(__bmsql_assignments)'";
            case PROPS -> " -a '(__bmsql_props)'";
            case RESULTS -> " -a '(__bmsql_results)'";
            case FILE -> " -F";
        };
    }
}
