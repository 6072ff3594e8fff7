package innkeeper.admin.page;

import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.text.PageText;
import innkeeper.api.alarm.Alarms;
import innkeeper.api.alarm.Alarms.ChannelStatus;
import innkeeper.api.alarm.Alarms.Silence;
import innkeeper.api.health.Times;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Alarm channels and silences, without scripts. */
final class AlarmSections {

  private final Html html;
  private final ServiceSnapshot services;
  private final ProjectSections sections;
  private final HostSections tables;
  private final Instant now;

  AlarmSections(Html html, ServiceSnapshot services, ProjectSections sections, Instant now) {
    this.html = html;
    this.services = services;
    this.sections = sections;
    this.tables = new HostSections(html, now);
    this.now = now;
  }

  /** All channels and silences of the host. */
  void write() {
    Optional<List<ChannelStatus>> channels = Page.ask(services.findAlarms(), Alarms::channels);
    if (channels.isEmpty()) {
      sections.away("Alarms", "alarms");
      return;
    }
    tables.table("Alarm channels", "Channel", "State", "Last delivered", "Last failure", "Waiting");
    for (ChannelStatus one : channels.get()) {
      tables.row(
          one.name(),
          one.mistake().isEmpty() ? one.error() : "not used: " + one.mistake(),
          one.lastSuccess().map(Times::iso).orElse("–"),
          one.lastFailure().map(Times::iso).orElse("–"),
          one.waiting());
    }
    tables.endTable();
    silence(Alarms.ALL);
    List<Silence> silences = Page.ask(services.findAlarms(), Alarms::silences).orElse(List.of());
    silences.stream()
        .map(Silence::channelId)
        .filter(id -> !id.equals(Alarms.ALL))
        .forEach(this::silence);
  }

  /**
   * Whether alarms are told of it, with what to press.
   *
   * @param id of a project, or {@link Alarms#ALL}
   */
  void silence(String id) {
    Optional<List<Silence>> silences = Page.ask(services.findAlarms(), Alarms::silences);
    if (silences.isEmpty()) {
      return;
    }
    Optional<Silence> now =
        silences.get().stream().filter(one -> one.channelId().equals(id)).findFirst();
    String action = now.isPresent() ? "/silences/end?project=" : "/silences?for=2h&amp;project=";
    html.raw("<section><h2>Alarms of ")
        .text(id.equals(Alarms.ALL) ? "all projects and the host" : id)
        .raw("</h2><p>")
        .text(
            now.map(one -> "No alarm is told for " + PageText.since(this.now, one.until()) + ".")
                .orElse("Alarms are told."))
        .raw("</p><form method=\"post\" action=\"" + action)
        .text(id)
        .raw(now.isPresent() ? "\"><button>Tell alarms again" : "\"><button>Silence for 2 h")
        .raw("</button></form></section>");
  }
}
