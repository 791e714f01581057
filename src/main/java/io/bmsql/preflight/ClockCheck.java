package io.bmsql.preflight;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Whether this host's clock is set by others; {@code question} is the program to ask. */
record ClockCheck(List<String> question) {
    static final List<String> TIMEDATECTL = List.of("timedatectl", "show", "--property=NTPSynchronized", "--value");

    private static final long PATIENCE_MILLIS = 1_000;

    Finding finding() throws InterruptedException {
        String zone = ", time zone " + ZoneId.systemDefault().getId();
        return switch (answer()) {
            case "yes" -> Finding.ok("clock", "set by NTP" + zone);
            case "no" ->
                Finding.warning(
                        "clock", "not set by NTP" + zone, "it drifts from the server's; timedatectl set-ntp true");
            default -> Finding.unknown("clock", "nobody here says whether NTP sets it" + zone, "");
        };
    }

    private String answer() throws InterruptedException {
        try {
            Process asked = new ProcessBuilder(question)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!asked.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                asked.destroyForcibly();
                return "";
            }
            return new String(asked.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        } catch (IOException noSuchProgram) {
            return "";
        }
    }
}
