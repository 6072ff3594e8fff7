package innkeeper.shell.cli;

import java.util.List;
import java.util.stream.Stream;

/**
 * The help of a command.
 *
 * @param name the name as the user types it
 * @param usage one line per form, without {@code innkeeper}; {@link Usage} parses it for options
 *     and completion
 * @param summary one line, lower case, no full stop
 * @param details further lines; may be empty
 * @param argument the kind of the other words, for completion
 */
public record Help(
    String name, List<String> usage, String summary, List<String> details, Kind argument) {

  /** The kinds of arguments. */
  public enum Kind {
    NONE,
    PROJECT,
    BACKUP,
    SURFACE,
    BUNDLE,
    ACTION,
    PANEL,
    COMMAND
  }

  /** Returns the help of a command with one form. */
  public static Help of(String usage, String summary) {
    int space = usage.indexOf(' ');
    String name = space < 0 ? usage : usage.substring(0, space);
    return new Help(name, List.of(usage), summary, List.of(), Kind.NONE);
  }

  public Help form(String another) {
    List<String> forms = Stream.concat(usage.stream(), Stream.of(another)).toList();
    return new Help(name, forms, summary, details, argument);
  }

  public Help details(String... lines) {
    return new Help(name, usage, summary, List.of(lines), argument);
  }

  /** Returns the options and subcommands. */
  public Usage options() {
    return Usage.of(usage);
  }

  public Help argument(Kind kind) {
    return new Help(name, usage, summary, details, kind);
  }

  /** Returns the whole help page. */
  public String page() {
    String more = details.isEmpty() ? "" : "\n" + String.join("\n", details) + "\n";
    return usageLines() + "\n" + name + ": " + summary + ".\n" + more;
  }

  /** Returns {@code usage: innkeeper …}, one line per form. */
  public String usageLines() {
    return "usage: innkeeper " + String.join("\n       innkeeper ", usage) + "\n";
  }
}
