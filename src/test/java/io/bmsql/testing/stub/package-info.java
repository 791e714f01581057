/**
 * A JDBC driver without a database: it answers from memory, allocates nothing while it does, keeps a log of what it was
 * asked, and fails when told to. For tests of the order of statements, for whole runs on a manual clock and for benches of
 * our own share of the work.
 */
package io.bmsql.testing.stub;
