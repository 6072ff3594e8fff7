package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The alert rules of the release, judged by promtool. */
class AlertRulesIT {

  private static final Path RULES = HostProcess.HOME.resolve("service/prometheus-rules.yml");

  @TempDir private Path dir;

  @Test
  void eachAlertFiresWhenItShouldAndOnlyThen() throws Exception {
    Programs.need("promtool");
    Files.copy(RULES, dir.resolve("prometheus-rules.yml"));
    Path tests = dir.resolve("prometheus-rules-test.yml");
    try (InputStream in = AlertRulesIT.class.getResourceAsStream("prometheus-rules-test.yml")) {
      Files.copy(in, tests);
    }
    Programs.run(dir, Map.of(), List.of("promtool", "check", "rules", RULES.toString())).ok();
    Programs.run(dir, Map.of(), List.of("promtool", "test", "rules", tests.toString())).ok();
    String tested = Files.readString(tests);
    Set<String> alerts = found("alert: (\\w+)", Files.readString(RULES));
    assertTrue(alerts.size() > 10, alerts.toString());
    assertEquals(alerts, found("alertname: (\\w+)\\s+exp_alerts: \\[]", tested), "stays silent");
    assertEquals(alerts, found("alertname: (\\w+)\\s+exp_alerts:\\s+-", tested), "fires");
  }

  /** Every metric that a rule asks for is one that the host tells. */
  @Test
  void theRulesAskForWhatTheHostTells() throws Exception {
    Set<String> asked = found("(innkeeper_[a-z_]+[a-z])", Files.readString(RULES));
    try (HostProcess host = HostProcess.running()) {
      host.cli("add", "c1", "--", "/bin/sleep", "600").ok();
      host.cli("add", "c2", "--no-wait", "--", "/bin/false").ok();
      host.cli("backup").ok();
      HostProcess.await("an incident lasts", () -> metrics(host).contains("_incidents_lasting{"));
      HostProcess.await("it has a log", () -> metrics(host).contains("innkeeper_log_dropped"));
      String told = metrics(host);
      asked.forEach(name -> assertTrue(told.contains(name), name));
    }
  }

  private static Set<String> found(String pattern, String text) {
    Set<String> found = new TreeSet<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  private static String metrics(HostProcess host) {
    try {
      return host.get("/metrics").body();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
