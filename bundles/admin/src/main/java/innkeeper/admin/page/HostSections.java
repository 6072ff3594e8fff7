package innkeeper.admin.page;

import innkeeper.admin.outlook.DiskOutlook;
import innkeeper.admin.rest.SettingsApi;
import innkeeper.admin.text.PageText;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups;
import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthReport;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.surface.Surfaces.Surface;
import innkeeper.api.time.ZonedText;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The page's sections on the host itself. Each returns something, for chaining. */
final class HostSections {

  private static final int MOST_CHANGES = 20;

  private final Html html;
  private final Instant now;

  HostSections(Html html, Instant now) {
    this.html = html;
    this.now = now;
  }

  void table(String title, String... columns) {
    html.raw("<section><h2>").text(title).raw("</h2>");
    html.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"")
        .text(title)
        .raw("\"><table class=\"grid\"><thead><tr>");
    for (String column : columns) {
      html.raw("<th scope=\"col\">").text(column).raw("</th>");
    }
    html.raw("</tr></thead><tbody>");
  }

  Object endTable() {
    html.raw("</tbody></table></div></section>");
    return this;
  }

  void row(Object... cells) {
    html.raw("<tr>");
    for (Object cell : cells) {
      html.raw("<td>").text(cell).raw("</td>");
    }
    html.raw("</tr>");
  }

  Object health(HealthReport report) {
    table("Health", "Check", "Verdict", "Seen", "Allowed", "Why, and what to do");
    for (HealthCheckResult c : report.checks()) {
      html.raw("<tr><th scope=\"row\">")
          .text(c.name())
          .raw("</th><td><span class=\"state " + tone(c.status()) + "\">")
          .text(c.status().word())
          .raw("</span></td><td>")
          .text(c.value())
          .raw("</td><td>")
          .text(c.limit())
          .raw("</td><td>")
          .text(ZonedText.within(c.why()))
          .raw(c.fix().isEmpty() ? "" : " <strong>")
          .text(ZonedText.within(c.fix()))
          .raw(c.fix().isEmpty() ? "" : "</strong>")
          .raw("</td></tr>");
    }
    return endTable();
  }

  /** One row and one action for each project that needs a person. */
  void trouble(List<ProjectStatus> ill) {
    table("Projects that need a look", "Project", "State", "Since", "Why", "Actions");
    for (ProjectStatus p : ill) {
      ProjectSections.beginRow(html, p);
      html.raw("<td>")
          .text(PageText.since(p.stateSince(), now))
          .raw("</td><td>")
          .text(ProjectSections.why(p))
          .raw("</td><td class=\"acts\">");
      ProjectSections.actions(html, p);
      html.raw("</td></tr>");
    }
    endTable();
  }

  void settings(List<SettingsApi.Shown> settings) {
    table("Settings", "Name", "Value", "From", "Default", "Changes", "Meaning", "Allowed");
    for (SettingsApi.Shown s : settings) {
      row(
          s.name(),
          s.value().orElse("–"),
          s.source().orElse("–"),
          s.fallback(),
          s.live() ? "live" : "at a start",
          s.about(),
          s.allowed());
    }
    endTable();
  }

  static String tone(HealthStatus status) {
    return switch (status) {
      case PASS -> "ok";
      case WARN, UNKNOWN -> "warn";
      case FAIL -> "err";
    };
  }

  Object backups(
      Backups.Status status, List<BackupManifest> list, List<Backups.Departure> forecast) {
    Map<String, Backups.Departure> goes =
        forecast.stream().collect(Collectors.toMap(Backups.Departure::name, d -> d));
    html.raw("<section><h2>Backups</h2><p>")
        .text(
            status
                .lastSuccessAt()
                .map(at -> "The newest verified backup is " + PageText.since(at, now) + " old")
                .orElse("No backup yet"))
        .text(
            status
                .nextDueAt()
                .map(at -> "; the next is due in " + PageText.since(now, at))
                .orElse("; made on demand only"))
        .raw(". ")
        .text(status.lastError().isEmpty() ? "" : "The last attempt failed: " + status.lastError())
        .raw("</p><form method=\"post\" action=\"/backups\"><button>Back up now</button></form>")
        .raw("</section>");
    if (!list.isEmpty()) {
      table(
          "Backups on disk",
          "Name",
          "Age",
          "Size",
          "Kind",
          "Verified",
          "Pruned",
          "Restore, the host stopped");
      for (int i = list.size() - 1; i >= Math.max(0, list.size() - 10); i--) {
        BackupManifest b = list.get(i);
        row(
            b.name(),
            PageText.since(b.createdAt(), now),
            PageText.bytes(b.facts().bytes()),
            b.kind(),
            ZonedText.of(b.verifiedAt()),
            goes(goes.get(b.name())),
            "innkeeper restore " + b.name());
      }
      endTable();
      html.raw("<p>What a restore would change: <code>innkeeper restore NAME --dry-run</code>, or ")
          .raw("<a href=\"/api/backups/latest/plan\">the plan of the latest</a>. ")
          .raw("There is no download: a backup holds the values of variables in clear.</p>");
    }
    return this;
  }

  private String goes(Backups.Departure departure) {
    if (departure == null) {
      return "–";
    }
    return departure.at().map(at -> "in " + PageText.since(now, at)).orElse("–")
        + " · "
        + departure.keptBy();
  }

  /** When logs reach their cap, and who writes most. */
  void outlook(DiskOutlook outlook) {
    html.raw("<section><h2>Disk outlook</h2><p><strong>")
        .text(outlook.outlook())
        .raw("</strong></p></section>");
    if (!outlook.writers().isEmpty()) {
      table("Who writes most", "Project", "A day", "On disk", "Keeps lines of");
      outlook
          .writers()
          .forEach(
              w ->
                  row(
                      w.name(),
                      PageText.bytes(w.bytesPerDay()),
                      PageText.bytes(w.logBytes()),
                      w.keepsDays() + " d"));
      endTable();
    }
  }

  Object rotation(List<Rotator.Status> logs) {
    table("Rotation", "Log", "Active", "Rotates", "Archives", "Their size", "Oldest");
    logs.forEach(
        l ->
            row(
                l.name(),
                PageText.bytes(l.bytes()),
                next(l),
                l.archives().size(),
                PageText.bytes(l.archiveBytes()),
                l.oldest().map(at -> PageText.since(at, now)).orElse("–")));
    return endTable();
  }

  private String next(Rotator.Status log) {
    if (log.next().failing().isPresent()) {
      return "failing: " + log.next().failing().get();
    }
    return "at "
        + PageText.bytes(log.maxBytes())
        + log.next().expected().map(at -> ", in about " + PageText.since(now, at)).orElse("")
        + log.next().at().map(at -> ", at the latest in " + PageText.since(now, at)).orElse("");
  }

  Object surfaces(List<Surface> surfaces) {
    table("Surfaces", "Name", "Version", "State", "Since", "From", "Gives", "Needs", "Why not");
    surfaces.forEach(
        s ->
            row(
                s.name(),
                s.version(),
                s.state(),
                PageText.since(s.since(), now),
                s.origin(),
                simple(s.gives()),
                simple(s.needs()),
                s.why()));
    endTable();
    table("Changes of surfaces since the host started", "When", "Name", "Version", "What");
    surfaces.stream()
        .flatMap(s -> s.history().stream().map(c -> Map.entry(s.name(), c)))
        .sorted(Comparator.comparing(e -> e.getValue().at(), Comparator.reverseOrder()))
        .limit(MOST_CHANGES)
        .forEach(
            e ->
                row(
                    ZonedText.of(e.getValue().at()),
                    e.getKey(),
                    e.getValue().version(),
                    e.getValue().what()));
    return endTable();
  }

  private static String simple(List<String> interfaces) {
    return interfaces.stream()
        .map(name -> name.substring(name.lastIndexOf('.') + 1))
        .collect(Collectors.joining(", "));
  }

  Object audit(List<AuditEntry> entries) {
    table("Audit", "No.", "When", "What", "Project", "Who", "Outcome", "Detail");
    for (int i = entries.size() - 1; i >= 0; i--) {
      AuditEntry e = entries.get(i);
      row(
          e.seq(),
          ZonedText.of(e.ts()),
          e.action(),
          e.channelId(),
          (e.actor().program() + " " + e.actor().via().word()).strip(),
          e.outcome(),
          ZonedText.within(e.detail()));
    }
    return endTable();
  }
}
