package innkeeper.shell.command;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The caller of a command that runs in the client itself, with the client's standard input and
 * output.
 */
final class LocalCaller extends AbsentCaller {

  private final PrintStream out;

  LocalCaller(PrintStream out) {
    this.out = out;
  }

  @Override
  public PrintStream out() {
    return out;
  }

  @Override
  public PrintStream err() {
    return new PrintStream(System.err, true, StandardCharsets.UTF_8);
  }

  @Override
  public InputStream open(String file) {
    return System.in;
  }
}
