package io.bmsql.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code bmsql completion}: what makes TAB work in a shell. */
@Command(name = "completion")
final class CompletionCommand extends CommandTree.Base {
    private enum Shell {
        BASH,
        ZSH
    }

    @Parameters(arity = "0..1", paramLabel = "SHELL")
    private Shell shell = Shell.BASH;

    @Override
    public Integer call() {
        context.console().out().print(AutoComplete.bash("bmsql", spec.root().commandLine()));
        return ExitCode.OK.status();
    }
}
