package io.bmsql.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.benchmark.Finding;
import io.bmsql.benchmark.Finding.State;
import io.bmsql.cli.console.Console;
import io.bmsql.common.Texts.Language;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.preflight.PreflightChecks;
import io.bmsql.report.Words;
import io.bmsql.result.SummaryJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bmsql doctor}: is everything fit for a long run? */
@Command(name = "doctor")
final class DoctorCommand extends PropsCommand {
    @Option(names = "--strict")
    private boolean isStrict;

    @Option(names = "--json")
    private boolean isJson;

    @Option(names = "--try-rights")
    private boolean triesRights;

    private final List<Finding> findings = new ArrayList<>();
    private Words words = Words.in(Language.EN);
    /** One line for each finding, whatever its length, unless a person reads it in a window. */
    private int columns = Integer.MAX_VALUE;

    @Override
    public Integer call() throws Exception {
        LoadedConfig loaded = read(ConfigPurpose.VALIDATE);
        columns = Console.columnsOfUser();
        words = context.words(loaded.config().result());
        new PreflightChecks(context.program(), loaded, ValidateCommand.usable(context, loaded), words, this::add)
                .examine(triesRights);
        if (isJson) {
            context.console().out().print(json());
        } else {
            show("", sum());
        }
        boolean isFit = count(State.PROBLEM) == 0 && !(isStrict && count(State.WARNING) > 0);
        return (isFit ? ExitCode.OK : ExitCode.CHECK_FAILED).status();
    }

    private void add(Finding finding) {
        findings.add(finding);
        if (!isJson) {
            show(
                    Console.padded(words.translated(finding.state().words()), 11)
                            + Console.padded(words.translated(finding.check()), 14),
                    finding.sentence(words));
        }
    }

    private void show(String label, String text) {
        Console.paragraph(label, text, columns).forEach(context::print);
    }

    private long count(State state) {
        return findings.stream().filter(finding -> finding.state() == state).count();
    }

    private String sum() {
        long problems = count(State.PROBLEM);
        long warnings = count(State.WARNING);
        return words.text(
                        "doctor.sum",
                        words.counted("doctor.count.problems", problems, problems),
                        words.counted("doctor.count.warnings", warnings, warnings))
                + names("doctor.sum.problems", State.PROBLEM)
                + names("doctor.sum.warnings", State.WARNING);
    }

    private String names(String key, State state) {
        String names = findings.stream()
                .filter(finding -> finding.state() == state)
                .map(finding -> words.translated(finding.check()))
                .distinct()
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : words.text(key, names);
    }

    private String json() {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.put("problems", count(State.PROBLEM)).put("warnings", count(State.WARNING));
        ArrayNode all = report.putArray("findings");
        for (Finding finding : findings) {
            all.addObject()
                    .put("check", finding.check())
                    .put("state", finding.state().name().toLowerCase(Locale.ROOT))
                    .put("text", context.program().secrets().hide(finding.text()))
                    .put("advice", context.program().secrets().hide(finding.advice()));
        }
        return SummaryJson.text(report);
    }
}
