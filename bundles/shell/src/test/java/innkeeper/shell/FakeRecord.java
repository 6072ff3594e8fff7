package innkeeper.shell;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The record in memory. */
final class FakeRecord implements AuditLog {

  Instant now = Instant.parse("2026-11-21T05:40:00Z");

  final List<AuditEntry> entries = new ArrayList<>();
  OptionalLong broken = OptionalLong.empty();

  @Override
  public synchronized AuditEntry append(AuditDraft d) {
    AuditEntry entry =
        new AuditEntry(
            entries.size() + 1,
            now,
            d.action(),
            d.channelId(),
            d.actor(),
            d.outcome(),
            d.detail(),
            "0",
            "1");
    entries.add(entry);
    return entry;
  }

  @Override
  public synchronized Page entries(int limit, long before, String channelId, String action) {
    List<AuditEntry> all =
        entries.stream()
            .filter(e -> channelId.isEmpty() || e.channelId().equals(channelId))
            .filter(e -> action.isEmpty() || e.action().equals(action))
            .toList();
    return new Page(
        List.copyOf(all.subList(Math.max(0, all.size() - limit), all.size())),
        OptionalLong.empty());
  }

  @Override
  public Verification verify() {
    return new Verification(entries.size(), broken, broken.isPresent() ? "hash does not fit" : "");
  }
}
