package innkeeper.admin.page;

import innkeeper.api.health.HealthReport;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.supervisor.ProjectStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Why a project needs a person, the gravest first; the same words as the scripts' {@code
 * ink.TROUBLE}.
 */
enum Trouble {
  FAILED("failed"),
  UNKNOWN("unknown"),
  RESTARTING("restarting"),
  DISK(ProjectStatus.WAITS_FOR_DISK),
  NOT_READY("not ready"),
  FLAPPING("flapping"),
  ENDED("ended unasked"),
  NONE("");

  private final String word;

  Trouble(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }

  static Trouble of(ProjectStatus p) {
    return switch (p.state()) {
      case FATAL -> FAILED;
      case UNKNOWN -> UNKNOWN;
      case BACKOFF -> RESTARTING;
      case RUNNING -> p.waitsForDisk() ? DISK : running(p.health());
      case EXITED -> p.lastExit().map(ProjectStatus.Exit::expected).orElse(true) ? NONE : ENDED;
      case STOPPED -> NONE;
      default -> p.health().flapping() ? FLAPPING : NONE;
    };
  }

  private static Trouble running(ProjectStatus.ProbeHealth health) {
    if (!health.ready() && health.status() != HealthStatus.UNKNOWN) {
      return NOT_READY;
    }
    return health.flapping() ? FLAPPING : NONE;
  }

  /** Those that need a person, the gravest first. */
  static List<ProjectStatus> among(List<ProjectStatus> projects) {
    return projects.stream()
        .filter(p -> of(p) != NONE)
        .sorted(
            Comparator.<ProjectStatus, Trouble>comparing(Trouble::of)
                .thenComparing(ProjectStatus::name))
        .toList();
  }

  /** How many checks of the host do not pass; what a check says of projects, their rows say. */
  static int faults(HealthReport report) {
    return (int)
        report.checks().stream()
            .filter(c -> c.status() != HealthStatus.PASS)
            .filter(c -> !c.name().startsWith("projects:") || c.name().equals("projects:loaded"))
            .count();
  }

  /** A phrase for the header. */
  static String verdict(Optional<HealthReport> health, Optional<List<ProjectStatus>> projects) {
    if (health.map(HealthReport::status).orElse(HealthStatus.PASS) == HealthStatus.FAIL) {
      return "The host fails";
    }
    List<ProjectStatus> ill = among(projects.orElse(List.of()));
    if (!ill.isEmpty()) {
      Trouble worst = of(ill.get(0));
      return ill.stream().filter(p -> of(p) == worst).count() + " " + worst.word();
    }
    if (projects.isEmpty()) {
      return "Projects not known";
    }
    return health
        .map(report -> faults(report) > 0 ? "Host needs a look" : "All is well")
        .orElse("Health not known");
  }

  /**
   * A project that was given up counts as much as a host that fails; any other trouble is a
   * warning.
   */
  static HealthStatus weight(
      Optional<HealthReport> health, Optional<List<ProjectStatus>> projects) {
    HealthStatus host = health.map(HealthReport::status).orElse(HealthStatus.WARN);
    List<ProjectStatus> ill = among(projects.orElse(List.of()));
    if (host == HealthStatus.FAIL || !ill.isEmpty() && of(ill.get(0)) == FAILED) {
      return HealthStatus.FAIL;
    }
    boolean warn =
        !ill.isEmpty() || projects.isEmpty() || health.map(Trouble::faults).orElse(1) > 0;
    return warn ? HealthStatus.WARN : HealthStatus.PASS;
  }
}
