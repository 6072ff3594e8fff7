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

/** What the audit record keeps of a definition: what changed, without secrets. */
final class DefinitionRecord {

  /** Members of a probe as they are by default. */
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

  /** Of a new project: all that is not as it is by default. */
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

  /** Without a redactor nothing that it would look at is shown. */
  private List<MemberChange> changes(ProjectDefinition before, ProjectDefinition now) {
    Optional<Redactor> found = redactor.get();
    return MemberChange.between(
        Definitions.toMap(before, false),
        Definitions.toMap(now, false),
        found.map(r -> RedactedDefinition.atHome(before, r, home)).orElse(Map.of()),
        found.map(r -> RedactedDefinition.atHome(now, r, home)).orElse(Map.of()));
  }
}
