package io.bmsql.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.agents.AgentMessage.Envelope;
import io.bmsql.agents.AgentMessage.FileBytes;
import io.bmsql.common.ParallelWork;
import io.bmsql.result.FileReplacer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an agent's files gain arrives at the coordinator, and only that. */
class FileCopyTest {
    @TempDir
    private Path folder;

    private Path original;
    private FileCopy copy;
    private FileFeed feed;
    private final List<String> sent = new ArrayList<>();

    @BeforeEach
    void begin() throws IOException {
        original = Files.createDirectories(folder.resolve("original/data")).getParent();
        copy = new FileCopy(folder.resolve("copy"));
        feed = new FileFeed(original, "run", (message, content) -> {
            FileBytes piece = (FileBytes) message;
            sent.add(piece.path() + "@" + piece.offset() + "+" + content.length);
            Envelope envelope = Envelope.of(piece.encoded(content));
            copy.take((FileBytes) envelope.message(), envelope.bytes());
        });
    }

    private void append(String path, String text) throws IOException {
        Files.writeString(original.resolve(path), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Test
    void whatGrewIsSentFromItsOldEndAndWhatWasReplacedAsAWhole() throws IOException {
        append("data/series.csv", "a\n");
        append("summary.json", "{1}");
        feed.send();
        append("data/series.csv", "bc\n");
        Files.writeString(original.resolve("fresh"), "{22}");
        Files.move(
                original.resolve("fresh"),
                original.resolve("summary.json"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        sent.clear();
        feed.send();
        assertThat(sent).containsExactly("data/series.csv@2+3", "summary.json@0+4");
        sent.clear();
        feed.send();
        assertThat(sent).isEmpty();
        assertThat(folder.resolve("copy/data/series.csv")).hasContent("a\nbc\n");
        assertThat(folder.resolve("copy/summary.json")).hasContent("{22}");
        assertThat(copy.differing(FileFeed.sums(original))).isEmpty();
    }

    @Test
    void largeFilesComeInPiecesAndShorterOnesLoseTheirOldEnd() throws IOException {
        append("data/result.csv", "0123456789".repeat(60_000));
        feed.send();
        assertThat(sent).hasSize(3);
        Files.writeString(original.resolve("data/result.csv"), "short");
        feed.send();
        assertThat(folder.resolve("copy/data/result.csv")).hasContent("short");
    }

    /** As when a file that was replaced twice has the first one's place on the disk. */
    @Test
    void aFileWithOtherContentIsSentAsAWholeThoughTheSystemCallsItTheSame() throws IOException {
        append("data/latency.hlog.tail", "first\n");
        feed.send();
        for (String other : List.of("other content\n", "equal  length\n")) {
            Path file = original.resolve("data/latency.hlog.tail");
            Files.writeString(file, other);
            Files.setLastModifiedTime(file, FileTime.fromMillis(other.hashCode()));
            feed.send();
            assertThat(folder.resolve("copy/data/latency.hlog.tail")).hasContent(other);
        }
    }

    /** A summary is replaced every two seconds: a look that meets it must not end the sending, or the agent would count as lost. */
    @Test
    void aFileThatIsReplacedDuringTheLookEndsNothing() throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        Path summary = original.resolve("summary.json");
        ParallelWork replacing = ParallelWork.start("replacing", () -> {
            for (int length = 0; !isOver.get(); length++) {
                FileReplacer.replace(summary, "x".repeat(1 + length % 2 * 1_000), "", "");
            }
        });
        try {
            for (int look = 0; look < 2_000; look++) {
                feed.send();
            }
        } finally {
            isOver.set(true);
        }
        replacing.join(60_000);
        feed.sendAgain(List.of("summary.json"));
        assertThat(copy.differing(FileFeed.sums(original))).isEmpty();
    }

    @Test
    void whatArrivedDamagedIsFoundAndSentAgain() throws IOException {
        append("data/a", "whole");
        append("data/b", "whole");
        feed.send();
        Files.writeString(folder.resolve("copy/data/a"), "other");
        Files.delete(folder.resolve("copy/data/b"));
        assertThat(copy.differing(FileFeed.sums(original))).containsExactly("data/a", "data/b");
        feed.sendAgain(copy.differing(FileFeed.sums(original)));
        assertThat(copy.differing(FileFeed.sums(original))).isEmpty();
    }

    /** As the growing part of a log is at its end. */
    @Test
    void whatTheAgentHasTakenAwayGoesHereToo() throws IOException {
        append("data/response.hlog", "all\n");
        append("data/response.hlog.tail", "the end\n");
        feed.send();
        Files.delete(original.resolve("data/response.hlog.tail"));
        feed.send();
        copy.keepOnly(FileFeed.sums(original).keySet());
        assertThat(FileFeed.sums(copy.root())).isEqualTo(FileFeed.sums(original));
    }

    @Test
    void nothingIsWrittenOutsideTheCopy() {
        copy.take(new FileBytes("run", "../escaped", 0, -1), new byte[] {1});
        assertThat(copy.problem()).contains("../escaped");
        assertThat(folder.resolve("escaped")).doesNotExist();
        assertThat(copy.differing(Map.of("/etc/passwd", "1 1"))).containsExactly("/etc/passwd");
    }
}
