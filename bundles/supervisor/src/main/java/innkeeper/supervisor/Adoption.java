package innkeeper.supervisor;

import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.Desired;
import innkeeper.api.store.ProjectStore;
import innkeeper.api.store.ProjectStore.StoredProject;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ServerRecord;
import innkeeper.common.process.WrapperHome;
import innkeeper.supervisor.lifecycle.AdoptionEvent;
import innkeeper.supervisor.lifecycle.LifecycleEvent;
import innkeeper.supervisor.lifecycle.Project;
import innkeeper.supervisor.lifecycle.RequestEvent;
import innkeeper.supervisor.lifecycle.StartOrder;
import innkeeper.supervisor.lifecycle.StoreAccess;
import innkeeper.supervisor.lifecycle.SupervisorContext;
import innkeeper.supervisor.process.Identity;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.Stat;
import innkeeper.supervisor.run.Json;
import innkeeper.supervisor.run.LastRun;
import innkeeper.supervisor.spawn.Incarnation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes over the servers that an earlier supervisor left, however it ended, then starts the wanted
 * projects. Runs once per supervisor, on a thread of its own.
 *
 * <p>After a clean stop of the host or a boot, projects with {@code autostart} start without any
 * tries counted. Otherwise an end of the meantime follows its policy, EXITED and FATAL stay,
 * BACKOFF continues, and a STOPPED project without {@code autostart} stays STOPPED. All others
 * start.
 */
final class Adoption {

  private static final Logger LOG = LoggerFactory.getLogger(Adoption.class);
  private static final long STORE_LOOK_MS = 50;
  private static final String NO_AUTOSTART =
      "autostart is off: the host does not start it, a command does";

  private final ProjectSupervisor supervisor;
  private final SupervisorContext context;
  private final StoreAccess stores;
  private final Continuation continuation;
  private final boolean asCopy;

  /**
   * The reason why no server is started; "" unless this run directory is a copy of one that is in
   * use.
   */
  private String held = "";

  private boolean goesOn;
  private boolean known;
  private final Set<String> handled = new HashSet<>();

  Adoption(
      ProjectSupervisor supervisor,
      SupervisorContext context,
      StoreAccess stores,
      Continuation continuation,
      boolean asCopy) {
    this.supervisor = supervisor;
    this.context = context;
    this.stores = stores;
    this.continuation = continuation;
    this.asCopy = asCopy;
  }

  /**
   * Returns whether the store was read; false if the supervisor was closed before. Only the thread
   * that called {@link #run} may call this.
   */
  boolean known() {
    return known;
  }

  void run(BooleanSupplier closed) throws InterruptedException {
    Map<String, LastRun> pasts = pasts();
    List<StoredProject> stored = null;
    while (stored == null) {
      if (closed.getAsBoolean()) {
        return;
      }
      stored = stored();
      if (stored == null) {
        Thread.sleep(STORE_LOOK_MS);
      }
    }
    known = true;
    List<ServerRecord> all = records();
    Strays strays =
        new Strays(context, all.stream().map(r -> r.wrapper().pid()).collect(Collectors.toSet()));
    RecordOrigins origins = new RecordOrigins(context, continuation, strays, all);
    List<ServerRecord> records = origins.ours();
    if (asCopy) {
      origins.foreign().forEach(record -> context.run().sweep(record.name()));
    } else {
      origins.original().ifPresent(this::hold);
    }
    goesOn = continuation.goesOn() && !asCopy;
    continuation.begun();
    Map<String, Project> projects = new HashMap<>();
    List<ProjectDefinition> definitions = new ArrayList<>();
    for (StoredProject one : stored) {
      String id = one.definition().channelId();
      boolean stopped = Files.exists(context.run().stop(id));
      Project project = supervisor.add(one.definition(), stopped ? Desired.STOPPED : one.desired());
      if (stopped) {
        project.recallStop();
        supervisor.saveLater(project);
      }
      project.hold(held);
      projects.put(id, project);
      definitions.add(one.definition());
      Optional.ofNullable(pasts.get(id))
          .ifPresent(past -> project.queue().now(() -> project.actor().recall(past)));
    }
    Set<Identity> wrappers = new HashSet<>();
    Set<String> told = new HashSet<>();
    origins
        .unsure()
        .forEach(record -> takeUnsure(record, projects.get(record.channelId()), strays));
    List<ServerRecord> found = strays.servers(all);
    found.addAll(
        strays.unmarked(
            Stream.concat(all.stream(), found.stream()).toList(),
            id -> 1 + Optional.ofNullable(pasts.get(id)).map(LastRun::incarnation).orElse(0L)));
    found.forEach(one -> records.add(restored(one, projects.get(one.channelId()))));
    for (ServerRecord record : likeliestFirst(records)) {
      if (closed.getAsBoolean()) {
        return;
      }
      String id = record.channelId();
      wrappers.add(new Identity(record.wrapper().pid(), record.wrapper().start()));
      if (told.add(id)) {
        take(record, projects.get(id), pasts.get(id));
      } else {
        another(record, projects.get(id));
      }
    }
    strays.end(wrappers);
    context.launcher().makeFifosAhead(definitions);
    for (ProjectDefinition definition : StartOrder.of(definitions)) {
      Project project = projects.get(definition.channelId());
      if (!closed.getAsBoolean() && !handled.contains(definition.channelId())) {
        project.queue().now(() -> begin(project, pasts.get(definition.channelId())));
      }
    }
    LOG.info("projects loaded count={} taken={}", projects.size(), handled.size());
  }

  /** Returns the stored projects, or null while the store is away or cannot be read. */
  private List<StoredProject> stored() {
    try {
      ProjectStore store = stores.now().orElse(null);
      if (store == null) {
        return null;
      }
      List<StoredProject> stored = store.projects();
      supervisor.unreadable(store.unreadable());
      return stored;
    } catch (StoreException e) {
      supervisor.loadFails(e.getMessage());
      return null;
    }
  }

  private Map<String, LastRun> pasts() {
    Map<String, LastRun> pasts = new HashMap<>();
    try {
      for (String id : context.run().names(".past")) {
        past(context.run().past(id)).ifPresent(past -> pasts.put(past.channelId(), past));
      }
    } catch (IOException e) {
      LOG.error("run directory cannot be read", e);
    }
    return pasts;
  }

  private static Optional<LastRun> past(Path file) {
    try {
      return LastRun.read(file);
    } catch (IOException e) {
      LOG.warn("project's past forgotten error={}", e.getMessage());
      return Optional.empty();
    }
  }

  private List<ServerRecord> records() {
    List<ServerRecord> records = new ArrayList<>();
    try {
      for (String name : context.run().names(".json")) {
        try {
          records.add(
              ServerRecord.fromMap(Json.read(Files.readAllBytes(context.run().record(name)))));
        } catch (IOException | RuntimeException e) {
          LOG.error("server record is not valid, ignored name={}", name, e);
        }
      }
    } catch (IOException e) {
      LOG.error("run directory cannot be read", e);
    }
    return records;
  }

  /**
   * Writes the record of a running server again, because it was lost. The capture of its output
   * needs the record, too.
   */
  private ServerRecord restored(ServerRecord found, Project defined) {
    ServerRecord record = defined == null ? found : found.withLog(defined.definition().log());
    LOG.warn(
        "server without a record found channelId={} incarnation={} wrapper={}",
        record.channelId(),
        record.incarnation(),
        record.wrapper().pid());
    context.run().writeRecord(record);
    return record;
  }

  /**
   * Sorts the records so that the one most likely to be current comes first. A project has one
   * server, but two records may name it: one of another log name, or one that another program
   * wrote. A record with a living server comes first, then one with a living wrapper, then one with
   * a known exit code.
   */
  private List<ServerRecord> likeliestFirst(List<ServerRecord> records) {
    Map<ServerRecord, Integer> ranks = new HashMap<>();
    records.forEach(record -> ranks.put(record, rank(record)));
    List<ServerRecord> sorted = new ArrayList<>(records);
    sorted.sort(
        Comparator.<ServerRecord>comparingInt(ranks::get)
            .thenComparing(Comparator.comparingLong(ServerRecord::incarnation).reversed()));
    return sorted;
  }

  private int rank(ServerRecord record) {
    try {
      if (!record.wrapper().bootId().equals(context.launcher().bootId())) {
        return 4;
      }
      Incarnation incarnation = new Incarnation(record, null);
      incarnation.locate(context.run(), context.table());
      if (incarnation.serverAlive()) {
        return 0;
      }
      return incarnation.wrapperAlive() ? 1 : incarnation.told(context.run()).isPresent() ? 2 : 3;
    } catch (IOException e) {
      LOG.warn("run files cannot be read name={} error={}", record.name(), e.getMessage());
      return 3;
    }
  }

  /**
   * Handles a further record of a project. The record changes no state; if its server is dead, the
   * output that its wrapper holds still reaches the log.
   */
  private void another(ServerRecord record, Project defined) {
    Incarnation incarnation = new Incarnation(record, null);
    boolean lives = rank(record) == 0;
    LOG.warn(
        "another record of one project channelId={} name={} left={}",
        record.channelId(),
        record.name(),
        lives ? "alone, its server lives" : "aside");
    noteNumber(defined, record);
    if (!record.wrapper().bootId().equals(context.launcher().bootId())) {
      // The pids belong to an earlier boot: a process that has one of them now is not ours.
      context.run().sweep(record.name());
    } else if (!lives) {
      drain(incarnation);
    }
  }

  private void take(ServerRecord record, Project defined, LastRun past) {
    try {
      Incarnation incarnation = new Incarnation(record, null);
      if (!record.wrapper().bootId().equals(context.launcher().bootId())) {
        LOG.info("server of an earlier boot forgotten channelId={}", record.channelId());
        context.run().sweep(record.name());
        noteNumber(defined, record);
      } else if (past != null && past.incarnation() >= record.incarnation() && rank(record) > 0) {
        noteNumber(defined, record);
        drain(incarnation);
      } else {
        takeLive(incarnation, defined, past);
      }
    } catch (IOException | RuntimeException e) {
      // A file of another program may hold anything; it must not prevent the adoption of the other
      // servers.
      LOG.error("run files are not valid, ignored name={}", record.name(), e);
    }
  }

  private void hold(String original) {
    held =
        "not started: this data directory is a copy, and servers of the original run ("
            + original
            + "); start one with: innkeeper start ID, all with: innkeeper run --as-copy";
    LOG.warn("servers {}", held);
    supervisor.held(held);
    continuation.keepPlace();
  }

  /**
   * Takes no action on a living server that may belong to another Innkeeper process; the project
   * becomes UNKNOWN.
   */
  private void takeUnsure(ServerRecord record, Project project, Strays strays) {
    Incarnation incarnation = new Incarnation(record, null);
    try {
      incarnation.locate(context.run(), context.table());
    } catch (IOException e) {
      LOG.warn("server's pid cannot be read name={}", record.name(), e);
    }
    String why = unsure(incarnation, strays);
    if (project == null) {
      LOG.warn("server left alone name={} reason=\"{}\"", record.name(), why);
      return;
    }
    handled.add(record.channelId());
    noteNumber(project, record);
    // The host sends no signal to this server, and starts no second one.
    incarnation.untouchable();
    project
        .queue()
        .now(() -> project.actor().adopt(incarnation, new AdoptionEvent.AdoptedUnsure(why)));
  }

  private static String unsure(Incarnation incarnation, Strays strays) {
    boolean wrapper = incarnation.wrapperAlive();
    long wrapperPid = incarnation.record().wrapper().pid();
    Optional<Long> server =
        Optional.of(incarnation)
            .filter(Incarnation::serverAlive)
            .flatMap(Incarnation::server)
            .map(Identity::pid);
    String who =
        server.map(pid -> "its server (pid " + pid + ")").orElse("its server")
            + (wrapper ? " under its wrapper (pid " + wrapperPid + ")" : "");
    Optional<String> directory =
        wrapper
            ? Optional.of(WrapperHome.directory(wrapperPid)).filter(text -> !text.isEmpty())
            : server.flatMap(Proc::stat).flatMap(strays::outputDirectory).map(Path::toString);
    return who
        + " runs in "
        + directory.orElse("a directory that cannot be read")
        + ", which does not exist here; if the server is this host's, put that directory back"
        + " and run restart-host; else end "
        + server.map(pid -> "pid " + pid).orElse("the server")
        + (wrapper ? ", then pid " + wrapperPid : "");
  }

  private static void noteNumber(Project defined, ServerRecord record) {
    if (defined != null) {
      defined.queue().now(() -> defined.actor().runtime().atLeast(record.incarnation()));
    }
  }

  private void takeLive(Incarnation incarnation, Project defined, LastRun past) throws IOException {
    ServerRecord record = incarnation.record();
    // This check comes first, because a wrapper writes its files before it is seen to have ended.
    boolean wrapper = incarnation.wrapperAlive();
    boolean mayStart = incarnation.wrapperMayStart();
    Optional<Identity> server = incarnation.locate(context.run(), context.table());
    boolean alive = incarnation.serverAlive();
    OptionalInt code = alive ? OptionalInt.empty() : incarnation.told(context.run());
    if (server.isEmpty() && code.isEmpty() && !mayStart) {
      // The last host died after it wrote the record and before it sent the go command: nothing
      // ran.
      noteNumber(defined, record);
      drain(incarnation);
      return;
    }
    Project project = defined != null ? defined : orphan(incarnation, past, alive || wrapper);
    if (project == null) {
      return;
    }
    handled.add(record.channelId());
    project
        .queue()
        .now(
            () -> {
              if (project.orphan()) {
                keepOrphan(project, incarnation, past, code, alive);
              } else if (alive) {
                project.actor().adoptAlive(incarnation);
              } else if (server.isEmpty() && code.isEmpty()) {
                project.actor().adopt(incarnation, new AdoptionEvent.AdoptedUnborn());
              } else {
                project.actor().adoptDead(incarnation, code, endedAt(record.name()));
              }
            });
  }

  private Instant endedAt(String name) {
    try {
      return context.run().exitTime(name);
    } catch (IOException e) {
      // No exit code was written, so the time of the end is unknown: now is the best answer.
      return context.clock().instant();
    }
  }

  private Project orphan(Incarnation incarnation, LastRun past, boolean something) {
    boolean removing = past != null && past.removing();
    Optional<List<Stat>> members = incarnation.members(context.table().now());
    if (!something && !removing && members.isPresent() && members.get().isEmpty()) {
      drain(incarnation);
      return null;
    }
    ServerRecord record = incarnation.record();
    ProjectDefinition definition =
        Definitions.fromMap(
            Map.of(
                "channelId", record.channelId(),
                "name", record.name(),
                "command", List.of("(unknown)"),
                "restart", "never",
                "autostart", false),
            Path.of("/"));
    Project project = supervisor.add(definition, Desired.STOPPED);
    project.orphan(true);
    return project;
  }

  private void keepOrphan(
      Project project, Incarnation incarnation, LastRun past, OptionalInt code, boolean alive) {
    String id = incarnation.record().channelId();
    // The last host ended while it was stopping this server for good, or the server has ended.
    boolean ends =
        (past != null && past.removing())
            || (!alive && (code.isPresent() || incarnation.wrapperOwesCode()));
    String why =
        "no project of this id is defined; its server is left alone (define it, or end pid "
            + incarnation.server().map(Identity::pid).orElse(-1L)
            + ")";
    project
        .actor()
        .adoptOrphan(
            incarnation, Optional.of(why).filter(text -> !ends), () -> supervisor.drop(id));
  }

  private void drain(Incarnation incarnation) {
    ServerRecord record = incarnation.record();
    if (incarnation.wrapperAlive()) {
      context
          .drains()
          .ended(
              record.name(),
              record.incarnation(),
              incarnation.wrapper(),
              () -> LOG.debug("old wrapper ended name={}", record.name()));
    } else {
      context.run().sweep(record.name());
    }
  }

  /**
   * Begins a project that has no server. After a clean stop of the host or a boot of the machine,
   * every project that is autostart and desired RUNNING gets a fresh start. Else the project stays
   * as the last supervisor left it.
   */
  private void begin(Project project, LastRun past) {
    project.actor().handle(begun(project, past));
  }

  private LifecycleEvent begun(Project project, LastRun past) {
    boolean autostart = project.definition().autostart();
    ProjectState was = past == null ? ProjectState.STOPPED : past.state();
    if (project.status().lifecycle().desired() != Desired.RUNNING) {
      return new AdoptionEvent.NotStarted("");
    }
    if (!held.isEmpty()) {
      return new AdoptionEvent.NotStarted(held);
    }
    if (!autostart && (!goesOn || was == ProjectState.STOPPED)) {
      // A job waits for its scheduled time.
      return new AdoptionEvent.NotStarted(project.status().job() ? "" : NO_AUTOSTART);
    }
    if (!goesOn) {
      return new AdoptionEvent.BegunAnew();
    }
    if (was == ProjectState.BACKOFF && past.retryIn().isPresent()) {
      return new AdoptionEvent.PauseResumed(past.retryIn().get().minus(past.age(context.now())));
    }
    return was == ProjectState.EXITED || was == ProjectState.FATAL
        ? new AdoptionEvent.EndRecalled(was == ProjectState.FATAL)
        : new RequestEvent.BootRequested();
  }
}
