package innkeeper.system;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The assembled host, driven as a user does: its start script, its command line, its HTTP port. A
 * fresh DATA_DIR and a free port each; {@link #close} leaves no process behind.
 */
final class HostProcess implements AutoCloseable {

  /** Generous: it only bounds hanging. */
  static final Duration PATIENCE = Duration.ofSeconds(180);

  static final Path HOME =
      Path.of(System.getProperty("innkeeper.home", "target/innkeeper")).toAbsolutePath();

  /** The one that is built here; its documents must name it. */
  static final String VERSION = version();

  /** The same as a version of OSGi, which the bundles of the release have. */
  static final String BUNDLE_VERSION = VERSION.replace('-', '.');

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private final Map<String, String> env = new TreeMap<>();
  private final List<String> prefix = new ArrayList<>();
  private final Path scratch;
  private final Path data;
  private final Path memory;
  private final int port;
  private Path home = HOME;
  private Process process;
  private int starts;

  private static String version() {
    String[] jars =
        HOME.resolve("surfaces").toFile().list((dir, name) -> name.startsWith("innkeeper.shell-"));
    if (jars == null || jars.length != 1) {
      throw new IllegalStateException("not one innkeeper.shell in " + HOME + "/surfaces");
    }
    return jars[0].substring("innkeeper.shell-".length(), jars[0].length() - ".jar".length());
  }

  HostProcess() throws IOException {
    scratch = Files.createTempDirectory("innkeeper-it");
    data = scratch.resolve("data");
    port = freePort();
    // Unwritten output lies on tmpfs: in a place of our own, so that nothing stays behind.
    memory = Files.createTempDirectory(tmpfs(), "innkeeper-it");
    env.put("XDG_RUNTIME_DIR", memory.toString());
    // The test finds no other host of this user or of the system, and no settings of the user.
    env.put("INNKEEPER_SYSTEM_RUN", memory.toString());
    env.put("HOME", scratch.toString());
    env.put("XDG_CONFIG_HOME", scratch.resolve(".config").toString());
    env.put("DATA_DIR", data.toString());
    env.put("ADMIN_PORT", String.valueOf(port));
    env.put("BACKUP_INTERVAL_HOURS", "0");
    env.put("INNKEEPER_ARCHIVES", "off");
    // None lives long enough for the second compiler to repay what it takes: a quarter of a start.
    env.put("JAVA_OPTS", "-XX:TieredStopAtLevel=1");
  }

  /**
   * Returns this test run's folder on tmpfs, which is removed with the run; see src/build/test-run.
   */
  private static Path tmpfs() {
    Path shm = Path.of("/dev/shm");
    Path own = shm.resolve(Path.of(System.getProperty("java.io.tmpdir")).getFileName());
    return Files.isDirectory(own) ? own : shm;
  }

  /** A jar of the release's optional folder. */
  static Path optional(String name) throws IOException {
    try (Stream<Path> jars = Files.list(HOME.resolve("optional"))) {
      return jars.filter(j -> j.getFileName().toString().startsWith(name + "-"))
          .findFirst()
          .orElseThrow();
    }
  }

  /** A started host that has said it is ready. */
  static HostProcess running() throws Exception {
    HostProcess host = new HostProcess();
    try {
      host.start();
    } catch (Throwable late) {
      host.close();
      throw late;
    }
    return host;
  }

  /** The same out of another installation. */
  HostProcess from(Path installation) {
    home = installation;
    return this;
  }

  HostProcess with(String name, String value) {
    env.put(name, value);
    return this;
  }

  /** Runs the start script under another program, such as strace. */
  HostProcess under(String... program) {
    prefix.addAll(List.of(program));
    return this;
  }

  void start(String... more) throws Exception {
    launch(more);
    await("host says it is ready", () -> console().contains(" ready ") || !process.isAlive());
    if (!process.isAlive()) {
      throw new AssertionError("host ended with " + process.exitValue() + ":\n" + console());
    }
  }

  /** Starts without waiting. */
  void launch(String... more) throws IOException {
    starts++;
    List<String> command = new ArrayList<>(prefix);
    command.add(home.resolve("bin/innkeeper").toString());
    command.add("run");
    command.addAll(List.of(more));
    process =
        builder(command).redirectErrorStream(true).redirectOutput(consoleFile().toFile()).start();
  }

  private Path consoleFile() {
    return scratch.resolve("console-" + starts);
  }

  /** What this start has printed so far. */
  String console() {
    try {
      return Files.exists(consoleFile()) ? Files.readString(consoleFile()) : "";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  Process process() {
    return process;
  }

  /** The JVM itself, also when it runs under another program. */
  long pid() {
    if (prefix.isEmpty()) {
      return process.pid();
    }
    return process.descendants().mapToLong(ProcessHandle::pid).min().orElseThrow();
  }

  /** How many threads answer requests. */
  long jettyThreads() {
    try (Stream<Path> tasks = Files.list(Path.of("/proc/" + pid() + "/task"))) {
      return tasks.filter(task -> name(task).startsWith("qtp")).count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String name(Path task) {
    try {
      return Files.readString(task.resolve("comm"));
    } catch (IOException e) {
      return ""; // ended since it was listed
    }
  }

  int port() {
    return port;
  }

  Path data() {
    return data;
  }

  /** XDG_RUNTIME_DIR. */
  Path memory() {
    return memory;
  }

  Path scratch() {
    return scratch;
  }

  /** TERM, as a service manager does. */
  int stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("host did not stop:\n" + console());
    }
    return process.exitValue();
  }

  /** {@code kill -9}. */
  void crash() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  int waitFor() throws InterruptedException {
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("still runs:\n" + console());
    }
    return process.exitValue();
  }

  record Said(int status, String out, String err) {
    Said ok() {
      if (status != 0) {
        throw new AssertionError("status " + status + "\n" + out + err);
      }
      return this;
    }
  }

  Said cli(String... words) throws Exception {
    return cliWithInput("", words);
  }

  /** A new terminal of the same user: DATA_DIR is not set. Out and err together. */
  Programs.Said terminal(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("env", "-u", "DATA_DIR"));
    command.add(home.resolve("bin/innkeeper").toString());
    command.addAll(List.of(words));
    Map<String, String> own = new TreeMap<>(env);
    own.remove("DATA_DIR");
    return Programs.run(Files.createDirectories(scratch.resolve("elsewhere")), own, command);
  }

  /** What a message offers, run as it stands; "innkeeper" is this release's. */
  Programs.Said offered(String command) throws Exception {
    Map<String, String> own = new TreeMap<>(env);
    own.remove("DATA_DIR");
    own.put("PATH", home.resolve("bin") + ":" + System.getenv("PATH"));
    return Programs.run(
        Files.createDirectories(scratch.resolve("elsewhere")),
        own,
        List.of("env", "-u", "DATA_DIR", "sh", "-c", command));
  }

  Said cliWithInput(String input, String... words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin/innkeeper").toString());
    command.addAll(List.of(words));
    if (words[0].equals("add") && home.equals(HOME) && !List.of(words).contains("--wait")) {
      // Tests wait for what they are about; a second for each server would be minutes in all.
      command.add(2, "--no-wait");
    }
    Path out = Files.createTempFile(scratch, "out", "");
    Path err = Files.createTempFile(scratch, "err", "");
    Process cli = builder(command).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try (var stdin = cli.getOutputStream()) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // It did not want to read; its status will say.
      if (cli.isAlive() && !cli.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw e;
      }
    }
    if (!cli.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      cli.destroyForcibly();
      throw new AssertionError("hangs: " + List.of(words));
    }
    return new Said(cli.exitValue(), Files.readString(out), Files.readString(err));
  }

  /** A line as a message offers it: in another directory, without this host's environment. */
  Said shell(String line) throws Exception {
    Path out = Files.createTempFile(scratch, "out", "");
    Path err = Files.createTempFile(scratch, "err", "");
    ProcessBuilder builder =
        builder(List.of("/bin/sh", "-c", line))
            .directory(new java.io.File("/"))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().remove("DATA_DIR");
    builder
        .environment()
        .merge("PATH", home.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
    Process shell = builder.start();
    if (!shell.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      shell.destroyForcibly();
      throw new AssertionError("hangs: " + line);
    }
    return new Said(shell.exitValue(), Files.readString(out), Files.readString(err));
  }

  /** The command line on a terminal of its own, 100 columns wide; HOME is the scratch directory. */
  Process onTerminal(String... words) throws IOException {
    return terminalLine(
        "stty cols 100; " + home.resolve("bin/innkeeper") + " " + String.join(" ", words));
  }

  /** A line of the shell's on a terminal of its own. */
  Process terminalLine(String line) throws IOException {
    ProcessBuilder builder = builder(List.of("script", "-qefc", line, "/dev/null"));
    builder.environment().put("TERM", "xterm");
    builder.environment().remove("NO_COLOR");
    return builder.redirectErrorStream(true).start();
  }

  /** A command that is left to run; out and err together. */
  Process client(String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of(home.resolve("bin/innkeeper").toString()));
    command.addAll(List.of(words));
    return builder(command).redirectErrorStream(true).start();
  }

  private ProcessBuilder builder(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(scratch.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().putAll(env);
    return builder;
  }

  HttpResponse<String> get(String path, String... headers) throws Exception {
    return send("GET", path, headers);
  }

  HttpResponse<String> post(String path, String... headers) throws Exception {
    return send("POST", path, headers);
  }

  HttpResponse<String> send(String method, String path, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(PATIENCE)
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** A member of the project's record, as text; "null" for null. */
  String project(String id, String member) {
    try {
      Object value = Json.read(get("/api/projects/" + id).body()).get(member);
      return String.valueOf(value);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  void awaitState(String id, String state) {
    await(id + " is " + state, () -> project(id, "state").equals(state));
  }

  List<String> log(String name) {
    Path log = data.resolve("logs/" + name + ".log");
    try {
      return Files.exists(log) ? Files.readAllLines(log) : List.of();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Skips the test where children ignore the signal, as in the background of a shell without job
   * control.
   */
  static void assumeHeard(int signal) throws IOException {
    try (Stream<String> status = Files.lines(Path.of("/proc/self/status"))) {
      String ignored = status.filter(line -> line.startsWith("SigIgn:")).findFirst().orElseThrow();
      long mask = Long.parseUnsignedLong(ignored.substring(7).strip(), 16);
      Assumptions.assumeTrue(
          (mask >>> signal - 1 & 1) == 0, "SKIPPED: signal " + signal + " is ignored here");
    }
  }

  /** Looks often at first, then every 150 ms: a look takes time from what is waited for. */
  static void await(String what, BooleanSupplier done) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (long pause = 10; !done.getAsBoolean(); pause = Math.min(150, pause + pause / 4 + 1)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("waited in vain: " + what);
      }
      try {
        TimeUnit.MILLISECONDS.sleep(pause);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }

  /** Whether a process lives; a zombie does not. */
  static boolean alive(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      char state = stat.charAt(stat.lastIndexOf(')') + 2);
      return state != 'Z' && state != 'X';
    } catch (IOException e) {
      return false;
    }
  }

  /** Ends the host, and every server it left, found by its record; then removes the directory. */
  @Override
  public void close() throws IOException {
    if (process != null && process.isAlive()) {
      try {
        stop();
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
    endServers(data);
    remove(memory);
    remove(scratch);
  }

  /** Until none is left: a wrapper that was not hit yet would still write into run/. */
  static void endServers(Path data) throws IOException {
    List<Long> left = processesOf(data);
    for (long pid : left) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
    await("the servers' end", () -> left.stream().noneMatch(HostProcess::alive));
    if (!processesOf(data).isEmpty()) {
      endServers(data);
    }
  }

  static void remove(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Processes with this DATA_DIR's FIFOs open: wrappers and servers alike. */
  static List<Long> processesOf(Path data) throws IOException {
    List<Long> pids = new ArrayList<>();
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      for (Path proc : (Iterable<Path>) all::iterator) {
        if (!proc.getFileName().toString().matches("[0-9]+")) {
          continue;
        }
        try {
          if (Files.readSymbolicLink(proc.resolve("fd/1")).startsWith(data)) {
            pids.add(Long.parseLong(proc.getFileName().toString()));
          }
        } catch (IOException e) {
          continue; // gone, or not ours to look into
        }
      }
    }
    return pids;
  }
}
