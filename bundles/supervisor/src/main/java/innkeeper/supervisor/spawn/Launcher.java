package innkeeper.supervisor.spawn;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.supervisor.ServerRecord;
import innkeeper.supervisor.process.Identity;
import innkeeper.supervisor.process.LibraryCall;
import innkeeper.supervisor.process.Marks;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.ReservedDescriptors;
import innkeeper.supervisor.process.Signals;
import innkeeper.supervisor.process.Stat;
import innkeeper.supervisor.run.Json;
import innkeeper.supervisor.run.RunFiles;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a wrapper, and then its server by the go command. The record is written in between, so
 * that each running server is known. Safe for many threads, one per name.
 */
public final class Launcher implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Launcher.class);
  private static final List<String> FOLDERS = List.of("/usr/bin", "/bin", "/usr/local/bin");

  /**
   * The number of FIFOs in a wrapper's command, at the position where release 0.1.1 and its readers
   * expect it.
   */
  private static final String FIFOS = "2";

  /** The number with one more FIFO for standard input. */
  private static final String FIFOS_WITH_INPUT = "3";

  private final RunFiles run;
  private final Clock clock;
  private final Map<String, String> hosts;
  private final ControlGroups groups;
  private final KeptLimits limits;
  private final String bootId;
  private final String umask;
  private final Path script;
  private final List<String> hearing;
  private final Spawner spawner = new Spawner();
  private final Signals signals = new Signals(LibraryCall.offered("signal.send"), spawner::tool);
  private final Fifos fifos;

  /**
   * @param hosts the host's own environment, of which servers inherit a few variables
   */
  public Launcher(RunFiles run, Clock clock, Map<String, String> hosts, ControlGroups groups)
      throws IOException {
    this.run = run;
    this.clock = clock;
    this.hosts = Map.copyOf(hosts);
    this.groups = groups;
    this.limits = new KeptLimits(groups, Path.of("/proc"));
    this.bootId = Proc.bootId();
    this.umask = Proc.umask();
    this.hearing = IgnoredSignals.undo(tool("env"), IgnoredSignals.here());
    this.fifos = new Fifos(run, spawner, LibraryCall.offered("fifo.make"));
    this.script = run.dir().resolve("wrapper.sh");
    try (InputStream in = Launcher.class.getResourceAsStream("wrapper.sh")) {
      byte[] text = in.readAllBytes();
      if (!Files.exists(script) || !java.util.Arrays.equals(Files.readAllBytes(script), text)) {
        run.write(script, text);
      }
    }
  }

  public String bootId() {
    return bootId;
  }

  public ControlGroups groups() {
    return groups;
  }

  public Signals signals() {
    return signals;
  }

  public KeptLimits limits() {
    return limits;
  }

  /**
   * Makes the FIFOs of projects before any server needs them; a start makes those that are missing.
   * The capture opens each FIFO, so no FIFO is made if descriptors are few.
   */
  public void makeFifosAhead(Collection<ProjectDefinition> definitions) {
    if (ReservedDescriptors.enough(definitions.size())) {
      try {
        makeMissing(definitions.stream().flatMap(d -> run.fifos(d.name()).stream()).toList());
      } catch (IOException e) {
        LOG.warn("fifos not prepared error={}", e.getMessage());
      }
    }
  }

  private void makeMissing(List<Path> all) throws IOException {
    List<Path> missing = new ArrayList<>();
    for (Path fifo : all) {
      if (!RunFiles.isFifo(fifo)) {
        run.clearFifo(fifo);
        missing.add(fifo);
      }
    }
    if (!missing.isEmpty()) {
      fifos.make(missing);
    }
  }

  /** Checks whether the definition can start, and returns the properties of a wrapper for it. */
  public Wrapper.Make make(ProjectDefinition d) throws SpawnException {
    Map<String, String> env = ServerEnvironment.of(d, d.channelId() + Marks.NOBODY, hosts);
    Preflight.check(d, env);
    List<String> notKept = limits.notKept(d);
    if (!notKept.isEmpty()) {
      throw SpawnException.lasting(String.join("; ", notKept));
    }
    try {
      List<String> command = new ArrayList<>();
      command.addAll(List.of("/bin/sh", script.toString(), run.dir().toString(), d.name()));
      command.add(d.limits().umask().isEmpty() ? umask : d.limits().umask());
      command.add(groups.of(d));
      command.add(d.directory().toString());
      List<String> before = new ArrayList<>();
      if (d.nice() > 0) {
        before.addAll(List.of(tool("nice"), "-n", Integer.toString(d.nice())));
      }
      if (d.limits().limitNofile() > 0) {
        String files = Long.toString(d.limits().limitNofile());
        before.addAll(List.of(tool("prlimit"), "--nofile=" + files + ":" + files));
      }
      before.addAll(hearing);
      before.add(tool("setsid"));
      command.add(String.join(" ", before));
      command.add(d.stdinOpen() ? FIFOS_WITH_INPUT : FIFOS);
      command.addAll(d.command());
      return new Wrapper.Make(d.name(), d.directory(), command, env, d.stdinOpen());
    } catch (IOException e) {
      throw new SpawnException("spawn failed: " + e.getMessage(), e);
    }
  }

  /** Prepares the first start and the first stop. */
  public void prepare() {
    spawner.prepare();
    fifos.prepare();
    signals.prepare();
  }

  public Wrapper wrapper(Wrapper.Make make) throws SpawnException {
    Optional<String> lacking = ReservedDescriptors.lacking();
    if (lacking.isPresent()) {
      // The capture closes a FIFO whose file is removed, which frees descriptors.
      run.fifos(make.name()).forEach(run::removeFifo);
      throw SpawnException.scarce(lacking.get());
    }
    try {
      makeMissing(run.fifos(make.name()));
      if (make.input()) {
        makeMissing(List.of(run.input(make.name())));
      }
      try {
        return made(make);
      } catch (Spawner.GoneException e) {
        // The spawner may have made a wrapper with the old FIFO; it gets no go command there and
        // ends.
        return made(make);
      }
    } catch (IOException e) {
      throw new SpawnException("spawn failed: " + e.getMessage(), e);
    }
  }

  private Wrapper made(Wrapper.Make make) throws IOException {
    Path word = fifos.makeForCommands();
    // The FIFO is opened for both directions until the wrapper has opened it, because a single
    // direction blocks until the other one is open.
    RandomAccessFile both = new RandomAccessFile(word.toFile(), "rw");
    try {
      long pid = spawner.wrapper(word, make.environment(), make.command());
      Stat stat =
          Proc.stat(pid).orElseThrow(() -> new IOException("the wrapper is gone before it began"));
      return new Wrapper(make, new FileOutputStream(word.toFile()), stat.identity());
    } finally {
      both.close();
      Files.deleteIfExists(word);
    }
  }

  /** Returns the record of a server that the given wrapper starts now. */
  public ServerRecord record(ProjectDefinition d, long incarnation, Identity wrapper) {
    return new ServerRecord(
        d.channelId(),
        d.name(),
        incarnation,
        new ServerRecord.Wrapper(bootId, wrapper.pid(), wrapper.start()),
        clock.instant().truncatedTo(ChronoUnit.MILLIS),
        Proc.uptimeMillis(),
        d.log());
  }

  /** Writes the record, then sends the go command. */
  public Incarnation go(Wrapper wrapper, ProjectDefinition d, long incarnation)
      throws SpawnException {
    ServerRecord record = record(d, incarnation, wrapper.identity());
    try {
      run.clear(d.name());
      groups.make(d);
      run.replace(run.record(d.name()), Json.write(record.toMap()));
      wrapper.go(incarnation, Marks.of(record));
    } catch (IOException e) {
      throw new SpawnException("spawn failed: " + e.getMessage(), e);
    }
    return new Incarnation(record, wrapper);
  }

  /** Returns the path of a tool. The server's PATH is not used, because it may hold any folder. */
  public static String tool(String name) throws IOException {
    for (String folder : FOLDERS) {
      if (Files.isExecutable(Path.of(folder, name))) {
        return folder + "/" + name;
      }
    }
    throw new IOException(name + " is in none of " + FOLDERS + "; install util-linux, coreutils");
  }

  /** Closes the spawner; wrappers and servers live on. */
  @Override
  public void close() {
    ReservedDescriptors.release();
    spawner.close();
  }
}
