package innkeeper.shell.status;

import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.common.text.Amounts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
    List<String> why = new ArrayList<>();
    why.add(p.reason());
    p.restarts().nextRetryAt().ifPresent(at -> why.add("next try in " + span(now, at)));
    String next = p.job() ? "next run in " : "next restart in ";
    p.nextRunAt(now).ifPresent(at -> why.add(next + span(now, at)));
    why.add(p.health().flapping() ? "FLAPPING" : "");
    why.add(p.server().adopted() ? "adopted" : "");
    why.removeIf(String::isEmpty);
    return String.join("; ", why);
  }

  private static String span(Instant now, Instant at) {
    return Amounts.span(Duration.between(now, at));
  }
}
