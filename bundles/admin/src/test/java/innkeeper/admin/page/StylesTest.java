package innkeeper.admin.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * {@code base.css} has the classes that all components share. Any other class belongs to one
 * stylesheet, so that a rule of one component cannot change the elements of another.
 */
class StylesTest {

  private static final String SHARED = "css/base.css";
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/");
  private static final Pattern SELECTORS = Pattern.compile("([^{};]+)\\{");
  private static final Pattern COMMA = Pattern.compile(",(?![^(]*\\))");
  private static final Pattern CLASS = Pattern.compile("\\.([a-zA-Z][\\w-]*)");

  private static Map<String, List<String>> selectors() throws IOException {
    Map<String, List<String>> all = new LinkedHashMap<>();
    for (String sheet : Assets.STYLES) {
      List<String> selectors = new ArrayList<>();
      try (InputStream in =
          StylesTest.class.getResourceAsStream("/innkeeper/admin/page/" + sheet)) {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        SELECTORS
            .matcher(COMMENT.matcher(text).replaceAll(""))
            .results()
            .map(found -> found.group(1).strip())
            .filter(list -> !list.startsWith("@"))
            .flatMap(COMMA::splitAsStream)
            .forEach(one -> selectors.add(one.strip()));
      }
      assertTrue(selectors.size() > 5, sheet + ": " + selectors);
      all.put(sheet, selectors);
    }
    return all;
  }

  private static Set<String> classes(List<String> selectors) {
    return selectors.stream().flatMap(one -> classes(one).stream()).collect(Collectors.toSet());
  }

  private static Set<String> classes(String selector) {
    return CLASS.matcher(selector).results().map(StylesTest::name).collect(Collectors.toSet());
  }

  private static String name(MatchResult found) {
    return found.group(1);
  }

  @Test
  void aClassBelongsToOneStylesheet() throws IOException {
    Map<String, List<String>> selectors = selectors();
    Set<String> shared = classes(selectors.remove(SHARED));
    Map<String, Set<String>> users = new TreeMap<>();
    selectors.forEach(
        (sheet, all) -> {
          for (String one : classes(all)) {
            users.computeIfAbsent(one, c -> new TreeSet<>()).add(sheet);
          }
        });
    users.keySet().removeAll(shared);
    users.values().removeIf(sheets -> sheets.size() == 1);
    assertEquals(Map.of(), users, "rename the class in one of them, or move its rule to " + SHARED);
  }

  @Test
  void aSharedClassIsChangedOnlyInsideAComponent() throws IOException {
    Map<String, List<String>> selectors = selectors();
    Set<String> shared = classes(selectors.remove(SHARED));
    List<String> everywhere = new ArrayList<>();
    selectors.forEach(
        (sheet, all) -> {
          for (String one : all) {
            Set<String> named = classes(one);
            if (!named.isEmpty() && shared.containsAll(named) && !one.startsWith("#")) {
              everywhere.add(sheet + ": " + one);
            }
          }
        });
    assertEquals(
        List.of(), everywhere, "add a class of the component, or move the rule to " + SHARED);
  }
}
