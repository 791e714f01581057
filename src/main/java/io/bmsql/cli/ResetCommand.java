package io.bmsql.cli;

import io.bmsql.benchmark.BenchmarkTables;
import io.bmsql.common.NumberText;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.dialect.Dialect;
import io.bmsql.load.TemplateReset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bmsql reset}: the data as they were loaded, without loading. */
@Command(name = "reset")
final class ResetCommand extends PropsCommand.Work {
    enum Way {
        rows,
        template
    }

    @Option(names = "--way", paramLabel = "WAY", defaultValue = "rows")
    private Way way = Way.rows;

    @Option(names = "--through", paramLabel = "DATABASE", defaultValue = "postgres")
    private String through = "";

    @Override
    public Integer call() throws Exception {
        BenchmarkConfig config = load(ConfigPurpose.BUILD).config();
        BuildEcho echo = new BuildEcho(context, config, isVerbose, progress.mode);
        BenchmarkTables tables = new BenchmarkTables(context.program(), config, echo);
        if (way == Way.template && !config.scripts().isFolder()) {
            byTemplate(config, tables, echo);
        } else {
            tables.reset(false);
        }
        tables.benchmark().prepare(false, echo);
        return ExitCode.OK.status();
    }

    private void byTemplate(BenchmarkConfig config, BenchmarkTables tables, BuildEcho echo) throws Exception {
        Dialect dialect = Dialect.of(context.program(), config);
        TemplateReset template =
                new TemplateReset(context.program(), dialect, config.connection(), through, context.clock());
        long start = context.clock().nanoTime();
        int warehouses = config.load().warehouses();
        if (template.isKept()) {
            template.restore(warehouses, context.clock().moment());
            echo.done("build.copied", warehouses, seconds(start), template.kept());
        } else {
            tables.reset(false);
            template.keep();
            echo.done("build.kept", template.kept(), seconds(start));
        }
    }

    private String seconds(long start) {
        return NumberText.decimal(context.clock().secondsSince(start), 1);
    }

    @Override
    public String promise() {
        return "reset";
    }
}
