package innkeeper.store.archive;

import innkeeper.common.time.IsoTime;
import innkeeper.store.file.Json;
import innkeeper.store.restore.RestoreException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The manifest of an archive: the first file in it, in JSON.
 *
 * @param release the Innkeeper release that wrote the archive
 * @param host the name of the machine
 * @param madeAt the time of creation
 * @param projects the channelIds of the projects
 * @param keptSecrets the number of values that {@code redact add --keep} stored; the values are not
 *     in the archive
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
   * One file of the archive.
   *
   * @param name its path in the archive, and below DATA_DIR
   * @param bytes its length in bytes
   * @param sha256 its hash in lower-case hex
   * @param path the original path of a file from outside of DATA_DIR; else ""
   */
  record Member(String name, long bytes, String sha256, String path) {

    boolean outside() {
      return !path.isEmpty();
    }

    /** Returns whether this file is an OSGi bundle, whose code the host will run. */
    boolean code() {
      return name.endsWith(".jar");
    }
  }

  byte[] bytes() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("format", FORMAT);
    map.put("release", release);
    map.put("host", host);
    map.put("madeAt", IsoTime.text(madeAt));
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
   * @throws RestoreException if this release cannot read the text as a manifest
   */
  static ArchiveManifest read(String text) throws RestoreException {
    Map<?, ?> map = json(text);
    if (!Integer.valueOf(FORMAT).equals(map.get("format"))) {
      throw new RestoreException(
          "the format of its "
              + NAME
              + " is "
              + (map.get("format") == null ? "missing" : map.get("format"))
              + ", this release reads "
              + FORMAT
              + (map.get("release") instanceof String release
                  ? "; restore it with the release that made it: " + release
                  : ""));
    }
    List<Member> members = new ArrayList<>();
    for (Object one : need(map, "members", List.class)) {
      members.add(member(one));
    }
    List<String> projects = new ArrayList<>();
    for (Object one : need(map, "projects", List.class)) {
      projects.add(String.valueOf(one));
    }
    return new ArchiveManifest(
        need(map, "release", String.class),
        need(map, "host", String.class),
        time(need(map, "madeAt", String.class)),
        List.copyOf(projects),
        need(map, "keptSecrets", Number.class).intValue(),
        List.copyOf(members));
  }

  private static Map<?, ?> json(String text) throws RestoreException {
    try {
      return Json.map(text);
    } catch (IllegalArgumentException e) {
      throw new RestoreException("its " + NAME + " is not a JSON object", e);
    }
  }

  private static Instant time(String text) throws RestoreException {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new RestoreException("madeAt in its " + NAME + " is " + text + ", not a time", e);
    }
  }

  private static <T> T need(Map<?, ?> map, String field, Class<T> type) throws RestoreException {
    Object value = map.get(field);
    if (!type.isInstance(value)) {
      throw new RestoreException(
          field + " in its " + NAME + (value == null ? " is missing" : " is " + value));
    }
    return type.cast(value);
  }

  private static Member member(Object one) throws RestoreException {
    if (!(one instanceof Map<?, ?> map)
        || !Set.of("name", "bytes", "sha256", "path").containsAll(map.keySet())) {
      throw new RestoreException("a member in its " + NAME + " has unknown fields: " + one);
    }
    return new Member(
        need(map, "name", String.class),
        need(map, "bytes", Number.class).longValue(),
        need(map, "sha256", String.class),
        map.containsKey("path") ? need(map, "path", String.class) : "");
  }
}
