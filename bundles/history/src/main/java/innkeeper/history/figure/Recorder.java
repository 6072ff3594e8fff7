package innkeeper.history.figure;

import innkeeper.api.log.Logs;
import innkeeper.api.record.LogRecords;
import innkeeper.api.supervisor.ProjectStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a slot for the host and for each project, every five seconds. Used by one thread. */
public final class Recorder {

  private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);
  private static final Path OWN_STAT = Path.of("/proc/self/stat");

  private final FigureDirectory directory;
  private final Supplier<Optional<LogRecords>> records;
  private final Path dataDir;
  private final HostSampler host;
  private final Map<String, ProjectSampler> samplers = new HashMap<>();
  private volatile String failure = "";

  /** True once the projects were sampled: after that, an unknown project is new. */
  private boolean sampled;

  /**
   * @param dataDir the base of the names of logs
   * @param began whether the host process is new, and not only this bundle
   */
  public Recorder(
      FigureDirectory directory,
      Supplier<Optional<LogRecords>> records,
      Path dataDir,
      boolean began) {
    this.directory = directory;
    this.records = records;
    this.dataDir = dataDir;
    this.host = new HostSampler(OWN_STAT, records, dataDir, began);
  }

  /**
   * Samples the host and all projects.
   *
   * @param projects empty while they are not known
   * @param nanos of a monotonic clock
   */
  public void sample(List<ProjectStatus> projects, Optional<Logs> logs, Instant now, long nanos) {
    long second = Tier.FINE.floor(now.getEpochSecond());
    String failed = "";
    try {
      failed = write("", second, host.sample(logs, nanos));
    } catch (IOException | RuntimeException e) {
      LOG.debug("host not sampled", e);
    }
    for (ProjectStatus project : projects) {
      String id = project.channelId();
      ProjectSampler sampler =
          samplers.computeIfAbsent(id, channelId -> new ProjectSampler(records, dataDir, sampled));
      String problem = write(id, second, sampler.sample(project, logs, nanos));
      failed = problem.isEmpty() ? failed : problem;
    }
    sampled = true;
    if (!projects.isEmpty()) {
      Set<String> ids = projects.stream().map(ProjectStatus::channelId).collect(Collectors.toSet());
      samplers.keySet().retainAll(ids);
    }
    if (!failed.isEmpty() && failure.isEmpty()) {
      LOG.warn("figures not written, tried again each five seconds reason=\"{}\"", failed);
    }
    failure = failed;
  }

  private String write(String channelId, long second, float[] values) {
    try {
      directory.file(channelId).append(second, values);
      return "";
    } catch (IOException e) {
      directory.reopen(channelId);
      return String.valueOf(e.getMessage());
    }
  }

  /** Returns why the last figures could not be written; "" if they were written. */
  public String failure() {
    return failure;
  }

  /** Returns when the host was last sampled; empty if it never was. */
  public static Optional<Instant> lastSample(FigureDirectory directory) throws IOException {
    return directory
        .existing("")
        .map(FigureFile::last)
        .filter(second -> second > 0)
        .map(Instant::ofEpochSecond);
  }
}
