package innkeeper.rotation;

import innkeeper.rotation.disk.Disk;
import innkeeper.rotation.disk.Space;
import innkeeper.testkit.FakeSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/** Rotation over a directory, wired as the component does it. */
final class House implements AutoCloseable {

  final FakeSettings settings;
  final RotationParts parts;
  final Rotation rotation;
  final Housekeeper housekeeper;

  House(Path dataDir) {
    this(
        new FakeSettings(dataDir).set("LOG_MAX_AGE_DAYS", 0),
        Clock.systemUTC(),
        new Disk(),
        Space.real(0));
  }

  House(FakeSettings settings, Clock clock, Disk disk, Space space) {
    this.settings = settings;
    Semaphore wake = new Semaphore(0);
    parts = RotationParts.of(settings.dataDir(), disk, space, System::nanoTime, 1, Duration.ZERO);
    rotation = new Rotation(parts, settings, clock, System::nanoTime, wake::release);
    housekeeper =
        new Housekeeper(
            rotation, parts, new ClockWatch(clock, System::nanoTime), System::nanoTime, wake);
  }

  House start() {
    housekeeper.start();
    return this;
  }

  /** All of rotation's own work, on this thread; for houses whose thread was not started. */
  House tidy() throws IOException {
    do {
      housekeeper.keepHouse();
    } while (housekeeper.compressor().some().isZero());
    return this;
  }

  @Override
  public void close() {
    rotation.close();
    housekeeper.close();
  }
}
