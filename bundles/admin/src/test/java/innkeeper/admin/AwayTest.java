package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.log.Logs;
import innkeeper.api.supervisor.Supervisor;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Surfaces that are away. */
class AwayTest extends Wire {

  @Test
  void logsAreReadableWhileTheSupervisorIsAway() throws Exception {
    inn.logs.line("demo", "one");
    inn.services = inn.without(Supervisor.class);
    assertEquals(200, get("/api/logs/demo").statusCode());
    HttpResponse<String> away = get("/api/projects");
    problem(away, 503, "surface away");
    assertTrue(away.headers().firstValue("Retry-After").isPresent());
  }

  @Test
  void aRequestWaitsForASurfaceThatIsBeingReplaced() throws Exception {
    ServiceSnapshot whole = inn.services;
    inn.services = ServiceSnapshot.EMPTY;
    CompletableFuture<HttpResponse<String>> asked =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return get("/api/projects");
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    assertThrows(TimeoutException.class, () -> asked.get(100, TimeUnit.MILLISECONDS));
    inn.services = whole;
    assertEquals(200, asked.get(30, TimeUnit.SECONDS).statusCode());
  }

  @Test
  void eachMissingBundleIsAnswered503() throws Exception {
    inn.services = ServiceSnapshot.EMPTY;
    for (String path :
        List.of(
            "/api/projects",
            "/api/health",
            "/api/logs/main",
            "/api/audit",
            "/api/backups",
            "/api/surfaces",
            "/api/history",
            "/api/incidents",
            "/api/rotation")) {
      HttpResponse<String> answer = get(path);
      problem(answer, 503, "surface away");
      assertTrue(answer.headers().firstValue("Retry-After").isPresent(), path);
    }
    assertEquals(200, get("/").statusCode());
    assertEquals(200, get("/metrics").statusCode());
    problem(send("POST", "/api/backups"), 503, "surface away");
  }

  /** An empty list is only ever an empty list. */
  @Test
  void unreadableProjectsAreAnErrorAndNoEmptyList() throws Exception {
    inn.supervisor.unread = true;
    HttpResponse<String> answer = get("/api/projects");
    problem(answer, 503, "database unavailable");
    assertTrue(answer.body().contains("malformed"), answer.body());
    String page = get("/").body();
    assertTrue(page.contains("cannot be read from bot.db"), page);
    assertFalse(page.contains("No project yet"), page);
  }

  @Test
  void thePlainStatusNamesTheMissingBundle() throws Exception {
    ServiceSnapshot whole = inn.services;
    inn.services = inn.without(Logs.class);
    String page = get("/?p=c1").body();
    assertTrue(page.contains("The log is not available just now"), page);
    assertTrue(page.contains("RUNNING"), page);
    inn.services = whole;
    inn.services = inn.without(Supervisor.class);
    for (String path : List.of("/", "/?p=c1")) {
      assertTrue(get(path).body().contains("The projects are not available just now"), path);
    }
  }
}
