package innkeeper.shell;

import innkeeper.api.log.CleanText;
import innkeeper.shell.cli.Bundles;
import innkeeper.shell.cli.Command;
import innkeeper.shell.command.Commands;
import innkeeper.shell.gogo.Gogo;
import innkeeper.shell.gogo.GogoFunction;
import innkeeper.shell.server.Completion;
import innkeeper.shell.server.Dispatcher;
import innkeeper.shell.server.ShellServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
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
final class TestShell implements AutoCloseable {

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

  TestShell(Path dataDir) throws IOException {
    this.dataDir = dataDir;
    // Stands in for the engine: a word that is secret wherever it is.
    UnaryOperator<String> engine = text -> text.replace("hunter2", "[REDACTED]");
    System.getProperties().put(CleanText.FUNCTION, engine);
    System.getProperties()
        .put(
            CleanText.STREAM,
            (java.util.function.Function<java.io.OutputStream, java.io.OutputStream>) to -> to);
    services = new FakeServices(dataDir);
    processor = new CommandProcessorImpl(THREAD_IO);
    Bundles bundles = new NoBundles();
    commands = new Commands(services.all(), Clock.fixed(NOW, ZoneOffset.UTC));
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
    Function tricks =
        (session, words) -> {
          System.out.print("\033]0;title\007pass");
          System.out.flush();
          System.out.print("word hun");
          System.out.flush();
          System.out.println("ter2\033[2J \033[31mred\033[0m");
          System.err.println("\033[1merr hunter2");
          System.out.print("last hunter2\r");
          return "returned \033[5mhunter2";
        };
    processor.addCommand("other", tricks, "tricks");
    Function raises =
        (session, words) -> {
          throw new IllegalStateException("hunter2 \033[31mis red");
        };
    processor.addCommand("other", raises, "raises");
    Function asks =
        (session, words) -> {
          System.out.print("name? ");
          System.out.flush();
          System.out.println("hello " + (char) System.in.read());
          return null;
        };
    processor.addCommand("other", asks, "asks");
    dispatcher =
        new Dispatcher(
            commands,
            new Completion(commands, services.all(), bundles),
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
  }
}
