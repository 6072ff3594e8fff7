package innkeeper.rotation;

import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.service.ServiceAwayException;
import innkeeper.api.settings.Settings;
import innkeeper.common.file.ArchiveName;
import innkeeper.rotation.archive.Archive;
import innkeeper.rotation.archive.PruningPolicy;
import innkeeper.rotation.disk.Failures;
import innkeeper.rotation.disk.FileFacts;
import innkeeper.rotation.disk.Space;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rotation of all logs. Calls from writers only do the rotation; the {@link Housekeeper} does
 * all work that may take long. After it is closed it does nothing, and a writer that still uses it
 * continues to write.
 */
final class Rotation implements Rotator, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Rotation.class);
  private static final Duration LAST_TURN = Duration.ofMillis(1500);

  private final Settings settings;
  private final Clock clock;
  private final LongSupplier nanos;
  private final RotationParts parts;
  private final Runnable wake;
  private final Gate gate = new Gate();
  private final List<RotatableLog> logs = new CopyOnWriteArrayList<>();
  private final Map<Path, LogState> spelled = new ConcurrentHashMap<>();
  private final Map<Path, LogState> states = new ConcurrentHashMap<>();
  private volatile List<RolloverTrigger> triggers;

  Rotation(RotationParts parts, Settings settings, Clock clock, LongSupplier nanos, Runnable wake) {
    this.settings = settings;
    this.clock = clock;
    this.nanos = nanos;
    this.parts = parts;
    this.wake = wake;
    age(false, Duration.ZERO);
  }

  /**
   * Sets whether logs also rotate because of their age.
   *
   * @param daily whether a log rotates with the first line of another UTC day
   * @param age the age of the first line at which a log rotates; zero for never
   */
  void age(boolean daily, Duration age) {
    List<RolloverTrigger> all = new ArrayList<>(List.of(RolloverTrigger.bySize(settings)));
    if (daily) {
      all.add(RolloverTrigger.byDay(clock));
    }
    if (!age.isZero()) {
      all.add(RolloverTrigger.byAge(clock, age));
    }
    triggers = List.copyOf(all);
  }

  void add(RotatableLog log) {
    logs.add(log);
    wake.run();
  }

  void remove(RotatableLog log) {
    logs.remove(log);
  }

  List<RotatableLog> logs() {
    return logs;
  }

  @Override
  public void before(RotatableLog log, long bytes) {
    if (!gate.enter()) {
      return;
    }
    try {
      LogState state = state(log.path());
      if (log.bytes() == 0) {
        state.firstLine();
      }
      if (due(log, bytes, state) && state.backOff().mayTry(nanos.getAsLong())) {
        attempt(log, bytes, state);
      }
    } catch (RuntimeException e) {
      parts.reports().warn("log could not be checked for rotation: " + e);
    } finally {
      gate.leave();
    }
  }

  private void attempt(RotatableLog log, long bytes, LogState state) {
    try {
      rollover(log, () -> due(log, bytes, state));
    } catch (IOException | RuntimeException e) {
      String message = e instanceof IOException io ? Failures.reason(io) : e.toString();
      if (state.backOff().failed(message, nanos.getAsLong(), clock.instant())) {
        parts.reports().warn(message + "; the log grows meanwhile and rotation is tried again");
      }
      wake.run();
    }
  }

  @Override
  public Optional<String> rotate(String name) throws IOException {
    if (!gate.enter()) {
      throw new ServiceAwayException(
          "could not rotate " + name + ": the rotation surface is going; try again", null);
    }
    try {
      RotatableLog log = find(name);
      return rollover(log, () -> log.bytes() > 0).map(archive -> archive.getFileName().toString());
    } finally {
      gate.leave();
    }
  }

  private Optional<Path> rollover(RotatableLog log, Due due) throws IOException {
    Optional<Path> archive = held(log, due);
    state(log.path())
        .backOff()
        .succeeded()
        .ifPresent(f -> parts.reports().info("log rotates again log=" + log.name()));
    return archive;
  }

  private Optional<Path> held(RotatableLog log, Due due) throws IOException {
    List<Path> made = new ArrayList<>(1);
    long[] heldAt = {0};
    long[] bytes = {0};
    log.hold(
        new RotatableLog.Turn() {
          @Override
          public void run(Path active) throws IOException {
            heldAt[0] = nanos.getAsLong();
            if (!due.still()) {
              return; // Another thread rotated the log while this thread waited for the writer.
            }
            bytes[0] = log.bytes();
            state(active).rollover(parts.rollover(), parts.recovery()).ifPresent(made::add);
            if (made.isEmpty()) {
              parts.reports().warn("active log had been deleted, created again file=" + active);
            }
          }

          @Override
          public Optional<Path> archive() {
            return made.stream().findFirst();
          }
        });
    parts.unforced().addAll(made);
    if (!made.isEmpty()) {
      parts.pace().unforced(bytes[0]);
      parts.reports().unforced(made.get(0), nanos.getAsLong() - heldAt[0]);
      wake.run();
    }
    return made.stream().findFirst();
  }

  /**
   * Rotates logs that need it without a write, for example because of their age. This includes logs
   * that grew while rotation was not available. A writer that is in the middle of a line cannot be
   * held; this is not an error. The end of that line triggers the next check.
   */
  void catchUp() {
    for (RotatableLog log : logs) {
      LogState state = state(log.path());
      if (due(log, 0, state) && state.mayCatchUp(nanos.getAsLong()) && gate.enter()) {
        try {
          rollover(log, () -> due(log, 0, state));
        } catch (IOException | RuntimeException e) {
          LOG.debug("log not rotated yet log={} why={}", log.name(), e.toString());
        } finally {
          gate.leave();
        }
      }
    }
  }

  @Override
  public boolean makeRoom(long bytes) {
    if (!gate.enter()) {
      return false;
    }
    try {
      return parts.pruner().makeRoom(paths(), bytes);
    } finally {
      wake.run();
      gate.leave();
    }
  }

  @Override
  public List<Status> status() {
    Map<Path, List<Archive>> archives;
    try {
      archives = PruningPolicy.perLog(parts.archiveDirectory().archives(paths()));
    } catch (IOException e) {
      throw new UncheckedIOException("archives could not be listed: " + Failures.reason(e), e);
    }
    Map<String, Status> byName = new TreeMap<>();
    for (RotatableLog log : logs) {
      List<Archive> own = archives.getOrDefault(log.path(), List.of());
      byName.put(
          log.name(),
          new Status(
              log.name(),
              log.bytes(),
              RolloverTrigger.maxBytes(log, settings),
              own.stream().map(Archive::fileName).toList(),
              own.stream().mapToLong(Archive::bytes).sum(),
              own.stream().findFirst().map(Archive::name).map(ArchiveName::at),
              next(log)));
    }
    return List.copyOf(byName.values());
  }

  private Next next(RotatableLog log) {
    LogState state = state(log.path());
    RolloverForecast expectation = new RolloverForecast(clock.instant(), state.begun());
    long bytes = log.bytes();
    long left = Math.max(0, RolloverTrigger.maxBytes(log, settings) - bytes);
    return new Next(
        left,
        bytes == 0 ? Optional.empty() : expectation.byAge(triggers),
        expectation.bySize(bytes, left),
        state.backOff().failure().map(BackOff.Failure::message));
  }

  /** Returns the failures of the logs that could not rotate, by the name of the log. */
  Map<String, BackOff.Failure> failures() {
    Map<String, BackOff.Failure> failures = new TreeMap<>();
    for (RotatableLog log : logs) {
      state(log.path()).backOff().failure().ifPresent(f -> failures.put(log.name(), f));
    }
    return failures;
  }

  /** Returns the readings of the disks with logs, by one directory of each disk. */
  Map<Path, Space.Reading> disks() {
    Map<Object, Path> disks = new LinkedHashMap<>();
    Map<Path, Space.Reading> readings = new LinkedHashMap<>();
    for (Path directory : parts.archiveDirectory().directories(paths())) {
      try {
        if (Files.isDirectory(directory)
            && disks.putIfAbsent(parts.space().disk(directory), directory) == null) {
          readings.put(directory, parts.space().of(directory));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(
            "free space of " + directory + " is not known: " + Failures.reason(e), e);
      }
    }
    return readings;
  }

  /** Returns the present limits. A log without a writer keeps any number of archives. */
  PruningPolicy.Limits limits(boolean ageMayBeBelieved) {
    Map<Path, Integer> maxFiles = new LinkedHashMap<>();
    for (RotatableLog log : logs) {
      int own = log.maxFiles();
      maxFiles.put(log.path(), own > 0 ? own : (int) settings.number("LOG_MAX_FILES"));
    }
    long days = settings.number("LOG_MAX_AGE_DAYS");
    Optional<Instant> bornAfter =
        days > 0 && ageMayBeBelieved
            ? Optional.of(clock.instant().minus(Duration.ofDays(days)))
            : Optional.empty();
    return new PruningPolicy.Limits(
        log -> maxFiles.getOrDefault(log, 0), bornAfter, settings.number("LOG_TOTAL_BYTES"));
  }

  /**
   * Returns the state of a log, which is the same for every spelling of its path. With two states
   * for one log, the repair by one could delete the hard link of a running rotation by the other.
   */
  LogState state(Path active) {
    LogState state = spelled.get(active);
    return state != null ? state : spelled.computeIfAbsent(active, this::stateOfReal);
  }

  private LogState stateOfReal(Path active) {
    Path real = FileFacts.real(active.getParent()).resolve(active.getFileName());
    return states.computeIfAbsent(real, r -> new LogState(r, clock));
  }

  List<Path> paths() {
    return logs.stream().map(RotatableLog::path).toList();
  }

  @Override
  public void close() {
    gate.close(LAST_TURN);
  }

  private boolean due(RotatableLog log, long more, LogState state) {
    for (RolloverTrigger trigger : triggers) {
      if (trigger.due(log, more, state.begun().at())) {
        return true;
      }
    }
    return false;
  }

  private RotatableLog find(String name) {
    return logs.stream()
        .filter(log -> log.name().equals(name))
        .reduce((earlier, later) -> later)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no log is called "
                        + name
                        + "; there are "
                        + logs.stream()
                            .map(RotatableLog::name)
                            .sorted()
                            .collect(Collectors.joining(", "))));
  }

  /** A check that is repeated while the writer is held. */
  private interface Due {
    boolean still();
  }
}
