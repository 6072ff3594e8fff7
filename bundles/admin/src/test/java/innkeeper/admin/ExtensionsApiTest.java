package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.action.ActionRun.State;
import innkeeper.api.audit.Actor;
import innkeeper.api.panel.Panel;
import innkeeper.api.panel.PanelContent;
import innkeeper.api.panel.PanelContent.Point;
import innkeeper.api.panel.PanelContent.Series;
import innkeeper.api.panel.PanelContent.Table;
import innkeeper.api.panel.Panels;
import innkeeper.api.supervisor.ProjectState;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Actions and panels of third parties over HTTP. */
class ExtensionsApiTest extends Wire {

  private static final String EVIL = "<script>alert(1)</script>";

  @BeforeEach
  void offer() {
    inn.extensions.offers.add(FakeExtensions.offer("clear-cache", "Clear the cache", false));
    inn.extensions.offers.add(FakeExtensions.offer("drop-queue", "Drop " + EVIL, true));
    inn.extensions.panels.add(
        new Panels.Entry("queue", "Queue " + EVIL, Panel.Scope.PROJECT, List.of()));
    inn.extensions.panels.add(new Panels.Entry("disks", "Disks", Panel.Scope.HOST, List.of()));
    inn.extensions.content =
        PanelContent.EMPTY
            .text("Text " + EVIL)
            .figure("waiting", 1234.5, EVIL)
            .figure("unknown", Double.NaN, "")
            .table(new Table(EVIL, List.of("a" + EVIL), List.of(List.of("cell" + EVIL))))
            .series(new Series("s" + EVIL, "bytes", List.of(new Point(FakeExtensions.THEN, 2048))));
  }

  @Test
  void anActionIsRunByPostOnlyAndItsOutcomeIsTheAnswer() throws Exception {
    inn.extensions.text = "12 files deleted";
    inn.extensions.end.complete(inn.extensions.run("clear-cache", State.DONE));
    HttpResponse<String> done = send("POST", "/api/projects/c1/actions?name=clear-cache");
    assertEquals(200, done.statusCode(), done.body());
    assertEquals("done", map(done).get("state"));
    assertEquals("12 files deleted", map(done).get("text"));
    assertEquals(Actor.Via.HTTP, inn.extensions.actors.get(0).via());
    assertEquals(200, get("/api/projects/c1/actions?name=clear-cache").statusCode());
    assertEquals(1, inn.extensions.actors.size(), "GET runs nothing");
  }

  @Test
  void aLongRunIsAnswered202WithoutAThread() throws Exception {
    HttpResponse<String> goesOn =
        send("POST", "/api/projects/demo/actions?name=clear-cache&wait=1");
    assertEquals(202, goesOn.statusCode(), goesOn.body());
    assertEquals("running", map(goesOn).get("state"));
    assertEquals(null, map(goesOn).get("to"));
  }

  @Test
  void anUnknownOrUnconfirmedActionIsAProblem() throws Exception {
    problem(send("POST", "/api/projects/c1/actions"), 400, "bad value");
    problem(send("POST", "/api/projects/c1/actions?name=x&confirm=yes"), 400, "bad value");
    problem(send("POST", "/api/projects/c1/actions?name=nope"), 404, "unknown action");
    problem(send("POST", "/api/projects/no/actions?name=clear-cache"), 404, "unknown project");
    problem(get("/api/projects/no/actions"), 404, "unknown project");
    HttpResponse<String> unconfirmed = send("POST", "/api/projects/c1/actions?name=drop-queue");
    problem(unconfirmed, 409, "action refused");
    assertTrue(unconfirmed.body().contains("confirm=true"), unconfirmed.body());
    assertEquals(List.of(), inn.extensions.actors);
    problem(get("/api/panels/nope"), 404, "unknown panel");
    problem(get("/api/panels/queue"), 404, "unknown panel");
    inn.services = ServiceSnapshot.EMPTY;
    problem(get("/api/panels"), 503, "surface away");
  }

  @Test
  void aPanelIsDataAndAnUnknownNumberIsNull() throws Exception {
    HttpResponse<String> list = get("/api/panels");
    assertTrue(
        list.body().contains("{\"name\":\"disks\",\"title\":\"Disks\",\"scope\":\"host\""),
        list.body());
    HttpResponse<String> answer = get("/api/panels/queue?project=c1");
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(
        answer
            .body()
            .contains(
                "\"problem\":null,\"cut\":true,\"content\":{\"text\":\"Text <script>alert(1)"),
        answer.body());
    assertTrue(
        answer.body().contains("{\"label\":\"unknown\",\"value\":null,\"unit\":null}"),
        answer.body());
    assertTrue(
        answer.body().contains("{\"at\":\"2026-11-22T03:12:00.000Z\",\"value\":2048.0}"),
        answer.body());
  }

  @Test
  void actionsAreFoundByAProjectsNameToo() throws Exception {
    inn.supervisor.put(FakeSupervisor.status("c9", "nine", ProjectState.RUNNING, ""));
    assertEquals(200, get("/api/projects/nine/actions").statusCode());
  }
}
