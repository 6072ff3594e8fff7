package innkeeper.convert.exports;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.project.RestartPolicy;
import innkeeper.convert.exports.ContainedProject.Secret;
import java.util.ArrayList;
import java.util.HashSet;
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
      manifests.add(object("v1", "ConfigMap", name, "data", Map.of(FILE, contained.json())));
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

  /** Returns a manifest with its content in one member, such as spec. */
  private static Map<String, Object> object(
      String version, String kind, String name, String member, Object content) {
    Object metadata = YamlText.mapping("name", name, "labels", labels(name));
    Map<String, Object> object =
        YamlText.mapping("apiVersion", version, "kind", kind, "metadata", metadata);
    object.put(member, content);
    return object;
  }

  private static Map<String, Object> labels(String name) {
    return Map.of("app.kubernetes.io/name", name);
  }

  private static Map<String, Object> service(String name, int port) {
    Map<String, Object> ports = YamlText.mapping("port", port, "targetPort", port);
    Object spec = YamlText.mapping("selector", labels(name), "ports", List.of(ports));
    return object("v1", "Service", name, "spec", spec);
  }

  private Map<String, Object> deployment(String name, ContainedProject contained) {
    Object spec =
        YamlText.mapping(
            "replicas", contained.replicas(),
            "selector", Map.of("matchLabels", labels(name)),
            "template", template(name, contained, "Always"));
    return object("apps/v1", "Deployment", name, "spec", spec);
  }

  private Map<String, Object> job(String name, ContainedProject contained) {
    Map<String, Object> spec = YamlText.mapping("backoffLimit", 0);
    if (contained.replicas() == 0) {
      spec.put("suspend", true);
    } else {
      spec.put("parallelism", contained.replicas());
      spec.put("completions", contained.replicas());
    }
    spec.put("template", template(name, contained, "Never"));
    return object("batch/v1", "Job", name, "spec", spec);
  }

  private Map<String, Object> template(String name, ContainedProject contained, String restart) {
    Map<String, Object> spec =
        YamlText.mapping(
            "restartPolicy", restart,
            "automountServiceAccountToken", false,
            "terminationGracePeriodSeconds", contained.stopSeconds(),
            "affinity", NodePlacement.affinity(contained.project(), notes),
            "containers", List.of(container(name, contained)),
            "volumes", volumes(name, contained));
    return YamlText.mapping("metadata", Map.of("labels", labels(name)), "spec", spec);
  }

  private Map<String, Object> container(String name, ContainedProject contained) {
    ProjectDefinition d = contained.project();
    List<?> ports = d.port().stream().mapToObj(p -> Map.of("containerPort", p)).toList();
    int cpu = d.limits().cpuQuota();
    Map<String, Object> limits =
        YamlText.mapping(
            "cpu", cpu > 0 ? cpu * 10L + "m" : null,
            "memory", contained.memoryBytes() > 0 ? String.valueOf(contained.memoryBytes()) : null);
    return YamlText.mapping(
        "name", name,
        "image", contained.image(release),
        "command", List.of("innkeeper"),
        "args", contained.command(DEFINITION + "/" + FILE),
        "env", List.of(YamlText.mapping("name", "DATA_DIR", "value", DATA)),
        "ports", ports.isEmpty() ? null : ports,
        "resources", limits.isEmpty() ? null : Map.of("limits", limits),
        // The startup probe delays all other probes until the host runs.
        "startupProbe", probe("alive", 10, 30),
        "livenessProbe", probe("alive", 30, 3),
        "readinessProbe", contained.job() ? null : probe("ready", 15, 1),
        "volumeMounts", mounts(contained));
  }

  private static Map<String, Object> probe(String level, int period, int failures) {
    Object command = Map.of("command", List.of("innkeeper", "health", "--level", level));
    return YamlText.mapping(
        "exec", command,
        "periodSeconds", period,
        "timeoutSeconds", 30,
        "failureThreshold", failures);
  }

  private static List<Object> mounts(ContainedProject contained) {
    List<Object> mounts = new ArrayList<>();
    mounts.add(YamlText.mapping("name", "project", "mountPath", DEFINITION, "readOnly", true));
    mounts.add(YamlText.mapping("name", "data", "mountPath", DATA));
    if (!contained.secrets().isEmpty()) {
      mounts.add(YamlText.mapping("name", "secrets", "mountPath", SECRETS, "readOnly", true));
    }
    return mounts;
  }

  private static List<Object> volumes(String name, ContainedProject contained) {
    List<Object> volumes = new ArrayList<>();
    volumes.add(YamlText.mapping("name", "project", "configMap", Map.of("name", name)));
    volumes.add(YamlText.mapping("name", "data", "emptyDir", Map.of()));
    if (!contained.secrets().isEmpty()) {
      volumes.add(YamlText.mapping("name", "secrets", "secret", Map.of("secretName", name)));
    }
    return volumes;
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
