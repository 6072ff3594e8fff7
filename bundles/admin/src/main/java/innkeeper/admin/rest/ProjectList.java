package innkeeper.admin.rest;

import innkeeper.admin.http.Json;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.log.LogStatus;
import innkeeper.api.supervisor.ProjectRecord;
import innkeeper.api.supervisor.ProjectStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Caches the list of all projects as bytes. A change of a project is visible at once. Uptime and
 * the log's counters change all the time, so they may be {@link #FRESH_NANOS} old. The list is thus
 * written only a few times a second, however many clients read it.
 */
final class ProjectList {

  static final long FRESH_NANOS = 50_000_000;

  private final LongSupplier nanos;
  private final Supplier<Instant> now;
  private final String boot;

  private final ReentrantLock writing = new ReentrantLock();
  private volatile Rendered last;

  /**
   * Creates an empty cache.
   *
   * @param boot makes the tags of this process differ from those of the process before
   */
  ProjectList(LongSupplier nanos, Supplier<Instant> now, String boot) {
    this.nanos = nanos;
    this.now = now;
    this.boot = boot;
  }

  /**
   * A list that was written.
   *
   * @param tag the ETag; it changes with a project, not with a counter
   */
  record Rendered(
      List<ProjectStatus> from,
      boolean withLogs,
      List<Object> stable,
      long at,
      long revision,
      String tag,
      byte[] body) {}

  Rendered get(ServiceSnapshot services) {
    List<ProjectStatus> projects = services.supervisor().projects();
    boolean withLogs = services.findLogs().isPresent();
    Rendered known = last;
    boolean current = current(known, projects, withLogs);
    if (current && fresh(known)) {
      return known;
    }
    // If only counters are old, one request writes the list again and the others do not wait.
    if (!current) {
      writing.lock();
    } else if (!writing.tryLock()) {
      return known;
    }
    try {
      Rendered newest = last;
      return current(newest, projects, withLogs) && fresh(newest)
          ? newest
          : render(services, projects, withLogs);
    } finally {
      writing.unlock();
    }
  }

  private static boolean current(Rendered known, List<ProjectStatus> projects, boolean withLogs) {
    return known != null && known.withLogs() == withLogs && known.from().equals(projects);
  }

  private boolean fresh(Rendered known) {
    return nanos.getAsLong() - known.at() < FRESH_NANOS;
  }

  private Rendered render(
      ServiceSnapshot services, List<ProjectStatus> projects, boolean withLogs) {
    Instant at = now.get();
    List<ProjectRecord> records = new ArrayList<>(projects.size());
    List<Object> stable = new ArrayList<>(projects.size() * 2);
    for (ProjectStatus project : projects) {
      Optional<LogStatus> log = Records.log(services, project);
      records.add(ProjectRecord.of(project, log, at));
      stable.add(Records.stable(project));
      stable.add(log.map(LogStatus::dropped));
    }
    Rendered before = last;
    boolean same = before != null && before.stable().equals(stable);
    long revision = before == null ? 1 : same ? before.revision() : before.revision() + 1;
    Rendered rendered =
        new Rendered(
            List.copyOf(projects),
            withLogs,
            stable,
            nanos.getAsLong(),
            revision,
            "W/\"" + boot + "-" + revision + "\"",
            Json.bytes(records));
    last = rendered;
    return rendered;
  }
}
