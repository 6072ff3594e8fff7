package innkeeper.supervisor;

import innkeeper.api.log.RedactedDefinition;
import innkeeper.api.log.Redactor;
import innkeeper.api.project.Definitions;
import innkeeper.api.project.MemberChange;
import innkeeper.api.project.ProjectDefinition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The text that the audit record keeps of a definition: each change, without secrets.
 *
 * <p>Values are masked while the logging bundle, which redacts commands and paths, is away. A value
 * is cut after 300 characters.
 */
final class DefinitionRecord {

  /** The members of a probe that has only default values. */
  private static final Set<String> PROBE = probe();

  private final Supplier<Optional<Redactor>> redactor;
  private final Path home = Path.of(System.getProperty("user.home")).toAbsolutePath();

  DefinitionRecord(Supplier<Optional<Redactor>> redactor) {
    this.redactor = redactor;
  }

  private static Set<String> probe() {
    ProjectDefinition probed =
        Definitions.fromMap(
            Map.of("channelId", "-", "command", List.of("-"), "health", Map.of("exec", "-")),
            Path.of("/"));
    Set<String> members = new HashSet<>();
    ((Map<?, ?>) Definitions.toMap(probed, false).get("health"))
        .forEach((member, value) -> members.add("health." + member + " " + value));
    return members;
  }

  /** Returns the members of a new project that differ from the defaults. */
  String defined(ProjectDefinition now) {
    ProjectDefinition usual =
        Definitions.fromMap(
            Map.of("channelId", now.channelId(), "command", List.of("-")), Path.of("/"));
    List<MemberChange> changes = new ArrayList<>();
    for (MemberChange change : changes(usual, now)) {
      if (!PROBE.contains(change.member() + " " + change.after())) {
        changes.add(new MemberChange(change.member(), MemberChange.NONE, change.after()));
      }
    }
    return MemberChange.text(changes);
  }

  String changed(ProjectDefinition before, ProjectDefinition now) {
    return MemberChange.text(changes(before, now));
  }

  /**
   * Returns the changed members. While the redactor is away, values that need redaction are not
   * shown.
   */
  private List<MemberChange> changes(ProjectDefinition before, ProjectDefinition now) {
    Optional<Redactor> found = redactor.get();
    return MemberChange.between(
        Definitions.toMap(before, false),
        Definitions.toMap(now, false),
        found.map(r -> RedactedDefinition.atHome(before, r, home)).orElse(Map.of()),
        found.map(r -> RedactedDefinition.atHome(now, r, home)).orElse(Map.of()));
  }
}
