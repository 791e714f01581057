package io.bmsql.common;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.ChildProgram;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ParallelWorkTest {
    /** A load may have 10,000 workers. */
    @Test
    void manyThatDoNotEndAreNotWaitedForForEver() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Runnable stubborn = () -> {
            begun.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        Thread caller = ParallelWork.daemon("caller", () -> {
            try {
                ParallelWork.runAll("stubborn", Collections.nCopies(3_001, stubborn), interrupt -> {});
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        caller.start();
        begun.await();
        caller.interrupt();
        assertThat(ParallelWork.awaitEnd(caller, ChildProgram.PATIENCE.toSeconds()))
                .isTrue();
        never.countDown();
    }

    @Test
    void whoIsSilentHoldsUpNobody() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Map<String, Callable<String>> questions = new LinkedHashMap<>();
        questions.put("silent", () -> {
            never.await();
            return "";
        });
        questions.put("quick", () -> "here");

        assertThat(ParallelWork.answers(questions, 2_000, name -> name + " said nothing"))
                .containsExactly(Map.entry("silent", "silent said nothing"), Map.entry("quick", "here"));
    }
}
