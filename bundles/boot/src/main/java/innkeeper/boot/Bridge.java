package innkeeper.boot;

import innkeeper.api.thread.ThreadWatch;
import innkeeper.boot.disk.DataDir;
import innkeeper.boot.disk.DataDirWatch;
import innkeeper.boot.libc.Descriptors;
import innkeeper.boot.libc.Libc;
import innkeeper.boot.libc.NonBlockingFifos;
import innkeeper.boot.log.HostLog;
import innkeeper.boot.memory.HeapWatch;
import innkeeper.boot.memory.MemoryEnds;
import innkeeper.boot.settings.Environment;
import innkeeper.boot.settings.KeptSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The objects that class path and bundles share: functions of JDK types in the system properties.
 * With JDK types, none of our classes can be loaded twice by mistake. README.md lists the keys.
 */
final class Bridge {

  /**
   * The limit for an orderly stop. The servers' own deadlines are shorter, and the process ends
   * after this limit in any case.
   */
  private static final long STOP_SECONDS = 3700;

  /**
   * The limit for the start of a host that is asked to end during it. The host first becomes ready,
   * so that it can stop the servers.
   */
  private static final long START_SECONDS = 30;

  private final HostLog log;
  private final long begun = System.nanoTime();
  private final Thread main = Thread.currentThread();
  private final AtomicReference<Runnable> stop = new AtomicReference<>();

  /** Returns the user's jar on a stack, relative to DATA_DIR, or ""; the host bundle sets it. */
  private final AtomicReference<Function<StackTraceElement[], String>> culprit =
      new AtomicReference<>(stack -> "");

  private final AtomicInteger exit = new AtomicInteger();
  private final AtomicBoolean ready = new AtomicBoolean();
  private final AtomicBoolean restarting = new AtomicBoolean();

  /** True once it is decided how this process ends: by a takeover, or for good. */
  private final AtomicBoolean ending = new AtomicBoolean();

  private final ConcurrentMap<String, Object> map = new ConcurrentHashMap<>();
  private volatile Successor successor;

  /**
   * The jar that was starting when the framework was stopped by an unknown caller; otherwise "".
   */
  private volatile String blamed = "";

  private volatile boolean hostStopped;

  /** True if an unknown bundle ended this process. */
  private volatile boolean died;

  /** True if the previous host ended because it ran out of memory. */
  private boolean memoryEnd;

  /** Null if DATA_DIR is not watched. */
  private DataDirWatch directory;

  /** The reason why this host cannot continue; "" while it can. */
  private volatile String failure = "";

  private Trial trial;
  private Registration registration;
  private StartRecord starts;
  private Path run;
  private RunOptions options;
  private Environment settings;

  Bridge(HostLog log) {
    this.log = log;
  }

  void publish() {
    log.publish(map);
    map.put("host.stop", stop);
    map.put("host.culprit", culprit);
    map.put("host.ready", ready);
    map.put("host.restarting", restarting);
    map.put("fatal", (BiConsumer<Integer, String>) this::fatal);
    EndedThreads ended = new EndedThreads();
    Thread.setDefaultUncaughtExceptionHandler(ended);
    map.put("threads", (Supplier<List<Map<String, Object>>>) Bridge::threads);
    map.put("threads.ended", (Supplier<List<String>>) ended::last);
    System.getProperties().put("innkeeper.boot", map);
    System.getProperties().put("innkeeper.redact", (UnaryOperator<String>) log::clean);
    System.getProperties()
        .put("innkeeper.redact.stream", (Function<OutputStream, OutputStream>) log::cleanStream);
  }

  /** Lets a bundle run the projects that were named on the command line, see README.md. */
  void offerForeground(RunOptions words, OutputStream output) {
    if (!words.projects().isEmpty()) {
      map.put("foreground.projects", words.projects());
      map.put("foreground.exitWith", words.exitWith());
      map.put("foreground.end", (BiConsumer<Integer, String>) this::endWith);
      map.put("foreground.state", new ConcurrentHashMap<String, String>());
    }
    if (words.stdout()) {
      map.put("foreground.stdout", output);
    }
  }

  /** Lets a bundle ask for the next host, by the home of its release, see README.md. */
  void offerSuccessors(DataDir data, Trial onTrial, RunOptions words) {
    Map<String, String> before = new HashMap<>(RestartNote.take(data.run()));
    if (!onTrial.failed().isEmpty()) {
      before.put("failed", onTrial.failed());
    }
    map.put("host.before", Map.copyOf(before));
    run = data.run();
    map.put("fifo.calls", (Supplier<Map<String, Object>>) () -> NonBlockingFifos.functions(run));
    map.put("fifo.make", (Supplier<ToIntFunction<String>>) () -> Libc.load(run)::makeFifo);
    map.put("signal.send", (Supplier<IntBinaryOperator>) () -> Libc.load(run)::signal);
    map.put(
        "datagram.send",
        (Supplier<ToIntBiFunction<String, String>>) () -> Libc.load(run)::sendDatagram);
    options = words;
    trial = onTrial;
    map.put("host.successor", (Function<String, Object>) this::prepare);
    map.put("host.back", (Consumer<String>) this::goBack);
    trial.watch(() -> goBack(Trial.timeUp()));
    if (before.containsKey(RestartNote.STOP) || Boolean.getBoolean("innkeeper.told")) {
      new Thread(() -> System.exit(0), "told").start();
    }
  }

  /** Returns whether this process was a host before, which handed over or ran out of memory. */
  boolean takesOver() {
    return memoryEnd || map.get("host.before") instanceof Map<?, ?> before && !before.isEmpty();
  }

  /** Gives the settings to the bundles, and lets a host check those of the next one. */
  void offerSettings(Environment checked) {
    settings = checked;
    Path home = checked.home();
    KeptSettings kept = new KeptSettings(run);
    Consumer<Map<String, String>> keep = values -> note(() -> kept.write(values));
    Supplier<List<String>> mistakes = () -> Environment.read(System.getenv(), home).mistakes();
    map.put("settings.values", checked.values());
    map.put("settings.keep", keep);
    map.put("settings.mistakes", mistakes);
    if (checked.mistakes().isEmpty()) {
      keep.accept(checked.fromFiles());
    }
    for (String mistake : checked.mistakes()) {
      log.error("settings of the last start are used, for the files have a mistake: " + mistake);
    }
  }

  /** Registers the host, so that this user's command line finds it. */
  void register(Path data) {
    try {
      registration = Registration.write(data, System.getenv());
    } catch (IOException e) {
      log.warn(
          "host is not registered, the command line finds it by --data only dataDir=%s reason=%s"
              .formatted(data, e.getMessage()));
    }
  }

  /**
   * Watches DATA_DIR. When it disappears from its path, this process ends at once, as after a
   * crash, so that nothing is written to the old path. The servers continue to run.
   */
  void watchDataDir(Path data, HostLock lock) {
    Runnable lost =
        () ->
            leave(
                "DATA_DIR=%s was renamed, removed, unmounted or replaced while the host ran there"
                    .formatted(data));
    Runnable changed =
        () -> {
          try {
            if (!lock.renew()) {
              leave("another host" + lock.holder() + " took the lock of DATA_DIR=" + data);
            }
          } catch (IOException e) {
            log.error("lock could not be taken again reason=" + e);
          }
        };
    try {
      directory = new DataDirWatch(data, lost, changed);
      directory.start();
    } catch (IOException e) {
      log.error("DATA_DIR is not watched, a host that loses it runs on reason=" + e);
    }
  }

  private void leave(String why) {
    log.error(
        why + "; the host ends, its servers run on; set DATA_DIR to its path and start again");
    unregister();
    log.close();
    Runtime.getRuntime().halt(Exit.CONFIGURATION);
  }

  private void unregister() {
    if (registration != null) {
      try {
        registration.remove();
      } catch (IOException e) {
        log.warn("registration could not be removed reason=" + e.getMessage());
      }
    }
  }

  private static List<Map<String, Object>> threads() {
    return ThreadWatch.reports().stream()
        .map(
            one ->
                Map.<String, Object>of(
                    "name", one.name(),
                    "serves", one.serves(),
                    "failures", one.failures(),
                    "lastError", one.lastError(),
                    "since", one.since()))
        .toList();
  }

  /** Watches the heap. A heap that stays full ends this host. */
  void watchHeap() {
    try {
      MemoryEnds ends = MemoryEnds.open(run.resolve("memory"), Instant.now());
      HeapWatch watch = new HeapWatch(ends, this::startAnew, Exit.NO_MEMORY);
      map.put("memory.used", (LongSupplier) watch::used);
      map.put("memory.tight", (BooleanSupplier) watch::tight);
      map.put("memory.ends", ends.past());
      memoryEnd = ends.last();
      ends.past().forEach(at -> log.error("host before ran out of memory and ended at=" + at));
      watch.start();
    } catch (IOException e) {
      log.error("memory is not watched: " + e);
    }
  }

  /**
   * Prepares the step to the next host for the case that memory runs out. The step runs at once and
   * leaves the servers untouched, as after a crash. It stops nothing in order, and every object it
   * needs is created here.
   *
   * @throws IOException if this process cannot be replaced by another program
   */
  private Runnable startAnew() throws IOException {
    Successor anew = Successor.prepare(Path.of(System.getProperty("innkeeper.home")), run, options);
    return () -> {
      boolean stopping = !ending.compareAndSet(false, true) && successor == null;
      if (stopping) {
        // A host that was asked to end for good passes this request to the next host.
        RestartNote.leave(run, true);
      }
      (successor == null ? anew : successor).become();
    };
  }

  private Object prepare(String home) {
    try {
      // A restart ends safe mode. Another release first runs in safe mode if this one does.
      boolean same = home.equals(System.getProperty("innkeeper.home"));
      Environment read = Environment.read(System.getenv(), Path.of(home));
      Optional<String> refusal = StartCheck.refusal(read, settings);
      if (refusal.isPresent()) {
        return "the next host would not start, so this one runs on: " + refusal.get();
      }
      Successor next = Successor.prepare(Path.of(home), run, same ? options.unsafe() : options);
      return (Runnable) () -> giveWay(next);
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  private void giveWay(Successor next) {
    if (ending.compareAndSet(false, true)) {
      yieldTo(next);
      new Thread(() -> System.exit(0), "restart").start();
    }
  }

  private void yieldTo(Successor next) {
    restarting.set(true);
    RestartNote.leave(run, false);
    successor = next;
  }

  /** Ends the trial of this release as failed; the previous release runs again. */
  private void goBack(String why) {
    goBack(why, this::giveWay);
  }

  private void goBack(String why, Consumer<Successor> step) {
    log.error("release goes back why=" + why);
    try {
      trial.fail(why);
      step.accept(Successor.prepare(trial.from(), run, options));
    } catch (IOException e) {
      log.error("the release before cannot run again: " + e.getMessage());
    }
  }

  /**
   * Lets a second JVM create class archives once this host is ready; they make later starts faster.
   */
  void haveArchivesMade(Path home) {
    if (ArchiveMaker.wanted(System.getProperty("innkeeper.archive"), System.getenv())) {
      ArchiveMaker.start(home, ArchiveMaker.delay(System.getenv()), ready::get);
    }
  }

  /** Lets bundles report which jar they start and when the start succeeded. */
  void keepRecord(Path data, boolean safe) {
    map.put("framework.stops", (Runnable) this::frameworkStops);
    map.put("host.stops", (Runnable) this::hostStops);
    map.put(
        "socket.close", (Function<String, String>) inode -> Descriptors.closeSocket(inode, run));
    try {
      StartRecord record = StartRecord.begin(data, safe, memoryEnd);
      starts = record;
      record.told().forEach(log::error);
      map.put("starts.mark", (Consumer<String>) name -> note(() -> record.mark(name)));
      map.put(
          "starts.good", (Consumer<Collection<String>>) names -> note(() -> record.good(names)));
    } catch (IOException e) {
      log.error("starts are not recorded, a jar that ends them is not set aside: " + e);
    }
  }

  private void frameworkStops() {
    if (!ending.get() && starts != null) {
      blamed = starts.recent();
    }
  }

  /** Ends the process, because the host bundle was stopped alone and nothing works without it. */
  private void hostStops() {
    frameworkStops();
    hostStopped = true;
    new Thread(() -> System.exit(0), "host-stopped").start();
  }

  private interface Note {
    void take() throws IOException;
  }

  private void note(Note note) {
    try {
      note.take();
    } catch (IOException e) {
      log.error("run/ could not be written, the next start knows less of this host: " + e);
    }
  }

  /** Reports why the host cannot start and ends the process. For use before the framework runs. */
  void refuse(int code, String why) {
    log.error(why);
    RestartNote.leaveRefusal(run, why);
    end(code);
  }

  /**
   * Ends the process with its last step: the next host, the release before a failed one, or the
   * exit.
   */
  private void end(int code) {
    if (starts != null && !died) {
      note(starts::ends);
    }
    if (code != 0 && trial != null && trial.runs() && successor == null) {
      goBack("ended with status " + code, this::yieldTo);
    }
    if (!failure.isEmpty()) {
      // Logged again after all messages of the stop, so that the reason is at the end of the
      // console.
      log.error(failure.substring(failure.lastIndexOf('\n') + 1));
    }
    boolean goesOn = successor != null && (code == 0 || trial.failing());
    if (!goesOn) {
      unregister();
    }
    if (directory != null) {
      directory.stop();
    }
    log.close();
    if (goesOn) {
      if (ShutdownCaller.toEnd()) {
        // The request came too late for this host, which has left its servers running. The next
        // host stops them.
        RestartNote.leave(run, true);
      }
      successor.become();
      unregister();
      Runtime.getRuntime().halt(Exit.FAILED);
    }
    Runtime.getRuntime().halt(code);
  }

  /**
   * Ends the process in order with this status, because a bundle reports that the host cannot
   * continue.
   */
  private void fatal(int code, String why) {
    exit.compareAndSet(0, code);
    failure = why;
    map.put("host.failure", why);
    log.error(why);
    if (!ready.get()) {
      RestartNote.leaveRefusal(run, why);
    }
    new Thread(() -> System.exit(code), "fatal").start();
  }

  /** Ends the process in order with this status, because a bundle reports that all work is done. */
  private void endWith(int code, String why) {
    exit.compareAndSet(0, code);
    log.info(why);
    // The start script reads this file: the exit code is a project's, even if the host uses the
    // same number.
    note(() -> Files.writeString(run.resolve("ended"), code + "\n"));
    new Thread(() -> System.exit(code), "ended").start();
  }

  /**
   * Runs in the JVM's shutdown, for every cause of it. TERM leads to a clean stop and exit status
   * 0.
   */
  void shutDown() {
    // This must be read first: once the framework stops, the launcher calls exit in any case.
    boolean gaveUp = !ready.get() && launcherGaveUp();
    if (ending.compareAndSet(false, true)) {
      outlive();
      if (!gaveUp && successor == null) {
        awaitStart();
      }
    }
    Runnable orderly = stop.get();
    if (orderly != null) {
      Thread stopper = new Thread(orderly, "stop");
      stopper.setDaemon(true);
      stopper.start();
      try {
        stopper.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
        if (stopper.isAlive()) {
          log.error("stop took longer than " + STOP_SECONDS + " s; ending anyway");
        }
      } catch (InterruptedException e) {
        log.error("stop was interrupted; ending anyway");
      }
    }
    int code = exit.get();
    if (code == 0 && gaveUp) {
      // Felix's launcher exits with 0 on failure.
      code = Exit.FAILED;
    }
    end(code);
  }

  /** Waits until the host is ready, so that it can also stop servers of an earlier host. */
  private void awaitStart() {
    long end = begun + TimeUnit.SECONDS.toNanos(START_SECONDS);
    try {
      while (!ready.get() && exit.get() == 0 && !launcherGaveUp() && System.nanoTime() - end < 0) {
        Thread.sleep(20);
      }
    } catch (InterruptedException e) {
      log.error("wait for the start was interrupted; ending anyway");
    }
  }

  /**
   * Keeps the host alive as the next host when a bundle ended the process, or stopped the framework
   * during its start. The bundle is set aside.
   */
  private void outlive() {
    if (ShutdownCaller.toEnd() || exit.get() != 0) {
      return;
    }
    Optional<StackTraceElement[]> caller = ShutdownCaller.exitsUnasked(main);
    String jar = caller.map(stack -> culprit.get().apply(stack)).orElse("");
    if (jar.isEmpty()) {
      jar = caller.isEmpty() || starts == null ? blamed : starts.recent();
    }
    if (jar.isEmpty() && caller.isEmpty() && !hostStopped) {
      return;
    }
    String name = jar;
    if (jar.isEmpty()) {
      died = true;
      log.error("a bundle ended the host, and it is not known which; the next host starts");
      if (starts != null) {
        note(starts::died);
      }
    } else {
      log.error("a bundle ended the process and was set aside file=" + jar + ".failed");
      if (starts != null) {
        note(() -> starts.setAside(name, "it ended the process of the host"));
      }
    }
    try {
      yieldTo(Successor.prepare(Path.of(System.getProperty("innkeeper.home")), run, options));
    } catch (IOException e) {
      log.error("host cannot go on: " + e.getMessage());
    }
  }

  private boolean launcherGaveUp() {
    return Stream.of(main.getStackTrace()).anyMatch(ShutdownCaller::exits);
  }
}
