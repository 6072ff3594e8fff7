package innkeeper.api.history;

import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Samples of projects and of the host. The history bundle provides it; the service is away while
 * that bundle is replaced or not installed. Safe for many threads. No method returns null.
 *
 * <p>Steps of 5 s are kept for an hour, of a minute for a day, of 15 minutes for 30 days. A time
 * without a sample is absent: a gap is never a zero.
 */
@ProviderType
public interface History {

  /** The available steps, finest first. */
  List<Duration> STEPS =
      List.of(Duration.ofSeconds(5), Duration.ofMinutes(1), Duration.ofMinutes(15));

  /** The retention of each of {@link #STEPS}. */
  List<Duration> KEPT = List.of(Duration.ofHours(1), Duration.ofHours(24), Duration.ofDays(30));

  /**
   * Reads samples.
   *
   * @return one series for each project, in the requested order, then the host's series
   * @throws IllegalArgumentException if a project is unknown, {@code from} is not before {@code
   *     to}, the window is older than the retention, the step does not exist, or the answer would
   *     have more than {@link #MOST_POINTS} points; the message names the allowed values
   */
  List<Series> read(Query query);

  /** The maximum number of points in one answer. */
  int MOST_POINTS = 500_000;

  /**
   * A request for samples.
   *
   * @param projects channelIds or names; empty for all, unless {@code host} is true
   * @param host whether the host's own series is included
   * @param metrics the metrics; empty for all
   * @param from the first time
   * @param to the last time; a later time than now counts as now
   * @param step of {@link #STEPS}; empty for the finest that reaches back to {@code from}
   */
  record Query(
      List<String> projects,
      boolean host,
      Set<Metric> metrics,
      Instant from,
      Instant to,
      Optional<Duration> step) {}

  /**
   * The series of one project.
   *
   * @param channelId the project; "" for the host
   * @param step the distance between two points
   * @param metrics the points of each metric, oldest first
   */
  record Series(
      @JsonForm(empty = Empty.NULL) String channelId,
      Duration step,
      Map<Metric, List<Point>> metrics) {}

  /**
   * The samples of one step.
   *
   * @param at the beginning of the step
   * @param min the smallest sample
   * @param avg the mean of the samples
   * @param max the largest sample
   */
  record Point(Instant at, double min, double avg, double max) {}
}
