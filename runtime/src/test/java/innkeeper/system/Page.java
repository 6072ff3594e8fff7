package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One document of the sources: what a test reads in it, and what a test writes into it. */
final class Page {

  /** Whether the generated parts are written instead of compared. */
  static final boolean WRITE = Boolean.getBoolean("innkeeper.docs.write");

  private static final Path SOURCES = sources();
  private static final String END = "<!-- /generated -->\n";
  private static final Pattern ROW = Pattern.compile("(?m)^\\|(.+)\\|$");

  private final Path file;

  private Page(Path file) {
    this.file = file;
  }

  /** A page of runtime/docs. */
  static Page of(String name) {
    return new Page(SOURCES.resolve("runtime/docs").resolve(name));
  }

  /** Every document of the sources, but release notes and bundles' own. */
  static List<Page> all() throws IOException {
    List<Page> pages = new ArrayList<>();
    pages.add(new Page(SOURCES.resolve("README.md")));
    pages.add(new Page(SOURCES.resolve("CONTRIBUTING.md")));
    try (Stream<Path> docs = Files.list(SOURCES.resolve("runtime/docs"))) {
      docs.filter(f -> f.toString().endsWith(".md")).sorted().map(Page::new).forEach(pages::add);
    }
    return pages;
  }

  /** Simple names of the product's classes. */
  static TreeSet<String> classes() throws IOException {
    TreeSet<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(SOURCES.resolve("bundles"))) {
      files
          .map(Path::toString)
          .filter(f -> f.endsWith(".java") && f.contains("/src/main/java/"))
          .forEach(f -> names.add(f.substring(f.lastIndexOf('/') + 1, f.length() - 5)));
    }
    return names;
  }

  private static Path sources() {
    Path here = Path.of("").toAbsolutePath();
    return here.endsWith("runtime") ? here.getParent() : here;
  }

  static Path images() {
    return SOURCES.resolve("runtime/docs/images");
  }

  Path file() {
    return file;
  }

  String name() {
    return SOURCES.relativize(file).toString();
  }

  String text() throws IOException {
    return Files.readString(file);
  }

  /** The cells of every table row, heads and rules left out. */
  List<List<String>> rows() throws IOException {
    List<List<String>> rows = new ArrayList<>();
    Matcher row = ROW.matcher(text());
    while (row.find()) {
      List<String> cells = new ArrayList<>();
      for (String cell : row.group(1).split("(?<!\\\\)\\|", -1)) {
        cells.add(cell.strip());
      }
      if (cells.get(0).startsWith("`")) {
        rows.add(cells);
      }
    }
    return rows;
  }

  /** Checks the generated part of the page, or writes it. */
  void generated(String expected) throws IOException {
    generated("generated", expected);
  }

  /** Checks the generated part that begins with this mark, or writes it. */
  void generated(String mark, String expected) throws IOException {
    String text = text();
    String first = "<!-- " + mark + " -->\n";
    int begin = text.indexOf(first) + first.length();
    int end = text.indexOf(END, begin);
    assertTrue(begin > first.length() && end >= begin, name() + " has no part " + mark);
    if (WRITE) {
      Files.writeString(file, text.substring(0, begin) + expected + text.substring(end));
      return;
    }
    assertEquals(
        expected,
        text.substring(begin, end),
        name() + " is not up to date; CONTRIBUTING.md says how to write it anew");
  }
}
