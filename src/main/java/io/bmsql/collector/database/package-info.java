/**
 * The database's own figures during a run: sessions by wait, cache hits, log, checkpoints, top statements and
 * settings that are not its default, as far as {@code metrics.sql} of the dialect's folder asks and the user may read. On a
 * separate connection; whatever fails costs a note for the report and nothing else.
 *
 * <p>A query of {@code metrics.sql} says before its text what it is:
 *
 * <pre>
 * -- chart: log written      title of the chart; queries of one title are alternatives, the first that works is taken
 * -- kind: rate              rate: per second · delta: per sample · gauge: as it is · share: the first column's share, percent
 * -- unit: kB/s
 * -- optional                not worth a note when no alternative works
 * SELECT ... AS "wal", ... ;      one row whose columns are series, or rows of the columns series and value
 *
 * -- settings                columns name, value, default_value, unit: those that differ from the default;
 *                            unsafe: yes for those with which a crash may lose what was committed; asked each ten seconds
 * -- statements              columns id, statement, calls, total_ms, row_count: sums since the server's start
 *
 * -- fact: connections       asked once by bmsql doctor, alternatives as for charts: allowed, used, and the name of the limit
 * -- fact: tls               protocol, empty without TLS
 * -- fact: rights            rows of what a run needs, and granted: yes, no, or words for "cannot tell"
 * -- fact: data directory    path on the server's host, of a folder or a file
 * -- fact: log directory     path of what a commit waits for
 * -- fact: cache             name and megabytes of the memory for pages
 * -- fact: sessions          active: others at work now
 * -- fact: activity          database_name, counted and unit: counters of what each database did, looked at twice
 * -- fact: weak              name, value and why of settings that cost speed
 * </pre>
 *
 * <p>Some titles have a meaning: growth of {@code checkpoints} and {@code log switches} is marked in the run, and {@code uptime}, a gauge of
 * seconds that is not drawn, shows that the server was started or is another one ({@code EventFigures} in {@code analysis}).
 *
 * <p>May import what {@code collector} may. Read {@link io.bmsql.collector.database.DatabaseCollector} first.
 */
@NullMarked
package io.bmsql.collector.database;

import org.jspecify.annotations.NullMarked;
