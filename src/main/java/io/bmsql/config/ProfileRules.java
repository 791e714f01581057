package io.bmsql.config;

import static io.bmsql.config.PropertyKey.LOAD_PROFILE;
import static io.bmsql.config.PropertyKey.RUN_MINS;

import io.bmsql.config.LoadProfile.Unit;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The profile of the load: what it must be by itself, and with the length and the pacing of the run. */
record ProfileRules(TypedSettings settings) {
    private static final double MINUTE_NANOS = 60e9;
    private static final String GRAMMAR = "Write the level at 0, then times and levels such as"
            + " 0 2000/min, 5m 4000/min, ramp 10m 8000/min, 60s 20000/min, or 0 20 terminals, 5m 50 terminals.";

    /** Null without one, or with one that cannot be used. */
    @Nullable
    LoadProfile read(int terminals) {
        String text = settings.text(LOAD_PROFILE);
        if (text.isEmpty()) {
            return null;
        }
        try {
            LoadProfile profile = LoadProfile.parse(text);
            if (profile.unit() == Unit.TERMINALS && profile.highest() > terminals) {
                settings.reject(
                        LOAD_PROFILE,
                        "asks for " + (long) profile.highest() + " terminals, and terminals is " + terminals,
                        "Set terminals to the most that are at work at a time.");
            }
            return profile;
        } catch (IllegalArgumentException e) {
            settings.reject(LOAD_PROFILE, String.valueOf(e.getMessage()), GRAMMAR);
            return null;
        }
    }

    /** The minutes to measure: those that were given, or those that the profile says. */
    double minutes(@Nullable LoadProfile profile, double given) {
        if (profile == null || !profile.hasEnd()) {
            // A profile that cannot be read may have said it: one mistake is enough to report.
            boolean isUnread = profile == null && settings.isGiven(LOAD_PROFILE);
            return isUnread && given == 0 ? 1 : given;
        }
        double minutes = profile.knownNanos() / MINUTE_NANOS;
        if (given > 0 && nanos(given) != profile.knownNanos()) {
            settings.reject(
                    LOAD_PROFILE,
                    "ends after " + minutes + " minutes, and runMins is " + given,
                    "Leave out runMins, or the end of the profile.");
        }
        if (given == 0) {
            settings.show(
                    RUN_MINS, BigDecimal.valueOf(minutes).stripTrailingZeros().toPlainString(), LOAD_PROFILE.key());
        }
        return minutes;
    }

    /** The profile with its last step as long as the run; null when there is none or it does not fit. */
    @Nullable
    LoadProfile fitted(@Nullable LoadProfile profile, RunConfig.Length length) {
        if (profile == null) {
            return null;
        }
        if (length.transactionsPerTerminal() > 0) {
            settings.reject(
                    LOAD_PROFILE,
                    "needs a run that ends by time, and runTxnsPerTerminal is above 0",
                    "Set runTxnsPerTerminal=0 and give runMins.");
            return null;
        }
        try {
            // Without a length the run is refused for that.
            return length.isTimed() ? profile.lasting(nanos(length.runMinutes())) : null;
        } catch (IllegalArgumentException e) {
            settings.reject(LOAD_PROFILE, String.valueOf(e.getMessage()), "Raise runMins, or shorten the profile.");
            return null;
        }
    }

    private static long nanos(double minutes) {
        return Math.round(minutes * MINUTE_NANOS);
    }

    void check(RunConfig.Pace pace) {
        LoadProfile profile = pace.profile();
        if (profile == null) {
            return;
        }
        if (pace.arrivalRate() > 0 || pace.limitTxnsPerMin() > 0) {
            settings.reject(
                    LOAD_PROFILE,
                    "is given and so is " + (pace.arrivalRate() > 0 ? "arrivalRate" : "limitTxnsPerMin"),
                    "Keep one of the two: a profile says by itself how much is asked for.");
        } else if (profile.unit() == Unit.RATE && pace.keyingTimeMultiplier() + pace.thinkTimeMultiplier() > 0) {
            settings.reject(
                    LOAD_PROFILE,
                    "sets a total rate, and keyingTimeMultiplier or thinkTimeMultiplier set waits",
                    "Keep one of the two pacings: write a profile of terminals, or set both multipliers to 0.");
        }
    }
}
