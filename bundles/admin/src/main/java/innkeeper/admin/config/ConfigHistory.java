package innkeeper.admin.config;

import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.log.Redactor;
import innkeeper.api.project.MemberChange;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Reads the earlier definitions of a project from the audit record. */
final class ConfigHistory {

  private static final int MOST = 50;
  private static final List<String> ACTIONS =
      List.of("project.define", "project.change", "project.remove");

  private ConfigHistory() {}

  /**
   * Returns the versions, newest first. Values are redacted again, because more secrets may be
   * known now.
   */
  static List<ProjectConfig.Version> of(String channelId, AuditLog audit, Redactor redactor) {
    return ACTIONS.stream()
        .flatMap(action -> entries(channelId, action, audit))
        .sorted(Comparator.comparingLong(AuditEntry::seq).reversed())
        .limit(MOST)
        .map(entry -> version(entry, redactor))
        .toList();
  }

  private static Stream<AuditEntry> entries(String channelId, String action, AuditLog audit) {
    return audit.entries(MOST, Long.MAX_VALUE, channelId, action).entries().stream();
  }

  private static ProjectConfig.Version version(AuditEntry entry, Redactor redactor) {
    List<MemberChange> changes =
        MemberChange.parse(entry.detail()).stream()
            .map(
                c ->
                    new MemberChange(
                        c.member(), redactor.redact(c.before()), redactor.redact(c.after())))
            .toList();
    return new ProjectConfig.Version(
        entry.seq(), entry.ts(), entry.action(), entry.actor(), changes);
  }
}
