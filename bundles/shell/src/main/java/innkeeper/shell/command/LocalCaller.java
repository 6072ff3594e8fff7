package innkeeper.shell.command;

import innkeeper.api.audit.Actor;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Keyboard;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The caller of a command that runs in the client itself, with the client's standard input and
 * output. Without an output, only the words of a command are checked: access to its output, its
 * files or its identity fails.
 */
final class LocalCaller implements Caller {

  private final PrintStream out;

  /**
   * @param out null to check words only
   */
  LocalCaller(PrintStream out) {
    this.out = out;
  }

  private static IllegalStateException absent() {
    return new IllegalStateException("only the words of the command are checked");
  }

  private <T> T unlessChecking(T value) {
    if (out == null) {
      throw absent();
    }
    return value;
  }

  @Override
  public PrintStream out() {
    return unlessChecking(out);
  }

  @Override
  public PrintStream err() {
    return unlessChecking(new PrintStream(System.err, true, StandardCharsets.UTF_8));
  }

  @Override
  public Path directory() {
    return Path.of("").toAbsolutePath();
  }

  @Override
  public Actor actor() {
    throw absent();
  }

  @Override
  public InputStream open(String file) {
    return unlessChecking(System.in);
  }

  @Override
  public Keyboard keys() {
    throw absent();
  }
}
