package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.supervisor.ProjectState;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Project records. */
class ProjectsApiTest extends Wire {

  @Test
  void projectsAreAnArraySortedByName() throws Exception {
    HttpResponse<String> answer = get("/api/projects");
    assertEquals(200, answer.statusCode());
    List<?> all = json.readValue(answer.body(), List.class);
    assertEquals("api", ((Map<?, ?>) all.get(0)).get("name"));
    assertEquals("demo", ((Map<?, ?>) all.get(1)).get("name"));
    assertTrue(((Map<?, ?>) all.get(1)).containsKey("reason"), "absent members are null");
  }

  @Test
  void anETagIsAnsweredWith304UntilAProjectChanges() throws Exception {
    String tag = get("/api/projects").headers().firstValue("ETag").orElseThrow();
    assertTrue(tag.startsWith("W/\""));
    assertEquals(304, get("/api/projects", "If-None-Match", tag).statusCode());
    inn.supervisor.put("c1", ProjectState.BACKOFF);
    assertEquals(200, get("/api/projects", "If-None-Match", tag).statusCode());
  }

  @Test
  void theNextRequestSeesAChange() throws Exception {
    for (int i = 0; i < 20; i++) {
      ProjectState state = i % 2 == 0 ? ProjectState.FATAL : ProjectState.RUNNING;
      inn.supervisor.put("c1", state);
      assertTrue(get("/api/projects").body().contains("\"" + state + "\""));
    }
  }

  @Test
  void oneProjectIsFoundByIdAndByName() throws Exception {
    assertEquals("c1", map(get("/api/projects/c1")).get("channelId"));
    assertEquals("c1", map(get("/api/projects/demo")).get("channelId"));
    problem(get("/api/projects/nope"), 404, "unknown project");
  }
}
