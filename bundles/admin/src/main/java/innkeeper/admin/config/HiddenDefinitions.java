package innkeeper.admin.config;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incidents;
import innkeeper.api.project.MemberChange;
import innkeeper.api.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Removes values of definitions from audit entries and incidents; only the names of changed members
 * remain. It serves hosts whose page hides the configuration.
 */
public final class HiddenDefinitions {

  private HiddenDefinitions() {}

  /** Returns whether the page hides the configuration. */
  public static boolean wanted(Settings settings) {
    return settings.get("ADMIN_SHOW_CONFIG").equals("off");
  }

  /** Returns the entry; an entry about a definition keeps only names in its detail. */
  public static AuditEntry in(AuditEntry e) {
    return e.action().equals("project.define") || e.action().equals("project.change")
        ? new AuditEntry(
            e.seq(),
            e.ts(),
            e.action(),
            e.channelId(),
            e.actor(),
            e.outcome(),
            names(e.detail()),
            e.prevHash(),
            e.hash())
        : e;
  }

  private static String names(String detail) {
    return MemberChange.parse(detail).stream()
        .map(MemberChange::member)
        .collect(Collectors.joining(", "));
  }

  /** A view of the audit record without values of definitions. */
  public record HiddenAudit(AuditLog audit) implements AuditLog {

    @Override
    public AuditEntry append(AuditDraft draft) {
      return in(audit.append(draft));
    }

    @Override
    public Page entries(int limit, long before, String channelId, String action) {
      Page page = audit.entries(limit, before, channelId, action);
      return new Page(page.entries().stream().map(HiddenDefinitions::in).toList(), page.next());
    }

    @Override
    public Verification verify() {
      return audit.verify();
    }
  }

  /** A view of the incidents without values of definitions. */
  public record HiddenIncidents(Incidents incidents) implements Incidents {

    @Override
    public List<Incident> find(Query query) {
      return incidents.find(query).stream().map(HiddenDefinitions::in).toList();
    }

    @Override
    public Optional<Incident> incident(long id) {
      return incidents.incident(id).map(HiddenDefinitions::in);
    }

    @Override
    public Incident acknowledge(long id, Actor actor) {
      return in(incidents.acknowledge(id, actor));
    }

    @Override
    public Incident snooze(long id, Duration span, Actor actor) {
      return in(incidents.snooze(id, span, actor));
    }

    @Override
    public int open() {
      return incidents.open();
    }
  }

  /** Returns the incident without values of definitions. */
  public static Incident in(Incident i) {
    Incident.Context context = i.context();
    List<Incident.Change> changes = context.changes().stream().map(HiddenDefinitions::in).toList();
    return new Incident(
        i.id(),
        i.subject(),
        i.from(),
        i.to(),
        i.course(),
        new Incident.Context(changes, context.resources(), context.actors()),
        i.acknowledgement());
  }

  private static Incident.Change in(Incident.Change c) {
    return c.what().equals("definition")
        ? new Incident.Change(c.at(), c.what(), names(c.detail()), c.via())
        : c;
  }
}
