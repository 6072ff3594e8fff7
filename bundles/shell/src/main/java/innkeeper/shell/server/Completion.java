package innkeeper.shell.server;

import innkeeper.shell.cli.Bundles;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Services;
import innkeeper.shell.command.Commands;
import innkeeper.shell.completion.LiveWords;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Completes the word before the cursor. */
public final class Completion {

  /**
   * @param replaced number of code points before the cursor that a candidate replaces
   * @param candidates the sorted candidates
   */
  record Found(int replaced, List<String> candidates) {}

  private final Commands commands;
  private final LiveWords live;
  private final Bundles bundles;

  public Completion(Commands commands, Services services, Bundles bundles) {
    this.commands = commands;
    this.live = new LiveWords(services);
    this.bundles = bundles;
  }

  /**
   * @param before the line up to the cursor
   * @param gogo commands of all scopes, {@code scope:name}
   */
  Found of(String before, List<String> gogo) {
    String part = before.substring(lastBreak(before));
    List<String> words = Stream.of(part.split(" +")).filter(word -> !word.isEmpty()).toList();
    boolean fresh = part.isEmpty() || part.endsWith(" ");
    String last = fresh || words.isEmpty() ? "" : words.get(words.size() - 1);
    boolean first = words.isEmpty() || words.size() == 1 && !fresh;
    List<String> found =
        (first ? names(gogo, last) : arguments(words.get(0), last))
            .stream().filter(word -> word.startsWith(last)).distinct().sorted().toList();
    return new Found(last.codePointCount(0, last.length()), found);
  }

  /** Returns where the current command begins: after the last pipe or semicolon. */
  private static int lastBreak(String before) {
    return Math.max(before.lastIndexOf('|'), before.lastIndexOf(';')) + 1;
  }

  private Collection<String> names(List<String> gogo, String last) {
    TreeSet<String> names = new TreeSet<>();
    commands.all().forEach(c -> names.add(c.help().name()));
    names.add("exit");
    for (String name : gogo) {
      int colon = name.indexOf(':');
      if (last.indexOf(':') >= 0) {
        names.add(name);
      } else if (!name.startsWith(Commands.SCOPE + ":")) {
        names.add(name.substring(colon + 1));
      }
    }
    return names;
  }

  private Collection<String> arguments(String name, String last) {
    Optional<Command> command = commands.find(name);
    if (command.isEmpty()) {
      // Felix's own commands take bundles more often than other arguments.
      return bundles.names();
    }
    Help help = command.get().help();
    if (last.startsWith("-")) {
      return help.options().words();
    }
    List<String> found = new ArrayList<>(values(help.argument()));
    found.addAll(help.options().subcommands());
    return found;
  }

  private Collection<String> values(Help.Kind kind) {
    return switch (kind) {
      case BUNDLE -> bundles.names();
      case COMMAND -> commands.all().stream().map(c -> c.help().name()).toList();
      default -> live.of(kind);
    };
  }
}
