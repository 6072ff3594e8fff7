package innkeeper.shell.status;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * The orders in which a table of projects can be sorted. Numbers are sorted from the largest down.
 */
public enum ProjectOrder {
  NAME,
  /** Sorts projects with trouble first. */
  STATE,
  CPU,
  MEM,
  RESTARTS,
  UPTIME;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<ProjectOrder> of(String word) {
    return Arrays.stream(values()).filter(order -> order.word().equals(word)).findFirst();
  }

  /** Returns the next order; the first follows the last. */
  public ProjectOrder next() {
    return values()[(ordinal() + 1) % values().length];
  }

  public Comparator<ProjectStatus> comparator(Instant now) {
    Comparator<ProjectStatus> byName = Comparator.comparing(ProjectStatus::name);
    Comparator<ProjectStatus> first =
        switch (this) {
          case NAME -> byName;
          case STATE -> Comparator.comparingInt(ProjectOrder::trouble);
          case CPU -> reversed(p -> p.resources().cpuPercent());
          case MEM -> reversed(p -> p.resources().rssBytes());
          case RESTARTS -> reversed(p -> p.restarts().count());
          case UPTIME -> reversed(p -> p.uptime(now).toNanos());
        };
    return first.thenComparing(byName);
  }

  private static Comparator<ProjectStatus> reversed(
      java.util.function.ToDoubleFunction<ProjectStatus> figure) {
    return Comparator.comparingDouble(figure).reversed();
  }

  private static int running(ProjectStatus.ProbeHealth health) {
    boolean trouble = !health.ready() && health.status() != HealthStatus.UNKNOWN;
    return health.flapping() ? 3 : trouble ? 4 : 7;
  }

  /** Returns the urgency; a smaller number is more urgent. */
  static int trouble(ProjectStatus p) {
    return switch (p.state()) {
      case FATAL -> 0;
      case UNKNOWN -> 1;
      case BACKOFF -> 2;
      case RUNNING -> running(p.health());
      case STARTING -> 5;
      case STOPPING -> 6;
      case EXITED -> 8;
      case STOPPED -> 9;
    };
  }

  /** Returns whether the project needs attention. */
  public static boolean isTrouble(ProjectStatus p) {
    return trouble(p) < 5 && p.state() != ProjectState.STARTING;
  }
}
