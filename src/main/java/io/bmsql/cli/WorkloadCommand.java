package io.bmsql.cli;

import io.bmsql.common.IoReason;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.script.WorkloadFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.io.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code bmsql workload new}: a folder of tables and scripts to begin with. */
@Command(name = "workload new")
final class WorkloadCommand extends CommandTree.Base {
    private static final List<String> FILES = List.of(
            "workload.properties",
            "tables.sql",
            "drop.sql",
            "loaded.sql",
            "checks.sql",
            "transactions/deposit.sql",
            "transactions/look.sql");

    @Parameters(paramLabel = "NAME")
    private String name = "";

    @Override
    public Integer call() throws UsageException {
        ProgramContext program = context.program();
        UsageException.throwIf(
                !name.matches("[a-z][a-z0-9_]{0,19}"),
                "`" + name
                        + "` is no name of a workload: its tables begin with it, so take a small letter, then small"
                        + " letters, digits and _, 20 at most");
        Path folder = program.workingDirectory().resolve("workload." + name);
        UsageException.throwIf(
                WorkloadFolder.available(program, program.workingDirectory()).contains(name) || Files.exists(folder),
                "workload=" + name + " is there already: take another name");
        try {
            Files.createDirectory(folder);
            Files.createDirectory(folder.resolve("transactions"));
            for (String file : FILES) {
                Files.writeString(
                        folder.resolve(file),
                        IOUtils.resourceToString("/workload/" + file, StandardCharsets.UTF_8)
                                .replace("NAME", name));
            }
        } catch (IOException e) {
            throw new UsageException(folder + " cannot be written (" + IoReason.of(e, folder) + ")", e);
        }
        context.printf("workload.%s: %s", name, String.join(", ", FILES));
        context.print("Next, with a props file of 'bmsql init':");
        for (String command : List.of("build", "run", "check")) {
            context.printf("  bmsql %s PROPS -D workload=%s", command, name);
        }
        return ExitCode.OK.status();
    }
}
