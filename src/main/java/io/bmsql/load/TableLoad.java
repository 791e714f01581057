package io.bmsql.load;

import io.bmsql.db.Database;
import io.bmsql.time.StopFlag;

/** What every way of rows into tables needs: the target, what is loaded already, the listener, and when to stop. */
record TableLoad(Database database, LoadJournal journal, LoadProgress progress, StopFlag stopFlag) {}
