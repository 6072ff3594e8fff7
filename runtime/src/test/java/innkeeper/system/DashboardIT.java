package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Grafana's dashboards: every query of every panel, asked of a real Prometheus over two hosts. */
class DashboardIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path SERVICE = HostProcess.HOME.resolve("service");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([a-z_]+)");
  private static final Pattern VALUES = Pattern.compile("label_values\\((.*), (\\w+)\\)");

  /** Exits three times while RUNNING, which makes it flap, then stays. */
  private static final String FLAPS =
      "n=$(cat flaps 2>/dev/null || echo 0); echo ERROR run $n; [ $n -ge 3 ] && exec sleep 600;"
          + " echo $((n+1)) >flaps; sleep 1.3; exit 1";

  private record Query(String panel, String expression) {}

  @Tag("nightly")
  @Test
  void everyQueryOfEveryPanelHasDataOverTwoHosts() throws Exception {
    Programs.need("prometheus");
    // A hook that fails makes a check warn.
    try (HostProcess one = new HostProcess().with("BACKUP_HOOK", "false");
        HostProcess two = new HostProcess().with("BACKUP_HOOK", "false")) {
      one.start();
      two.start();
      populate(one);
      populate(two);
      try (Prometheus prometheus =
          new Prometheus(one.scratch().resolve("prometheus"), config(one, two))) {
        for (Query query : queries("grafana-fleet.json")) {
          String asked = filled(query.expression(), Map.of("job", "innkeeper"));
          HostProcess.await(query.toString(), () -> !prometheus.query(asked).isEmpty());
        }
        for (String instance : List.of("one", "two")) {
          Map<String, String> values =
              Map.of("job", "innkeeper", "instance", instance, "project", ".*");
          for (Query query : queries("grafana-host.json")) {
            String asked = filled(query.expression(), values);
            HostProcess.await(query + " " + instance, () -> !prometheus.query(asked).isEmpty());
          }
        }
        fleetShowsBothHosts(prometheus);
        theVariablesHaveValues(prometheus);
      }
    }
  }

  private static void populate(HostProcess host) throws Exception {
    new Feed(host, "web").say("one", "two password=hunter2");
    Path place = Files.createDirectories(host.scratch().resolve("flaky"));
    host.cli("add", "flaky", "--no-wait", "--dir", place.toString(), "--", "sh", "-c", FLAPS).ok();
    host.cli("backup").ok();
  }

  private static String config(HostProcess one, HostProcess two) {
    return """
        global: {scrape_interval: 500ms, scrape_timeout: 500ms, evaluation_interval: 500ms}
        rule_files: [RULES]
        scrape_configs:
          - job_name: innkeeper
            static_configs:
              - {targets: ['127.0.0.1:ONE'], labels: {instance: one}}
              - {targets: ['127.0.0.1:TWO'], labels: {instance: two}}
        """
        .replace("RULES", SERVICE.resolve("prometheus-rules.yml").toString())
        .replace("ONE", String.valueOf(one.port()))
        .replace("TWO", String.valueOf(two.port()));
  }

  private static void fleetShowsBothHosts(Prometheus prometheus) throws IOException {
    int perHost = 0;
    for (Query query : queries("grafana-fleet.json")) {
      if (query.expression().contains("by (instance")) {
        perHost++;
        String asked = filled(query.expression(), Map.of("job", "innkeeper"));
        HostProcess.await(
            query + " of both hosts",
            () -> instances(prometheus.query(asked)).equals(Set.of("one", "two")));
      }
    }
    assertTrue(perHost > 10, "queries by instance: " + perHost);
    assertEquals(2, prometheus.query("ALERTS{alertname=\"InnkeeperProjectFlapping\"}").size());
  }

  private static Set<String> instances(List<Map<?, ?>> series) {
    Set<String> instances = new TreeSet<>();
    series.forEach(s -> instances.add(((Map<?, ?>) s.get("metric")).get("instance").toString()));
    return instances;
  }

  private static void theVariablesHaveValues(Prometheus prometheus) throws IOException {
    for (String file : List.of("grafana-fleet.json", "grafana-host.json")) {
      for (JsonNode variable : read(file).at("/templating/list")) {
        Matcher values = VALUES.matcher(variable.path("definition").asText());
        if (values.matches()) {
          String asked = filled(values.group(1), Map.of("job", "innkeeper", "instance", "two"));
          List<Map<?, ?>> series = prometheus.query(asked);
          assertFalse(series.isEmpty(), asked);
          series.forEach(
              s -> assertTrue(((Map<?, ?>) s.get("metric")).containsKey(values.group(2)), asked));
        }
      }
    }
  }

  /** A variable that is not defined stays as it is written, and its query finds nothing. */
  private static String filled(String expression, Map<String, String> values) {
    String filled = expression.replace("$__rate_interval", "10s");
    for (Map.Entry<String, String> one : values.entrySet()) {
      filled = filled.replace("$" + one.getKey(), one.getValue());
    }
    return filled;
  }

  @Test
  void panelsHaveTitlesPlacesOfTheirOwnAndOnlyVariablesThatAreDefined() throws Exception {
    for (String file : List.of("grafana-fleet.json", "grafana-host.json")) {
      JsonNode board = read(file);
      Set<String> variables = new TreeSet<>(Set.of("__rate_interval", "__value"));
      board.at("/templating/list").forEach(v -> variables.add(v.path("name").asText()));
      Matcher used = VARIABLE.matcher(board.toString());
      while (used.find()) {
        assertTrue(variables.contains(used.group(1)), file + ": $" + used.group(1));
      }
      Set<String> titles = new TreeSet<>();
      Set<String> cells = new TreeSet<>();
      for (JsonNode panel : board.path("panels")) {
        assertTrue(titles.add(panel.path("title").asText()), panel.path("title").asText());
        JsonNode at = panel.path("gridPos");
        assertTrue(at.path("x").asInt() + at.path("w").asInt() <= 24, panel.toString());
        for (int x = 0; x < at.path("w").asInt(); x++) {
          for (int y = 0; y < at.path("h").asInt(); y++) {
            String cell = (at.path("x").asInt() + x) + "," + (at.path("y").asInt() + y);
            assertTrue(cells.add(cell), panel.path("title") + " covers another at " + cell);
          }
        }
      }
    }
  }

  private static List<Query> queries(String file) throws IOException {
    List<Query> queries = new ArrayList<>();
    for (JsonNode panel : read(file).path("panels")) {
      for (JsonNode target : panel.path("targets")) {
        queries.add(new Query(panel.path("title").asText(), target.path("expr").asText()));
      }
    }
    assertTrue(queries.size() > 20, file + " has queries: " + queries.size());
    return queries;
  }

  private static JsonNode read(String file) throws IOException {
    return JSON.readTree(SERVICE.resolve(file).toFile());
  }
}
