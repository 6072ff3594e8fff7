package innkeeper.shell.server;

import innkeeper.api.audit.Actor;
import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import innkeeper.common.wire.Texts;
import innkeeper.shell.cli.Outcome;
import innkeeper.shell.cli.Suspended;
import innkeeper.shell.gogo.Gogo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests of one client. The server's thread passes frames to it; a worker thread does the
 * work.
 */
final class Session {

  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  private static final long ENDING_MS = 100;

  private static final String NO_THREAD =
      "innkeeper: the system gives the host no thread for this command; its user's limit (ulimit -u)"
          + " or its group's (pids.max) is reached\n";

  private final Connection connection;
  private final Peer peer;
  private final Dispatcher dispatcher;
  private final Executor workers;
  private final BooleanSupplier leaving;

  private SessionCaller caller;
  private boolean interactive;
  private Gogo.Lines lines;

  /** Guards worker, busy, answered and gone: an interrupt must not reach the thread's next task. */
  private final Object lock = new Object();

  private Thread worker;
  private boolean busy;

  /**
   * True if the client has its answer but the worker is not finished yet. The next line may arrive
   * meanwhile.
   */
  private boolean answered;

  private boolean gone;

  Session(
      Connection connection,
      Peer peer,
      Dispatcher dispatcher,
      Executor workers,
      BooleanSupplier leaving) {
    this.connection = connection;
    this.peer = peer;
    this.dispatcher = dispatcher;
    this.workers = workers;
    this.leaving = leaving;
  }

  boolean greeted() {
    return caller != null;
  }

  void received(Frame frame) throws IOException {
    if (caller == null && frame.type() != Frame.HELLO) {
      throw new IOException("the first frame is not a greeting");
    }
    switch (frame.type()) {
      case Frame.HELLO -> hello(Hello.decode(frame.payload()));
      case Frame.INPUT -> caller.received(frame.payload());
      case Frame.INPUT_END ->
          caller.inputEnded(new String(frame.payload(), StandardCharsets.UTF_8));
      case Frame.CANCEL -> interrupt();
      case Frame.LINE -> line(new String(frame.payload(), StandardCharsets.UTF_8));
      case Frame.COMPLETE -> complete(new String(frame.payload(), StandardCharsets.UTF_8));
      default -> throw new IOException("a frame of unknown type " + frame.type());
    }
  }

  private void hello(Hello hello) throws IOException {
    if (caller != null) {
      throw new IOException("a second greeting");
    }
    interactive = hello.has(Hello.INTERACTIVE);
    Actor.Via via = interactive ? Actor.Via.SHELL : Actor.Via.CLI;
    caller = new SessionCaller(connection, hello, peer.actor(via, hello.pid()), leaving);
    connection.send(Frame.TAKEN, new byte[0]);
    if (interactive && !dispatcher.interactive()) {
      work(() -> new Outcome(Outcome.REFUSED, "innkeeper: this socket takes single commands only"));
    } else if (!interactive) {
      work(() -> dispatcher.words(caller, hello.words(), caller.lazyInput()));
    }
  }

  /**
   * Returns whether a request is running. It waits briefly for a request that is already answered.
   */
  private boolean atWork() throws IOException {
    synchronized (lock) {
      try {
        while (busy && answered) {
          lock.wait(ENDING_MS);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
      return busy;
    }
  }

  private void answered() {
    synchronized (lock) {
      answered = true;
    }
  }

  private void line(String line) throws IOException {
    if (!interactive || !dispatcher.interactive() || atWork()) {
      throw new IOException("a line while none was asked for");
    }
    work(
        () -> {
          connection.send(Frame.TAKEN, new byte[0]);
          try {
            return dispatcher.line(caller, line, lines());
          } finally {
            caller.resumed();
            lines().directory().ifPresent(caller::moved);
          }
        });
  }

  private void complete(String before) throws IOException {
    if (!interactive || !dispatcher.interactive() || atWork()) {
      throw new IOException("a completion while none was asked for");
    }
    start(
        () -> {
          List<String> words = lines().candidates();
          Completion.Found found = dispatcher.completion().of(before, words);
          List<byte[]> texts = new ArrayList<>();
          texts.add(Frame.encodeNumber(found.replaced()));
          found.candidates().forEach(c -> texts.add(c.getBytes(StandardCharsets.UTF_8)));
          answered();
          connection.send(Frame.CANDIDATES, Texts.encode(texts));
        });
  }

  private Gogo.Lines lines() {
    if (lines == null) {
      lines = dispatcher.lines(caller, caller.lazyInput());
    }
    return lines;
  }

  /** A task of a worker that results in an exit status. */
  private interface Work {
    Outcome run() throws Suspended, IOException;
  }

  private interface Task {
    void run() throws IOException;
  }

  private void work(Work work) throws IOException {
    start(
        () -> {
          byte end = Frame.EXIT;
          byte[] payload;
          try {
            Outcome outcome = run(work);
            if (!outcome.message().isEmpty()) {
              caller.err().println(outcome.message());
            }
            payload = Frame.encodeNumber(outcome.status());
          } catch (Suspended e) {
            end = Frame.BYE;
            payload = e.where().getBytes(StandardCharsets.UTF_8);
          }
          caller.flush();
          answered();
          connection.send(end, payload);
        });
  }

  private Outcome run(Work work) throws Suspended, IOException {
    try {
      return work.run();
    } catch (IllegalArgumentException e) {
      return new Outcome(Outcome.USAGE, "innkeeper: " + e.getMessage());
    } catch (RuntimeException | Error e) {
      return Outcome.failure("shell", e);
    }
  }

  private void start(Task task) throws IOException {
    synchronized (lock) {
      busy = true;
      answered = false;
    }
    try {
      workers.execute(() -> run(task));
    } catch (RejectedExecutionException e) {
      connection.send(Frame.ERR, NO_THREAD.getBytes(StandardCharsets.UTF_8));
      connection.send(Frame.EXIT, Frame.encodeNumber(Outcome.REFUSED));
      finished();
    }
  }

  private void run(Task task) {
    synchronized (lock) {
      worker = Thread.currentThread();
    }
    try {
      task.run();
    } catch (IOException e) {
      // The client has gone, so the answer is not needed.
      LOG.debug("shell client went away reason={}", e.getMessage());
    } finally {
      finished();
    }
  }

  private void finished() {
    boolean over;
    synchronized (lock) {
      worker = null;
      busy = false;
      lock.notifyAll();
      over = gone || !interactive || !dispatcher.interactive() || leaving.getAsBoolean();
    }
    // The interrupt flag must not stay set for the thread's next task.
    Thread.interrupted();
    if (over) {
      end();
    }
  }

  private void interrupt() {
    synchronized (lock) {
      if (worker != null) {
        worker.interrupt();
      }
    }
  }

  /** Handles the end of the client: it interrupts the running request. */
  void gone() {
    boolean idle;
    synchronized (lock) {
      gone = true;
      idle = !busy;
    }
    if (caller != null) {
      caller.inputEnded("the client has gone");
    }
    interrupt();
    if (idle) {
      end();
    }
  }

  /** Handles the replacement of the shell: an idle client gets BYE, a busy one finishes first. */
  void leave() {
    synchronized (lock) {
      if (busy) {
        return;
      }
    }
    if (interactive) {
      try {
        connection.send(Frame.BYE, new byte[0]);
      } catch (IOException e) {
        // The client has already gone.
        LOG.debug("shell client went away reason={}", e.getMessage());
      }
    }
    end();
  }

  private void end() {
    if (lines != null) {
      lines.close();
    }
    connection.close();
  }
}
