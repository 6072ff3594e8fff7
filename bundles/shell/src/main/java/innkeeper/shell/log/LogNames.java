package innkeeper.shell.log;

import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.log.Logs;
import innkeeper.api.project.MemberChange;
import innkeeper.common.time.ZonedText;
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
 * Finds out from the audit record whose lines a log contains. A log has the name of its project.
 * The name can be changed or given to another project, while the log keeps its lines.
 */
final class LogNames {

  private static final String REMOVE = "project.remove";

  /**
   * The start of a project's name.
   *
   * @param before its earlier name; the same name if it was defined again
   * @param until the time at which it last had that earlier name
   */
  private record Naming(String project, String before, String name, Instant since, Instant until) {}

  private final Logs logs;
  private final List<Naming> namings = new ArrayList<>();

  /** Reads the audit record once, for all logs. */
  LogNames(AuditLog audit, Logs logs) {
    this.logs = logs;
    Map<String, String> names = new HashMap<>();
    Map<String, Instant> removals = new HashMap<>();
    for (AuditEntry entry : definitions(audit)) {
      String project = entry.channelId();
      if (entry.action().equals(REMOVE)) {
        removals.put(project, entry.ts());
        continue;
      }
      boolean defined = entry.action().equals("project.define");
      Optional<MemberChange> change =
          MemberChange.parse(entry.detail()).stream()
              .filter(c -> c.member().equals("name"))
              .findFirst();
      if (defined || change.isPresent()) {
        // A project without its own name uses its id as name.
        String before = change.map(MemberChange::before).filter(n -> !n.isEmpty()).orElse(project);
        String name = change.map(MemberChange::after).filter(n -> !n.isEmpty()).orElse(project);
        Instant removed = removals.remove(project);
        namings.add(
            new Naming(
                project,
                names.getOrDefault(project, before),
                name,
                entry.ts(),
                removed == null ? entry.ts() : removed));
        names.put(project, name);
      }
    }
  }

  /** Returns all entries about definitions that took effect, oldest first. */
  private static List<AuditEntry> definitions(AuditLog audit) {
    List<AuditEntry> all = new ArrayList<>();
    for (String action : List.of("project.define", "project.change", REMOVE)) {
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

  /**
   * Reports the logs that hold the project's earlier lines, and the lines of the log that belong to
   * another project.
   *
   * @param project the project whose log was requested; "" for a log without a project
   * @param log its name
   * @return a sentence for each, oldest first; nothing about lines that are no longer kept
   */
  List<String> notes(String project, String log) throws IOException {
    List<String> notes = new ArrayList<>();
    for (Map.Entry<String, Instant> name : formerNames(project, log).entrySet()) {
      if (reachesBack(name.getKey(), name.getValue())) {
        notes.add(
            "until %s the log of %s was logs/%s.log"
                .formatted(ZonedText.of(name.getValue()), project, name.getKey()));
      }
    }
    String owner = "";
    String from = "before";
    for (Naming naming : namings) {
      if (naming.name().equals(log) && !owner.equals(naming.project())) {
        String since = ZonedText.of(naming.since());
        if (!owner.isEmpty() && reachesBack(log, naming.since())) {
          notes.add("lines from %s %s are those of the project %s".formatted(from, since, owner));
          from = since + " to";
        }
        owner = naming.project();
      }
    }
    return notes;
  }

  /** Returns each other name that the project had, with the time at which it last had it. */
  private Map<String, Instant> formerNames(String project, String now) {
    Map<String, Instant> former = new LinkedHashMap<>();
    for (Naming naming : namings) {
      if (naming.project().equals(project) && !naming.before().equals(naming.name())) {
        former.remove(naming.before());
        former.put(naming.before(), naming.until());
      }
    }
    former.remove(now);
    return former;
  }

  private boolean reachesBack(String log, Instant time) throws IOException {
    return logs.status(log).isPresent() && logs.oldest(log).filter(time::isAfter).isPresent();
  }
}
