package io.bmsql.preflight;

import io.bmsql.common.NumberText;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.config.PacingMode;
import java.util.ArrayList;
import java.util.List;

/** What the props file asks for that makes a number worth less. */
record SettingChecks(LoadedConfig loaded) {
    private static final double SHORT_MINUTES = 5;

    List<Finding> all() {
        List<Finding> findings = new ArrayList<>();
        loaded.warnings().forEach(warning -> findings.add(Finding.warning("props", warning, "")));
        RunConfig run = loaded.config().run();
        boolean isWaiting = run.pace().mode() == PacingMode.THINK_TIME;
        String text = NumberText.counted(run.terminals(), "terminal") + " on "
                + NumberText.counted(loaded.config().load().warehouses(), "warehouse") + ", "
                + (isWaiting
                        ? "with keying and think times"
                        : "without waits: not to be compared with published results");
        findings.add(Finding.ok("load", text));
        findings.add(length(run.length()));
        return findings;
    }

    private static Finding length(RunConfig.Length length) {
        double rampup = Math.max(length.rampupMinutes(), length.longestRampupMinutes());
        String text = length.isTimed()
                ? number(length.runMinutes()) + " minutes after a ramp-up of " + number(rampup)
                : length.transactionsPerTerminal() + " transactions a terminal";
        if (length.isTimed() && length.runMinutes() < SHORT_MINUTES) {
            return Finding.warning("length", text, "so short a run says little; measure 10 minutes or longer");
        }
        return rampup == 0
                ? Finding.warning("length", text, "the first minutes, with cold caches, count; set rampupMins")
                : Finding.ok("length", text);
    }

    private static String number(double minutes) {
        return minutes == Math.rint(minutes) ? Long.toString((long) minutes) : Double.toString(minutes);
    }
}
