package innkeeper.shell.cli;

import java.util.List;

/**
 * What a command says of itself.
 *
 * @param name as typed
 * @param usage one line per form, without {@code innkeeper}; what {@link Usage} reads of it is
 *     parsed and completed
 * @param summary one line, lower case, no full stop
 * @param details further lines; may be empty
 * @param argument what its other words are, for completion
 */
public record Help(
    String name, List<String> usage, String summary, List<String> details, Kind argument) {

  /** What can stand as an argument. */
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

  /** A command of one form. */
  public static Help of(String usage, String summary) {
    int space = usage.indexOf(' ');
    String name = space < 0 ? usage : usage.substring(0, space);
    return new Help(name, List.of(usage), summary, List.of(), Kind.NONE);
  }

  public Help form(String another) {
    List<String> all = new java.util.ArrayList<>(usage);
    all.add(another);
    return new Help(name, List.copyOf(all), summary, details, argument);
  }

  public Help details(String... lines) {
    return new Help(name, usage, summary, List.of(lines), argument);
  }

  /** The options and subcommands. */
  public Usage options() {
    return Usage.of(usage);
  }

  public Help argument(Kind kind) {
    return new Help(name, usage, summary, details, kind);
  }

  /** The whole page. */
  public String page() {
    StringBuilder page = new StringBuilder();
    page.append(usageLines());
    page.append('\n').append(name).append(": ").append(summary).append(".\n");
    if (!details.isEmpty()) {
      page.append('\n');
      details.forEach(line -> page.append(line).append('\n'));
    }
    return page.toString();
  }

  /** {@code usage: innkeeper …}, one line per form. */
  public String usageLines() {
    StringBuilder lines = new StringBuilder();
    String head = "usage: ";
    for (String form : usage) {
      lines.append(head).append("innkeeper ").append(form).append('\n');
      head = "       ";
    }
    return lines.toString();
  }
}
