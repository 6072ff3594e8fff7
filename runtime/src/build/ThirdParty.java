import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes the licences of all that is shipped and not ours: one list, then each text once, as it lies
 * in the jars themselves; beside it the same for Debian. A jar without a text is an error unless LICENCES, our own folder, has one.
 *
 * <p>usage: java ThirdParty.java OUT LICENCES PAGE HTM-VERSION PREACT-VERSION CLASSPATH
 */
class ThirdParty {

  private static final Pattern TEXT =
      Pattern.compile("(META-INF/)?(maven/[^/]+/[^/]+/)?([A-Za-z-]*LICENSE|NOTICE)[^/]*|.*/LICENSE[^/]*");
  private static final Pattern FILE = Pattern.compile("(.+)-([0-9][^/]*)\\.jar");

  /** Debian has its full text once, for all packages. */
  private static final Pattern APACHE =
      Pattern.compile(
          "(?s)[ \\t]*Apache License\\s+Version 2\\.0,(?:(?!\\n={100}).)*?END OF TERMS AND CONDITIONS[^\\n]*\\n");

  /** Jars that name their licence but do not hold its text: pattern of the artifact, text. */
  private static final Map<String, String> KNOWN =
      Map.of(
          "logback-.*", "EPL-2.0.txt",
          "re2j", "re2j.txt",
          "prometheus-metrics-.*", "Apache-2.0",
          "jetty-.*", "Apache-2.0");

  public static void main(String[] args) throws IOException {
    Map<String, List<String>> users = new LinkedHashMap<>();
    StringBuilder list = new StringBuilder();
    for (Path jar : jars(args[5])) {
      Matcher m = FILE.matcher(jar.getFileName().toString());
      if (!m.matches()) {
        throw new IOException("no version in " + jar.getFileName());
      }
      String name = m.group(1) + " " + m.group(2);
      List<String> texts = texts(jar);
      if (texts.isEmpty()) {
        String artifact = m.group(1);
        String known =
            KNOWN.keySet().stream().filter(artifact::matches).findAny().map(KNOWN::get).orElse(null);
        if (known == null) {
          throw new IOException(jar.getFileName() + " holds no licence; name it in " + ThirdParty.class);
        }
        texts =
            List.of(
                known.equals("Apache-2.0")
                    ? "Apache License, Version 2.0: the file LICENSE beside this folder's parent\n"
                    : Files.readString(Path.of(args[1], known)));
      }
      list.append(name).append('\n');
      texts.forEach(text -> users.computeIfAbsent(text, t -> new ArrayList<>()).add(name));
    }
    Map<String, String> inThePage = Map.of("htm", args[3], "preact", args[4]);
    for (String library : new TreeSet<>(inThePage.keySet())) {
      String name = library + " " + inThePage.get(library);
      String text = Files.readString(Path.of(args[2], library, "LICENSE"));
      list.append(name).append('\n');
      users.computeIfAbsent(text, t -> new ArrayList<>()).add(name);
    }
    StringBuilder out =
        new StringBuilder("Innkeeper is under the Apache License 2.0 (LICENSE). With it come:\n\n");
    out.append(list);
    users.forEach(
        (text, names) ->
            out.append("\n\n")
                .append("=".repeat(100))
                .append("\n")
                .append(String.join(", ", names))
                .append("\n")
                .append("=".repeat(100))
                .append("\n\n")
                .append(text.strip())
                .append("\n"));
    Files.createDirectories(Path.of(args[0]).getParent());
    Files.writeString(Path.of(args[0]), out.toString());
    Files.writeString(
        Path.of(args[0]).resolveSibling("debian-copyright"),
        APACHE
            .matcher(out)
            .replaceAll("Apache License, Version 2.0: /usr/share/common-licenses/Apache-2.0\n"));
  }

  private static List<Path> jars(String classPath) {
    Map<String, Path> byName = new TreeMap<>();
    for (String entry : classPath.split(":")) {
      Path path = Path.of(entry);
      String name = path.getFileName().toString();
      if (name.endsWith(".jar") && !name.startsWith("innkeeper.")) {
        byName.put(name, path);
      }
    }
    return List.copyOf(byName.values());
  }

  private static List<String> texts(Path jar) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (JarFile file = new JarFile(jar.toFile());
        Stream<JarEntry> entries = file.stream()) {
      for (JarEntry entry : (Iterable<JarEntry>) entries::iterator) {
        String name = entry.getName();
        if (!name.endsWith(".class") && !entry.isDirectory() && TEXT.matcher(name).matches()) {
          String text =
              new String(file.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
          texts.put(name, text.replace("\r\n", "\n"));
        }
      }
    }
    return List.copyOf(texts.values());
  }
}
