package innkeeper.logging.capture;

import innkeeper.api.log.Logs;
import innkeeper.api.rotation.Rotator;
import innkeeper.logging.capture.fifo.FifoCalls;
import innkeeper.logging.capture.fifo.FifoPoller;
import innkeeper.logging.capture.fifo.FifoSource;
import innkeeper.logging.capture.fifo.ServerFifos;
import innkeeper.logging.capture.ring.Ring;
import innkeeper.logging.file.DirectoryWatch;
import innkeeper.logging.file.FileAccess;
import innkeeper.logging.index.ActiveIndex;
import innkeeper.logging.index.IndexDirectory;
import innkeeper.logging.index.IndexFiles;
import innkeeper.logging.index.ServerStream;
import innkeeper.logging.rules.ServerSecrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All captures, one for each FIFO in run/, and the writers of all projects' logs. */
public final class Captures implements DirectoryWatch.Eye {

  public static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}");

  private static final Logger LOG = LoggerFactory.getLogger(Captures.class);
  private static final long CLOSE_MILLIS = 1500;

  /**
   * A delay that is shorter than the time until an archive is compressed, which changes its inode.
   */
  private static final long SETTLE_NANOS = 200_000_000L;

  private final Path run;
  private final Path logs;
  private final IndexDirectory indexes;
  private final Path memory;
  private final Function<Path, ProjectEngine> engines;
  private final ServerSecrets secrets;
  private final Supplier<Optional<Rotator>> rotator;
  private final LongSupplier maxBytes;
  private final Consumer<LogWriter> appeared;
  private final DelayedTasks idle = new DelayedTasks();
  private final ReaderPool pool = new ReaderPool(idle);
  private final FifoPoller poller = new FifoPoller(FifoCalls::find, ReaderLock::isOwner);
  private final ConcurrentMap<String, LogWriter> writers = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, Capture> captures = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, ProjectEngine> known = new ConcurrentHashMap<>();
  private final Runnable waitsChanged;
  private volatile boolean closed;

  /**
   * Creates an empty set of captures; {@link #all} starts those of existing FIFOs.
   *
   * @param memory the directory of the rings; null if no directory in memory exists
   * @param engines creates a project's engine with a file for its learned values, which may be null
   * @param appeared called once for each log
   * @param waitsChanged called on {@link #idle} when the set of logs that wait for the disk changes
   */
  public Captures(
      Path dataDir,
      Path memory,
      Function<Path, ProjectEngine> engines,
      ServerSecrets secrets,
      Supplier<Optional<Rotator>> rotator,
      LongSupplier maxBytes,
      Consumer<LogWriter> appeared,
      Runnable waitsChanged) {
    this.run = dataDir.resolve("run");
    this.logs = dataDir.resolve("logs");
    this.indexes = new IndexDirectory(dataDir);
    this.memory = memory;
    this.engines = engines;
    this.secrets = secrets;
    this.rotator = rotator;
    this.maxBytes = maxBytes;
    this.appeared = appeared;
    this.waitsChanged = waitsChanged;
  }

  public DelayedTasks idle() {
    return idle;
  }

  public Path run() {
    return run;
  }

  public Path log(String name) {
    return logs.resolve(name + ".log");
  }

  /** Returns the times of that log's lines. */
  public IndexFiles index(String name) {
    return new IndexFiles(indexes, log(name));
  }

  /** Gives the indexes of archives their names, and deletes the indexes of deleted archives. */
  public void settleIndexes() {
    idle.later(indexes::settle, SETTLE_NANOS, indexes);
  }

  public List<Capture> captures() {
    return List.copyOf(captures.values());
  }

  /** Returns the reasons why servers wait for the disk, by the names of their logs. */
  public Map<String, String> waits() {
    Map<String, String> waits = new TreeMap<>();
    for (Capture capture : captures.values()) {
      String why = capture.writer().waiting();
      if (!why.isEmpty()) {
        waits.put(capture.writer().name(), why);
      }
    }
    return waits;
  }

  public Optional<Capture> capture(String name) {
    return Optional.ofNullable(captures.get(name));
  }

  public Optional<LogWriter> writer(String name) {
    return Optional.ofNullable(writers.get(name));
  }

  /** Returns the active files of all logs. */
  public List<Path> logs() throws IOException {
    return names(logs, ".log").stream().sorted().map(this::log).toList();
  }

  /** Returns the servers whose FIFO exists but is not read. */
  public List<String> missing() throws IOException {
    List<String> missing = new ArrayList<>();
    for (String name : servers()) {
      Capture capture = captures.get(name);
      if ((capture == null || !capture.trouble().isEmpty())
          && new ServerFifos(run, name).find(ServerStream.STDOUT).isPresent()) {
        missing.add(name + (capture == null ? "" : ": " + capture.trouble()));
      }
    }
    return missing;
  }

  /** Returns the running servers whose output is unreachable. */
  public List<String> lost() throws IOException {
    List<String> lost = new ArrayList<>();
    for (String name : servers()) {
      Capture capture = captures.get(name);
      if (capture == null || capture.opening()) {
        ServerFifos fifos = new ServerFifos(run, name);
        if (fifos.find(ServerStream.STDOUT).isEmpty() && fifos.lives()) {
          lost.add(name);
        }
      }
    }
    return lost;
  }

  /** Returns the names that have a FIFO or a record. */
  private Set<String> servers() throws IOException {
    Set<String> names = new TreeSet<>(names(run, ".out"));
    names.addAll(names(run, ".json"));
    return names;
  }

  @Override
  public void all() {
    try {
      names(logs, ".log").forEach(this::open);
      servers().forEach(this::look);
      if (memory != null) {
        names(memory, Ring.ENDING).forEach(this::salvage);
      }
    } catch (IOException e) {
      LOG.warn("logs could not be listed directory={}", run, e);
    }
  }

  /**
   * Ignores changes of content: a FIFO is created, removed or replaced, and a record is renamed to
   * its name.
   */
  @Override
  public boolean content() {
    return false;
  }

  @Override
  public void seen(Set<Path> paths) {
    Map<String, Boolean> names = new LinkedHashMap<>();
    for (Path path : paths) {
      String file = path.getFileName().toString();
      boolean record = file.endsWith(".json");
      if (record || file.endsWith(".out") || file.endsWith(".err")) {
        names.merge(file.substring(0, file.lastIndexOf('.')), record, Boolean::logicalOr);
      }
    }
    // The wrapper of a new record may have another FIFO open than the wrapper before.
    names.forEach((name, record) -> look(name).filter(c -> record).ifPresent(Capture::refresh));
  }

  private static List<String> names(Path directory, String ending) throws IOException {
    return FileAccess.names(directory, "").stream()
        .filter(name -> name.endsWith(ending))
        .map(name -> name.substring(0, name.length() - ending.length()))
        .filter(Captures::may)
        .toList();
  }

  /** Returns whether a project may have the name; {@code main} is the name of bot.log. */
  private static boolean may(String name) {
    return NAME.matcher(name).matches() && !name.equals(Logs.MAIN);
  }

  private LogWriter open(String name) {
    LogWriter known = writers.get(name);
    if (known != null) {
      return known;
    }
    ActiveIndex index = new ActiveIndex(index(name), this::settleIndexes);
    LogWriter writer =
        new LogWriter(
            name,
            log(name),
            index,
            rotator,
            maxBytes,
            () -> idle.later(waitsChanged, 0, waitsChanged));
    LogWriter other = writers.putIfAbsent(name, writer);
    if (other != null) {
      return other;
    }
    try {
      writer.file().measureClosed();
    } catch (IOException e) {
      LOG.warn("log's length is unknown log={}", name, e);
    }
    appeared.accept(writer);
    return writer;
  }

  /**
   * Starts the capture of a FIFO that exists. Retires the capture of a FIFO that was removed or
   * replaced.
   */
  public synchronized Optional<Capture> look(String name) {
    if (closed || !may(name)) {
      return Optional.empty();
    }
    Path fifo = run.resolve(name + ".out");
    Capture capture = captures.get(name);
    try {
      ServerFifos fifos = new ServerFifos(run, name);
      if (capture != null) {
        if (!capture.retiring() && !stays(capture, fifos)) {
          capture.retire(() -> replace(capture, name));
        } else {
          capture.openErrors();
        }
        return Optional.ofNullable(captures.get(name));
      }
      if (fifos.find(ServerStream.STDOUT).isPresent()) {
        return Optional.of(begin(name, fifo));
      }
      if (Files.exists(fifo, LinkOption.NOFOLLOW_LINKS)) {
        LOG.warn("not captured, the file is not a FIFO of this user path={}", fifo);
      }
    } catch (IOException e) {
      LOG.warn("FIFO could not be checked path={}", fifo, e);
    }
    return Optional.empty();
  }

  private static boolean stays(Capture capture, ServerFifos fifos) throws IOException {
    Optional<FifoSource> source = fifos.find(ServerStream.STDOUT);
    Optional<FifoSource> errors = fifos.find(ServerStream.STDERR);
    boolean same = errors.isEmpty() || capture.mayRead(ServerStream.STDERR, errors.get().inode());
    return source.isPresent()
        ? capture.opening() || same && capture.mayRead(ServerStream.STDOUT, source.get().inode())
        // The server writes to the FIFO that this capture has open, and its output is unreachable
        // otherwise.
        : fifos.lives();
  }

  private synchronized void replace(Capture capture, String name) {
    if (captures.remove(name, capture)) {
      capture.stop();
      if (look(name).isEmpty()) {
        secrets.gone(name);
      }
    }
  }

  /** Writes the output that a FIFO removed while no host ran may have left in a ring. */
  private synchronized void salvage(String name) {
    Path path = memory.resolve(name + Ring.ENDING);
    if (closed || captures.containsKey(name) || Files.exists(run.resolve(name + ".out"))) {
      return;
    }
    LogWriter writer = open(name);
    writer.lock.lock();
    try {
      Ring ring = Ring.open(path);
      ServerWatch gone = new ServerWatch(run, name, record -> {}, secrets::started);
      gone.refresh();
      CapturePipeline pipeline = new CapturePipeline(engineFor(name), writer, ring, gone, true);
      pipeline.open(false);
      boolean saved = pipeline.flush(true);
      pipeline.close();
      if (saved) {
        Ring.delete(path);
      }
    } catch (IOException e) {
      LOG.warn("unwritten output is kept, its log cannot be written log={}", name, e);
    } finally {
      writer.lock.unlock();
    }
  }

  /** Returns the project's engine, which the project keeps from one capture to the next. */
  private ProjectEngine engineFor(String name) {
    return known.computeIfAbsent(
        name,
        unknown -> {
          Path file = memory == null ? null : memory.resolve(name + ProjectEngine.ENDING);
          return engines.apply(file).recall(log(name));
        });
  }

  /** Returns the engine of that project's output; empty if no output was captured. */
  public Optional<ProjectEngine> engine(String name) {
    return Optional.ofNullable(known.get(name));
  }

  private Capture begin(String name, Path fifo) {
    LogWriter writer = open(name);
    writer.restart();
    ServerWatch server =
        new ServerWatch(run, name, record -> writer.policy(record.log()), secrets::started);
    Path ring = memory == null ? null : memory.resolve(name + Ring.ENDING);
    Capture capture = new Capture(fifo, ring, engineFor(name), writer, server, idle, pool, poller);
    captures.put(name, capture);
    capture.start();
    return capture;
  }

  public void close() throws InterruptedException {
    synchronized (this) {
      closed = true;
    }
    captures.values().forEach(Capture::stop);
    long deadline = System.nanoTime() + CLOSE_MILLIS * 1_000_000;
    for (Capture capture : captures.values()) {
      if (!capture.join((deadline - System.nanoTime()) / 1_000_000)) {
        LOG.warn(
            "capture has not ended yet, its successor waits for it log={}",
            capture.writer().name());
      }
    }
    poller.close();
    pool.close();
    idle.close();
  }
}
