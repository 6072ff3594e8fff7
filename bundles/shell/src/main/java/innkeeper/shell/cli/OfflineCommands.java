package innkeeper.shell.cli;

import java.util.List;
import java.util.Optional;

/** The commands that the start script runs itself, because they need no host. */
public final class OfflineCommands {

  /**
   * @param group its heading in the list of commands
   * @param usage without {@code innkeeper}
   * @param summary one line, lower case, no full stop
   */
  public record Row(String group, String usage, String summary) {

    public String name() {
      int space = usage.indexOf(' ');
      return space < 0 ? usage : usage.substring(0, space);
    }

    public Help help() {
      return Help.of(usage, summary)
          .argument(name().equals("restore") ? Help.Kind.BACKUP : Help.Kind.NONE);
    }
  }

  private static final List<Row> ROWS =
      List.of(
          new Row(
              "Backups",
              "restore NAME|latest|FILE [--dry-run] [--yes] [--stop] [--accept-unknown]"
                  + " [--no-keep-audit]",
              "puts a backup, or an archive, in place; no host may run"),
          new Row(
              "Backups",
              "archive FILE [--with-env-files] [--replace]",
              "packs the whole host into one file, for a new machine"),
          new Row(
              "Host",
              "run [--safe] [--demo] [--project FILE...] [--stdout] [--exit-with ID]",
              "the host in the foreground; --safe leaves added bundles out"),
          new Row("Host", "service install|remove", "starts the host with the machine"),
          new Row("Host", "doctor", "checks the set-up, says what to fix"),
          new Row(
              "Host",
              "hosts [--json]",
              "your hosts that run; --data DIR names the one that is meant"),
          new Row(
              "Host",
              "dial-stdio",
              "connects its input and output to the host, for another's --host"),
          new Row("Shell", "shell", "interactive shell, with history and completion"));

  private OfflineCommands() {}

  public static List<Row> rows() {
    return ROWS;
  }

  public static Optional<Row> find(String name) {
    return ROWS.stream().filter(row -> row.name().equals(name)).findFirst();
  }
}
