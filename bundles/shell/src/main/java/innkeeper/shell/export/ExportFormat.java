package innkeeper.shell.export;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.shell.export.Exported.Notes;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** The formats to which definitions can be exported. */
public enum ExportFormat {
  SWARM,
  COMPOSE,
  KUBERNETES,
  SYSTEMD,
  PROCFILE;

  public static Optional<ExportFormat> of(String word) {
    for (ExportFormat format : values()) {
      if (format.name().toLowerCase(Locale.ROOT).equals(word)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /**
   * @param definitions the definitions in clear; secrets occur in their variables only
   * @param secret tests whether a variable NAME=VALUE is a secret
   * @param release the version of this Innkeeper, for the name of its image
   */
  public Exported export(
      List<ProjectDefinition> definitions, Predicate<String> secret, String release) {
    Notes notes = new Notes();
    String text =
        switch (this) {
          case SWARM -> new ComposeExport(true, secret, release, notes).of(definitions);
          case COMPOSE -> new ComposeExport(false, secret, release, notes).of(definitions);
          case KUBERNETES -> new KubernetesExport(secret, release, notes).of(definitions);
          case SYSTEMD -> new SystemdExport(secret, notes).of(definitions);
          case PROCFILE -> new ProcfileExport(notes).of(definitions);
        };
    return new Exported(text, notes.lines());
  }
}
