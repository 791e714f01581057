/**
 * What can be known about the dialects of servers that no test can start: grammars read their SQL, H2 runs it without the
 * clauses that only the real server has, and the drivers' own tables are compared with ours.
 */
package io.bmsql.evidence;
