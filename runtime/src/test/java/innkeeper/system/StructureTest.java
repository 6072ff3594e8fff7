package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The sources of all bundles: sizes of packages, circles between them, names that stand twice. */
class StructureTest {

  private static final int MOST_CLASSES = 30;

  /** Simple names in two bundles, and why: a bundle imports nothing of another one. */
  private static final Map<String, String> MAY_STAND_TWICE =
      Map.of("Json", "the few lines of JSON that each bundle needs, over different libraries");

  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?([a-z][\\w]*(?:\\.[a-z]\\w*)*)\\.[A-Z]");

  private record Source(String bundle, String name, String pack, Set<String> imports) {}

  private static List<Source> sources() throws IOException {
    Path bundles = Path.of("..", "bundles");
    List<Source> sources = new ArrayList<>();
    try (Stream<Path> files = Files.walk(bundles)) {
      files
          .filter(f -> f.toString().contains("/src/main/java/") && f.toString().endsWith(".java"))
          .filter(f -> !f.endsWith("package-info.java"))
          .forEach(f -> sources.add(source(bundles, f)));
    }
    assertTrue(sources.size() > 500, "sources found: " + sources.size());
    return sources;
  }

  private static Source source(Path bundles, Path file) {
    try {
      String text = Files.readString(file);
      Matcher pack = PACKAGE.matcher(text);
      assertTrue(pack.find(), file + " names no package");
      Set<String> imports = new TreeSet<>();
      IMPORT.matcher(text).results().forEach(found -> imports.add(found.group(1)));
      return new Source(
          bundles.relativize(file).getName(0).toString(),
          file.getFileName().toString().replace(".java", ""),
          pack.group(1),
          imports);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void noPackageIsTooLarge() throws IOException {
    Map<String, Integer> sizes = new TreeMap<>();
    sources().forEach(one -> sizes.merge(one.pack(), 1, Integer::sum));
    sizes.values().removeIf(size -> size <= MOST_CLASSES);
    assertEquals(Set.of(), sizes.keySet(), sizes.toString());
  }

  @Test
  void noSimpleNameStandsInTwoBundlesWithoutAReason() throws IOException {
    Map<String, Set<String>> bundles = new TreeMap<>();
    sources()
        .forEach(
            one -> bundles.computeIfAbsent(one.name(), n -> new TreeSet<>()).add(one.bundle()));
    bundles.values().removeIf(where -> where.size() == 1);
    assertEquals(MAY_STAND_TWICE.keySet(), bundles.keySet(), bundles.toString());
  }

  @Test
  void noPackagesOfABundleImportEachOtherInACircle() throws IOException {
    Map<String, Set<String>> imports = new TreeMap<>();
    sources()
        .forEach(
            one -> imports.computeIfAbsent(one.pack(), p -> new TreeSet<>()).addAll(one.imports()));
    Set<String> inCircles = new TreeSet<>();
    for (String pack : imports.keySet()) {
      if (reaches(pack, pack, imports, new TreeSet<>())) {
        inCircles.add(pack);
      }
    }
    assertEquals(Set.of(), inCircles);
  }

  /**
   * A package of logging may import packages of its own group and shared packages. Only the root
   * package, which has the services, imports all groups.
   */
  @Test
  void captureAndReadingOfLogsDoNotImportEachOther() throws IOException {
    Set<String> groups = new TreeSet<>();
    Set<String> wrong = new TreeSet<>();
    for (Source one : sources()) {
      if (!one.bundle().equals("logging")) {
        continue;
      }
      String from = loggingGroup(one.pack());
      groups.add(from);
      for (String imported : one.imports()) {
        String to = loggingGroup(imported);
        boolean allowed =
            from.equals("services") || to.equals(from) || to.equals("shared") || to.isEmpty();
        if (!allowed) {
          wrong.add(one.pack() + " -> " + imported);
        }
      }
    }
    assertEquals(Set.of("capture", "reading", "services", "shared"), groups);
    assertEquals(Set.of(), wrong);
  }

  /** Returns the group of a package of logging; "" for a package of another bundle. */
  private static String loggingGroup(String pack) {
    if (!pack.startsWith("innkeeper.logging")) {
      return "";
    }
    String[] parts = pack.split("\\.");
    if (parts.length == 2) {
      return "services";
    }
    return Set.of("capture", "reading").contains(parts[2]) ? parts[2] : "shared";
  }

  private static boolean reaches(
      String from, String to, Map<String, Set<String>> imports, Set<String> seen) {
    for (String next : imports.getOrDefault(from, Set.of())) {
      boolean other = !next.equals(from) && imports.containsKey(next);
      if (other && (next.equals(to) || seen.add(next) && reaches(next, to, imports, seen))) {
        return true;
      }
    }
    return false;
  }
}
