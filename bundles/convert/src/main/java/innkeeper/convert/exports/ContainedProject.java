package innkeeper.convert.exports;

import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.project.RestartPolicy;
import innkeeper.convert.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * A project that runs alone in an Innkeeper of its own: the definition for that Innkeeper, and its
 * secrets. The definition does not contain limits and start order, because the engine applies them.
 *
 * @param definition the JSON form, without secrets
 * @param secrets the secrets in the order of the members
 */
record ContainedProject(
    ProjectDefinition project, Map<String, Object> definition, List<Secret> secrets) {

  /** The memory of the host itself: at most 256 MiB of heap, and the rest of the JVM. */
  private static final long HOST_BYTES = 384L << 20;

  private static final int HOST_TASKS = 100;

  /** The time that the host needs to stop after its servers. */
  private static final int STOP_SECONDS = 15;

  /**
   * A file that the engine provides in the container.
   *
   * @param name the name, unique among all secrets of the export
   * @param source the origin of the current value, for the user who creates the secret
   */
  record Secret(String name, String source) {}

  /**
   * @param directory the directory in which the engine provides the secrets
   * @param secret tests whether a variable NAME=VALUE is a secret
   */
  static ContainedProject of(ProjectDefinition d, String directory, Predicate<String> secret) {
    Map<String, Object> map = Definitions.toMap(d, false);
    List.of("after", "deploy", "secretEnv", "envFile").forEach(map::remove);
    // A container has no control group of its own to divide; the engine limits the whole
    // container.
    List.of("memoryMaxBytes", "cpuQuota", "tasksMax").forEach(map::remove);
    Map<String, Object> env = new LinkedHashMap<>();
    Map<String, Object> files = new LinkedHashMap<>();
    List<Secret> secrets = new ArrayList<>();
    BiConsumer<String, String> refer =
        (name, source) -> {
          Secret one = new Secret(d.channelId() + "-" + name, source);
          secrets.add(one);
          files.put(name, directory + "/" + one.name());
        };
    d.env()
        .forEach(
            (name, value) -> {
              if (secret.test(name + "=" + value)) {
                refer.accept(name, "the value of env " + name);
              } else {
                env.put(name, value);
              }
            });
    d.secretEnv().keySet().forEach(n -> refer.accept(n, "the value of secretEnv " + n));
    d.secretFiles().forEach((name, file) -> refer.accept(name, "a copy of " + file));
    map.put("env", env);
    map.remove("secretFiles");
    if (!files.isEmpty()) {
      map.put("secretFiles", files);
    }
    d.envFile()
        .ifPresent(
            file -> {
              Secret whole = new Secret(d.channelId() + "-envFile", "a copy of " + file);
              secrets.add(whole);
              map.put("envFile", directory + "/" + whole.name());
            });
    map.values().removeIf(Objects::isNull);
    ContainedProject contained = new ContainedProject(d, map, List.copyOf(secrets));
    if (!contained.job()) {
      // The engine decides by the number of replicas whether the project starts.
      map.remove("autostart");
    }
    return contained;
  }

  /** Returns the array of definitions that {@code run --project} reads. */
  String json() {
    // Engines expand two opening braces; in JSON they occur inside strings only.
    return Json.pretty(List.of(definition)).replace("{{", "\\u007b{") + "\n";
  }

  /** Returns the arguments of {@code innkeeper}. */
  List<String> command(String source) {
    List<String> words = new ArrayList<>(List.of("run", "--project", source, "--stdout"));
    if (!job()) {
      words.addAll(List.of("--exit-with", project.channelId()));
    }
    return words;
  }

  /**
   * Returns whether the project is a job. The end of a job does not end the container, because the
   * schedule starts the next run.
   */
  boolean job() {
    return project.job();
  }

  boolean once() {
    return project.restart() == RestartPolicy.NEVER && !job();
  }

  /** Returns the number of replicas; 0 if the project is started by command only. */
  int replicas() {
    return project.autostart() || job() ? project.deploy().replicas() : 0;
  }

  String image(String release) {
    return project.deploy().image().orElse("innkeeper:" + release);
  }

  /** Notes what the release's own image must contain, if the definition names no image. */
  void noteImage(ExportNotes notes, String release) {
    if (project.deploy().image().isEmpty()) {
      notes.add(
          project.channelId(),
          "the image "
              + image(release)
              + " must have its program at "
              + project.directory()
              + "; name another with deploy.image");
    }
  }

  /** Returns whether a health check that reports "not ready" must end the container. */
  boolean endsWhenNotReady() {
    return !job() && project.health().map(probe -> probe.liveness()).orElse(true);
  }

  long stopSeconds() {
    return project.stopSeconds().toSeconds() + STOP_SECONDS;
  }

  /** Returns the memory limit for server and host together; 0 for no limit. */
  long memoryBytes() {
    return project.memoryMaxBytes() == 0 ? 0 : project.memoryMaxBytes() + HOST_BYTES;
  }

  long tasks() {
    return project.limits().tasksMax() == 0 ? 0 : project.limits().tasksMax() + HOST_TASKS;
  }
}
