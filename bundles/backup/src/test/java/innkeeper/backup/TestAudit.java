package innkeeper.backup;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what was recorded. */
final class TestAudit implements AuditLog {

  final List<AuditDraft> drafts = new CopyOnWriteArrayList<>();
  private final FakeSnapshots database;

  TestAudit(FakeSnapshots database) {
    this.database = database;
  }

  List<String> told() {
    return drafts.stream().map(d -> d.action() + " " + d.outcome()).toList();
  }

  @Override
  public AuditEntry append(AuditDraft draft) {
    drafts.add(draft);
    database.revision.incrementAndGet();
    return new AuditEntry(
        drafts.size(),
        Instant.EPOCH,
        draft.action(),
        draft.channelId(),
        draft.actor(),
        draft.outcome(),
        draft.detail(),
        "",
        "");
  }

  @Override
  public Page entries(int limit, long before, String channelId, String action) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Verification verify() {
    throw new UnsupportedOperationException();
  }
}
