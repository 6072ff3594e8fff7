package innkeeper.api.project;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads and writes the member {@code deploy} of a definition. */
final class DeployReader {

  private static final List<String> NAMES = List.of("replicas", "constraints", "image");

  /** As Docker's --constraint has it. */
  private static final Pattern CONSTRAINT =
      Pattern.compile("[A-Za-z0-9_./-]+ *[=!]= *[A-Za-z0-9_./:-]+");

  private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_./:@-]{0,254}");

  private static final int MOST_REPLICAS = 10_000;

  private final MemberReader members;

  DeployReader(MemberReader members) {
    this.members = members;
  }

  EngineDeployment read() {
    Object value = members.member("deploy");
    if (value == null) {
      return EngineDeployment.DEFAULT;
    }
    if (!(value instanceof Map<?, ?> map)) {
      members.wrong("deploy", value, "an object of " + String.join(", ", NAMES));
      return EngineDeployment.DEFAULT;
    }
    for (Object member : map.keySet()) {
      if (!NAMES.contains(member)) {
        members.unknown("deploy.", member, NAMES);
      }
    }
    int replicas = (int) members.whole(map, "replicas", 1, 1, MOST_REPLICAS);
    return new EngineDeployment(
        replicas, constraints(map.get("constraints")), image(map.get("image")));
  }

  private List<String> constraints(Object value) {
    List<String> constraints = new ArrayList<>();
    if (value instanceof List<?> list) {
      for (Object one : list) {
        if (one instanceof String text && CONSTRAINT.matcher(text).matches()) {
          constraints.add(text);
        } else {
          members.wrong("deploy.constraints", one, "texts such as node.labels.disk==ssd");
        }
      }
    } else if (value != null) {
      members.wrong("deploy.constraints", value, "an array of texts");
    }
    return constraints;
  }

  private Optional<String> image(Object value) {
    if (value instanceof String text && IMAGE.matcher(text).matches()) {
      return Optional.of(text);
    }
    if (value != null) {
      members.wrong("deploy.image", value, "an image's name such as registry.example/api:1.2");
    }
    return Optional.empty();
  }

  static Map<String, Object> toMap(EngineDeployment deploy) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("replicas", deploy.replicas());
    map.put("constraints", deploy.constraints());
    map.put("image", deploy.image().orElse(null));
    return map;
  }
}
