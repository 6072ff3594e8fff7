package innkeeper.boot;

import innkeeper.boot.disk.DataDir;
import innkeeper.boot.disk.DiskReserve;
import innkeeper.boot.disk.StartRoom;
import innkeeper.boot.log.HostLog;
import innkeeper.boot.settings.Environment;
import innkeeper.common.net.LoopbackPort;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The entry point of the host: checks the environment, takes the lock, guards stdout and stderr,
 * then calls Felix's own launcher.
 */
public final class Main {

  private Main() {}

  private static final String USAGE = "usage: " + RunOptions.USAGE + " | innkeeper doctor";

  /** Runs {@code run} or {@code doctor}; contract §2 and §4 define the exit statuses. */
  public static void main(String[] args) throws Exception {
    List<String> words = List.of(args);
    if (words.equals(List.of("doctor"))) {
      System.exit(Doctor.examine(System.getenv(), home(), System.out) ? 0 : Exit.FAILED);
    }
    if (words.size() > 1 && words.get(0).equals("doctor")) {
      System.err.println(
          "innkeeper: doctor: unexpected word " + words.get(1) + "\nusage: innkeeper doctor");
      System.exit(Exit.USAGE);
    }
    EarlyStop stop = new EarlyStop();
    try {
      if (words.isEmpty() || !words.get(0).equals("run")) {
        throw new Refusal(Exit.USAGE, USAGE);
      }
      RunOptions options =
          RunOptions.parse(words.subList(1, words.size()))
              .orElseThrow(() -> new Refusal(Exit.USAGE, USAGE));
      stop.register();
      run(options, stop);
    } catch (Refusal e) {
      stop.nothing();
      System.err.println(e.getMessage());
      Environment environment = Environment.read(System.getenv(), home());
      Trial.goBack(environment, e);
      Path run = environment.dataDir().resolve("run");
      if (RestartNote.isForThisProcess(run)) {
        RestartNote.leaveRefusal(run, e.getMessage());
      }
      Thread.sleep(Exit.retryPauseMillis(e.code(), System.getenv()));
      System.exit(e.code());
    } finally {
      stop.nothing();
    }
  }

  /** Reports why the host does not start, with the exit status. */
  static final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final int code;

    Refusal(int code, String why) {
      super(why);
      this.code = code;
    }

    int code() {
      return code;
    }
  }

  private static Path home() {
    return Path.of(System.getProperty("innkeeper.home", ".")).toAbsolutePath().normalize();
  }

  private static void run(RunOptions options, EarlyStop stop) throws Exception {
    Environment environment = StartCheck.settings(System.getenv(), home());
    DataDir data = new DataDir(environment.dataDir());
    HostLock lock;
    try {
      data.make();
      lock = new HostLock(data.path());
      if (!lock.take()) {
        throw new Refusal(
            Exit.UNAVAILABLE, OtherHosts.keeps(data.path(), lock.pid(), environment.home()));
      }
      DataFormats formats = new DataFormats(data.path(), environment.home());
      Optional<String> newer = formats.refusal();
      if (newer.isPresent()) {
        throw new Refusal(Exit.REFUSED, newer.get());
      }
      long bytes = StartRoom.bytes(environment.home(), data.path());
      Optional<String> missing =
          StartRoom.missing(data.path(), bytes, System.getProperty("innkeeper.inodes", ""));
      if (missing.isPresent()) {
        throw new Refusal(Exit.DISK, missing.get());
      }
      StartRoom.make(data.path(), bytes);
      formats.write();
      RestartNote.clearRefusal(data.run());
      if (environment.adminSocket().isPresent()) {
        PageSocket.prepare(environment.adminSocket().get());
      }
    } catch (IOException e) {
      throw unusable(environment.dataDir(), e);
    }
    OutputStream output = new FileOutputStream(FileDescriptor.out);
    PrintStream console = options.stdout() ? System.err : System.out;
    HostLog log = hostLog(data, environment, console);
    Bridge bridge = new Bridge(log);
    bridge.publish();
    bridge.offerForeground(options, output);
    bridge.offerSuccessors(data, Trial.begin(data.path(), environment.home()), options);
    bridge.offerSettings(environment);
    bridge.register(data.path());
    bridge.watchDataDir(data.path(), lock);
    bridge.watchHeap();
    InheritedChildren.reap(data.run());
    log.guardStandardStreams();
    if (!data.hasHistory() && !options.demo()) {
      log.info(
          ("no host has run on DATA_DIR=%s, so this one begins without projects; to use another:"
                  + " innkeeper --data DIR run")
              .formatted(data.path()));
    }
    // A host that takes over has servers to supervise. It serves the page as soon as the port is
    // free.
    if (!bridge.takesOver()
        && environment.adminPort() != 0
        && !LoopbackPort.free(environment.adminPort())) {
      bridge.refuse(
          Exit.UNAVAILABLE, OtherHosts.portInUse(environment.adminPort(), environment.home()));
    }
    bridge.keepRecord(data.path(), options.safe());
    bridge.haveArchivesMade(environment.home());
    stop.stops(bridge);
    properties(environment, data, options).forEach(System::setProperty);
    org.apache.felix.main.Main.main(new String[0]);
  }

  private static Refusal unusable(Path dataDir, IOException e) {
    if (e instanceof NotDirectoryException) {
      return new Refusal(
          Exit.CONFIGURATION,
          e.getMessage() + " is not a directory; move it away, or let it link to a directory");
    }
    Path there = dataDir;
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    return DiskReserve.spaceIsOut(e, there.resolve("run"))
        ? new Refusal(
            Exit.DISK,
            ("the disk of DATA_DIR=%s is full (%s); make room, then start again; what"
                    + " it holds: df -h -i %s")
                .formatted(dataDir, e.getMessage(), dataDir))
        : new Refusal(
            Exit.CONFIGURATION,
            ("DATA_DIR=%s could not be made: %s; allowed: a directory that can be made"
                    + " and written")
                .formatted(dataDir, e));
  }

  private static HostLog hostLog(DataDir data, Environment environment, PrintStream console)
      throws Refusal {
    try {
      return HostLog.open(data.path().resolve("bot.log"), environment, console);
    } catch (IOException e) {
      throw unusable(data.path(), e);
    }
  }

  /** Returns the system properties that configure the framework. */
  private static Map<String, String> properties(
      Environment environment, DataDir data, RunOptions options) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("innkeeper.home", environment.home().toString());
    properties.put("innkeeper.data", data.path().toString());
    properties.put("innkeeper.port", String.valueOf(environment.adminPort()));
    properties.put("innkeeper.demo", String.valueOf(options.demo()));
    properties.put("innkeeper.asCopy", String.valueOf(options.asCopy()));
    properties.put("innkeeper.safe", String.valueOf(options.safe()));
    if (options.safe()) {
      // This overrides conf/config.properties, so that the user's folders are not read. The
      // settings remain in force, because the host reads them and not File Install.
      Path home = environment.home();
      properties.put(
          "felix.fileinstall.dir",
          home.resolve("surfaces") + "," + home.resolve("plugins") + "," + home.resolve("conf"));
    }
    properties.put(
        "felix.config.properties",
        environment.home().resolve("conf/config.properties").toUri().toString());
    if (Runtime.version().feature() < 25) {
      // Starts processes without a helper process in between; newer JDKs remove this mechanism.
      properties.put("jdk.lang.Process.launchMechanism", "VFORK");
    }
    if (environment.adminPort() == 0 && environment.adminSocket().isEmpty()) {
      // HTTP is installed for its packages and never started, so no socket is opened.
      properties.put("felix.auto.start.3", "");
    }
    return properties;
  }
}
