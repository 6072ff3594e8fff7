package innkeeper.history.incident;

import innkeeper.api.incident.IncidentSource;
import innkeeper.api.thread.WatchedScheduler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads each source every five seconds. A source has a thread of its own, so that one that hangs
 * does not delay the others. Safe for many threads.
 */
public final class IncidentSources implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(IncidentSources.class);
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,32}");
  private static final long PERIOD_MILLIS = 5000;

  private record Asked(String name, WatchedScheduler thread) {}

  private final IncidentService incidents;
  private final long periodMillis;

  /** The sources that are read, each with its name and thread. Guarded by this. */
  private final Map<IncidentSource, Asked> asked = new LinkedHashMap<>();

  public IncidentSources(IncidentService incidents) {
    this(incidents, PERIOD_MILLIS);
  }

  IncidentSources(IncidentService incidents, long periodMillis) {
    this.incidents = incidents;
    this.periodMillis = periodMillis;
  }

  /**
   * Starts to read a source. One without a valid name, or with a name that is taken, is refused.
   */
  public synchronized void add(IncidentSource source) {
    String name = String.valueOf(source.name());
    if (!NAME.matcher(name).matches()) {
      LOG.warn("incident source refused name=\"{}\" allowed=\"1 to 32 of a-z, 0-9, -\"", name);
      return;
    }
    if (asked.values().stream().anyMatch(other -> other.name().equals(name))) {
      LOG.warn("incident source refused, its name is taken name={}", name);
      return;
    }
    WatchedScheduler thread = new WatchedScheduler("history-source-" + name, 1, 0);
    asked.put(source, new Asked(name, thread));
    thread.scheduleWithFixedDelay(
        () -> incidents.troubles(name, List.copyOf(source.troubles())),
        0,
        periodMillis,
        TimeUnit.MILLISECONDS);
  }

  public synchronized void remove(IncidentSource source) {
    Asked gone = asked.remove(source);
    if (gone != null) {
      gone.thread().shutdownNow();
    }
  }

  @Override
  public synchronized void close() {
    asked.values().forEach(one -> one.thread().shutdownNow());
    asked.clear();
  }
}
