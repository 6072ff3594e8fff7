package innkeeper.shell.cli;

import java.util.List;
import java.util.Optional;

/** The commands that the start script runs itself, because they need no host. */
public final class OfflineCommands {

  /**
   * @param group its heading in the list of commands
   */
  public record Row(String group, Help help) {

    Row(String group, String usage, String summary) {
      this(group, Help.of(usage, summary));
    }

    public String name() {
      return help.name();
    }

    public String summary() {
      return help.summary();
    }
  }

  private static final List<Row> ROWS =
      List.of(
          new Row(
              "Backups",
              Help.of(
                      "restore NAME|latest|FILE [--dry-run] [--yes] [--stop] [--accept-unknown]"
                          + " [--no-keep-audit]",
                      "puts a backup, or an archive, in place; no host may run")
                  .argument(Help.Kind.BACKUP)),
          new Row(
              "Backups",
              "archive FILE [--with-env-files] [--replace]",
              "packs the whole host into one file, for a new machine"),
          new Row(
              "Bundles",
              Help.of(
                      "bundle new KIND NAME [--plain] [--in DIR]",
                      "makes a project of a bundle; builds and updates one at each save")
                  .form("bundle dev DIR [--remove]")
                  .details(
                      "KIND      listener, alarm-channel, incident-source, project-action, panel,",
                      "          redaction-rule, rotatable-log, health-check, servlet or command",
                      "NAME      of the bundle and its folder, such as disk-watch",
                      "--plain   without Maven: the JDK is enough",
                      "--in DIR  where the folder is made; default: here",
                      "dev       builds without tests, installs, shows the bundle's log and what its",
                      "          earlier versions left behind; Ctrl-C ends it, and the bundle stays",
                      "--remove  takes the bundle out at the end")),
          new Row(
              "Host",
              "run [--safe] [--demo] [--as-copy] [--project FILE...] [--stdout] [--exit-with ID]",
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
