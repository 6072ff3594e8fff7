package innkeeper.host.whiteboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReservedPathsTest {

  private static final String ROOT = "context.select=(osgi.http.whiteboard.context.name=root)";

  private final List<Map<String, Object>> whiteboard = new ArrayList<>();

  /** A service with properties below osgi.http.whiteboard. */
  private static Map<String, Object> service(String type, String... words) {
    Map<String, Object> service = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    service.put("objectClass", new String[] {"jakarta.servlet." + type});
    service.put("service.id", 7L);
    for (String word : words) {
      String[] pair = word.split("=", 2);
      service.put("osgi.http.whiteboard." + pair[0], pair[1]);
    }
    return service;
  }

  private Optional<String> conflict(String type, String... words) {
    return ReservedPaths.conflict(service(type, words), whiteboard);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/*",
        "/",
        "",
        "*.js",
        "/api",
        "/api/*",
        "/api/health",
        "/assets/x",
        "/projects/*"
      })
  void aPatternThatCoversPageOrApiIsRefused(String pattern) {
    for (String kind : List.of("servlet", "resource", "filter")) {
      String why = conflict("Servlet", kind + ".pattern=" + pattern).orElseThrow();
      assertTrue(why.startsWith("its " + kind + " (service.id 7) has the pattern \""), why);
      assertTrue(why.contains("\"" + pattern + "\", which covers "), why);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/mine", "/mine/*", "/mine/api", "/apix", "/API/*", "/health"})
  void aPathOfItsOwnIsFree(String pattern) {
    for (String kind : List.of("servlet", "resource", "filter")) {
      assertEquals(Optional.empty(), conflict("Servlet", kind + ".pattern=" + pattern));
    }
  }

  @Test
  void oneOfSeveralPatternsIsEnough() {
    Map<String, Object> servlet = service("Servlet", "servlet.name=mine");
    servlet.put("osgi.http.whiteboard.servlet.pattern", new String[] {"/mine", "/metrics"});
    String why = ReservedPaths.conflict(servlet, whiteboard).orElseThrow();
    assertTrue(why.startsWith("its servlet mine (service.id 7) has the pattern \"/metrics\""), why);
    servlet.put("osgi.http.whiteboard.servlet.pattern", List.of("/mine", "/yours"));
    assertEquals(Optional.empty(), ReservedPaths.conflict(servlet, whiteboard));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".*",
        "/api/.*",
        "/mine/.*|/api/.*",
        "/ap/?i/.*",
        "(?i)/mine/.*",
        "/[a]pi/.*",
        "/"
      })
  void aRegularExpressionThatMayCoverThePageIsRefused(String regex) {
    assertTrue(conflict("Filter", "filter.regex=" + regex).isPresent());
  }

  @Test
  void aRegularExpressionBelowAPathOfItsOwnIsFree() {
    assertEquals(Optional.empty(), conflict("Filter", "filter.regex=/mine/[0-9]+/.*"));
  }

  @Test
  void aServiceThatSeesOrAnswersRequestsOfOthersIsRefused() {
    assertTrue(conflict("Servlet", "servlet.errorPage=500").orElseThrow().contains("500"));
    assertTrue(conflict("Servlet", "servlet.name=admin", "servlet.pattern=/mine").isPresent());
    assertTrue(conflict("Filter", "filter.servlet=swap-gate").isPresent());
    assertTrue(conflict("Preprocessor").isPresent());
    assertTrue(conflict("ServletRequestListener", "listener=true").isPresent());
    assertTrue(conflict("ServletRequestAttributeListener", "listener=true").isPresent());
    assertEquals(Optional.empty(), conflict("ServletContextListener", "listener=true"));
    assertEquals(Optional.empty(), conflict("ServletRequestListener", "listener=false"));
    assertEquals(Optional.empty(), conflict("Filter", "filter.servlet=mine"));
  }

  @Test
  void inAContextWithAPathOfItsOwnEverythingIsFree() {
    Map<String, Object> own =
        service("ServletContextHelper", "context.name=own", "context.path=/own");
    whiteboard.add(own);
    String select = "context.select=(osgi.http.whiteboard.context.name=own)";
    assertEquals(Optional.empty(), ReservedPaths.conflict(own, whiteboard));
    for (String word :
        List.of("servlet.pattern=/*", "servlet.errorPage=500", "filter.pattern=/*")) {
      assertEquals(Optional.empty(), conflict("Servlet", select, word));
    }
    String all = "context.select=(osgi.http.whiteboard.context.name=*)";
    assertTrue(conflict("Servlet", all, "servlet.pattern=/*").isPresent(), "the page's as well");
  }

  @Test
  void aContextThatTakesThePagesPlaceIsRefused() {
    assertTrue(
        conflict("ServletContextHelper", "context.name=default", "context.path=/mine").isPresent());
    assertTrue(
        conflict("ServletContextHelper", "context.name=own", "context.path=/api").isPresent());
    assertTrue(
        conflict("ServletContextHelper", "context.name=own", "context.path=/api/x").isPresent());
  }

  @Test
  void aContextAtTheRootIsFreeUnlessAServletInItCoversThePage() {
    Map<String, Object> root =
        service("ServletContextHelper", "context.name=root", "context.path=/");
    whiteboard.add(root);
    whiteboard.add(service("Servlet", ROOT, "servlet.pattern=/mine/*"));
    assertEquals(Optional.empty(), ReservedPaths.conflict(root, whiteboard));
    assertEquals(Optional.empty(), conflict("Servlet", ROOT, "servlet.pattern=/mine/*"));
    assertEquals(Optional.empty(), conflict("Filter", ROOT, "filter.pattern=/*"));
    assertTrue(conflict("Servlet", ROOT, "servlet.pattern=/*").isPresent());
    // Registered before its context, so it was free then.
    whiteboard.add(service("Servlet", ROOT, "servlet.pattern=/*"));
    assertTrue(ReservedPaths.conflict(root, whiteboard).isPresent());
  }

  @Test
  void servicesOutsideTheWhiteboardAreIgnored() {
    assertFalse(ReservedPaths.concerns(Map.of("objectClass", new String[] {"a.B"})));
    assertTrue(ReservedPaths.concerns(service("Preprocessor")));
    assertTrue(ReservedPaths.concerns(service("Servlet", "servlet.pattern=/mine")));
  }
}
