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
 * A sh of ours that waits for a word, starts a server at it, and waits for the next word when that
 * server has ended. Used on one project's queue at a time.
 */
public final class Wrapper {

  private static final Logger LOG = LoggerFactory.getLogger(Wrapper.class);

  /**
   * All that is settled when a wrapper is born; a start that differs in any of it needs another.
   *
   * @param name of the log
   * @param command what the wrapper becomes
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

    /** No value of the environment may reach a log. */
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
   * @param words its stdin, which nobody else has open for writing
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

  /** Alive, and not one that has come to the end of its script and stopped itself. */
  public boolean waits() {
    return Proc.stat(identity.pid())
        .filter(s -> s.identity().equals(identity) && !s.dead() && s.state() != 'T')
        .isPresent();
  }

  /** The last incarnation it was given the word for; 0 for none. */
  public long served() {
    return served;
  }

  /**
   * @param mark what the environment of that server says it is
   */
  void go(long incarnation, String mark) throws IOException {
    served = incarnation;
    words.write(("go " + mark + "\n").getBytes(StandardCharsets.US_ASCII));
  }

  /** No word any more: it goes, or if it has served, holds the output until it gets KILL. */
  public void noMore() {
    try {
      words.close();
    } catch (IOException e) {
      LOG.warn("wrapper's stdin not closed pid={} error={}", identity.pid(), e.getMessage());
    }
  }

  /** At once; only for one whose output is in the log, or that never served. */
  public void kill() {
    noMore();
    Signals.kill(identity);
  }
}
