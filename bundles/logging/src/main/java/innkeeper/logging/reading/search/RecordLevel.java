package innkeeper.logging.reading.search;

import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecords;
import innkeeper.api.record.RecordAssembler;

/** Decides whether the record of a line has at least the wanted level. */
final class RecordLevel {

  private final LogRecords records;
  private final LogLevel least;
  private RecordAssembler assembler;

  /** The first line of the record; null once its level is known. */
  private String head;

  private boolean enough;

  RecordLevel(LogRecords records, LogLevel least) {
    this.records = records;
    this.least = least;
    restart();
  }

  /** Begins again, because the next lines do not follow the previous ones. */
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
