package io.bmsql.collector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class CollectorNotesTest {
    @Test
    void aNoteKeepsTheSecretsThatADriverRepeats() {
        CollectorNotes notes = new CollectorNotes(LoggerFactory.getLogger(CollectorNotesTest.class));
        notes.add("No figures from the database (jdbc:x://host?password=lion is away)");
        notes.add("No figures from the database (jdbc:x://host?password=lion is away)");
        assertThat(notes.all()).containsExactly("No figures from the database (jdbc:x://host?password=*** is away)");
    }
}
