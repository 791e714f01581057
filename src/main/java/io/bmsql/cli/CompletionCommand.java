package io.bmsql.cli;

import io.bmsql.cli.shell.Completion;
import io.bmsql.cli.shell.ManPages;
import io.bmsql.cli.shell.ManPages.Setting;
import io.bmsql.config.PropertyKey;
import io.bmsql.db.ProgramContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmsql completion}: what makes TAB work in a shell. */
@Command(
        name = "completion",
        description = {
            "Prints a script that makes TAB complete commands, options, settings behind -D, props files and result directories."
                    + " It starts no Java.",
            "bash: into ~/.local/share/bash-completion/completions/bmsql. zsh: as _bmsql into a folder of $fpath. fish: into"
                    + " ~/.config/fish/completions/bmsql.fish. Each is read when the next shell starts."
        },
        footer = {
            "  . <(bmsql completion bash)",
            "  bmsql completion bash > ~/.local/share/bash-completion/completions/bmsql",
            "  bmsql completion fish > ~/.config/fish/completions/bmsql.fish"
        })
final class CompletionCommand extends CommandTree.Base {
    @Parameters(paramLabel = "SHELL", description = "One of bash, zsh, fish.")
    private Completion shell = Completion.BASH;

    @Override
    public Integer call() {
        context.console().out().print(script(this, shell));
        return ExitCode.OK.status();
    }

    private static String script(CommandTree.Base command, Completion shell) {
        List<String> databases = command.context.program().dialects().available();
        List<String> commands = command.spec.root().subcommands().entrySet().stream()
                .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .toList();
        return shell.script(
                command.spec.root(),
                Stream.of(PropertyKey.values()).map(PropertyKey::key).sorted().toList(),
                Map.of("DB", databases, "COMMAND", commands));
    }

    /** {@code bmsql shell-files}: what a release has in {@code share/}. */
    @Command(
            name = "shell-files",
            hidden = true,
            description =
                    "Writes the completion scripts and the man pages to where shells and man look for them below share/.")
    static final class ShareFolder extends CommandTree.Base {
        @Parameters(paramLabel = "DIR", description = "The share folder.")
        private Path share = Path.of("");

        @Option(
                names = "--date",
                required = true,
                paramLabel = "TIME",
                description = "ISO date, or date and time, whose date is at the foot of the man pages.")
        private String date = "";

        @Option(
                names = "--version-shown",
                paramLabel = "VERSION",
                description = "Likewise; the program's own by default.")
        private String version = ProgramContext.version();

        @Override
        public Integer call() throws IOException {
            Map<String, String> files = new TreeMap<>();
            files.put("bash-completion/completions/bmsql", script(this, Completion.BASH));
            files.put("zsh/site-functions/_bmsql", script(this, Completion.ZSH));
            files.put("fish/vendor_completions.d/bmsql.fish", script(this, Completion.FISH));
            List<Setting> settings = Stream.of(PropertyKey.values())
                    .map(key -> new Setting(key.key(), key.doc(), key.defaultText()))
                    .toList();
            new ManPages(version, date.replaceFirst("T.*", ""))
                    .of(spec.root(), settings)
                    .forEach((name, page) ->
                            files.put("man/man" + name.substring(name.length() - 1) + "/" + name, page));
            for (Map.Entry<String, String> file : files.entrySet()) {
                Path path = context.program().resolve(share).resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.writeString(path, file.getValue());
            }
            return ExitCode.OK.status();
        }
    }
}
