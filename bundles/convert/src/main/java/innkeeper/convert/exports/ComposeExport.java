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
    Map<String, Object> document = new LinkedHashMap<>();
    if (swarm) {
      document.put("version", "3.9");
    }
    document.put("services", services);
    document.put("volumes", volumes);
    if (!secrets.isEmpty()) {
      document.put("secrets", secrets);
    }
    return YamlText.of(document);
  }

  private Map<String, Object> service(
      ContainedProject contained, List<ProjectDefinition> definitions) {
    ProjectDefinition d = contained.project();
    Map<String, Object> service = new LinkedHashMap<>();
    service.put("image", contained.image(release));
    service.put("entrypoint", List.of("innkeeper"));
    service.put("command", contained.command("env:INNKEEPER_PROJECT"));
    if (d.limits().limitNofile() > 0) {
      service.put("ulimits", Map.of("nofile", d.limits().limitNofile()));
      contained.definition().remove("limitNofile");
    }
    Map<String, Object> environment = new LinkedHashMap<>();
    environment.put("DATA_DIR", DATA);
    // A single $ would begin a variable in the compose file.
    environment.put("INNKEEPER_PROJECT", contained.json().replace("$", "$$"));
    service.put("environment", environment);
    service.put("volumes", List.of(volume(d) + ":" + DATA));
    if (!contained.secrets().isEmpty()) {
      service.put("secrets", contained.secrets().stream().map(Secret::name).toList());
      contained.secrets().forEach(this::secret);
    }
    service.put("stop_signal", "SIGTERM");
    service.put("stop_grace_period", contained.stopSeconds() + "s");
    service.put("healthcheck", healthcheck(contained));
    if (!swarm) {
      service.put("restart", d.restart().word().replace("never", "no"));
      List<String> before = d.after().stream().filter(id -> defines(definitions, id)).toList();
      if (!before.isEmpty()) {
        service.put("depends_on", before);
      }
    }
    service.put("deploy", deploy(contained));
    return service;
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
    Map<String, Object> check = new LinkedHashMap<>();
    String level = contained.endsWhenNotReady() ? "ready" : "alive";
    check.put("test", List.of("CMD", "innkeeper", "health", "--level", level));
    check.put("interval", "30s");
    check.put("timeout", "30s");
    check.put("retries", contained.project().health().map(probe -> probe.failures()).orElse(3));
    // Many containers that start together on a small machine are slow; the first success
    // ends this period.
    check.put("start_period", 300 + contained.project().startTime().toSeconds() + "s");
    return check;
  }

  private Map<String, Object> deploy(ContainedProject contained) {
    ProjectDefinition d = contained.project();
    Map<String, Object> deploy = new LinkedHashMap<>();
    deploy.put("replicas", contained.replicas());
    if (swarm) {
      Map<String, Object> restart = new LinkedHashMap<>();
      restart.put(
          "condition",
          switch (d.restart()) {
            case ALWAYS -> "any";
            case ON_FAILURE -> "on-failure";
            case NEVER -> "none";
          });
      restart.put("delay", "5s");
      deploy.put("restart_policy", restart);
      Map<String, Object> update = new LinkedHashMap<>();
      // The old task must stop first, because the next one takes over its volume.
      update.put("order", "stop-first");
      update.put("failure_action", "rollback");
      deploy.put("update_config", update);
      deploy.put("labels", Map.of("innkeeper.project", d.channelId()));
      if (!d.deploy().constraints().isEmpty()) {
        deploy.put("placement", Map.of("constraints", d.deploy().constraints()));
      }
    }
    Map<String, Object> limits = new LinkedHashMap<>();
    if (d.limits().cpuQuota() > 0) {
      limits.put("cpus", String.format(Locale.ROOT, "%.2f", d.limits().cpuQuota() / 100.0));
    }
    if (contained.memoryBytes() > 0) {
      limits.put("memory", contained.memoryBytes() + "b");
    }
    if (contained.tasks() > 0) {
      limits.put("pids", contained.tasks());
    }
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
