package innkeeper.shell.gogo;

import innkeeper.shell.cli.Bundles;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Outcome;
import innkeeper.shell.cli.Suspended;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.felix.service.command.CommandProcessor;

/** Gives access to Felix's shell while its bundle is active. */
public record Gogo(Supplier<Optional<CommandProcessor>> processor, Bundles bundles) {

  /** Returns the lines of a client. */
  public Lines lines(Caller caller, InputStream input) {
    return new Lines(caller, input);
  }

  /** A client's Gogo session. It is created at its first use and again after Gogo was replaced. */
  public final class Lines implements AutoCloseable {

    private final Caller caller;
    private final InputStream input;
    private GogoShell shell;

    private Lines(Caller caller, InputStream input) {
      this.caller = caller;
      this.input = input;
    }

    public Outcome run(String line) throws Suspended {
      Optional<GogoShell> now = shell();
      return now.isPresent() ? now.get().line(line) : away();
    }

    public Outcome runWords(List<String> words) throws Suspended {
      Optional<GogoShell> now = shell();
      return now.isPresent() ? now.get().words(words) : away();
    }

    /** Returns all commands as {@code scope:name}; an empty list while Gogo is away. */
    public List<String> candidates() {
      return shell().map(GogoShell::commands).orElse(List.of());
    }

    /** Returns the directory that Gogo's cd has set; empty if Gogo was not needed yet. */
    public Optional<Path> directory() {
      return Optional.ofNullable(shell).map(GogoShell::directory);
    }

    private static Outcome away() {
      return new Outcome(
          Outcome.REFUSED,
          "innkeeper: Gogo, which runs all but innkeeper's own commands, is away; see: innkeeper"
              + " surfaces");
    }

    private Optional<GogoShell> shell() {
      Optional<CommandProcessor> now = processor.get();
      if (shell == null || shell.stuck() || now.filter(p -> p == shell.processor()).isEmpty()) {
        close();
        shell = now.map(p -> new GogoShell(p, caller, input, bundles)).orElse(null);
      }
      return Optional.ofNullable(shell);
    }

    @Override
    public void close() {
      if (shell != null) {
        shell.close();
        shell = null;
      }
    }
  }
}
