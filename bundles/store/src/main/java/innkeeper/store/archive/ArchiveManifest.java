package innkeeper.store.archive;

import innkeeper.api.health.Times;
import innkeeper.store.file.Json;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an archive says of itself: the first file in it, JSON.
 *
 * @param release of Innkeeper that wrote it
 * @param host the name of the machine
 * @param madeAt when
 * @param projects their ids
 * @param keptSecrets how many values were kept by {@code redact add --keep}; they are not in it
 * @param members all other files of the archive
 */
record ArchiveManifest(
    String release,
    String host,
    Instant madeAt,
    List<String> projects,
    int keptSecrets,
    List<Member> members) {

  static final String NAME = "manifest.json";
  private static final int FORMAT = 1;

  /**
   * One file.
   *
   * @param name in the archive, and below DATA_DIR
   * @param bytes its length
   * @param sha256 lower-case hex
   * @param path where it was, for a file from outside of DATA_DIR; else ""
   */
  record Member(String name, long bytes, String sha256, String path) {

    boolean outside() {
      return !path.isEmpty();
    }

    /** Whether it is a bundle. */
    boolean code() {
      return name.endsWith(".jar");
    }
  }

  byte[] bytes() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("format", FORMAT);
    map.put("release", release);
    map.put("host", host);
    map.put("madeAt", Times.iso(madeAt));
    map.put("projects", projects);
    map.put("keptSecrets", keptSecrets);
    map.put("members", members.stream().map(ArchiveManifest::map).toList());
    return Json.bytes(map);
  }

  private static Map<String, Object> map(Member member) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", member.name());
    map.put("bytes", member.bytes());
    map.put("sha256", member.sha256());
    if (member.outside()) {
      map.put("path", member.path());
    }
    return map;
  }

  /**
   * @throws ArchiveException if the text is no manifest that this release reads
   */
  static ArchiveManifest read(String text) throws ArchiveException {
    try {
      Map<?, ?> map = Json.map(text);
      if (!Integer.valueOf(FORMAT).equals(map.get("format"))) {
        throw new ArchiveException(
            "its format is "
                + map.get("format")
                + ", this release reads "
                + FORMAT
                + "; restore it with the release that made it: "
                + map.get("release"));
      }
      List<Member> members = new ArrayList<>();
      for (Object one : (List<?>) map.get("members")) {
        members.add(member((Map<?, ?>) one));
      }
      return new ArchiveManifest(
          (String) map.get("release"),
          (String) map.get("host"),
          Instant.parse((String) map.get("madeAt")),
          ((List<?>) map.get("projects")).stream().map(String.class::cast).toList(),
          ((Number) map.get("keptSecrets")).intValue(),
          List.copyOf(members));
    } catch (IllegalArgumentException
        | ClassCastException
        | NullPointerException
        | DateTimeException e) {
      String why = e.getMessage() == null ? "a member is missing" : e.getMessage();
      throw new ArchiveException("its " + NAME + " is not what this release writes: " + why, e);
    }
  }

  private static Member member(Map<?, ?> map) throws ArchiveException {
    if (!Set.of("name", "bytes", "sha256", "path").containsAll(map.keySet())) {
      throw new ArchiveException("a member in its " + NAME + " has unknown fields: " + map);
    }
    return new Member(
        (String) map.get("name"),
        ((Number) map.get("bytes")).longValue(),
        (String) map.get("sha256"),
        map.containsKey("path") ? (String) map.get("path") : "");
  }
}
