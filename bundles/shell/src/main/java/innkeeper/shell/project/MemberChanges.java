package innkeeper.shell.project;

import innkeeper.api.log.RedactedDefinition;
import innkeeper.api.log.Redactor;
import innkeeper.api.project.Definitions;
import innkeeper.api.project.MemberChange;
import innkeeper.api.project.ProjectDefinition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The members of a project that a new definition changes or drops, as lines for people and as
 * records for programs. Secret values are masked.
 */
record MemberChanges(String channelId, List<MemberChange> changes) {

  static MemberChanges between(ProjectDefinition before, ProjectDefinition now, Redactor redactor) {
    return new MemberChanges(
        now.channelId(),
        MemberChange.between(
            Definitions.toMap(before, false),
            Definitions.toMap(now, false),
            RedactedDefinition.of(before, redactor),
            RedactedDefinition.of(now, redactor)));
  }

  /** Returns one line for each changed member, then one for each dropped member. */
  List<String> lines() {
    Map<String, String> defaults = defaults();
    List<String> lines = new ArrayList<>();
    for (MemberChange change : changes) {
      if (!dropped(change)) {
        boolean usual = change.after().equals(defaults.get(change.member()));
        lines.add(
            "%s: %s -> %s%s"
                .formatted(
                    change.member(),
                    change.before(),
                    change.after(),
                    usual ? " (the default)" : ""));
      }
    }
    Map<String, List<MemberChange>> gone =
        changes.stream()
            .filter(MemberChanges::dropped)
            .collect(
                Collectors.groupingBy(
                    MemberChanges::outer, LinkedHashMap::new, Collectors.toList()));
    gone.forEach((member, inner) -> lines.add("dropped " + member + ": " + was(inner)));
    return lines;
  }

  /** The changes, in the form of JSON. */
  record Json(String channelId, List<MemberChange> members, List<String> dropped) {}

  Json json() {
    return new Json(
        channelId,
        changes,
        changes.stream().filter(MemberChanges::dropped).map(MemberChange::member).toList());
  }

  private static boolean dropped(MemberChange change) {
    return change.after().equals(MemberChange.NONE);
  }

  /** Returns the outer member: {@code health} of {@code health.http}. */
  private static String outer(MemberChange change) {
    int dot = change.member().indexOf('.');
    return dot < 0 ? change.member() : change.member().substring(0, dot);
  }

  private static String was(List<MemberChange> inner) {
    return inner.stream().map(MemberChanges::was).collect(Collectors.joining(", "));
  }

  /** Returns the former value of a member; for a variable, only its name. */
  private static String was(MemberChange change) {
    String outer = outer(change);
    if (change.member().equals(outer)) {
      return change.before();
    }
    String name = change.member().substring(outer.length() + 1);
    return outer.toLowerCase(Locale.ROOT).endsWith("env") ? name : name + " " + change.before();
  }

  private Map<String, String> defaults() {
    Map<String, Object> usual =
        Definitions.toMap(
            Definitions.fromMap(
                Map.of("channelId", channelId, "command", List.of("-")), Path.of("/")),
            false);
    usual.keySet().removeAll(List.of("command", "directory"));
    return MemberChange.between(Map.of(), usual, Map.of(), usual).stream()
        .collect(Collectors.toMap(MemberChange::member, MemberChange::after));
  }
}
