package io.bmsql.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ParallelWorkTest {
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
