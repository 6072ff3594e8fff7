package innkeeper.supervisor.lifecycle;

import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ExitCode;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ServerRecord;
import innkeeper.supervisor.process.Identity;
import innkeeper.supervisor.process.OtherWork;
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
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the first start as fast as the hundredth. Blocks; runs on a thread of its own.
 *
 * <p>It rehearses the code between a request and a server's first instruction, and between a
 * server's end and its restart. It uses its own files and starts no process. A JVM compiles code
 * that was called about 200 times. A host that starts a few servers a day would never get there.
 *
 * <p>It runs shortly after the page answers, and again ten seconds later while the host uses less
 * than a third of a core. It is skipped if a hundred servers were started already.
 */
public final class WarmUp {

  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
  private static final int STARTED_BY = 100;
  private static final int FIRST_ROUNDS = 5;
  private static final int ROUNDS = 210;

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

  /** The events of a start, an end without a request, the restart after it, and a stop. */
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
  private final Collection<Project> projects;
  private final BooleanSupplier busy;
  private final BooleanSupplier over;

  /**
   * @param projects other threads may change it
   * @param busy whether there is real work; the warm-up then waits
   * @param over whether to stop the warm-up
   */
  public WarmUp(
      SupervisorContext context,
      Collection<Project> projects,
      BooleanSupplier busy,
      BooleanSupplier over) {
    this.context = context;
    this.projects = projects;
    this.busy = busy;
    this.over = over;
  }

  /**
   * Loads the code that the first start and the first end need; a few rounds are enough. Also makes
   * idle wrappers for a few stopped projects. Takes a moment.
   */
  public void first() throws InterruptedException {
    rehearse(FIRST_ROUNDS, busy);
    projects.stream()
        .filter(project -> project.status().state() == ProjectState.STOPPED)
        .limit(IdleWrappers.MOST)
        .forEach(project -> project.queue().later(project.actor().startSequence()::ahead));
  }

  /**
   * Runs the remaining rounds. Takes some seconds, nearly all of them asleep, and pauses while the
   * host has other work, for example a server that prints a lot.
   */
  public void rest() throws InterruptedException {
    OtherWork others = new OtherWork();
    rehearse(ROUNDS, () -> busy.getAsBoolean() || others.busy());
  }

  private void rehearse(int rounds, BooleanSupplier waits) throws InterruptedException {
    if (projects.stream().filter(p -> p.status().server().incarnation() > 0).count()
        >= STARTED_BY) {
      return;
    }
    Path folder = context.run().dir().resolve("." + NAME);
    try {
      Rehearsal rehearsal = new Rehearsal(context, new RunFiles(folder));
      for (int round = 0; round < rounds && !over.getAsBoolean(); round++) {
        rehearsal.round(round);
        do {
          Thread.sleep(REST_MS);
        } while (waits.getAsBoolean() && !over.getAsBoolean());
      }
    } catch (IOException | SpawnException e) {
      LOG.debug("not rehearsed, the first starts take longer", e);
    } finally {
      clear(folder);
    }
  }

  private static void clear(Path folder) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      LOG.debug("rehearsal's files stay until the next", e);
    }
  }

  /** The project whose starts and ends are rehearsed. */
  private static final class Rehearsal {

    private final SupervisorContext context;
    private final RunFiles stage;
    private final ProjectDefinition definition;
    private final ProjectRuntime runtime;
    private final Identity self;
    private State state = State.stopped(Desired.STOPPED);
    private Wrapper.Make ready;
    private ProcTable.Snapshot snapshot;

    Rehearsal(SupervisorContext context, RunFiles stage) throws IOException {
      this.context = context;
      this.stage = stage;
      this.definition =
          Definitions.fromMap(
              Map.of("channelId", NAME, "name", NAME, "command", List.of("/bin/sh")), stage.dir());
      this.runtime = new ProjectRuntime(context, definition, pending -> {});
      this.self = Proc.stat("self").orElseThrow(() -> new IOException("no /proc")).identity();
    }

    void round(int number) throws IOException, SpawnException {
      Wrapper.Make make = context.launcher().make(definition);
      if (ready != null && !ready.equals(make)) {
        throw new IOException("the environment changed meanwhile");
      }
      ready = make;
      ServerRecord record = context.launcher().record(definition, number, self);
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
        end(record);
      }
      live.members(snapshot);
      live.ended(code, Proc.nowTicks(), record.spawnedAt());
      for (LifecycleEvent event : LIFE) {
        state = Transition.next(state, event).state();
      }
      runtime.status(state, live);
      runtime.remember(stage, state);
    }

    /** Ends a server whose pid belongs to another process, so that no process gets a signal. */
    private void end(ServerRecord record) {
      Incarnation gone = new Incarnation(record, null);
      gone.server(new Identity(self.pid(), self.start() + 1));
      gone.ended(OptionalInt.of(0), Proc.nowTicks(), record.spawnedAt());
      SerialQueue queue = new SerialQueue(Runnable::run, failure -> {});
      new StopSequence(context, queue, gone, "TERM", Duration.ZERO, () -> {}, () -> {}, why -> {})
          .begin();
      ExitCode.sentence(gone.exitCode(), "");
    }

    private void write(String end, String line) throws IOException {
      byte[] bytes = (line + "\n").getBytes(StandardCharsets.US_ASCII);
      stage.write(stage.dir().resolve(NAME + end), bytes);
    }
  }
}
