package innkeeper.shell.server;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The commands that a socket accepts. Every other command is refused by its name, even one of
 * another bundle, and never reaches Gogo.
 */
public enum CommandRights {
  /** All commands, for the owner's socket. */
  ALL,
  /** Commands that only read. */
  READ,
  /** Commands that read, and that start and stop defined projects. */
  OPERATE;

  private static final Set<String> READING =
      Set.of("status", "why", "logs", "incidents", "history", "health");

  private static final Set<String> OPERATING =
      Set.of("start", "stop", "restart", "rotate", "silence");

  /** The subcommands of {@code incidents} that change something. */
  private static final Set<String> MARKING = Set.of("ack", "snooze");

  /**
   * Returns the rights that a setting names.
   *
   * @param word {@code read} or {@code operate}
   */
  public static CommandRights of(String word) {
    return word.equals("operate") ? OPERATE : READ;
  }

  /** Returns whether the socket accepts typed lines, which Gogo reads. */
  boolean interactive() {
    return this == ALL;
  }

  /** Returns why these words are refused; empty if they are allowed. */
  Optional<String> refusal(List<String> words) {
    String name = words.isEmpty() ? "" : words.get(0);
    boolean marks = name.equals("incidents") && words.stream().skip(1).anyMatch(MARKING::contains);
    boolean allowed =
        this == ALL
            || READING.contains(name) && !marks
            || this == OPERATE && (OPERATING.contains(name) || marks);
    return allowed
        ? Optional.empty()
        : Optional.of(
            "this socket does not take \""
                + (marks ? "incidents " + words.get(1) : name)
                + "\"; allowed: "
                + String.join(", ", names()));
  }

  private Set<String> names() {
    Set<String> names = new TreeSet<>(READING);
    if (this != READ) {
      names.addAll(OPERATING);
      MARKING.forEach(word -> names.add("incidents " + word));
    }
    return names;
  }
}
