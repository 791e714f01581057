package io.bmsql.common;

/** One kind of transaction of a workload; two of one workload are the same when their names are. */
public interface TransactionType {
    /** The one in result files. */
    String name();

    /** Its place in the list of its workload, from 0 on. */
    int ordinal();

    /** The name that people read. */
    default String title() {
        return name();
    }

    /** 90% of the response times must stay below this, seconds; 0 for no limit. */
    default int limitSeconds() {
        return 0;
    }

    /** Fixed keying time before the request, seconds; 0 for none. */
    default double keyingSeconds() {
        return 0;
    }

    /** Mean think time after the response, seconds; 0 for none. */
    default double thinkSeconds() {
        return 0;
    }

    /** True when its commit changes rows. */
    boolean isWriting();

    /** Its terminal's part ends when the request is queued, and sends nothing to the server. */
    default boolean isQueued() {
        return false;
    }

    /** May be sent to a copy of the database, which shows rows of a while ago. */
    default boolean readsCopies() {
        return false;
    }

    /** False for work that no terminal waits for, which is not counted as a transaction. */
    default boolean isForeground() {
        return true;
    }
}
