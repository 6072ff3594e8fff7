package innkeeper.supervisor.spawn;

import innkeeper.supervisor.process.Identity;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.Signals;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A sh that waits for a go command, starts a server, and waits for the next command when that
 * server has ended. Used on one project's queue at a time.
 *
 * <p>It is a sh of its own, by exec. Its environment and its command line in /proc show logging the
 * secrets, and the next host or an earlier release its servers. When a server has ended, the
 * wrapper makes the process of the next one at once, with only the last exec left to do. A start
 * with another command, directory or environment gets a new wrapper.
 */
public final class Wrapper {

  private static final Logger LOG = LoggerFactory.getLogger(Wrapper.class);

  /**
   * The fixed properties of a wrapper; a start that differs in one of them needs another wrapper.
   *
   * @param name of the log
   * @param command the command line of the wrapper
   * @param environment its own and its servers'
   * @param input whether its servers' standard input is a FIFO
   */
  public record Make(
      String name,
      Path directory,
      List<String> command,
      Map<String, String> environment,
      boolean input) {
    public Make {
      command = List.copyOf(command);
      environment = Map.copyOf(environment);
    }

    /** Returns the name only, because no value of the environment may reach a log. */
    @Override
    public String toString() {
      return "Make[name=" + name + "]";
    }
  }

  private final Make make;
  private final OutputStream words;
  private final Identity identity;
  private long served;

  /**
   * @param words the stdin of the wrapper; only this host has its write end open
   */
  Wrapper(Make make, OutputStream words, Identity identity) {
    this.make = make;
    this.words = words;
    this.identity = identity;
  }

  public Make make() {
    return make;
  }

  public Identity identity() {
    return identity;
  }

  /** Returns whether it is alive and has not stopped itself at the end of its script. */
  public boolean waits() {
    return Proc.living(identity).filter(s -> s.state() != 'T').isPresent();
  }

  /** Returns the last incarnation that it got a go command for; 0 for none. */
  public long served() {
    return served;
  }

  /**
   * @param mark the mark for the environment of that server
   */
  void go(long incarnation, String mark) throws IOException {
    served = incarnation;
    words.write(("go " + mark + "\n").getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Closes its stdin, so that no go command follows. It ends, or if it has served, it holds the
   * output until it gets KILL.
   */
  public void noMore() {
    try {
      words.close();
    } catch (IOException e) {
      LOG.warn("wrapper's stdin not closed pid={} error={}", identity.pid(), e.getMessage());
    }
  }

  /** Kills it at once; only for a wrapper whose output is in the log, or that never served. */
  public void kill() {
    noMore();
    Signals.kill(identity);
  }
}
