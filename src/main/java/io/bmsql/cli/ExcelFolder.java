package io.bmsql.cli;

import io.bmsql.result.ExcelForm;
import io.bmsql.result.FileReplacer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --excel}: copies of CSV files that Excel opens by a double click; the files themselves stay as they are. */
final class ExcelFolder {
    @Option(
            names = "--excel",
            paramLabel = "FORM",
            description =
                    "CSV that Excel opens by a double click: comma (English, Chinese) or semicolon (German, French; with"
                            + " decimal commas). A text that begins like a formula gets an apostrophe.")
    @Nullable
    ExcelForm form;

    /** Writes {@code excel/} into the directory of a run or a study, when it was asked for. */
    void write(CommandContext context, Path directory) {
        if (form == null) {
            return;
        }
        Path folder = directory.resolve("excel");
        for (Path csv : files(directory)) {
            Path data = directory.resolve("data");
            Path copy = folder.resolve((csv.startsWith(data) ? data : directory).relativize(csv));
            Optional<byte[]> bytes = form.of(csv);
            if (bytes.isEmpty()) {
                context.complain(
                        csv + " has more rows than Excel opens (" + ExcelForm.MOST_ROWS + ") and was left out.");
                continue;
            }
            try {
                Files.createDirectories(copy.getParent());
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot make " + copy.getParent(), e);
            }
            FileReplacer.replace(copy, bytes.get(), "the copy for Excel", "");
        }
        context.console().out().println("For Excel: " + folder);
    }

    /** Those of a run, in all folders of {@code data/}, or the one of a study. */
    private static List<Path> files(Path directory) {
        Path data = directory.resolve("data");
        try (Stream<Path> all = Files.isDirectory(data) ? Files.walk(data) : Files.list(directory)) {
            return all.filter(file -> file.toString().endsWith(".csv")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list " + directory, e);
        }
    }
}
