package innkeeper.convert.exports;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.convert.exports.ContainedProject.Secret;
import innkeeper.convert.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Writes one systemd unit for each project. The unit runs a host for this project alone. That host
 * redacts the project's output for the journal, and ends with the project. A comment line before
 * each unit names the unit's file.
 */
final class SystemdExport {

  private static final String SECRETS = "/run/credentials/";

  private final Predicate<String> secret;
  private final ExportNotes notes;

  SystemdExport(Predicate<String> secret, ExportNotes notes) {
    this.secret = secret;
    this.notes = notes;
  }

  String of(List<ProjectDefinition> definitions) {
    return definitions.stream().map(this::unit).collect(Collectors.joining("\n"));
  }

  private static String file(String channelId) {
    return "innkeeper-" + channelId + ".service";
  }

  private String unit(ProjectDefinition d) {
    String id = d.channelId();
    ContainedProject contained = ContainedProject.of(d, SECRETS + file(id), secret);
    // systemd itself applies these members to all processes of the unit.
    List.of("nice", "umask", "limitNofile").forEach(contained.definition()::remove);
    List<String> lines = new ArrayList<>();
    lines.add("# /etc/systemd/system/" + file(id));
    lines.add("[Unit]");
    lines.add("Description=Project " + id + " under Innkeeper");
    if (!d.after().isEmpty()) {
      String before = d.after().stream().map(SystemdExport::file).collect(Collectors.joining(" "));
      lines.add("After=" + before);
    }
    lines.add("");
    lines.add("[Service]");
    lines.add("Type=exec");
    lines.add("User=" + System.getProperty("user.name"));
    lines.add("StateDirectory=innkeeper/" + id);
    lines.add("StateDirectoryMode=0700");
    lines.add("Environment=DATA_DIR=%S/innkeeper/" + id + " BACKUP_INTERVAL_HOURS=0");
    lines.add(
        "Environment=" + quoted("INNKEEPER_PROJECT=" + Json.line(List.of(contained.definition()))));
    for (Secret one : contained.secrets()) {
      lines.add("LoadCredential=" + one.name() + ":/etc/innkeeper/secrets/" + one.name());
      notes.add(
          id, "write /etc/innkeeper/secrets/" + one.name() + " (0600, root), " + one.source());
    }
    lines.add(
        "ExecStart=/usr/bin/innkeeper "
            + String.join(" ", contained.command("env:INNKEEPER_PROJECT")));
    lines.add(
        "Restart="
            + switch (d.restart()) {
              case ALWAYS -> "always";
              case ON_FAILURE -> "on-failure";
              case NEVER -> "no";
            });
    lines.add("RestartPreventExitStatus=78");
    lines.add("TimeoutStopSec=" + contained.stopSeconds());
    lines.add("KillMode=mixed");
    limits(contained, lines);
    lines.add("");
    lines.add("[Install]");
    lines.add(
        (contained.replicas() == 0 ? "# autostart is false: " : "") + "WantedBy=multi-user.target");
    tell(contained);
    return String.join("\n", lines) + "\n";
  }

  private static void limits(ContainedProject contained, List<String> lines) {
    ProjectDefinition d = contained.project();
    if (contained.memoryBytes() > 0) {
      lines.add("MemoryMax=" + contained.memoryBytes());
    }
    if (d.limits().cpuQuota() > 0) {
      lines.add("CPUQuota=" + d.limits().cpuQuota() + "%");
    }
    if (contained.tasks() > 0) {
      lines.add("TasksMax=" + contained.tasks());
    }
    if (d.limits().limitNofile() > 0) {
      lines.add("LimitNOFILE=" + d.limits().limitNofile());
    }
    if (!d.limits().umask().isEmpty()) {
      lines.add("UMask=" + d.limits().umask());
    }
    if (d.nice() > 0) {
      lines.add("Nice=" + d.nice());
    }
  }

  /**
   * Quotes an assignment for systemd.exec(5) and systemd.unit(5): C escapes within quotes, %% for
   * %.
   */
  private static String quoted(String assignment) {
    return "'" + assignment.replace("\\", "\\\\").replace("'", "\\x27").replace("%", "%%") + "'";
  }

  private void tell(ContainedProject contained) {
    ProjectDefinition d = contained.project();
    if (d.deploy().replicas() > 1) {
      notes.lost(d.channelId(), "deploy.replicas", "systemd runs one; take more machines");
    }
    if (!d.deploy().constraints().isEmpty() || d.deploy().image().isPresent()) {
      notes.lost(d.channelId(), "deploy", "systemd has neither nodes nor images");
    }
    if (contained.memoryBytes() > 0) {
      notes.add(d.channelId(), "MemoryMax is memoryMaxBytes and 384 MiB for Innkeeper itself");
    }
  }
}
