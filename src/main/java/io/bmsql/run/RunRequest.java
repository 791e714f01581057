package io.bmsql.run;

import io.bmsql.config.LoadedConfig;
import java.nio.file.Path;

/**
 * What is to be run.
 *
 * @param props the file that is copied into the result directory
 * @param runId number of the run in its result files, 0 or more
 * @param commandLine what the user typed, for the record, without secrets
 */
public record RunRequest(LoadedConfig settings, Path props, int runId, String commandLine) {}
