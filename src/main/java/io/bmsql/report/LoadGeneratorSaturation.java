package io.bmsql.report;

import io.bmsql.analysis.GeneratorLoad;
import io.bmsql.common.NumberText;
import io.bmsql.report.Page.Cell;
import io.bmsql.report.ReportModel.LoadGeneratorPart;
import io.bmsql.report.chart.Series;
import io.bmsql.report.chart.TimeChart;
import io.bmsql.report.chart.TimeChart.Form;
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
        chart("loadgenerator.lag", "axis.lag", "ms", counts.ends(), counts.bySecond(counts::delayMeanMs));
        chart(
                "loadgenerator.busy",
                "axis.busy",
                "%",
                counts.ends(),
                counts.bySecond(at -> counts.busyPercent(at, connections)));
        if (!Double.isNaN(load.lagMs())) {
            found.figures().put("startDelayMeanMs", load.lagMs());
            found.figures().put("startDelayWorstSecondMs", load.worstLagMs());
            found.figures().put("connectionsBusyMedianPercent", load.busyPercent());
            row(
                    "loadgenerator.lag",
                    words.text(
                            "loadgenerator.lag.value",
                            NumberText.millis(load.lagMs()),
                            NumberText.millis(load.worstLagMs())),
                    Cause.GENERATOR_LATE);
            row(
                    "loadgenerator.busy",
                    words.text(
                            "loadgenerator.busy.value",
                            percent(load.busyPercent()),
                            NumberText.trimmed(connections, 0)),
                    Cause.GENERATOR_IDLE);
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
            row(
                    "loadgenerator.cpu",
                    processors == 0
                            ? words.text("loadgenerator.cpu.value", percent(process.cpuPercent()))
                            : words.text(
                                    "loadgenerator.cpu.of",
                                    percent(process.cpuPercent()),
                                    percent(process.cpuPercent() / processors),
                                    processors),
                    Cause.GENERATOR_PROCESSORS);
        }
        if (process.throttledPercent() > 0) {
            found.figures().put("throttledMeanPercent", process.throttledPercent());
            row(
                    "loadgenerator.throttled",
                    words.text("loadgenerator.throttled.value", percent(process.throttledPercent())),
                    Cause.GENERATOR_THROTTLED);
        }
        Double compiler = input.summary().conditions().compilerPercent();
        if (compiler != null) {
            found.figures().put("compilerPercentOfCpu", compiler);
            String judged = input.summary().conditions().isStillCompiled() ? ".much" : ".little";
            found.rows()
                    .add(List.of(
                            words.text("loadgenerator.compiler"),
                            words.text("loadgenerator.compiler.value", percent(compiler)),
                            words.text("loadgenerator.compiler" + judged)));
        }
        chart("loadgenerator.cpu", "axis.onecore", "%", info.seconds(), info.column("cpu_pct"));
        if (!Double.isNaN(process.gcPercent())) {
            found.figures().put("garbageCollectionMeanPercent", process.gcPercent());
            row(
                    "loadgenerator.gc",
                    words.text(
                            "loadgenerator.gc.value",
                            NumberText.decimal(process.gcPercent(), 2),
                            NumberText.brief(process.longestGcMs())),
                    Cause.GENERATOR_COLLECTION);
        }
        chart("loadgenerator.gc", "axis.gc", "ms/s", info.seconds(), GeneratorLoad.perSecond(info));
        chart("loadgenerator.heap", "axis.mb", "MB", info.seconds(), info.column("heap_mb"));
    }

    /** A host that did not keep its speed does not make a run invalid, but readers must know. */
    private void showHost() {
        HostSpeed speed = input.summary().conditions().hostSpeed();
        SampleTable probe = input.collected().cpuSpeedProbe();
        if (speed == null || probe == null) {
            return;
        }
        found.figures().put("cpuSpeedProbeMedianMicros", speed.medianMicros());
        double percent = speed.judgedPercent();
        found.figures().put("hostSpeedChangePercent", percent);
        String change = (percent < 0 ? "\u2212" : "+") + NumberText.decimal(Math.abs(percent), 1);
        boolean isOfHalves = percent == speed.halvesPercent();
        found.rows()
                .add(List.of(
                        words.text("loadgenerator.cpuSpeedProbe"),
                        words.text(
                                "loadgenerator.cpuSpeedProbe." + (isOfHalves ? "halves" : "value"),
                                NumberText.millis(speed.medianMicros()),
                                NumberText.millis(speed.fastestMicros()),
                                change,
                                NumberText.clock(input.windowStart() + speed.changeAtSeconds())),
                        words.of("loadgenerator.cpuSpeedProbe", speed.judgement())));
        double[] seconds = probe.seconds();
        double[] waits = probe.column(HostSpeed.WAIT_COLUMN);
        chart("loadgenerator.cpuSpeedProbe.wait", "axis.micros.wait", MICROS, seconds, waits);
        chart("loadgenerator.cpuSpeedProbe", "axis.micros", MICROS, seconds, probe.column(HostSpeed.COLUMN));
    }

    /** A figure of the load generator, which was in the way when this limited the run. */
    private void row(String nameKey, String value, Cause cause) {
        LimitedBy limit = input.summary().conditions().limit();
        boolean isBound = limit != null && limit.cause() == cause;
        String judged = words.text(isBound ? "loadgenerator.bound" : "loadgenerator.fine");
        found.rows().add(List.of(words.text(nameKey), value, isBound ? Cell.bad(judged) : judged));
    }

    private void chart(String nameKey, String axisKey, String unit, double[] seconds, double @Nullable [] values) {
        if (values != null) {
            String name = words.text(nameKey);
            Series line = Series.sampled(name, name, unit, seconds, values);
            double limit = axisKey.equals("axis.busy") ? 100 : Double.NaN;
            found.charts().add(new TimeChart(name, words.text(axisKey), Form.LINES, limit, List.of(line)));
        }
    }

    private static String percent(double value) {
        return NumberText.decimal(value, value < 10 ? 1 : 0);
    }
}
