package innkeeper.store;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import innkeeper.store.table.AuditRow;
import innkeeper.store.table.AuditTable;
import innkeeper.store.write.ChainHead;
import innkeeper.store.write.Writer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

/** The audit record in table {@code audit}. */
final class SqliteAudit implements AuditLog {

  private final Writer writer;
  private final Readers readers;

  SqliteAudit(Writer writer, Readers readers) {
    this.writer = writer;
    this.readers = readers;
  }

  @Override
  public AuditEntry append(AuditDraft draft) {
    return writer.write(transaction -> transaction.append(draft));
  }

  @Override
  public Page entries(int limit, long before, String channelId, String action) {
    if (limit < 1 || limit > 1000) {
      throw new IllegalArgumentException("limit is " + limit + "; allowed: 1 to 1000");
    }
    List<AuditRow> links =
        readers.read(
            "the audit record",
            connection -> AuditTable.page(connection, limit + 1, before, channelId, action));
    boolean more = links.size() > limit;
    List<AuditEntry> entries = new ArrayList<>();
    for (AuditRow link : more ? links.subList(0, limit) : links) {
      entries.add(link.entry());
    }
    OptionalLong next =
        more ? OptionalLong.of(entries.get(entries.size() - 1).seq()) : OptionalLong.empty();
    Collections.reverse(entries);
    return new Page(List.copyOf(entries), next);
  }

  @Override
  public Verification verify() {
    ChainHead end = writer.head();
    ChainWalk walk = new ChainWalk();
    readers.read("the audit record", connection -> walk.go(connection, Long.MAX_VALUE));
    walk.expectEnd(end.seq(), end.hash());
    walk.expectNoneAfter(() -> writer.head().seq());
    walk.expectNoneTold();
    return new Verification(
        walk.seq(),
        walk.whole() ? OptionalLong.empty() : OptionalLong.of(walk.brokenAt()),
        walk.reason());
  }
}
