package innkeeper.history.figure;

import innkeeper.api.history.History;
import innkeeper.api.history.Metric;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectStatus;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads figures for other bundles. */
public final class FigureHistory implements History {

  /** The tolerance for a client that asks for the last hour and took the time a moment ago. */
  private static final Duration LATE = Duration.ofSeconds(10);

  private final FigureDirectory directory;
  private final Supplier<List<ProjectStatus>> projects;
  private final Clock clock;

  /**
   * @param projects the defined projects; empty while they are not known
   */
  public FigureHistory(
      FigureDirectory directory, Supplier<List<ProjectStatus>> projects, Clock clock) {
    this.directory = directory;
    this.projects = projects;
    this.clock = clock;
  }

  @Override
  public List<Series> read(Query query) {
    Instant now = clock.instant();
    Instant to = query.to().isAfter(now) ? now : query.to();
    if (!query.from().isBefore(to)) {
      throw new IllegalArgumentException(
          "from (" + query.from() + ") must be before to (" + to + ")");
    }
    Tier tier = tier(query, now);
    List<String> ids = channelIds(query);
    List<Metric> metrics =
        query.metrics().isEmpty() ? List.of(Metric.values()) : List.copyOf(query.metrics());
    long steps =
        Math.min(tier.slots(), Duration.between(query.from(), to).toSeconds() / tier.seconds() + 1);
    long points = steps * metrics.size() * Math.max(1, ids.size());
    if (points > MOST_POINTS) {
      throw new IllegalArgumentException(
          points
              + " points were asked for, allowed are "
              + MOST_POINTS
              + "; take fewer projects or metrics, a shorter time or a longer step");
    }
    List<Series> all = new ArrayList<>();
    for (String id : ids) {
      all.add(series(id, tier, metrics, query.from(), to));
    }
    return List.copyOf(all);
  }

  private static Tier tier(Query query, Instant now) {
    Duration age = Duration.between(query.from(), now).minus(LATE);
    for (Tier tier : Tier.values()) {
      boolean reaches = age.compareTo(KEPT.get(tier.ordinal())) <= 0;
      if (query.step().isEmpty() ? reaches : isStep(query.step().get(), tier)) {
        if (!reaches) {
          throw tooOld(query, tier);
        }
        return tier;
      }
    }
    if (query.step().isPresent()) {
      throw new IllegalArgumentException(
          "unknown step of "
              + query.step().get().toSeconds()
              + " s; there are 5 s, 60 s and 900 s");
    }
    throw tooOld(query, Tier.QUARTER);
  }

  private static boolean isStep(Duration step, Tier tier) {
    return step.equals(Duration.ofSeconds(tier.seconds()));
  }

  private static IllegalArgumentException tooOld(Query query, Tier tier) {
    return new IllegalArgumentException(
        "from ("
            + query.from()
            + ") is older than what is kept: 5 s steps for an hour, 60 s for a day, 900 s for 30"
            + " days; the step is "
            + tier.seconds()
            + " s");
  }

  /** Returns the channelIds that a query asks for; "" is the host. */
  private List<String> channelIds(Query query) {
    List<ProjectStatus> known = projects.get();
    List<String> ids = new ArrayList<>();
    for (String id : query.projects()) {
      String channelId =
          known.stream()
              .filter(project -> project.channelId().equals(id))
              .findFirst()
              .or(() -> known.stream().filter(project -> project.name().equals(id)).findFirst())
              .map(ProjectStatus::channelId)
              .orElse(id);
      boolean there =
          innkeeper.api.project.Definitions.ID.matcher(channelId).matches()
              && (known.stream().anyMatch(project -> project.channelId().equals(channelId))
                  || directory.has(channelId));
      if (!there) {
        throw new IllegalArgumentException(
            "unknown project \"" + id + "\"; GET /api/projects and innkeeper status list them");
      }
      if (!ids.contains(channelId)) {
        ids.add(channelId);
      }
    }
    if (query.projects().isEmpty() && !query.host()) {
      known.forEach(project -> ids.add(project.channelId()));
    }
    if (query.host()) {
      ids.add("");
    }
    return ids;
  }

  private Series series(String id, Tier tier, List<Metric> metrics, Instant from, Instant to) {
    Map<Metric, List<Point>> points = new EnumMap<>(Metric.class);
    metrics.forEach(metric -> points.put(metric, new ArrayList<>()));
    for (Slot slot : slots(id, tier, from, to)) {
      for (Metric metric : metrics) {
        tier.point(slot, metric).ifPresent(points.get(metric)::add);
      }
    }
    return new Series(id, Duration.ofSeconds(tier.seconds()), points);
  }

  private List<Slot> slots(String id, Tier tier, Instant from, Instant to) {
    try {
      Optional<FigureFile> file = directory.existing(id);
      // A slot belongs to the span if a part of it is within the span.
      return file.isEmpty()
          ? List.of()
          : file.get().read(tier, tier.floor(from.getEpochSecond()), to.getEpochSecond());
    } catch (IOException e) {
      throw new StoreException("figures cannot be read: " + e.getMessage(), e);
    }
  }
}
