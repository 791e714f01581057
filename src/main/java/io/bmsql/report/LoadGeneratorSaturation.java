package io.bmsql.report;

import io.bmsql.analysis.GeneratorLoad;
import io.bmsql.common.NumberText;
import io.bmsql.report.ReportModel.LoadGeneratorPart;
import io.bmsql.report.chart.Series;
import io.bmsql.report.chart.TimeChart;
import io.bmsql.result.HostSpeed;
import io.bmsql.result.LimitedBy;
import io.bmsql.result.LimitedBy.Cause;
import io.bmsql.result.RunData;
import io.bmsql.result.SampleTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the load generator did, with the judgement of {@link GeneratorLoad} in its place. */
record LoadGeneratorSaturation(RunData input, RunSeconds counts, Words words, LoadGeneratorPart found) {
    private static final String MICROS = "\u00b5s";
    private static final String WORDS = "loadgenerator.";

    static LoadGeneratorPart watch(RunData input, RunSeconds counts, Words words) {
        SampleTable info = input.collected().loadGenerator();
        LoadGeneratorPart found =
                new LoadGeneratorPart(new ArrayList<>(), new ArrayList<>(), info != null, new LinkedHashMap<>());
        new LoadGeneratorSaturation(input, counts, words, found).show(info);
        return found;
    }

    private void show(@Nullable SampleTable info) {
        GeneratorLoad load = GeneratorLoad.of(input.summary(), counts, info, input.windowStart());
        double connections = GeneratorLoad.connections(input.summary().run());
        double[] busy = counts.bySecond(at -> counts.busyPercent(at, connections));
        chart("lag", "axis.lag", "ms", counts.ends(), counts.bySecond(counts::delayMeanMs));
        chart("busy", "axis.busy", "%", counts.ends(), busy);
        if (!Double.isNaN(load.lagMs())) {
            found.figures().put("startDelayMeanMs", load.lagMs());
            found.figures().put("startDelayWorstSecondMs", load.worstLagMs());
            found.figures().put("connectionsBusyMedianPercent", load.busyPercent());
            String worst = NumberText.millis(load.worstLagMs());
            row("lag", Cause.GENERATOR_LATE, "value", NumberText.millis(load.lagMs()), worst);
            String open = NumberText.trimmed(connections, 0);
            row("busy", Cause.GENERATOR_IDLE, "value", percent(load.busyPercent()), open);
        }
        if (info != null && !info.isEmpty()) {
            showProcess(load, info);
        }
        showHost();
    }

    private void showProcess(GeneratorLoad load, SampleTable info) {
        GeneratorLoad.OwnProcess process = load.process();
        if (!Double.isNaN(process.cpuPercent())) {
            found.figures().put("cpuMeanPercentOfOneProcessor", process.cpuPercent());
            int processors = load.processors();
            String ofAll = percent(process.cpuPercent() / Math.max(1, processors));
            String form = processors == 0 ? "value" : "of";
            row("cpu", Cause.GENERATOR_PROCESSORS, form, percent(process.cpuPercent()), ofAll, processors);
        }
        if (process.throttledPercent() > 0) {
            found.figures().put("throttledMeanPercent", process.throttledPercent());
            row("throttled", Cause.GENERATOR_THROTTLED, "value", percent(process.throttledPercent()));
        }
        Double compiler = input.summary().conditions().compilerPercent();
        if (compiler != null) {
            found.figures().put("compilerPercentOfCpu", compiler);
            String judged = input.summary().conditions().isStillCompiled() ? "compiler.much" : "compiler.little";
            row("compiler", text("compiler.value", percent(compiler)), text(judged));
        }
        chart("cpu", "axis.onecore", "%", info.seconds(), info.column("cpu_pct"));
        if (!Double.isNaN(process.gcPercent())) {
            found.figures().put("garbageCollectionMeanPercent", process.gcPercent());
            String share = NumberText.decimal(process.gcPercent(), 2);
            String value = text("gc.value", share, NumberText.brief(process.longestGcMs()));
            row("gc", value, judged(Cause.GENERATOR_COLLECTION, process.collectsMuch() ? "gc.much" : "fine"));
        }
        chart("gc", "axis.gc", "ms/s", info.seconds(), GeneratorLoad.perSecond(info));
        chart("heap", "axis.mb", "MB", info.seconds(), info.column("heap_mb"));
    }

    /** A host that did not keep its speed does not make a run invalid, but readers must know. */
    private void showHost() {
        HostSpeed speed = input.summary().conditions().hostSpeed();
        SampleTable probe = input.collected().cpuSpeedProbe();
        if (speed == null || probe == null) {
            return;
        }
        double percent = speed.judgedPercent();
        found.figures().put("cpuSpeedProbeMedianMicros", speed.medianMicros());
        found.figures().put("hostSpeedChangePercent", percent);
        String value = text(
                "cpuSpeedProbe." + (percent == speed.halvesPercent() ? "halves" : "value"),
                NumberText.millis(speed.medianMicros()),
                NumberText.millis(speed.fastestMicros()),
                (percent < 0 ? "\u2212" : "+") + NumberText.decimal(Math.abs(percent), 1),
                NumberText.clock(input.windowStart() + speed.changeAtSeconds()));
        row("cpuSpeedProbe", value, words.of(WORDS + "cpuSpeedProbe", speed.judgement()));
        double[] waits = probe.column(HostSpeed.WAIT_COLUMN);
        chart("cpuSpeedProbe.wait", "axis.micros.wait", MICROS, probe.seconds(), waits);
        chart("cpuSpeedProbe", "axis.micros", MICROS, probe.seconds(), probe.column(HostSpeed.COLUMN));
    }

    /** A figure of the load generator, which was in the way when this limited the run; a short run, or one that failed, is not judged. */
    private void row(String name, Cause cause, String form, Object... values) {
        row(name, text(name + "." + form, values), judged(cause, "fine"));
    }

    private Object judged(Cause cause, String otherwise) {
        LimitedBy limit = input.summary().conditions().limit();
        return limit == null
                ? NumberText.DASH
                : limit.cause() == cause ? Page.Cell.bad(text("bound")) : text(otherwise);
    }

    private void row(String name, String value, Object judged) {
        found.rows().add(List.of(text(name), value, judged));
    }

    private void chart(String name, String axisKey, String unit, double[] seconds, double @Nullable [] values) {
        if (values != null) {
            String title = text(name);
            Series line = Series.sampled(title, title, unit, seconds, values);
            double limit = axisKey.equals("axis.busy") ? 100 : Double.NaN;
            found.charts().add(new TimeChart(title, words.text(axisKey), TimeChart.Form.LINES, limit, List.of(line)));
        }
    }

    private String text(String key, Object... values) {
        return words.text(WORDS + key, values);
    }

    private static String percent(double value) {
        return NumberText.decimal(value, value < 10 ? 1 : 0);
    }
}
