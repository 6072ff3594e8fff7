package innkeeper.shell.gogo;

import innkeeper.api.audit.Actor;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Keyboard;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Process;

/**
 * A caller within a Gogo line. Its output goes where the line sends it, for example into a pipe. If
 * Gogo was opened by another program, the caller has no client behind it; then it is anonymous and
 * has no terminal.
 */
final class GogoCaller implements Caller {

  private final CommandSession session;
  private final Caller behind;
  private final boolean piped;

  /** The input from a pipe before the command; null without a pipe. */
  private final InputStream feeder;

  private final PrintStream out;
  private final PrintStream err;

  private GogoCaller(CommandSession session, Caller behind) {
    this.session = session;
    this.behind = behind;
    Process process = Process.Utils.current();
    this.feeder = process != null && !process.isTty(0) ? process.in() : null;
    this.piped = process != null && !process.isTty(1);
    // Our commands bypass the session's output, which filters the output of other bundles'
    // commands.
    boolean pipedErr = process != null && !process.isTty(2);
    PrintStream console = session.getConsole();
    this.out = direct(behind, piped) ? behind.out() : process == null ? console : process.out();
    this.err = direct(behind, pipedErr) ? behind.err() : process == null ? console : process.err();
  }

  private static boolean direct(Caller behind, boolean piped) {
    return behind != null && !piped;
  }

  static Caller of(CommandSession session) {
    Caller behind = session.get(GogoShell.CALLER) instanceof Caller caller ? caller : null;
    return new GogoCaller(session, behind);
  }

  @Override
  public PrintStream out() {
    return out;
  }

  @Override
  public PrintStream err() {
    return err;
  }

  @Override
  public boolean colour() {
    return behind != null && behind.colour() && !piped;
  }

  @Override
  public boolean terminal() {
    return behind != null && behind.terminal() && !piped;
  }

  @Override
  public int width() {
    return behind == null ? 0 : behind.width();
  }

  @Override
  public Path directory() {
    Path now = session.currentDir();
    return now == null ? Path.of("").toAbsolutePath() : now.toAbsolutePath();
  }

  @Override
  public boolean far() {
    return behind != null && behind.far();
  }

  @Override
  public Actor actor() {
    return behind == null ? Actor.of(Actor.Via.SHELL) : behind.actor();
  }

  @Override
  public InputStream open(String file) throws IOException {
    if (file.equals("-") && feeder != null) {
      return feeder;
    }
    if (behind == null) {
      return file.equals("-") ? System.in : Files.newInputStream(directory().resolve(file));
    }
    return behind.open(file.equals("-") ? file : directory().resolve(file).toString());
  }

  @Override
  public Keyboard keys() throws IOException {
    if (!terminal()) {
      throw new IOException("standard output is not a terminal");
    }
    return behind.keys();
  }

  @Override
  public String resume() {
    return behind == null ? "" : behind.resume();
  }

  @Override
  public boolean leaving() {
    return behind != null && behind.leaving();
  }
}
