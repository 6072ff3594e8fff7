package innkeeper.shell.status;

import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.common.text.Amounts;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** The columns of a project in tables; a dash means that a value is missing. */
public final class Figures {

  public static final String NONE = "–";

  private Figures() {}

  /** Returns whether the project's server was sampled. */
  static boolean known(ProjectStatus p) {
    return p.server().pid().isPresent() && p.resources().processes() > 0;
  }

  /** Returns the CPU share, such as {@code 12.5%} of one core. */
  public static String cpu(ProjectStatus p) {
    return known(p) ? String.format(Locale.ROOT, "%.1f%%", p.resources().cpuPercent()) : NONE;
  }

  public static String memory(ProjectStatus p) {
    return known(p) ? Amounts.bytes(p.resources().rssBytes()) : NONE;
  }

  public static String uptime(ProjectStatus p, Instant now) {
    return p.server().pid().isPresent() ? Amounts.span(p.uptime(now)) : NONE;
  }

  /** Returns why the project is in its state, and what happens next. */
  public static String why(ProjectStatus p, Instant now) {
    String why = p.reason();
    if (p.restarts().nextRetryAt().isPresent()) {
      why =
          joined(
              why,
              "next try in "
                  + Amounts.span(Duration.between(now, p.restarts().nextRetryAt().get())));
    }
    Optional<Instant> next = p.nextRunAt(now);
    if (next.isPresent()) {
      String what = p.job() ? "next run in " : "next restart in ";
      why = joined(why, what + Amounts.span(Duration.between(now, next.get())));
    }
    if (p.health().flapping()) {
      why = joined(why, "FLAPPING");
    }
    if (p.server().adopted()) {
      why = joined(why, "adopted");
    }
    return why;
  }

  private static String joined(String first, String second) {
    return first.isEmpty() ? second : first + "; " + second;
  }
}
