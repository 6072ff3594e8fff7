package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * CONTRIBUTING lists exactly the tests that only the profile nightly runs, each with its promise.
 */
class NightlyListTest {

  private static final int MOST_METHODS = 60;
  private static final String TAG = "@Tag(\"nightly\")";
  private static final Pattern METHOD =
      Pattern.compile("@(?:Test|ParameterizedTest|RepeatedTest)\\b[^;]*?void (\\w+)\\(");
  private static final Pattern TAGGED =
      Pattern.compile(Pattern.quote(TAG) + "[^;]*?void (\\w+)\\(");
  private static final Pattern ROW = Pattern.compile("\\| `(\\w+)\\.(\\w+)` \\| \\S.* \\|");

  @Test
  void contributingListsEachNightlyTestWithItsPromise() throws IOException {
    TreeSet<String> tagged = new TreeSet<>();
    for (Path root : List.of(Path.of("../bundles"), Path.of("src/test"))) {
      try (Stream<Path> files = Files.walk(root)) {
        files
            .filter(f -> f.toString().contains("src/test/java/") && f.toString().endsWith(".java"))
            .forEach(f -> tagged.addAll(nightly(f)));
      }
    }
    TreeSet<String> listed = new TreeSet<>();
    for (String line : Files.readAllLines(Path.of("../CONTRIBUTING.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        listed.add(row.group(1) + "." + row.group(2));
      }
    }
    assertEquals(String.join("\n", tagged), String.join("\n", listed));
    assertTrue(tagged.size() <= MOST_METHODS, tagged.size() + " methods, allowed: " + MOST_METHODS);
  }

  private static List<String> nightly(Path file) {
    try {
      String text = Files.readString(file);
      String name = file.getFileName().toString().replace(".java", "");
      Matcher type = Pattern.compile("(?m)^(?:final )?class ").matcher(text);
      boolean whole = type.find() && text.lastIndexOf(TAG, type.start()) >= 0;
      return (whole ? METHOD : TAGGED)
          .matcher(text)
          .results()
          .map(found -> name + "." + found.group(1))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
