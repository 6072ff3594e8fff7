package innkeeper.shell.command;

import innkeeper.api.supervisor.Supervisor;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Command;
import innkeeper.shell.convert.Imports;
import innkeeper.shell.log.LogsCommand;
import innkeeper.shell.past.HistoryCommand;
import innkeeper.shell.past.IncidentsCommand;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The one table of commands; its order is that of help. */
public final class Commands {

  /** The scope in Gogo. */
  public static final String SCOPE = "inn";

  private final Map<String, Command> byName = new LinkedHashMap<>();

  public Commands(AwaitedServices services, Clock clock) {
    List<Command> table = new ArrayList<>();
    table.add(new StatusCommand(services, clock));
    table.add(new WhyCommand(services));
    table.add(new LogsCommand(services, clock));
    table.add(new IncidentsCommand(services, clock));
    table.add(new HistoryCommand(services, clock));
    table.add(new StartStopCommand(services, "start", Supervisor::start));
    table.add(new StartStopCommand(services, "stop", Supervisor::stop));
    table.add(new StartStopCommand(services, "restart", Supervisor::restart));
    table.add(new AddCommand(services));
    table.add(new ApplyCommand(services));
    table.add(new ExportCommand(services));
    table.add(new ImportCommand(services, new Imports()));
    table.add(new RemoveCommand(services));
    table.add(new HealthCommand(services));
    table.add(new AuditCommand(services));
    table.add(new BackupCommand(services));
    table.add(new BackupsCommand(services));
    table.add(new PinCommand(services, true));
    table.add(new PinCommand(services, false));
    table.add(new PruneCommand(services));
    table.add(new RotateCommand(services));
    table.add(new RotationCommand(services, clock));
    table.add(new RedactCommand(services));
    table.add(new SurfacesCommand(services));
    table.add(new InstallCommand(services));
    table.add(new UninstallCommand(services));
    table.add(new UpdateCommand(services));
    table.add(new RestartHostCommand(services));
    table.add(new UpgradeCommand(services));
    table.add(new GrepCommand());
    table.add(new VersionCommand(services));
    table.add(new HelpCommand(this));
    table.forEach(command -> byName.put(command.help().name(), command));
  }

  /** By name, with or without the scope before it. */
  public Optional<Command> find(String name) {
    String plain = name.startsWith(SCOPE + ":") ? name.substring(SCOPE.length() + 1) : name;
    return Optional.ofNullable(byName.get(plain));
  }

  public Collection<Command> all() {
    return byName.values();
  }
}
