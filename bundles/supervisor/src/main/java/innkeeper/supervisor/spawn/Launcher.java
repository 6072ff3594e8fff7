package innkeeper.supervisor.spawn;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.supervisor.ServerRecord;
import innkeeper.supervisor.process.Descriptors;
import innkeeper.supervisor.process.LibraryCall;
import innkeeper.supervisor.process.Marks;
import innkeeper.supervisor.process.Proc;
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
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a wrapper, and with a word to it a server. Between the two the record is written, so that
 * no server runs which nobody knows. Safe for many threads, one per name.
 */
public final class Launcher implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Launcher.class);
  private static final List<String> FOLDERS = List.of("/usr/bin", "/bin", "/usr/local/bin");

  /** The number of FIFOs in a wrapper's command, where release 0.1.1 and its readers have it. */
  private static final String FIFOS = "2";

  /** The same with one for standard input. */
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
  private final FifoMaker fifos = new FifoMaker(spawner, LibraryCall.offered("fifo.make"));
  private final WordFifos words;

  /**
   * @param hosts the host's own environment, of which servers inherit a few names
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
    this.words = new WordFifos(run, fifos);
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

  public KeptLimits limits() {
    return limits;
  }

  /**
   * All at once: where that takes a program, one for each would cost more than the servers. Each is
   * opened by whoever captures the output, so none is made ahead where descriptors are few.
   */
  public void makeFifosAhead(Collection<String> names) throws IOException {
    if (Descriptors.enough(names.size())) {
      makeFifos(names);
    }
  }

  private void makeFifos(Collection<String> names) throws IOException {
    makeMissing(names.stream().flatMap(name -> run.fifos(name).stream()).toList());
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

  /** What a wrapper for this definition must be like, after a look at whether it can start. */
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

  /** Has there what the first start needs. */
  public void prepare() {
    spawner.prepare();
    try {
      words.prepare();
    } catch (IOException e) {
      LOG.debug("no FIFOs made ahead, the first start tries again", e);
    }
  }

  public Wrapper wrapper(Wrapper.Make make) throws SpawnException {
    Optional<String> lacking = Descriptors.lacking();
    if (lacking.isPresent()) {
      // Whoever captures output closes them.
      run.fifos(make.name()).forEach(run::removeFifo);
      throw SpawnException.scarce(lacking.get());
    }
    try {
      makeFifos(List.of(make.name()));
      if (make.input()) {
        makeMissing(List.of(run.input(make.name())));
      }
      try {
        return made(make);
      } catch (Spawner.GoneException e) {
        // What it may have made has another FIFO, gets no word there and ends.
        return made(make);
      }
    } catch (IOException e) {
      throw new SpawnException("spawn failed: " + e.getMessage(), e);
    }
  }

  private Wrapper made(Wrapper.Make make) throws IOException {
    Path word = words.take();
    // Open for both until the wrapper has it open, for one of them alone waits for the other.
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

  /** Writes the record, then says the word. */
  public Incarnation go(Wrapper wrapper, ProjectDefinition d, long incarnation)
      throws SpawnException {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    ServerRecord record =
        new ServerRecord(
            d.channelId(),
            d.name(),
            incarnation,
            bootId,
            wrapper.identity().pid(),
            wrapper.identity().start(),
            now,
            Proc.uptimeMillis(),
            d.log());
    try {
      run.clear(d.name());
      groups.make(d);
      run.replace(run.record(d.name()), Json.write(record.toMap()));
      wrapper.go(incarnation, Marks.mark(d.channelId(), incarnation, now.toEpochMilli()));
    } catch (IOException e) {
      throw new SpawnException("spawn failed: " + e.getMessage(), e);
    }
    return new Incarnation(record, wrapper);
  }

  /** Not by the server's PATH, which may be anything. */
  public static String tool(String name) throws IOException {
    for (String folder : FOLDERS) {
      if (Files.isExecutable(Path.of(folder, name))) {
        return folder + "/" + name;
      }
    }
    throw new IOException(name + " is in none of " + FOLDERS + "; install util-linux, coreutils");
  }

  /** Wrappers and servers live on. */
  @Override
  public void close() {
    Descriptors.release();
    spawner.close();
  }
}
