package io.bmsql.collector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CompilerTimeTest {
    @Test
    void whatTheCompilerOfThisJvmTookIsPartOfItsCpuAndNeverShrinks() {
        CompilerTime compiler = new CompilerTime();
        long first = compiler.nanos();
        assertThat(first).isPositive();
        assertThat(compiler.nanos()).isBetween(first, Collectors.cpuNanos() + 1_000_000_000);
    }
}
