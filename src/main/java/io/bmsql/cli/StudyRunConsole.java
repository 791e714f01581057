package io.bmsql.cli;

import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.cli.console.ProgressScreen;
import io.bmsql.cli.console.RunStatus;
import io.bmsql.config.LoadedConfig;
import io.bmsql.report.live.LiveSource;
import io.bmsql.run.RunListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a run of a study shows while it is under way.
 *
 * @param place of the run in the study
 * @param warnings that were shown already; each is shown once in a study
 */
record StudyRunConsole(
        CommandContext context, LoadedConfig loaded, ProgressMode mode, Supplier<String> place, Set<String> warnings)
        implements RunListener {
    @Override
    public void warn(String line) {
        if (warnings.add(line)) {
            context.complain("Warning: " + line);
        }
    }

    @Override
    public void livePage(String url) {
        context.complain("Live page: " + url);
    }

    @Override
    public Runnable running(LiveSource source) {
        ProgressScreen screen = new ProgressScreen(context.console(), mode, context.clock());
        Supplier<RunStatus> status =
                () -> RunStatus.of(source, loaded.config().run().length());
        screen.show(
                loaded.config().result().reportIntervalSecs(),
                () -> screen.showBlock(block(status.get().block(screen.color()))),
                () -> status.get().plain() + "    " + place.get(),
                () -> status.get().json());
        return screen::close;
    }

    private List<String> block(List<String> lines) {
        List<String> all = new ArrayList<>(lines);
        all.add("study      " + place.get());
        return all;
    }
}
