package innkeeper.supervisor.spawn;

import innkeeper.api.thread.WatchedThread;
import innkeeper.supervisor.queue.Threads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes processes through one small sh that lives as long as this object. The JVM would need a
 * helper program and a thread for each process. A sh that was killed is replaced at the next
 * request. Its processes live on, because they are not its children. Safe for many threads.
 *
 * <p>A request is shell text in which all values are quoted, so that any byte survives. It is not
 * on disk, and no value is on a command line. A sh that has not answered for 10 s is replaced, and
 * the request is made once more. A process that it may have made for the first request never gets a
 * go command.
 */
public final class Spawner implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Spawner.class);
  private static final long PATIENCE_SECONDS = 10;
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");

  /** Reports that the sh ended, or hung and was killed, before it answered. */
  static final class GoneException extends IOException {
    private static final long serialVersionUID = 1;

    GoneException(String message) {
      super(message);
    }
  }

  /** One sh, with the requests that wait for its answers. */
  private static final class Shell {
    private final Process process;
    private final Map<Long, CompletableFuture<Long>> asked = new ConcurrentHashMap<>();

    /** True once the sh has ended. Set before the waiting requests fail. */
    private volatile boolean ended;

    private Shell(Process process) {
      this.process = process;
    }
  }

  private final byte[] script;
  private final AtomicLong requests = new AtomicLong();
  private Shell shell;
  private boolean closed;

  Spawner() throws IOException {
    try (InputStream in = Spawner.class.getResourceAsStream("spawner.sh")) {
      script = in.readAllBytes();
    }
  }

  /** Starts the sh before it is needed, so that the first start need not wait for it. */
  public void prepare() {
    try {
      shell();
    } catch (IOException e) {
      LOG.debug("spawner not prepared, the first start tries again", e);
    }
  }

  /**
   * Makes a wrapper process that is not a child of this host or of the sh.
   *
   * @param stdin a FIFO that this host has open
   * @return its pid
   * @throws GoneException if the pid is unknown; the process may exist and read that FIFO
   */
  long wrapper(Path stdin, Map<String, String> environment, List<String> command)
      throws IOException {
    StringBuilder words = new StringBuilder(2048).append(quoted(stdin.toString()));
    environment.forEach(
        (name, value) -> {
          // A shell neither has nor passes on a variable with another name.
          if (VARIABLE.matcher(name).matches()) {
            words.append(' ').append(quoted(name + "=" + value));
          }
        });
    words.append(" --");
    command.forEach(word -> words.append(' ').append(quoted(word)));
    long pid = ask("wrapper", words.toString());
    if (pid == 0) {
      throw new IOException("the spawner could not make a process; ulimit -u?");
    }
    return pid;
  }

  /**
   * Runs a program to its end, without input and output.
   *
   * @return its exit code
   */
  long tool(List<String> command) throws IOException {
    return ask("tool", String.join(" ", command.stream().map(Spawner::quoted).toList()));
  }

  private long ask(String function, String words) throws IOException {
    if (words.indexOf('\0') >= 0) {
      throw new IOException("a byte of value 0 is in the command or its environment");
    }
    long number = requests.incrementAndGet();
    String line = function + " " + number + " " + words + "\n";
    CompletableFuture<Long> answer = new CompletableFuture<>();
    Shell now = shell();
    now.asked.put(number, answer);
    try {
      send(now, line.getBytes(StandardCharsets.UTF_8));
      if (now.ended) {
        throw new GoneException("the spawner ended");
      }
      return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // A sh that was stopped, or waits for a disk, would delay all other requests.
      now.process.destroyForcibly();
      throw new GoneException("the spawner did not answer: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GoneException("interrupted");
    } finally {
      now.asked.remove(number);
    }
  }

  private static void send(Shell to, byte[] line) throws GoneException {
    // The lock guards the pipe: one request after another.
    synchronized (to) {
      try {
        OutputStream out = to.process.getOutputStream();
        out.write(line);
        out.flush();
      } catch (IOException e) {
        throw new GoneException("the spawner takes no request: " + e.getMessage());
      }
    }
  }

  private synchronized Shell shell() throws IOException {
    if (closed) {
      throw new IOException("this supervisor is closed");
    }
    if (shell != null && (shell.ended || !shell.process.isAlive())) {
      LOG.warn("spawner was killed, replacing it pid={}", shell.process.pid());
      shell = null;
    }
    if (shell == null) {
      shell = started();
    }
    return shell;
  }

  private Shell started() throws IOException {
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-s", "innkeeper-spawner");
    builder.environment().clear();
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Shell now = new Shell(builder.start());
    send(now, script);
    new WatchedThread("supervisor-spawner", Threads.STACK_BYTES, () -> read(now)).start();
    return now;
  }

  private static void read(Shell from) {
    try {
      BufferedReader answers =
          new BufferedReader(
              new InputStreamReader(from.process.getInputStream(), StandardCharsets.ISO_8859_1),
              128);
      for (String line = answers.readLine(); line != null; line = answers.readLine()) {
        answered(from, line);
      }
    } catch (IOException e) {
      LOG.debug("spawner is gone", e);
    }
    from.ended = true;
    from.asked.values().forEach(a -> a.completeExceptionally(new GoneException("it ended")));
  }

  private static void answered(Shell from, String line) {
    int space = line.indexOf(' ');
    CompletableFuture<Long> answer =
        from.asked.get(Long.parseLong(line.substring(0, Math.max(0, space))));
    // The request may have timed out.
    if (answer != null) {
      answer.complete(Long.parseLong(line.substring(space + 1)));
    }
  }

  /** Quotes a word for sh, which takes each character within single quotes literally. */
  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  /** Ends the sh; its processes live on. */
  @Override
  public synchronized void close() {
    closed = true;
    if (shell != null) {
      try {
        shell.process.getOutputStream().close();
      } catch (IOException e) {
        LOG.debug("spawner was gone already error={}", e.getMessage());
      }
    }
  }
}
