package innkeeper.backup;

import innkeeper.api.audit.Actor;
import innkeeper.api.backup.BackupListener;
import innkeeper.api.backup.BackupManifest;
import innkeeper.testkit.FakeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Backups over a directory, wired as the component does it; its thread is the test's. */
final class House implements AutoCloseable {

  static final Actor ACTOR = Actor.of(Actor.Via.SHELL);

  final Path backups;
  final FakeSettings settings;
  final TestTime time;
  final FakeSnapshots store = new FakeSnapshots();
  final TestAudit audit = new TestAudit(store);
  final List<String> told = new CopyOnWriteArrayList<>();
  final List<BackupListener> listeners = new CopyOnWriteArrayList<>();
  final BackupParts parts;
  final BackupService service;
  final BackupLoop routine;
  volatile Consumer<String> steps = step -> {};

  House(Path dataDir) {
    this(dataDir, new TestTime());
  }

  House(Path dataDir, TestTime time) {
    this.time = time;
    dataDir.resolve("run").toFile().mkdir();
    backups = dataDir.resolve("backups");
    settings = new FakeSettings(dataDir);
    listeners.add((phase, percent, detail) -> told.add(phase + " " + percent));
    parts =
        BackupParts.of(
            settings,
            time,
            time::nanos,
            () -> Optional.of(audit),
            listeners,
            step -> steps.accept(step));
    parts.source().add(store);
    service = new BackupService(parts);
    routine = new BackupLoop(parts, service);
  }

  BackupManifest backup() throws Exception {
    try {
      return service.backup("demand", ACTOR).get();
    } catch (ExecutionException e) {
      throw (Exception) e.getCause();
    }
  }

  List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(backups)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(name -> !name.equals(".state.json") && !name.equals(".sequence"))
          .sorted()
          .toList();
    }
  }

  @Override
  public void close() {
    parts.givenUp().set(true);
    parts.hookQueue().close();
    service.close();
    service.join(java.time.Duration.ofSeconds(5));
  }
}
