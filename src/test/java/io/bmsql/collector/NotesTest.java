package io.bmsql.collector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class NotesTest {
    @Test
    void aNoteKeepsTheSecretsThatADriverRepeats() {
        Notes notes = new Notes(LoggerFactory.getLogger(NotesTest.class));
        notes.add("No figures from the database (jdbc:x://host?password=lion is away)");
        notes.add("No figures from the database (jdbc:x://host?password=lion is away)");
        assertThat(notes.all()).containsExactly("No figures from the database (jdbc:x://host?password=*** is away)");
    }
}
