package innkeeper.supervisor.lifecycle;

import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ExitCode;
import innkeeper.api.supervisor.ServerRecord;
import innkeeper.supervisor.process.Identity;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.ProcTable;
import innkeeper.supervisor.queue.SerialQueue;
import innkeeper.supervisor.run.Json;
import innkeeper.supervisor.run.RunFiles;
import innkeeper.supervisor.spawn.Incarnation;
import innkeeper.supervisor.spawn.SpawnException;
import innkeeper.supervisor.spawn.Wrapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rehearses the code between a request and a server's first instruction, and between a server's end
 * and its restart. It uses its own files and starts no process. A JVM compiles code that was called
 * about 200 times. A host that starts a few servers a day would never get there. A few rounds are
 * enough to load and link the classes for the first start.
 */
public final class WarmUpRounds {

  private static final Logger LOG = LoggerFactory.getLogger(WarmUpRounds.class);

  /**
   * The pause between rounds. The warm-up takes only some hundredths of a core, because a host that
   * was just started has other work.
   */
  private static final long REST_MS = 20;

  /**
   * The number of rounds of which one includes the expensive steps: a pass over all processes, and
   * files, which are the kernel's work.
   */
  private static final int ALL_EACH = 10;

  private static final String NAME = "rehearsal";

  /** The events of a start, an end by itself, its restart and a stop. */
  private static final List<LifecycleEvent> LIFE =
      List.of(
          new RequestEvent.StartRequested(),
          new StartEvent.PredecessorsReady(false),
          new StartEvent.WrapperReady(),
          new StartEvent.PidSeen(true),
          new EndEvent.ExitSeen(),
          new EndEvent.SessionEmpty("", true, false),
          new StartEvent.RetryNow(""),
          new StartEvent.PredecessorsReady(false),
          new StartEvent.WrapperReady(),
          new StartEvent.PidSeen(true),
          new RequestEvent.StopRequested(),
          new EndEvent.TurnCame(),
          new EndEvent.ExitSeen(),
          new EndEvent.SessionEmpty("", true, false));

  private final SupervisorContext context;
  private final RunFiles stage;
  private final ProjectDefinition definition;
  private final ProjectRuntime runtime;
  private State state = State.stopped(Desired.STOPPED);
  private final Identity self;
  private Wrapper.Make ready;
  private ProcTable.Snapshot snapshot;

  private WarmUpRounds(SupervisorContext context) throws IOException {
    this.stage = new RunFiles(folder(context));
    this.context = context.with(stage);
    this.definition =
        Definitions.fromMap(
            Map.of("channelId", NAME, "name", NAME, "command", List.of("/bin/sh")), stage.dir());
    this.runtime = new ProjectRuntime(this.context, definition);
    this.self = Proc.stat("self").orElseThrow(() -> new IOException("no /proc")).identity();
  }

  /**
   * Runs the rounds. Blocks for about twenty milliseconds a round, nearly all of it asleep.
   *
   * @param busy whether there is real work; the rounds then wait
   * @param over whether to stop the rounds
   */
  public static void run(
      SupervisorContext context, int rounds, BooleanSupplier busy, BooleanSupplier over)
      throws InterruptedException {
    try {
      WarmUpRounds rehearsal = new WarmUpRounds(context);
      for (int round = 0; round < rounds && !over.getAsBoolean(); round++) {
        rehearsal.round(round);
        do {
          Thread.sleep(REST_MS);
        } while (busy.getAsBoolean() && !over.getAsBoolean());
      }
    } catch (IOException | SpawnException e) {
      LOG.debug("not rehearsed, the first starts take longer", e);
    } finally {
      clear(folder(context));
    }
  }

  private static Path folder(SupervisorContext context) {
    return context.run().dir().resolve("." + NAME);
  }

  private void round(int number) throws IOException, SpawnException {
    Instant now = Instant.ofEpochMilli(context.clock().millis());
    Wrapper.Make make = context.launcher().make(definition);
    if (ready != null && !ready.equals(make)) {
      throw new IOException("the environment changed meanwhile");
    }
    ready = make;
    ServerRecord record =
        new ServerRecord(
            NAME,
            NAME,
            number,
            context.launcher().bootId(),
            self.pid(),
            self.start(),
            now,
            Proc.uptimeMillis(),
            definition.log());
    byte[] json = Json.write(record.toMap());
    boolean all = number % ALL_EACH == 0;
    if (all) {
      stage.clear(NAME);
      stage.replace(stage.record(NAME), json);
      write(".id", self.pid() + " " + self.start());
      write(".pid", Long.toString(self.pid()));
      write(".exit", "0");
    }
    Incarnation live = new Incarnation(record, null);
    stage.server(NAME).ifPresent(live::server);
    OptionalInt code = live.told(stage);
    if (all) {
      snapshot = context.table().now();
      end(record, now);
    }
    live.members(snapshot);
    live.ended(code, Proc.nowTicks(), now);
    for (LifecycleEvent event : LIFE) {
      state = Transitions.next(state, event).state();
    }
    runtime.status(state, live);
    runtime.remember(state);
  }

  /** Ends a server whose pid belongs to another process, so that no process gets a signal. */
  private void end(ServerRecord record, Instant now) {
    Incarnation gone = new Incarnation(record, null);
    gone.server(new Identity(self.pid(), self.start() + 1));
    gone.ended(OptionalInt.of(0), Proc.nowTicks(), now);
    SerialQueue queue = new SerialQueue(Runnable::run, failure -> {});
    new StopSequence(context, queue, gone, "TERM", Duration.ZERO, () -> {}, () -> {}, why -> {})
        .begin();
    ExitCode.sentence(gone.exitCode(), "");
  }

  private void write(String end, String line) throws IOException {
    stage.write(stage.dir().resolve(NAME + end), (line + "\n").getBytes(StandardCharsets.US_ASCII));
  }

  private static void clear(Path folder) {
    try (var files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      LOG.debug("rehearsal's files stay until the next", e);
    }
  }
}
