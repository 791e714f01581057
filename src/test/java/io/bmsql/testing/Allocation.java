package io.bmsql.testing;

import java.lang.management.ManagementFactory;

/** What work takes of the heap. */
public final class Allocation {
    private Allocation() {}

    /** Bytes that this thread took since it began, whatever was collected meanwhile. */
    public static long bytes() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }
}
