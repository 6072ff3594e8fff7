package innkeeper.shell.command;

import innkeeper.api.audit.Actor;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Keyboard;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * A caller for checking the words of a command only. Access to its output, its files or its
 * identity fails.
 */
class AbsentCaller implements Caller {

  private static IllegalStateException absent() {
    return new IllegalStateException("only the words of the command are checked");
  }

  @Override
  public PrintStream out() {
    throw absent();
  }

  @Override
  public PrintStream err() {
    throw absent();
  }

  @Override
  public boolean colour() {
    return false;
  }

  @Override
  public boolean terminal() {
    return false;
  }

  @Override
  public int width() {
    return 0;
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
  public InputStream open(String file) throws IOException {
    throw absent();
  }

  @Override
  public Keyboard keys() throws IOException {
    throw absent();
  }

  @Override
  public String resume() {
    return "";
  }

  @Override
  public boolean leaving() {
    return false;
  }
}
