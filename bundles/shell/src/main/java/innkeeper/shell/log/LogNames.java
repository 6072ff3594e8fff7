package innkeeper.shell.log;

import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.log.Logs;
import innkeeper.api.project.MemberChange;
import innkeeper.api.time.ZonedText;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Tells from the audit record whose lines a log has. A log has the name of its project, and a name
 * can be changed or given to another project, while the log keeps its lines.
 */
final class LogNames {

  private static final String MEMBER = "name";

  /** A project has had the name of the log since then. */
  private record Holder(String channelId, Instant since) {}

  private final AuditLog audit;
  private final Logs logs;

  LogNames(AuditLog audit, Logs logs) {
    this.audit = audit;
    this.logs = logs;
  }

  /**
   * @param channelId of the project that the log was asked for by; "" if it is the log of none
   * @param log its name
   * @return one sentence for each change of the log's owner or of the project's name that lines
   *     came before; oldest first
   */
  List<String> notes(String channelId, String log) throws IOException {
    Map<String, String> names = new HashMap<>();
    List<Holder> holders = new ArrayList<>();
    Map<String, Instant> former = new LinkedHashMap<>();
    for (AuditEntry entry : definitions()) {
      String project = entry.channelId();
      Optional<MemberChange> change =
          MemberChange.parse(entry.detail()).stream()
              .filter(c -> c.member().equals(MEMBER))
              .findFirst();
      String before = change.map(MemberChange::before).orElse("");
      String known = names.getOrDefault(project, before.isEmpty() ? project : before);
      boolean defined = entry.action().equals("project.define");
      String now =
          change
              .map(c -> c.after().isEmpty() ? project : c.after())
              .orElse(defined ? project : known);
      if (now.equals(log) && (defined || !now.equals(known))) {
        holders.add(new Holder(project, entry.ts()));
      }
      if (project.equals(channelId) && !now.equals(known)) {
        former.remove(known);
        former.put(known, entry.ts());
      }
      names.put(project, now);
    }
    List<String> notes = new ArrayList<>();
    former.remove(log);
    for (Map.Entry<String, Instant> name : former.entrySet()) {
      if (reachesBack(name.getKey(), name.getValue())) {
        notes.add(
            "until %s the log of %s was logs/%s.log"
                .formatted(ZonedText.of(name.getValue()), channelId, name.getKey()));
      }
    }
    for (int i = 1; i < holders.size(); i++) {
      Holder next = holders.get(i);
      String owner = holders.get(i - 1).channelId();
      if (!owner.equals(next.channelId()) && reachesBack(log, next.since())) {
        notes.add(
            "lines from before %s are those of the project %s"
                .formatted(ZonedText.of(next.since()), owner));
      }
    }
    return notes;
  }

  private boolean reachesBack(String log, Instant time) throws IOException {
    return logs.status(log).isPresent() && logs.oldest(log).filter(time::isAfter).isPresent();
  }

  /** All entries about definitions that took effect, oldest first. */
  private List<AuditEntry> definitions() {
    List<AuditEntry> all = new ArrayList<>();
    for (String action : List.of("project.define", "project.change")) {
      OptionalLong next = OptionalLong.of(Long.MAX_VALUE);
      while (next.isPresent()) {
        AuditLog.Page page = audit.entries(1000, next.getAsLong(), "", action);
        all.addAll(page.entries());
        next = page.next();
      }
    }
    all.removeIf(entry -> !entry.outcome().equals("ok"));
    all.sort(Comparator.comparingLong(AuditEntry::seq));
    return all;
  }
}
