package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.history.History;
import innkeeper.api.history.History.Point;
import innkeeper.api.history.Metric;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The host itself: audit, backups, health, metrics. */
class HostApiTest extends Wire {

  @Test
  void theAuditIsPagedBackwards() throws Exception {
    for (int i = 0; i < 5; i++) {
      inn.audit.append(AuditDraft.ok("a.b", Actor.HOST, "n" + i));
    }
    Map<?, ?> page = map(get("/api/audit?limit=2"));
    assertEquals(4, page.get("next"));
    assertEquals(4, ((Map<?, ?>) ((List<?>) page.get("entries")).get(0)).get("seq"));
    Map<?, ?> rest = map(get("/api/audit?limit=10&before=4"));
    assertEquals(null, rest.get("next"));
    assertEquals(3, ((List<?>) rest.get("entries")).size());
  }

  @Test
  void aBackupIsMadeOnceAtATime() throws Exception {
    assertEquals(202, send("POST", "/api/backups").statusCode());
    assertEquals(1, json.readValue(get("/api/backups").body(), List.class).size());
    inn.backups.busy = true;
    problem(send("POST", "/api/backups"), 409, "backup already running");
  }

  @Test
  void aFailingHostAnswers503WithItsReport() throws Exception {
    inn.host.status = HealthStatus.FAIL;
    HttpResponse<String> answer = get("/api/health");
    assertEquals(503, answer.statusCode());
    assertEquals("fail", map(answer).get("status"));
    inn.host.status = HealthStatus.WARN;
    assertEquals(200, get("/api/health").statusCode());
  }

  @Test
  void settingsHaveTheirSourceAndAreRedacted() throws Exception {
    inn.redactor.secrets.add("hunter2");
    inn.settings.values.put("BACKUP_HOOK", "rclone --password=hunter2");
    inn.settings.values.put("ADMIN_SOCKET", "/srv/box/page.sock");
    HttpResponse<String> answer = get("/api/settings");
    assertEquals(200, answer.statusCode());
    String body = answer.body();
    assertTrue(
        body.contains("{\"name\":\"LOG_MAX_FILES\",\"value\":\"20\",\"source\":\"environment\""),
        body);
    assertTrue(
        body.contains("{\"name\":\"LOG_LEVEL\",\"value\":\"info\",\"source\":\"default\""), body);
    assertTrue(body.contains("{\"name\":\"DATA_DIR\",\"value\":\"~/data\""), body);
    assertTrue(body.contains("{\"name\":\"ADMIN_SOCKET\",\"value\":\"…/page.sock\""), body);
    assertTrue(
        body.contains("{\"name\":\"BACKUP_HOOK\",\"value\":\"rclone --password=[REDACTED]\""),
        body);
  }

  @Test
  void metricsAreOpenMetrics() throws Exception {
    HttpResponse<String> answer = get("/metrics");
    assertEquals(200, answer.statusCode());
    assertTrue(
        answer
            .headers()
            .firstValue("Content-Type")
            .orElse("")
            .startsWith("application/openmetrics-text"));
    assertTrue(answer.body().contains("innkeeper_project_ready{channel_id=\"c1\"} 1.0\n"));
    assertTrue(answer.body().contains("innkeeper_project_flapping{channel_id=\"c1\"} 0.0\n"));
    assertTrue(answer.body().endsWith("# EOF\n"));
  }

  @Test
  void metricsAreInTheOlderFormatForTextPlain() throws Exception {
    HttpResponse<String> plain = get("/metrics", "Accept", "text/plain;version=0.0.4");
    assertEquals(
        "text/plain; version=0.0.4; charset=utf-8",
        plain.headers().firstValue("Content-Type").orElse(""));
    assertTrue(plain.body().contains("# TYPE innkeeper_project_state gauge\n"), plain.body());
    assertFalse(plain.body().contains("# EOF"));
    for (String accept :
        List.of(
            "*/*",
            "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3",
            "text/plain,application/openmetrics-text")) {
      assertTrue(get("/metrics", "Accept", accept).body().endsWith("# EOF\n"), accept);
    }
  }

  @Test
  void metricsHaveReleaseIncidentsAndHistory() throws Exception {
    Instant now = Instant.now();
    Duration fine = History.STEPS.get(0);
    inn.past.figures.add(
        new History.Series(
            "c1",
            fine,
            Map.of(
                Metric.RESTARTS, List.of(new Point(now, 3, 3, 3)),
                Metric.ERRORS, List.of(new Point(now.minusSeconds(20), 0.5, 0.5, 0.5)))));
    inn.past.figures.add(
        new History.Series(
            "",
            fine,
            Map.of(
                Metric.CPU,
                List.of(
                    new Point(now.minusSeconds(20), 2, 2, 2),
                    new Point(now.minusSeconds(10), 4, 4, 4)))));
    inn.past.incidents.add(FakePast.incidentOf(7));
    inn.past.incidents.add(FakePast.incidentOf(8, "", FakePast.THEN));
    inn.settings.values.put("HOST_LABEL", "box \"1\"");
    inn.settings.values.put("BACKUP_INTERVAL_HOURS", "0.5");
    String body = get("/metrics").body();
    for (String line :
        List.of(
            "innkeeper_build_info{host=\"box \\\"1\\\"\",java=\""
                + System.getProperty("java.version")
                + "\",version=\"0.1.0\"} 1\n",
            "innkeeper_incidents_lasting{channel_id=\"c1\",kind=\"crash-loop\"} 1.0\n",
            "innkeeper_incidents_lasting{channel_id=\"\",kind=\"crash-loop\"} 1.0\n",
            "innkeeper_project_restarts_day{channel_id=\"c1\"} 3.0\n",
            "innkeeper_project_errors_per_minute{channel_id=\"c1\"} 30.0\n",
            "innkeeper_host_cpu_percent 3.0\n",
            "innkeeper_backup_interval_seconds 1800.0\n")) {
      assertTrue(body.contains("\n" + line), line + " is not in " + body);
    }
    assertFalse(body.contains("innkeeper_host_rss_bytes"), "what was not sampled is absent");
  }

  @Test
  void aBackupHasARestorePlanAndAForecast() throws Exception {
    BackupManifest made = Fakes.BackupRoom.manifest(1, Instant.parse("2026-11-20T05:40:00Z"));
    inn.backups.all.add(made);
    JsonNode plan = json.readTree(get("/api/backups/" + made.name() + "/plan").body());
    assertEquals("[\"new\"]", plan.get("lost").toString());
    assertEquals(17, plan.get("newerEntries").asInt());
    assertEquals(2, plan.get("rows").get("project").get("then").asInt());
    assertEquals(
        made.name(), json.readTree(get("/api/backups/latest/plan").body()).get("backup").asText());
    problem(get("/api/backups/bot-none.db/plan"), 404, "unknown backup");
    JsonNode forecast = json.readTree(get("/api/backups/forecast").body()).get("backups");
    assertEquals("2026-11-21T05:40:00.000Z", forecast.get(0).get("at").asText());
  }
}
