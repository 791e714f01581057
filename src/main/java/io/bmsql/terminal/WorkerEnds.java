package io.bmsql.terminal;

/** Called by workers when one of them must end the run, on any thread. */
interface WorkerEnds {
    /** A mistake of the program: the run ends with it. */
    void failed(Throwable cause);

    /** The server stayed away for too long: the run ends with it. */
    void serverAway(ServerAwayException cause);
}
