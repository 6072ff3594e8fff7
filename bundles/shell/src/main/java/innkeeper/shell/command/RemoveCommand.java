package innkeeper.shell.command;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** {@code remove ID…}: stops projects and deletes their definitions. */
record RemoveCommand(Services services) implements Command {

  @Override
  public Help help() {
    return Help.of("remove ID...", "stops projects and deletes their definitions; logs stay")
        .argument(Help.Kind.PROJECT);
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    if (options.plain().isEmpty()) {
      options.wrong("ID is missing");
    }
    options.check();
    Supervisor supervisor = services.get(Supervisor.class);
    List<String> unknown =
        options.plain().stream()
            .filter(id -> supervisor.project(id).isEmpty())
            .filter(id -> !supervisor.unreadable().contains(id))
            .toList();
    if (!unknown.isEmpty()) {
      throw services.unknownProjects(unknown, "; nothing was removed");
    }
    List<String> ids = inOrder(supervisor, options.plain());
    List<CompletableFuture<Void>> gone =
        ids.stream().map(id -> supervisor.remove(id, caller.actor())).toList();
    for (int i = 0; i < ids.size(); i++) {
      gone.get(i).get();
      caller.println("removed " + ids.get(i) + "; its logs stay");
      caller.out().flush();
    }
    return 0;
  }

  /**
   * Sorts projects so that each one precedes the projects that it starts after.
   *
   * @param words channelIds or names
   * @throws CommandRefusedException if another project starts after one of them; then all stay
   */
  private static List<String> inOrder(Supervisor supervisor, List<String> words)
      throws CommandRefusedException {
    Set<String> defined =
        supervisor.definitions().stream()
            .map(ProjectDefinition::channelId)
            .collect(Collectors.toSet());
    // Undefined projects come first: if their removal is refused, the others stay.
    Set<String> left =
        words.stream()
            .map(word -> supervisor.project(word).map(ProjectStatus::channelId).orElse(word))
            .sorted(Comparator.comparing(defined::contains))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    Map<String, Set<String>> later = new HashMap<>();
    for (ProjectDefinition d : supervisor.definitions()) {
      d.after().forEach(id -> later.computeIfAbsent(id, i -> new TreeSet<>()).add(d.channelId()));
    }
    for (String id : left) {
      Set<String> others = new TreeSet<>(later.getOrDefault(id, Set.of()));
      others.removeAll(left);
      if (!others.isEmpty()) {
        throw new CommandRefusedException(
            "cannot remove %s: %s %s, or take %s out of \"after\"; nothing was removed"
                .formatted(
                    id,
                    String.join(", ", others),
                    others.size() == 1
                        ? "starts after it; name it too"
                        : "start after it; name them too",
                    id));
      }
    }
    List<String> ordered = new ArrayList<>();
    while (!left.isEmpty()) {
      String next =
          left.stream()
              .filter(id -> Collections.disjoint(later.getOrDefault(id, Set.of()), left))
              .findFirst()
              .orElseGet(() -> left.iterator().next());
      left.remove(next);
      ordered.add(next);
    }
    return ordered;
  }
}
