package innkeeper.rotation;

import innkeeper.api.rotation.RotatableLog;
import innkeeper.rotation.disk.Failures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The repair of the directories of all logs after a start, also of logs without a writer. Each log
 * is repaired once. Not thread-safe.
 */
final class DirectoryRepair {

  private static final Logger LOG = LoggerFactory.getLogger(DirectoryRepair.class);

  private final Rotation rotation;
  private final RotationParts parts;
  private final Set<Path> opened = new HashSet<>();
  private boolean looked;

  DirectoryRepair(Rotation rotation, RotationParts parts) {
    this.rotation = rotation;
    this.parts = parts;
  }

  /** Repairs the directories of all logs that were not repaired yet. */
  void all() throws IOException {
    List<RotatableLog> written = rotation.logs();
    Set<Path> paths = new HashSet<>(rotation.paths());
    for (RotatableLog log : written) {
      LogState state = rotation.state(log.path());
      if (opened.add(state.active())) {
        open(state, false);
        if (InterruptedRollover.needsHold(state.active())) {
          heldOpen(log, state);
        }
      }
    }
    if (!looked) {
      looked = true;
      for (Path log : parts.archiveDirectory().logs()) {
        LogState state = rotation.state(log);
        if (!paths.contains(log) && opened.add(state.active())) {
          open(state, true);
        }
      }
    }
  }

  private void heldOpen(RotatableLog log, LogState state) {
    try {
      log.hold(active -> open(state, true));
    } catch (IOException | RuntimeException e) {
      LOG.debug("log not held, its first rotation does it log={} why={}", log.name(), e.toString());
    }
  }

  private void open(LogState state, boolean held) {
    try {
      for (String done : state.open(parts.recovery(), held)) {
        parts.reports().info("half-done rotation undone log=" + state.active() + " " + done);
      }
    } catch (IOException e) {
      String why = Failures.reason(e);
      parts.reports().warn("log's surroundings not looked at log=" + state.active() + ": " + why);
    }
  }
}
