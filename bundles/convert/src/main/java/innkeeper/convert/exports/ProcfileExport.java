package innkeeper.convert.exports;

import innkeeper.api.project.EngineDeployment;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.project.RestartPolicy;
import innkeeper.api.project.ServerLimits;
import innkeeper.common.text.PosixWord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes a Procfile: {@code NAME: COMMAND} a line, which {@code import} can read. */
final class ProcfileExport {

  private final ExportNotes notes;

  ProcfileExport(ExportNotes notes) {
    this.notes = notes;
  }

  String of(List<ProjectDefinition> definitions) {
    StringBuilder text = new StringBuilder();
    for (ProjectDefinition d : definitions) {
      if (d.command().stream().anyMatch(word -> word.indexOf('\n') >= 0)) {
        notes.add(d.channelId(), "is left out: its command has a line end, a Procfile's cannot");
        continue;
      }
      text.append(d.channelId()).append(": ").append(line(d.command())).append('\n');
      tell(d);
    }
    return text.toString();
  }

  /**
   * Returns a command line whose words are quoted, so that it needs no shell. A first word that a
   * shell may interpret is always quoted.
   */
  private static String line(List<String> command) {
    String first = command.get(0);
    boolean own = !first.startsWith("/") && !first.startsWith(".");
    return (own ? "'" + first.replace("'", "'\\''") + "'" : PosixWord.quoted(first))
        + command.stream()
            .skip(1)
            .map(word -> " " + PosixWord.quoted(word))
            .collect(Collectors.joining());
  }

  private void tell(ProjectDefinition d) {
    String id = d.channelId();
    Map<String, Boolean> lost = new LinkedHashMap<>();
    lost.put("name", !d.name().equals(id));
    lost.put("env", !d.env().isEmpty());
    lost.put("secretEnv", !d.secretEnv().isEmpty());
    lost.put("secretFiles", !d.secretFiles().isEmpty());
    lost.put("envFile", d.envFile().isPresent());
    lost.put("port", d.port().isPresent());
    lost.put("autostart", !d.autostart());
    lost.put("restart", d.restart() != RestartPolicy.ALWAYS);
    lost.put("stopSignal", !d.stopSignal().equals("TERM"));
    lost.put("health", d.health().isPresent());
    lost.put("after", !d.after().isEmpty());
    lost.put("schedule", d.schedule().isPresent());
    lost.put(
        "limits", d.memoryMaxBytes() > 0 || d.nice() > 0 || !d.limits().equals(ServerLimits.NONE));
    lost.put("deploy", !d.deploy().equals(EngineDeployment.DEFAULT));
    List<String> members =
        lost.entrySet().stream().filter(Map.Entry::getValue).map(Map.Entry::getKey).toList();
    if (!members.isEmpty()) {
      notes.lost(id, String.join(", ", members), "a Procfile has a name and a command");
    }
    notes.add(id, "is started in the Procfile's folder; its directory is " + d.directory());
  }
}
