package innkeeper.shell.server;

import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Outcome;
import innkeeper.shell.cli.Suspended;
import innkeeper.shell.gogo.Gogo;
import innkeeper.shell.gogo.GogoShell;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A client's Gogo session. It is created at its first use and again after Gogo was replaced. */
final class GogoLines implements AutoCloseable {

  private final Gogo gogo;
  private final Caller caller;
  private final InputStream input;
  private GogoShell shell;

  GogoLines(Gogo gogo, Caller caller, InputStream input) {
    this.gogo = gogo;
    this.caller = caller;
    this.input = input;
  }

  Outcome run(String line) throws Suspended {
    Optional<GogoShell> now = shell();
    return now.isPresent() ? now.get().line(line) : away();
  }

  Outcome runWords(List<String> words) throws Suspended {
    Optional<GogoShell> now = shell();
    return now.isPresent() ? now.get().words(words) : away();
  }

  /** Returns all commands as {@code scope:name}; an empty list while Gogo is away. */
  List<String> candidates() {
    return shell().map(GogoShell::commands).orElse(List.of());
  }

  /** Returns the directory that Gogo's cd has set; empty if Gogo was not needed yet. */
  Optional<Path> directory() {
    return Optional.ofNullable(shell).map(GogoShell::directory);
  }

  private static Outcome away() {
    return new Outcome(
        Outcome.REFUSED,
        "innkeeper: Gogo, which runs all but innkeeper's own commands, is away; see: innkeeper"
            + " surfaces");
  }

  private Optional<GogoShell> shell() {
    if (shell == null || shell.stuck() || !gogo.serves(shell)) {
      close();
      shell = gogo.open(caller, input).orElse(null);
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
