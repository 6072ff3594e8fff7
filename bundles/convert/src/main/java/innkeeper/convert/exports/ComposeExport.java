package innkeeper.convert.exports;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.convert.exports.ContainedProject.Secret;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Writes a compose file, for {@code docker compose} or, with swarm, {@code docker stack deploy}.
 */
final class ComposeExport {

  private static final String SECRETS = "/run/secrets";
  private static final String DATA = "/var/lib/innkeeper";

  private final boolean swarm;
  private final Predicate<String> secret;
  private final String release;
  private final ExportNotes notes;
  private final Map<String, Object> services = new LinkedHashMap<>();
  private final Map<String, Object> volumes = new LinkedHashMap<>();
  private final Map<String, Object> secrets = new LinkedHashMap<>();

  ComposeExport(boolean swarm, Predicate<String> secret, String release, ExportNotes notes) {
    this.swarm = swarm;
    this.secret = secret;
    this.release = release;
    this.notes = notes;
  }

  String of(List<ProjectDefinition> definitions) {
    for (ProjectDefinition d : definitions) {
      ContainedProject contained = ContainedProject.of(d, SECRETS, secret);
      services.put(d.channelId(), service(contained, definitions));
      tell(contained);
    }
    Object version = swarm ? "3.9" : null;
    Object used = secrets.isEmpty() ? null : secrets;
    return YamlText.of(
        YamlText.mapping(
            "version", version, "services", services, "volumes", volumes, "secrets", used));
  }

  private Map<String, Object> service(
      ContainedProject contained, List<ProjectDefinition> definitions) {
    ProjectDefinition d = contained.project();
    long files = d.limits().limitNofile();
    if (files > 0) {
      contained.definition().remove("limitNofile");
    }
    contained.secrets().forEach(this::secret);
    List<String> names = contained.secrets().stream().map(Secret::name).toList();
    List<String> before = d.after().stream().filter(id -> defines(definitions, id)).toList();
    // A single $ would begin a variable in the compose file.
    String json = contained.json().replace("$", "$$");
    return YamlText.mapping(
        "image", contained.image(release),
        "entrypoint", List.of("innkeeper"),
        "command", contained.command("env:INNKEEPER_PROJECT"),
        "ulimits", files > 0 ? Map.of("nofile", files) : null,
        "environment", YamlText.mapping("DATA_DIR", DATA, "INNKEEPER_PROJECT", json),
        "volumes", List.of(volume(d) + ":" + DATA),
        "secrets", names.isEmpty() ? null : names,
        "stop_signal", "SIGTERM",
        "stop_grace_period", contained.stopSeconds() + "s",
        "healthcheck", healthcheck(contained),
        "restart", swarm ? null : d.restart().word().replace("never", "no"),
        "depends_on", swarm || before.isEmpty() ? null : before,
        "deploy", deploy(contained));
  }

  private static boolean defines(List<ProjectDefinition> definitions, String id) {
    return definitions.stream().anyMatch(d -> d.channelId().equals(id));
  }

  /**
   * Adds a volume and returns its name. In a swarm each task gets its own, because two tasks on a
   * node must not share a DATA_DIR.
   */
  private String volume(ProjectDefinition d) {
    String name = d.channelId() + "-data";
    volumes.put(
        name,
        swarm ? Map.of("name", "{{.Service.Name}}-{{.Task.Slot}}-data") : new LinkedHashMap<>());
    return name;
  }

  private void secret(Secret one) {
    secrets.put(
        one.name(), swarm ? Map.of("external", true) : Map.of("file", "./secrets/" + one.name()));
  }

  private static Map<String, Object> healthcheck(ContainedProject contained) {
    String level = contained.endsWhenNotReady() ? "ready" : "alive";
    return YamlText.mapping(
        "test",
        List.of("CMD", "innkeeper", "health", "--level", level),
        "interval",
        "30s",
        "timeout",
        "30s",
        "retries",
        contained.project().health().map(probe -> probe.failures()).orElse(3),
        // Many containers that start together on a small machine are slow; the first success
        // ends this period.
        "start_period",
        300 + contained.project().startTime().toSeconds() + "s");
  }

  private Map<String, Object> deploy(ContainedProject contained) {
    ProjectDefinition d = contained.project();
    Map<String, Object> deploy = YamlText.mapping("replicas", contained.replicas());
    if (swarm) {
      String condition =
          switch (d.restart()) {
            case ALWAYS -> "any";
            case ON_FAILURE -> "on-failure";
            case NEVER -> "none";
          };
      deploy.put("restart_policy", YamlText.mapping("condition", condition, "delay", "5s"));
      // The old task must stop first, because the next one takes over its volume.
      deploy.put(
          "update_config", YamlText.mapping("order", "stop-first", "failure_action", "rollback"));
      deploy.put("labels", Map.of("innkeeper.project", d.channelId()));
      if (!d.deploy().constraints().isEmpty()) {
        deploy.put("placement", Map.of("constraints", d.deploy().constraints()));
      }
    }
    int cpu = d.limits().cpuQuota();
    Map<String, Object> limits =
        YamlText.mapping(
            "cpus", cpu > 0 ? String.format(Locale.ROOT, "%.2f", cpu / 100.0) : null,
            "memory", contained.memoryBytes() > 0 ? contained.memoryBytes() + "b" : null,
            "pids", contained.tasks() > 0 ? contained.tasks() : null);
    if (!limits.isEmpty()) {
      deploy.put("resources", Map.of("limits", limits));
    }
    return deploy;
  }

  private void tell(ContainedProject contained) {
    ProjectDefinition d = contained.project();
    String id = d.channelId();
    contained.noteImage(notes, release);
    d.port()
        .ifPresent(
            port ->
                notes.add(
                    id,
                    "port "
                        + port
                        + " is not published; to open it on the machine's addresses: ports: [\""
                        + port
                        + ":"
                        + port
                        + "\"]"));
    for (Secret one : contained.secrets()) {
      notes.add(
          id,
          swarm
              ? "make the secret " + one.name() + ", " + one.source() + ": docker secret create"
              : "write ./secrets/" + one.name() + ", " + one.source());
    }
    if (swarm && !d.after().isEmpty()) {
      notes.lost(id, "after", "a swarm has no order of services; let it retry");
    }
    if (!swarm && !d.deploy().constraints().isEmpty()) {
      notes.lost(id, "deploy.constraints", "compose runs on one machine");
    }
    if (contained.job() && d.deploy().replicas() > 1) {
      notes.add(id, "each of its replicas runs the job on its schedule");
    }
    if (contained.replicas() == 0) {
      notes.add(id, "autostart is false: it has 0 replicas");
    }
  }
}
