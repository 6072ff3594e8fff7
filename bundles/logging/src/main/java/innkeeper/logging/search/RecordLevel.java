package innkeeper.logging.search;

import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecords;
import innkeeper.api.record.RecordAssembler;

/** Whether the record that a line belongs to is grave enough. */
final class RecordLevel {

  private final LogRecords records;
  private final LogLevel least;
  private RecordAssembler assembler;

  /** The line that began the record; null once its level is known. */
  private String head;

  private boolean enough;

  RecordLevel(LogRecords records, LogLevel least) {
    this.records = records;
    this.least = least;
    restart();
  }

  /** Other lines follow than those before. */
  void restart() {
    assembler = records.assembler();
    head = null;
    enough = false;
  }

  void next(String line) {
    if (!assembler.continues(line)) {
      head = line;
    }
  }

  boolean enough() {
    if (head != null) {
      enough = records.level(head).compareTo(least) >= 0;
      head = null;
    }
    return enough;
  }
}
