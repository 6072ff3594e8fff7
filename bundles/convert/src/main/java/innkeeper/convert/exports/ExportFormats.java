package innkeeper.convert.exports;

import innkeeper.api.convert.Exported;
import innkeeper.api.project.ProjectDefinition;
import java.util.List;
import java.util.function.Predicate;

/** The formats to which definitions can be exported. */
public final class ExportFormats {

  private ExportFormats() {}

  public static Exported write(
      String format,
      List<ProjectDefinition> definitions,
      Predicate<String> secret,
      String release) {
    ExportNotes notes = new ExportNotes();
    String text =
        switch (format) {
          case "swarm" -> new ComposeExport(true, secret, release, notes).of(definitions);
          case "compose" -> new ComposeExport(false, secret, release, notes).of(definitions);
          case "kubernetes" -> new KubernetesExport(secret, release, notes).of(definitions);
          case "systemd" -> new SystemdExport(secret, notes).of(definitions);
          case "procfile" -> new ProcfileExport(notes).of(definitions);
          default ->
              throw new IllegalArgumentException(
                  "the format is "
                      + format
                      + "; allowed: swarm, compose, kubernetes, systemd, procfile");
        };
    return new Exported(text, notes.lines());
  }
}
