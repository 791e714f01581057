package io.bmsql.cli;

/**
 * A command whose thread may be interrupted at any time: it breaks off what is under way at the server and ends. Of these
 * {@link StopStrategy} takes care when a signal comes.
 */
interface StopsOnSignal {
    /** What holds after the stop, the end of a sentence; asked on another thread. */
    default String promise() {
        return "the work under way is cancelled.";
    }
}
