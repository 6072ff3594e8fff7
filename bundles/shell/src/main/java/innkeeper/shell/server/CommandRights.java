package innkeeper.shell.server;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which commands a socket takes. What is not in the list is refused by name, whoever added it, and
 * Gogo is never reached.
 */
public enum CommandRights {
  /** The owner's socket: everything. */
  ALL,
  /** To look. */
  READ,
  /** To look, and to start and stop what is defined. */
  OPERATE;

  private static final Set<String> READING =
      Set.of("status", "why", "logs", "incidents", "history", "health");

  private static final Set<String> OPERATING =
      Set.of("start", "stop", "restart", "rotate", "silence");

  /** What {@code incidents} does besides looking. */
  private static final Set<String> MARKING = Set.of("ack", "snooze");

  /**
   * The rights that a setting names.
   *
   * @param word {@code read} or {@code operate}
   */
  public static CommandRights of(String word) {
    return word.equals("operate") ? OPERATE : READ;
  }

  /** Whether lines can be typed, which Gogo reads. */
  boolean interactive() {
    return this == ALL;
  }

  /** Why these words are refused; empty if they are allowed. */
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
