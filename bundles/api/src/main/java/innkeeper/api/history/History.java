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
 * What was sampled of projects and of the host. Provided by the history bundle; the service is away
 * while that bundle is replaced or not installed. Safe for many threads. No method returns null.
 *
 * <p>Steps of 5 s are kept for an hour, of a minute for a day, of 15 minutes for 30 days. A time at
 * which nothing was sampled is absent: a gap is never a zero.
 */
@ProviderType
public interface History {

  /** The steps that are kept, finest first. */
  List<Duration> STEPS =
      List.of(Duration.ofSeconds(5), Duration.ofMinutes(1), Duration.ofMinutes(15));

  /** For how long each of {@link #STEPS} is kept. */
  List<Duration> KEPT = List.of(Duration.ofHours(1), Duration.ofHours(24), Duration.ofDays(30));

  /**
   * Reads figures.
   *
   * @return one series for each project, in the order asked for, the host's last
   * @throws IllegalArgumentException if a project is unknown, {@code from} is not before {@code
   *     to}, the window is older than what is kept, there is no such step, or the answer would hold
   *     over {@link #MOST_POINTS}; the message says what is allowed
   */
  List<Series> read(Query query);

  /** How many points one answer may hold. */
  int MOST_POINTS = 500_000;

  /**
   * What is asked for.
   *
   * @param projects channelIds or names; empty for all, unless {@code host} is true
   * @param host whether the host's own figures are wanted
   * @param metrics which figures; empty for all
   * @param from the first time
   * @param to the last time; later than now counts as now
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
   * Figures of one project.
   *
   * @param channelId of the project; "" for the host
   * @param step between two points
   * @param metrics the points of each figure, oldest first
   */
  record Series(
      @JsonForm(empty = Empty.NULL) String channelId,
      Duration step,
      Map<Metric, List<Point>> metrics) {}

  /**
   * One step.
   *
   * @param at its beginning
   * @param min the smallest sample
   * @param avg the mean of the samples
   * @param max the largest sample
   */
  record Point(Instant at, double min, double avg, double max) {}
}
