package innkeeper.shell.cli;

import java.util.List;
import java.util.Optional;

/**
 * A command that the start script runs itself, because it needs no host. A host only checks its
 * words.
 *
 * @param group the heading of the command in the list of commands
 */
public record ScriptCommand(String group, Help help) implements Command {

  /** All commands of the scripts, in the order of {@code help}. */
  public static final List<ScriptCommand> ALL =
      List.of(
          new ScriptCommand(
              "Backups",
              Help.of(
                      "restore NAME|latest|FILE [--dry-run] [--yes] [--stop] [--accept-unknown]"
                          + " [--no-keep-audit]",
                      "puts a backup, or an archive, in place; no host may run")
                  .details(
                      "Says first what gets lost, and asks. The replaced bot.db is kept in quarantine/.",
                      "latest             the newest backup that verifies",
                      "FILE               a backup, or a file that \"archive\" made, for an empty DATA_DIR",
                      "--dry-run          says what would happen, also while a host runs",
                      "--yes              does not ask",
                      "--stop             stops a host that runs, and its servers, first",
                      "--accept-unknown   takes a file whose content matches no manifest",
                      "--no-keep-audit    leaves out the audit entries that are newer than the backup")
                  .argument(Help.Kind.BACKUP)),
          new ScriptCommand(
              "Backups",
              Help.of(
                      "archive FILE [--with-env-files] [--replace]",
                      "packs the whole host into one file, for a new machine")
                  .details(
                      "--with-env-files  includes the files that projects name as their envFile",
                      "--replace         overwrites FILE")),
          new ScriptCommand(
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
          new ScriptCommand(
              "Host",
              Help.of(
                      "run [--safe] [--demo] [--as-copy] [--project FILE...] [--stdout] [--exit-with ID]",
                      "the host in the foreground; --safe leaves added bundles out")
                  .details(
                      "--safe          without the bundles that you added",
                      "--demo          with a sample project",
                      "--as-copy       starts the servers of a copied DATA_DIR while those of the original",
                      "                run",
                      "--project FILE  applies an array of definitions, as \"apply\" does; env:NAME reads",
                      "                a variable. For containers: no page is served unless ADMIN_PORT is",
                      "                set",
                      "--stdout        prints the projects' redacted output; the host's own log goes to",
                      "                standard error",
                      "--exit-with ID  when this project has ended for good the host ends, with its exit",
                      "                code")),
          new ScriptCommand(
              "Host",
              Help.of("service install|remove", "starts the host with the machine")
                  .details(
                      "install  writes a systemd unit of this user and starts it; its settings are in",
                      "         ~/.config/innkeeper.env. launchd and Windows are not tested.",
                      "remove   stops and removes the unit; DATA_DIR stays")),
          new ScriptCommand("Host", "doctor", "checks the set-up, says what to fix"),
          new ScriptCommand(
              "Host",
              "hosts [--json]",
              "your hosts that run; --data DIR names the one that is meant"),
          new ScriptCommand(
              "Host",
              "dial-stdio",
              "connects its input and output to the host, for another's --host"),
          new ScriptCommand("Shell", "shell", "interactive shell, with history and completion"));

  private ScriptCommand(String group, String usage, String summary) {
    this(group, Help.of(usage, summary));
  }

  public static Optional<ScriptCommand> find(String name) {
    return ALL.stream().filter(command -> command.name().equals(name)).findFirst();
  }

  public String name() {
    return help.name();
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    if (takesOptionsOnly()) {
      options.atMost(0);
    }
    options.checkBeforeSeparator();
    throw new CommandRefusedException(
        "a host does not run it; type it in a terminal: innkeeper " + name());
  }

  private boolean takesOptionsOnly() {
    return help.usage().stream()
        .allMatch(form -> form.replaceAll("\\[[^\\]]*\\]", "").strip().equals(name()));
  }
}
