package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.audit.Actor;
import innkeeper.api.supervisor.ProjectState;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Start, stop, restart: what is waited for, and how. */
class ActionsApiTest extends Wire {

  @Test
  void anActionThatIsReachedAnswers200() throws Exception {
    HttpResponse<String> answer = send("POST", "/api/projects/c2/start");
    assertEquals(200, answer.statusCode());
    assertEquals(
        Map.of(
            "ok", true,
            "action", "start",
            "channelId", "c2",
            "changed", true,
            "state", "RUNNING",
            "desired", "RUNNING"),
        map(answer));
    assertEquals(false, map(send("POST", "/api/projects/c2/start")).get("changed"));
  }

  @Test
  void anActionThatIsNotReachedInTimeAnswers202() throws Exception {
    inn.supervisor.prompt = false;
    HttpResponse<String> answer = send("POST", "/api/projects/c2/start?wait=0");
    assertEquals(202, answer.statusCode());
    assertEquals("STARTING", map(answer).get("state"));
    HttpResponse<String> later = send("POST", "/api/projects/c2/restart?wait=1");
    assertEquals(202, later.statusCode());
  }

  @Test
  void anActionIsWaitedForWithoutHoldingAThread() throws Exception {
    inn.supervisor.prompt = false;
    var waiting =
        java.util.stream.IntStream.range(0, 60)
            .mapToObj(
                i -> {
                  inn.supervisor.put(
                      FakeSupervisor.status("w" + i, "w" + i, ProjectState.STOPPED, ""));
                  return http.sendAsync(
                      HttpRequest.newBuilder(
                              URI.create(inn.url() + "/api/projects/w" + i + "/start?wait=30"))
                          .POST(BodyPublishers.noBody())
                          .build(),
                      BodyHandlers.ofString());
                })
            .toList();
    while (inn.supervisor.unsettled.size() < 60) {
      Thread.onSpinWait();
    }
    // More wait than Jetty has threads, and it still answers.
    assertEquals(200, get("/api/health").statusCode());
    for (int i = 0; i < 60; i++) {
      inn.supervisor.settle("w" + i, ProjectState.RUNNING);
    }
    for (var answer : waiting) {
      assertEquals(200, answer.get().statusCode());
    }
  }

  @Test
  void waitingRequestsAreAnsweredWhenTheSurfaceStops() throws Exception {
    inn.supervisor.prompt = false;
    var waiting =
        http.sendAsync(
            HttpRequest.newBuilder(URI.create(inn.url() + "/api/projects/c2/start?wait=60"))
                .POST(BodyPublishers.noBody())
                .build(),
            BodyHandlers.ofString());
    while (inn.supervisor.unsettled.isEmpty()) {
      Thread.onSpinWait();
    }
    inn.swap();
    assertEquals(202, waiting.get().statusCode());
  }

  @Test
  void anActionOnAnUnknownStateIsAConflict() throws Exception {
    inn.supervisor.put(FakeSupervisor.status("c3", "lost", ProjectState.UNKNOWN, ""));
    problem(send("POST", "/api/projects/c3/stop"), 409, "state conflict");
    problem(send("POST", "/api/projects/nope/stop"), 404, "unknown project");
  }

  @Test
  void theActorOfARequestIsFound() throws Exception {
    send("POST", "/api/projects/c2/start");
    Actor actor = inn.supervisor.actors.get(0);
    assertEquals(Actor.Via.HTTP, actor.via());
    assertEquals(
        String.valueOf(
            java.nio.file.Files.getAttribute(java.nio.file.Path.of("/proc/self"), "unix:uid")),
        actor.uid());
    assertEquals("java", actor.program());
  }
}
