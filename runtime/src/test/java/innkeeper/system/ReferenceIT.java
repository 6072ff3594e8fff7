package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/** The reference pages and the pictures against a running host, or written from one. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ReferenceIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** A call, and the answer that the page shows for it. */
  private static final Pattern EXAMPLE =
      Pattern.compile("(?ms)^```sh\n(curl [^\n]*)\n```\n(?:\n```json\n(.*?)^```$)?");

  private static final Pattern HELP = Pattern.compile("# HELP ([a-z_]+) (.*)");
  private static final Pattern SAMPLE = Pattern.compile("([a-z_]+)(?:\\{(.*)})? .*");
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"");

  /** What OpenMetrics adds to the name of a family, by its type. */
  private static final Map<String, String> SUFFIX = Map.of("counter", "_total", "info", "_info");

  private static final String FIGURES_ARE_THERE =
      "[...document.querySelectorAll('.fleet tr[data-id=web] td.num')]"
          + ".every(td => td.textContent !== '–')";

  private static HostProcess host;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
    host.cli("add", "worker", "--", "/bin/sh", "-c", "echo no queue at 127.0.0.1:5672; exit 1")
        .ok();
    host.cli("add", "nightly", "--restart", "never", "--", "/bin/sh", "-c", "echo done").ok();
    host.cli("add", "old-site", "--no-autostart", "--", "sleep", "600").ok();
    new Feed(host, "bot").say("logged in as helper", "watching 3 channels");
    Feed web = new Feed(host, "web", "--port", "8080", "--health", "exec:true");
    web.say("\u001b[32mlistening on 8080\u001b[0m");
    for (int i = 1; i < 24; i++) {
      web.say("GET /orders/" + i * 31 % 97 + " 200 in " + i * 7 % 23 + " ms");
      if (i == 9) {
        web.say("payment: POST /charge Authorization: Bearer abcDEF123456ghiJKL7890");
      }
      if (i == 15) {
        web.say("Error: order 41 timed out", "    at Timeout.run (db.js:41)");
      }
    }
    HostProcess.await("all is logged", () -> host.log("web").size() == 27);
    host.awaitState("nightly", "EXITED");
    host.cli("backup").ok();
    String figures = "/api/history?projects=web&metrics=cpu";
    HostProcess.await(
        "web is sampled",
        () -> {
          try {
            return host.get(figures).body().contains("[[");
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  /** The README's pictures, in both themes; in target/ unless the documents are to be written. */
  @Tag("nightly")
  @Test
  @Order(1)
  @ExtendWith(Chromium.class)
  void thePageHasItsPicturesTaken(Browser browser) throws Exception {
    Path folder = Page.WRITE ? Page.images() : HostProcess.HOME.resolveSibling("images");
    Files.createDirectories(folder);
    for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      try (Tab tab = Tab.of(browser, host, Tab.like(scheme)).open("#p=web")) {
        tab.see(".loglines .line:has-text('order 41 timed out')");
        tab.see(".loglines .line:has-text('[REDACTED]')");
        Path file = folder.resolve("page-" + scheme.name().toLowerCase() + ".png");
        tab.page().screenshot(new ScreenshotOptions().setPath(file));
        assertTrue(Files.size(file) > 20_000, file + " shows too little");
        tab.press("o");
        tab.see(".fleet th:has-text('web')");
        tab.until(FIGURES_ARE_THERE);
        tab.ask("ink.set({toasts: []})");
        file = folder.resolve("overview-" + scheme.name().toLowerCase() + ".png");
        tab.page().screenshot(new ScreenshotOptions().setPath(file));
        assertTrue(Files.size(file) > 20_000, file + " shows too little");
        tab.clean();
      }
    }
  }

  @Test
  void thePageOfMetricsIsWhatTheHostGives() throws Exception {
    Map<String, String> help = new LinkedHashMap<>();
    Map<String, String> types = new TreeMap<>();
    Map<String, TreeSet<String>> labels = new TreeMap<>();
    for (String sampled :
        List.of("host_cpu_percent", "project_restarts_day", "incidents_lasting")) {
      HostProcess.await(sampled, () -> metrics().contains("\ninnkeeper_" + sampled));
    }
    for (String line : host.get("/metrics").body().lines().toList()) {
      Matcher said = HELP.matcher(line);
      Matcher sample = SAMPLE.matcher(line);
      if (said.matches()) {
        help.put(said.group(1), said.group(2));
      } else if (line.startsWith("# TYPE ")) {
        types.put(line.split(" ")[2], line.split(" ")[3]);
      } else if (!line.startsWith("#") && sample.matches()) {
        String family = sample.group(1).replaceAll("_(total|info)$", "");
        TreeSet<String> found = labels.computeIfAbsent(family, f -> new TreeSet<>());
        Matcher label = LABEL.matcher(sample.group(2) == null ? "" : sample.group(2));
        while (label.find()) {
          found.add("`" + label.group(1) + "`");
        }
      }
    }
    StringBuilder table =
        new StringBuilder("| metric | type | labels | tells |\n|---|---|---|---|\n");
    for (String name : new TreeSet<>(help.keySet())) {
      String full = name + SUFFIX.getOrDefault(types.get(name), "");
      String with = String.join(", ", labels.get(name));
      table.append("| `" + full + "` | " + types.get(name) + " | " + with + " | ");
      table.append(help.get(name)).append(" |\n");
    }
    assertTrue(help.size() > 20, "metrics found: " + help.keySet());
    Page.of("metrics.md").generated(table.toString());
  }

  private static String metrics() {
    try {
      return host.get("/metrics").body();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void thePageOfHealthChecksNamesEachOfTheHostsChecks() throws Exception {
    Set<String> named = new TreeSet<>();
    Page.of("health.md").rows().forEach(cells -> named.add(cells.get(0).replace("`", "")));
    Set<String> there = new TreeSet<>(Set.of("surfaces:safe", "alive:ping"));
    JSON.readTree(host.get("/api/health").body())
        .get("checks")
        .fieldNames()
        .forEachRemaining(there::add);
    assertEquals(there, named);
  }

  /** Last but one, for projects are stopped by it. */
  @Test
  @Order(Integer.MAX_VALUE - 1)
  void everyCallOnThePageAboutHttpAnswersWithTheMembersThatItShows() throws Exception {
    Programs.need("curl");
    host.cli("install", ExtensionBundle.jar(host.scratch()).toString()).ok();
    Set<String> asked = new TreeSet<>();
    Matcher example = EXAMPLE.matcher(Page.of("http.md").text());
    while (example.find()) {
      String command = example.group(1);
      boolean endless = command.contains("/api/events");
      Programs.Said said =
          Programs.run(
              host.scratch(),
              Map.of(),
              List.of("sh", "-c", here(endless ? command + " --max-time 1" : command)));
      assertEquals(endless ? 28 : 0, said.status(), command + said.out());
      if (example.group(2) != null) {
        sameMembers(JSON.readTree(example.group(2)), JSON.readTree(said.out()), command);
      }
      String path = command.replaceAll(".*4560(/[^?' ]*).*", "$1");
      asked.add(
          (command.contains("-X POST") ? "POST " : "GET ")
              + path.replaceAll("/(projects|logs|incidents)/[^/]+", "/$1/{id}")
                  .replaceAll("/panels/[^/]+", "/panels/{id}")
                  .replaceAll("/backups/[^/]+/plan", "/backups/{id}/plan"));
    }
    Set<String> described = new TreeSet<>();
    Described.by(host).calls().forEach(call -> described.add(call.method() + " " + call.path()));
    assertEquals(described, asked);
  }

  private static String here(String command) {
    return command.replace("127.0.0.1:4560", "127.0.0.1:" + host.port());
  }

  /** Whether each member that is shown is there; of lists the first. */
  private static void sameMembers(JsonNode shown, JsonNode real, String where) {
    if (shown.isArray() && !shown.isEmpty()) {
      assertTrue(!real.isEmpty(), where + ": an empty list");
      sameMembers(shown.get(0), real.get(0), where + "[]");
    } else if (shown.isObject()) {
      for (Map.Entry<String, JsonNode> member : shown.properties()) {
        String name = where + " " + member.getKey();
        assertTrue(real.has(member.getKey()), "not in the answer: " + name + ": " + real);
        sameMembers(member.getValue(), real.get(member.getKey()), name);
      }
    }
  }

  @Test
  @Order(Integer.MAX_VALUE)
  void theSampleIsApplied() throws Exception {
    String sample = Page.of("projects.sample.json").file().toString();
    host.cli("apply", sample).ok();
    host.awaitState("sample-site", "RUNNING");
    assertEquals("STOPPED", host.project("sample-report", "desired"));
    assertEquals("8093", host.project("sample-site", "hostPort"));
  }
}
