package io.bmsql.terminal;

import io.bmsql.spec.RunPhase;

/**
 * Where a run stands, for the console.
 *
 * @param phase of the run at this moment
 * @param backlog terminals and deliveries that are due but not yet started
 * @param connectedWorkers workers that have a connection
 */
public record SchedulerSnapshot(RunPhase phase, int backlog, int connectedWorkers) {}
