package io.bmsql.cli;

import io.bmsql.chart.NumberText;
import io.bmsql.compare.ComparedRun;
import io.bmsql.compare.Comparer;
import io.bmsql.compare.Comparison;
import io.bmsql.compare.Comparison.Method;
import io.bmsql.compare.ComparisonPage;
import io.bmsql.page.Words;
import io.bmsql.page.Words.Language;
import io.bmsql.result.FileReplacer;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.SummaryJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How commands that compare show what they found. */
final class ComparisonOutput {
    @Option(
            names = "--margin",
            paramLabel = "PERCENT",
            defaultValue = "2%",
            converter = Percent.class,
            description = "A difference within this is none. Default: ${DEFAULT-VALUE}.")
    private double marginPercent = 2;

    @Option(
            names = "--fail-if-worse",
            paramLabel = "PERCENT",
            converter = Percent.class,
            description =
                    "Exit status 6 when tpmC or tpmTotal is worse by more than this and the interval excludes no change.")
    private @Nullable Double limitPercent;

    @Option(
            names = "--lang",
            paramLabel = "LANG",
            defaultValue = "EN",
            description = "Language of tables and page: en or zh. Default: en.")
    private Language language = Language.EN;

    /** {@code 3%} or {@code 3}: above 0, below 100. */
    static final class Percent implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            try {
                double percent = Double.parseDouble(text.endsWith("%") ? text.substring(0, text.length() - 1) : text);
                if (percent > 0 && percent < 100) {
                    return percent;
                }
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + text + "' is no percentage: write it as 3%");
            }
            throw new TypeConversionException("'" + text + "' is not between 0% and 100%");
        }
    }

    /**
     * Compares, prints the tables, and writes {@code compare.html}, {@code .md} and {@code .json} into {@code out}, if
     * any.
     */
    ExitCode show(
            CommandContext context,
            List<ComparedRun> base,
            List<ComparedRun> fresh,
            Method method,
            @Nullable Path out,
            boolean wantsJson) {
        Comparison found = Comparer.compare(base, fresh, method, marginPercent / 100);
        ComparisonPage page = new ComparisonPage(found, base, fresh, Words.in(language), ZoneId.systemDefault());
        String json = SummaryJson.text(found);
        context.console().out().print(wantsJson ? json : page.markdown());
        if (out != null) {
            write(out, page, json);
            context.complain("Comparison: " + out.resolve("compare.html"));
        }
        if (limitPercent == null) {
            return ExitCode.OK;
        }
        List<Comparison.Figure> worse = found.worseThan(limitPercent);
        worse.forEach(figure -> context.complain(figure.key() + " is worse by more than "
                + NumberText.trimmed(limitPercent, 2) + "%, the limit of --fail-if-worse"));
        return worse.isEmpty() ? ExitCode.OK : ExitCode.THRESHOLD_FAILED;
    }

    private static void write(Path directory, ComparisonPage page, String json) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new ResultWriteException("Cannot make the directory " + directory + " (" + e.getMessage() + ")", e);
        }
        put(directory.resolve("compare.html"), page.html());
        put(directory.resolve("compare.md"), page.markdown());
        put(directory.resolve("compare.json"), json);
    }

    private static void put(Path path, String text) {
        FileReplacer.replace(path, text.getBytes(StandardCharsets.UTF_8), "the comparison", "");
    }
}
