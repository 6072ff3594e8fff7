package innkeeper.shell.command;

import innkeeper.api.supervisor.Supervisor;
import innkeeper.shell.convert.Imports;
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

  public Commands(House house, Clock clock) {
    List<Command> table = new ArrayList<>();
    table.add(new StatusCommand(house, clock));
    table.add(new WhyCommand(house));
    table.add(new LogsCommand(house));
    table.add(new MoveCommand(house, "start", Supervisor::start));
    table.add(new MoveCommand(house, "stop", Supervisor::stop));
    table.add(new MoveCommand(house, "restart", Supervisor::restart));
    table.add(new AddCommand(house));
    table.add(new ApplyCommand(house));
    table.add(new ExportCommand(house));
    table.add(new ImportCommand(house, new Imports()));
    table.add(new RemoveCommand(house));
    table.add(new HealthCommand(house));
    table.add(new AuditCommand(house));
    table.add(new BackupCommand(house));
    table.add(new BackupsCommand(house));
    table.add(new PinCommand(house, true));
    table.add(new PinCommand(house, false));
    table.add(new PruneCommand(house));
    table.add(new RotateCommand(house));
    table.add(new RotationCommand(house, clock));
    table.add(new RedactCommand(house));
    table.add(new SurfacesCommand(house));
    table.add(new InstallCommand(house));
    table.add(new UninstallCommand(house));
    table.add(new UpdateCommand(house));
    table.add(new RestartHostCommand(house));
    table.add(new UpgradeCommand(house));
    table.add(new GrepCommand());
    table.add(new VersionCommand(house));
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
