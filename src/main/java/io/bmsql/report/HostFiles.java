package io.bmsql.report;

import io.bmsql.result.SampleTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a collector left of one host.
 *
 * @param name of the host's directory; empty for the first or only host
 * @param system {@code sys_info.csv}, null without one
 * @param disks {@code blk_*.csv}
 * @param networks {@code net_*.csv}
 */
record HostFiles(String name, @Nullable SampleTable system, List<SampleTable> disks, List<SampleTable> networks) {
    boolean isEmpty() {
        return system == null && disks.isEmpty() && networks.isEmpty();
    }
}
