package io.bmsql.cli;

import io.bmsql.cli.shell.Completion;
import io.bmsql.config.PropertyKey;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
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
        context.console().out().print(shell.script(spec.root(), keys(), Map.of(
                "DB", context.program().dialects().available(),
                "COMMAND", spec.root().subcommands().keySet().stream().sorted().toList())));
        return ExitCode.OK.status();
    }

    private static List<String> keys() {
        return Stream.of(PropertyKey.values()).map(PropertyKey::key).sorted().toList();
    }
}
