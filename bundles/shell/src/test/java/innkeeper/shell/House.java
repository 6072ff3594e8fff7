package innkeeper.shell;

import innkeeper.api.log.CleanText;
import innkeeper.shell.command.Bundles;
import innkeeper.shell.command.Command;
import innkeeper.shell.command.Commands;
import innkeeper.shell.command.RefusedException;
import innkeeper.shell.gogo.Gogo;
import innkeeper.shell.gogo.GogoFunction;
import innkeeper.shell.server.Completion;
import innkeeper.shell.server.Dispatcher;
import innkeeper.shell.server.ShellServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.gogo.runtime.threadio.ThreadIOImpl;
import org.apache.felix.service.command.Function;

/** A real server on a real socket, with Felix's real Gogo, over surfaces in memory. */
final class House implements AutoCloseable {

  static final Instant NOW = Instant.parse("2026-11-21T05:43:10Z");

  final Path dataDir;
  final FakeServices services;
  final CommandProcessorImpl processor;

  /** One a process: it takes System.out over. */
  private static final ThreadIOImpl THREAD_IO = new ThreadIOImpl();

  static {
    THREAD_IO.start();
  }

  private final Dispatcher dispatcher;
  private final Commands commands;
  ShellServer server;

  House(Path dataDir) throws IOException {
    this.dataDir = dataDir;
    System.getProperties().put(CleanText.FUNCTION, UnaryOperator.<String>identity());
    services = new FakeServices(dataDir);
    processor = new CommandProcessorImpl(THREAD_IO);
    Bundles bundles = new NoBundles();
    commands =
        new Commands(
            new innkeeper.shell.command.House(services, Duration.ofMillis(300)),
            bundles,
            Clock.fixed(NOW, ZoneOffset.UTC));
    for (Command command : commands.all()) {
      processor.addCommand("inn", new GogoFunction(command), command.help().name());
    }
    Function echo =
        (session, words) -> {
          System.out.println(words);
          return null;
        };
    processor.addCommand("other", echo, "say");
    Function cat =
        (session, words) -> {
          System.out.print("<" + new String(System.in.readAllBytes(), "UTF-8") + ">");
          return null;
        };
    processor.addCommand("other", cat, "swallow");
    Function fail =
        (session, words) -> {
          throw new IllegalStateException("it is\nbroken");
        };
    processor.addCommand("other", fail, "fail");
    dispatcher =
        new Dispatcher(
            commands,
            new Completion(commands, services, bundles),
            new Gogo(() -> Optional.of(processor), bundles));
    server = open();
  }

  private ShellServer open() throws IOException {
    ShellServer made = new ShellServer(dataDir.resolve("run").resolve("shell.sock"), dispatcher);
    made.open();
    return made;
  }

  List<String> commandNames() {
    return commands.all().stream().map(command -> command.help().name()).toList();
  }

  /** As when the shell's bundle is replaced. */
  void replaceServer() throws IOException {
    server.close();
    server = open();
  }

  @Override
  public void close() {
    server.close();
    processor.stop();
  }

  private static final class NoBundles implements Bundles {
    @Override
    public List<String> names() {
      return List.of("innkeeper.admin", "innkeeper.backup", "org.apache.felix.scr");
    }

    @Override
    public OptionalLong id(String name) {
      return name.equals("innkeeper.admin") ? OptionalLong.of(7) : OptionalLong.empty();
    }

    @Override
    public String update(String nameOrId, Optional<URI> from) throws RefusedException {
      if (!names().contains(nameOrId)) {
        throw new RefusedException("no bundle is called or numbered " + nameOrId);
      }
      return nameOrId + " 0.1.0 -> 0.1.1 active";
    }
  }
}
