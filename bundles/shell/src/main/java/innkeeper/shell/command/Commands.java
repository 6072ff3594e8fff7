package innkeeper.shell.command;

import innkeeper.api.supervisor.Supervisor;
import innkeeper.shell.alarm.AlarmCommand;
import innkeeper.shell.alarm.SilenceCommand;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.ScriptCommand;
import innkeeper.shell.cli.Services;
import innkeeper.shell.completion.CompletionCommand;
import innkeeper.shell.extension.ActionCommand;
import innkeeper.shell.extension.PanelCommand;
import innkeeper.shell.log.LogsCommand;
import innkeeper.shell.past.HistoryCommand;
import innkeeper.shell.past.IncidentsCommand;
import innkeeper.shell.project.AddCommand;
import innkeeper.shell.project.ApplyCommand;
import innkeeper.shell.project.ImportCommand;
import innkeeper.shell.project.SetCommand;
import innkeeper.shell.project.StartStopCommand;
import innkeeper.shell.status.StatusCommand;
import innkeeper.shell.top.TopCommand;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table of all commands, in the order of help. */
public final class Commands {

  /** The scope of our commands in Gogo. */
  public static final String SCOPE = "inn";

  private final Map<String, Command> byName = new LinkedHashMap<>();
  private final Map<String, List<Command>> groups = new LinkedHashMap<>();
  private final Command version;

  public Commands(Services services, Clock clock) {
    version = new VersionCommand(services);
    add("Projects", new StatusCommand(services, clock));
    add("Projects", new TopCommand(services, clock));
    add("Projects", new WhyCommand(services));
    add("Projects", new IncidentsCommand(services, clock));
    add("Projects", new HistoryCommand(services, clock));
    add("Projects", new StartStopCommand(services, "start", Supervisor::start));
    add("Projects", new StartStopCommand(services, "stop", Supervisor::stop));
    add("Projects", new StartStopCommand(services, "restart", Supervisor::restart));
    add("Projects", new AddCommand(services));
    add("Projects", new SetCommand(services, false));
    add("Projects", new SetCommand(services, true));
    add("Projects", new ApplyCommand(services));
    add("Projects", new ExportCommand(services));
    add("Projects", new ImportCommand(services));
    add("Projects", new RemoveCommand(services));
    add("Logs", new LogsCommand(services, clock));
    add("Logs", new RotateCommand(services));
    add("Logs", new RotationCommand(services, clock));
    add("Logs", new RedactCommand(services));
    add("Backups", new BackupCommand(services));
    add("Backups", new BackupsCommand(services));
    add("Backups", new PinCommand(services, true));
    add("Backups", new PinCommand(services, false));
    add("Backups", new PruneCommand(services));
    add("Bundles", new SurfacesCommand(services));
    add("Bundles", new InstallCommand(services));
    add("Bundles", new UninstallCommand(services));
    add("Bundles", new UpdateCommand(services));
    add("Bundles", new ActionCommand(services));
    add("Bundles", new PanelCommand(services));
    add("Alarms", new AlarmCommand(services));
    add("Alarms", new SilenceCommand(services, clock));
    add("Host", new HealthCommand(services));
    add("Host", new AuditCommand(services));
    add("Host", new PageCommand(services));
    add("Host", new RestartHostCommand(services));
    add("Host", new UpgradeCommand(services));
    add("Shell", new CompletionCommand(services, this::helps));
    add("Shell", new GrepCommand());
    add("Shell", version);
    add("Shell", new HelpCommand(this));
    ScriptCommand.ALL.forEach(command -> groups.get(command.group()).add(command));
  }

  private void add(String group, Command plain) {
    Command command = new DescribedCommand(plain, version);
    byName.put(command.help().name(), command);
    groups.computeIfAbsent(group, g -> new ArrayList<>()).add(command);
  }

  /** Returns the command for the first word of a line; -h and -V count as commands. */
  public Optional<Command> own(String word) {
    return find(DescribedCommand.named(word));
  }

  /**
   * Returns the command that the first word of a line means, as {@link #own} does, or a command of
   * the start script. A host only checks the words of a start script's command.
   */
  public Optional<Command> meant(String word) {
    return own(word)
        .or(() -> ScriptCommand.find(word).map(command -> new DescribedCommand(command, version)));
  }

  /** Finds a command by its name, with or without the scope. */
  public Optional<Command> find(String name) {
    String plain = name.startsWith(SCOPE + ":") ? name.substring(SCOPE.length() + 1) : name;
    return Optional.ofNullable(byName.get(plain));
  }

  /** Returns the commands by their heading in help, including the start script's commands. */
  public Map<String, List<Command>> groups() {
    return groups;
  }

  /** Returns the help of each command. */
  public List<Help> helps() {
    return byName.values().stream().map(Command::help).toList();
  }

  /** Returns all words that can begin a command line, including the start script's commands. */
  public List<String> names() {
    List<String> names = new ArrayList<>(byName.keySet());
    ScriptCommand.ALL.forEach(row -> names.add(row.name()));
    return names;
  }

  public Collection<Command> all() {
    return byName.values();
  }
}
