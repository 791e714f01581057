package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.bmsql.result.RunSummary.Pace;
import io.bmsql.spec.PacingMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes {@code summary.json}. Safe for use by any thread. */
public final class SummaryJson {
    private static final JsonSetter.Value NULL_IS_EMPTY = JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);

    private static final Pattern PROCESSORS = Pattern.compile("(\\d{1,6}) processors");

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .withConfigOverride(List.class, lists -> lists.setSetterInfo(NULL_IS_EMPTY))
            .withConfigOverride(Map.class, maps -> maps.setSetterInfo(NULL_IS_EMPTY))
            .build();

    private SummaryJson() {}

    /** The file's text. */
    public static byte[] bytes(RunSummary summary) {
        try {
            return MAPPER.writeValueAsBytes(summary);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("A summary cannot fail to be put into JSON", e);
        }
    }

    /**
     * Replaces the file as a whole: a reader, or a killed run, finds the old or the new one.
     *
     * @throws ResultWriteException when it cannot be written; the old one stays
     */
    public static void write(Path path, RunSummary summary) {
        FileReplacer.replace(path, bytes(summary), "", "");
    }

    /**
     * Reads the file; fields that this version does not know are left out.
     *
     * @throws ResultReadException when it is missing, damaged or from a newer format
     */
    public static RunSummary read(Path path) {
        RunSummary summary;
        try {
            summary = MAPPER.readValue(Files.readAllBytes(path), RunSummary.class);
        } catch (JsonProcessingException e) {
            throw new ResultReadException(path + " is damaged (" + e.getOriginalMessage() + ")", e);
        } catch (IOException e) {
            throw new ResultReadException("Cannot read " + path + " (" + IoReason.of(e) + ")", e);
        }
        if (summary == null) {
            throw new ResultReadException(path + " is damaged (it holds nothing)");
        }
        if (summary.formatVersion() > RunSummary.FORMAT_VERSION) {
            throw new ResultReadException(path + " has format " + summary.formatVersion()
                    + " and this program reads up to " + RunSummary.FORMAT_VERSION + ": use a newer version of bmsql");
        }
        String damage = JsonShape.damage("", summary);
        if (damage != null) {
            throw new ResultReadException(path + " is damaged (" + damage + ")");
        }
        return summary.formatVersion() < RunSummary.FORMAT_VERSION ? ofFormat1(summary) : summary;
    }

    /**
     * In format 1 {@code RATE} was the open model: due times were fixed in advance, and response times count the backlog. The
     * number of processors was only in the sentence about the host.
     */
    private static RunSummary ofFormat1(RunSummary old) {
        RunSummary.RunFacts run = old.run();
        Pace pace = run.pace();
        Matcher found = PROCESSORS.matcher(run.environment().getOrDefault("cpu", ""));
        return new RunSummary(
                RunSummary.FORMAT_VERSION,
                old.ending(),
                new RunSummary.RunFacts(
                        run.setup(),
                        run.size(),
                        pace.pacing() == PacingMode.RATE ? pace.asOpenModel() : pace,
                        run.window(),
                        run.environment(),
                        run.settings(),
                        run.load(),
                        run.driverProcessors() == null && found.find()
                                ? Integer.valueOf(found.group(1))
                                : run.driverProcessors()),
                old.figures(),
                old.aftermath(),
                old.derivedFrom());
    }
}
