package io.bmsql.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code bmsql completion}: what makes TAB work in a shell. */
@Command(
        name = "completion",
        description = {
            "Prints a script that makes TAB complete commands and options, in bash and in zsh. It starts no Java.",
            "bash: into ~/.local/share/bash-completion/completions/bmsql, which is read when the next shell starts. zsh: into a"
                    + " file that ~/.zshrc reads by 'source', after compinit."
        },
        footer = {"  . <(bmsql completion)", "  bmsql completion > ~/.local/share/bash-completion/completions/bmsql"})
final class CompletionCommand extends CommandTree.Base {
    private enum Shell {
        BASH,
        ZSH
    }

    @Parameters(arity = "0..1", paramLabel = "SHELL", description = "bash or zsh; the script is the same.")
    private Shell shell = Shell.BASH;

    @Override
    public Integer call() {
        context.console().out().print(AutoComplete.bash("bmsql", spec.root().commandLine()));
        return ExitCode.OK.status();
    }
}
