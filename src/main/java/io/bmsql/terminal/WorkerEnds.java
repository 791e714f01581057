package io.bmsql.terminal;

/** ErrorText by workers when one of them must end the run. Called by many threads. */
interface WorkerEnds {
    /** A mistake of the program: the run ends with it. */
    void failed(Throwable cause);

    /** The server stayed away for too long: the run ends with it. */
    void serverAway(ServerAwayException cause);
}
