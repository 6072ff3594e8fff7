package innkeeper.convert.exports;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.project.RestartPolicy;
import innkeeper.convert.exports.ContainedProject.Secret;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Writes manifests for {@code kubectl apply}. Each project gets a ConfigMap with its definition,
 * and a Deployment, or a Job if it runs once. A project with a port also gets a Service.
 */
final class KubernetesExport {

  private static final String SECRETS = "/etc/innkeeper/secrets";
  private static final String DEFINITION = "/etc/innkeeper/project";
  private static final String FILE = "project.json";
  private static final String DATA = "/var/lib/innkeeper";

  /** The longest name of a Service and of a Pod's label (RFC 1123). */
  private static final int LONGEST_NAME = 63;

  private final Predicate<String> secret;
  private final String release;
  private final ExportNotes notes;
  private final Set<String> taken = new HashSet<>();

  KubernetesExport(Predicate<String> secret, String release, ExportNotes notes) {
    this.secret = secret;
    this.release = release;
    this.notes = notes;
  }

  String of(List<ProjectDefinition> definitions) {
    List<Map<String, Object>> manifests = new ArrayList<>();
    for (ProjectDefinition d : definitions) {
      ContainedProject contained = ContainedProject.of(d, SECRETS, secret);
      String name = name(d.channelId());
      manifests.add(configMap(name, contained));
      manifests.add(contained.once() ? job(name, contained) : deployment(name, contained));
      d.port().ifPresent(port -> manifests.add(service(name, port)));
      tell(name, contained);
    }
    return manifests.stream().map(YamlText::of).collect(Collectors.joining("---\n"));
  }

  private String name(String channelId) {
    String plain =
        channelId.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^[^a-z]+", "");
    String fit = plain.isEmpty() ? "p" : plain;
    if (!Character.isLetter(channelId.charAt(0))) {
      fit = "p-" + channelId.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }
    fit = fit.substring(0, Math.min(fit.length(), LONGEST_NAME - 4)).replaceAll("-+$", "");
    String free = fit;
    for (int n = 2; !taken.add(free); n++) {
      free = fit + "-" + n;
    }
    if (!free.equals(channelId)) {
      notes.add(channelId, "is named " + free + ", because of the alphabet of Kubernetes");
    }
    return free;
  }

  private static Map<String, Object> object(String version, String kind, String name) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("apiVersion", version);
    object.put("kind", kind);
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("name", name);
    metadata.put("labels", labels(name));
    object.put("metadata", metadata);
    return object;
  }

  private static Map<String, Object> labels(String name) {
    return Map.of("app.kubernetes.io/name", name);
  }

  private static Map<String, Object> configMap(String name, ContainedProject contained) {
    Map<String, Object> map = object("v1", "ConfigMap", name);
    map.put("data", Map.of(FILE, contained.json()));
    return map;
  }

  private static Map<String, Object> service(String name, int port) {
    Map<String, Object> service = object("v1", "Service", name);
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("selector", labels(name));
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("port", port);
    one.put("targetPort", port);
    spec.put("ports", List.of(one));
    service.put("spec", spec);
    return service;
  }

  private Map<String, Object> deployment(String name, ContainedProject contained) {
    Map<String, Object> deployment = object("apps/v1", "Deployment", name);
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("replicas", contained.replicas());
    spec.put("selector", Map.of("matchLabels", labels(name)));
    spec.put("template", template(name, contained, "Always"));
    deployment.put("spec", spec);
    return deployment;
  }

  private Map<String, Object> job(String name, ContainedProject contained) {
    Map<String, Object> job = object("batch/v1", "Job", name);
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("backoffLimit", 0);
    if (contained.replicas() == 0) {
      spec.put("suspend", true);
    } else {
      spec.put("parallelism", contained.replicas());
      spec.put("completions", contained.replicas());
    }
    spec.put("template", template(name, contained, "Never"));
    job.put("spec", spec);
    return job;
  }

  private Map<String, Object> template(String name, ContainedProject contained, String restart) {
    Map<String, Object> template = new LinkedHashMap<>();
    template.put("metadata", Map.of("labels", labels(name)));
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("restartPolicy", restart);
    spec.put("automountServiceAccountToken", false);
    spec.put("terminationGracePeriodSeconds", contained.stopSeconds());
    new NodePlacement(contained.project(), notes).into(spec);
    spec.put("containers", List.of(container(name, contained)));
    spec.put("volumes", volumes(name, contained));
    template.put("spec", spec);
    return template;
  }

  private Map<String, Object> container(String name, ContainedProject contained) {
    ProjectDefinition d = contained.project();
    Map<String, Object> container = new LinkedHashMap<>();
    container.put("name", name);
    container.put("image", contained.image(release));
    container.put("command", List.of("innkeeper"));
    container.put("args", contained.command(DEFINITION + "/" + FILE));
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("name", "DATA_DIR");
    data.put("value", DATA);
    container.put("env", List.of(data));
    d.port().ifPresent(port -> container.put("ports", List.of(Map.of("containerPort", port))));
    Map<String, Object> limits = new LinkedHashMap<>();
    if (d.limits().cpuQuota() > 0) {
      limits.put("cpu", d.limits().cpuQuota() * 10L + "m");
    }
    if (contained.memoryBytes() > 0) {
      limits.put("memory", String.valueOf(contained.memoryBytes()));
    }
    if (!limits.isEmpty()) {
      container.put("resources", Map.of("limits", limits));
    }
    // The startup probe delays all other probes until the host runs.
    container.put("startupProbe", probe("alive", 10, 30));
    container.put("livenessProbe", probe("alive", 30, 3));
    if (!contained.job()) {
      container.put("readinessProbe", probe("ready", 15, 1));
    }
    container.put("volumeMounts", mounts(contained));
    return container;
  }

  private static Map<String, Object> probe(String level, int period, int failures) {
    Map<String, Object> probe = new LinkedHashMap<>();
    probe.put("exec", Map.of("command", List.of("innkeeper", "health", "--level", level)));
    probe.put("periodSeconds", period);
    probe.put("timeoutSeconds", 30);
    probe.put("failureThreshold", failures);
    return probe;
  }

  private static List<Object> mounts(ContainedProject contained) {
    List<Object> mounts = new ArrayList<>();
    mounts.add(mount("project", DEFINITION, true));
    mounts.add(mount("data", DATA, false));
    if (!contained.secrets().isEmpty()) {
      mounts.add(mount("secrets", SECRETS, true));
    }
    return mounts;
  }

  private static Map<String, Object> mount(String name, String path, boolean readOnly) {
    Map<String, Object> mount = new LinkedHashMap<>();
    mount.put("name", name);
    mount.put("mountPath", path);
    if (readOnly) {
      mount.put("readOnly", true);
    }
    return mount;
  }

  private static List<Object> volumes(String name, ContainedProject contained) {
    List<Object> volumes = new ArrayList<>();
    volumes.add(volume("project", "configMap", Map.of("name", name)));
    volumes.add(volume("data", "emptyDir", Map.of()));
    if (!contained.secrets().isEmpty()) {
      volumes.add(volume("secrets", "secret", Map.of("secretName", name)));
    }
    return volumes;
  }

  private static Map<String, Object> volume(String name, String kind, Map<String, ?> of) {
    Map<String, Object> volume = new LinkedHashMap<>();
    volume.put("name", name);
    volume.put(kind, of);
    return volume;
  }

  private void tell(String name, ContainedProject contained) {
    ProjectDefinition d = contained.project();
    String id = d.channelId();
    contained.noteImage(notes, release);
    if (!contained.secrets().isEmpty()) {
      notes.add(
          id,
          "make the Secret "
              + name
              + ": kubectl create secret generic "
              + name
              + contained.secrets().stream()
                  .map(one -> " --from-file=" + one.name() + "=FILE")
                  .collect(Collectors.joining()));
      for (Secret one : contained.secrets()) {
        notes.add(id, "its key " + one.name() + " is " + one.source());
      }
    }
    if (d.restart() == RestartPolicy.ON_FAILURE && !contained.job()) {
      notes.lost(id, "restart on-failure", "a Deployment restarts after exit code 0 too");
    }
    if (!d.after().isEmpty()) {
      notes.lost(id, "after", "Kubernetes has no order of Deployments; let it retry");
    }
    if (d.limits().tasksMax() > 0) {
      notes.lost(id, "tasksMax", "the kubelet limits processes for all Pods alike (podPidsLimit)");
    }
    if (contained.job() && d.deploy().replicas() > 1) {
      notes.add(id, "each of its replicas runs the job on its schedule");
    }
    if (contained.replicas() == 0) {
      notes.add(id, "autostart is false: nothing of it runs until you scale or resume it");
    }
    notes.add(id, "its logs and incidents end with the Pod (emptyDir)");
  }
}
