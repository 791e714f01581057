package io.bmsql.load;

/** Ends all workers soon after one failed. Safe for use by several threads. */
final class StopSwitch {
    private volatile boolean stopped;

    void stop() {
        stopped = true;
    }

    boolean isStopped() {
        return stopped;
    }

    /** Asked for every full buffer: some thousand times a second. */
    void check() throws LoadStoppedException {
        if (stopped) {
            throw new LoadStoppedException();
        }
    }
}
