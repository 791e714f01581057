package io.bmsql.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.schema.SchemaBuilder.StatementKind;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementKindTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "alter table a add constraint a_pkey primary key (x, y)              | INDEX       | a",
                "ALTER TABLE A ADD PRIMARY KEY (x)                                   | INDEX       | a",
                "alter table s.a add constraint u unique (x)                         | INDEX       | s.a",
                "create index i on a (x)                                             | INDEX       | a",
                "create unique index i on a (x, y) tablespace t                      | INDEX       | a",
                "create index concurrently i on a using btree (x)                    | INDEX       | a",
                "alter table a add constraint f foreign key (x) references b (y)     | FOREIGN_KEY | a b",
                "alter table a add foreign key (x) references a (y) on delete cascade| FOREIGN_KEY | a",
                "alter table a add constraint primary key (x) constraint a_pkey      | INDEX       | a",
                "alter table a add constraint unique (x) constraint a_key            | INDEX       | a",
                "alter table a add constraint foreign key (x) references b (y) constraint f | FOREIGN_KEY | a b",
                "update statistics medium for table a                                | MAINTENANCE | a",
                "alter table a add index i (x), add unique index j (y)               | INDEX       | a",
                "alter table a add index i (x), add constraint f foreign key (x) references b (y),"
                        + " add constraint g foreign key (x) references c (y)        | FOREIGN_KEY | a b c",
                "vacuum analyze a                                                    | MAINTENANCE | a",
                "analyze a (x, y)                                                    | MAINTENANCE | a",
                "analyze table a                                                     | MAINTENANCE | a",
                "vacuum                                                              | OTHER       | -",
                "analyze                                                             | OTHER       | -",
                "alter table a set (fillfactor = 50)                                 | OTHER       | -",
                "alter table a add column x integer                                  | OTHER       | -",
                "create table a (x integer primary key)                              | OTHER       | -",
                "insert into a select 1                                              | OTHER       | -",
            })
    void knowsWhichStatementsAreIndependent(String sql, StatementKind kind, String tables) {
        StatementKind.Claim claim = StatementKind.of(new SqlStatement(sql, "x.sql:1", List.of()));
        assertThat(claim.kind()).isEqualTo(kind);
        assertThat(claim.tables()).isEqualTo(tables == null ? Set.of() : Set.of(tables.split(" ")));
    }
}
