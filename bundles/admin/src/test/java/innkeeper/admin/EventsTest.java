package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.log.Logs;
import innkeeper.api.supervisor.ProjectState;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The stream: nothing lost, nothing doubled, or a gap that says so. */
@Timeout(60)
class EventsTest {

  private final HttpClient http = HttpClient.newHttpClient();
  private final List<Listening> open = new ArrayList<>();
  private Inn inn;

  @BeforeEach
  void start() throws Exception {
    inn = new Inn(0);
    inn.supervisor.put(FakeSupervisor.status("c1", "demo", ProjectState.RUNNING, ""));
  }

  @AfterEach
  void stop() throws Exception {
    for (Listening one : open) {
      one.close();
    }
    inn.close();
  }

  private Listening listen(String query, String lastId) throws Exception {
    Listening one = new Listening(http, inn.url() + "/api/events" + query, lastId);
    open.add(one);
    return one;
  }

  private static List<String> texts(JsonNode lines) {
    List<String> all = new ArrayList<>();
    lines.forEach(l -> all.add(l.asText()));
    return all;
  }

  private static List<String> collect(Listening from, int count) throws Exception {
    List<String> all = new ArrayList<>();
    while (all.size() < count) {
      all.addAll(texts(from.next("log").data().get("lines")));
    }
    return all;
  }

  @Test
  void aNewReaderGetsHelloThenASnapshotThenEvents() throws Exception {
    Listening reader = listen("", "");
    assertEquals("0.1.0", reader.next("hello").data().get("version").asText());
    JsonNode all = reader.next("snapshot").data();
    assertEquals("c1", all.get("projects").get(0).get("channelId").asText());
    assertFalse(all.get("resync").asBoolean());
    inn.supervisor.put("c1", ProjectState.STOPPING);
    assertEquals("STOPPING", reader.next("project").data().get("state").asText());
    inn.audit.append(AuditDraft.ok("project.stop", Actor.HOST, ""));
    assertEquals(1, reader.next("audit").data().get("seq").asInt());
    inn.site().hub().progress("started", 0, "b");
    assertEquals("started", reader.next("backup").data().get("phase").asText());
  }

  @Test
  void countersAndHealthAreSentRegularly() throws Exception {
    Listening reader = listen("", "");
    List<String> seen = new ArrayList<>();
    reader.next(
        e -> {
          seen.add(e.type());
          return seen.containsAll(List.of("metrics", "health"));
        });
  }

  @Test
  void pollingStopsWithoutStreamsAndBeginsAgain() throws Exception {
    // The mark of the project's start is saved a moment later.
    while (inn.waiting() > 0) {
      Thread.sleep(5);
    }
    Listening first = listen("", "");
    first.next("metrics");
    while (inn.waiting() == 0) {
      Thread.sleep(5);
    }
    first.close();
    while (inn.waiting() > 0) {
      Thread.sleep(5);
      // Only a write tells the server that the reader has gone.
      inn.audit.append(AuditDraft.ok("a.b", Actor.HOST, ""));
    }
    listen("", "").next("metrics");
  }

  @Test
  void aReconnectingReaderGetsExactlyTheMissedEvents() throws Exception {
    Listening first = listen("", "");
    first.next("snapshot");
    inn.supervisor.put("c1", ProjectState.STOPPING);
    first.next("project");
    first.close();
    inn.supervisor.put("c1", ProjectState.STOPPED);
    inn.audit.append(AuditDraft.ok("a.b", Actor.HOST, ""));
    inn.supervisor.put("c1", ProjectState.STARTING);
    Listening again = listen("", first.lastId);
    List<String> seen = new ArrayList<>();
    again.next(
        e -> {
          if (e.type().equals("project")) {
            seen.add(e.data().get("state").asText());
          } else if (List.of("audit", "snapshot", "gap").contains(e.type())) {
            seen.add(e.type());
          }
          return seen.contains("STARTING");
        });
    assertEquals(List.of("STOPPED", "audit", "STARTING"), seen);
  }

  @Test
  void reconnectsLoseAndDoubleNoLineOfALog() throws Exception {
    inn.logs.line("demo", "0", "1", "2");
    List<String> all = new ArrayList<>();
    Listening reader = listen("?log=c1&lines=2", "");
    Listening.Event tail = reader.next("log");
    assertTrue(tail.data().get("reset").asBoolean());
    assertEquals(List.of("1", "2"), texts(tail.data().get("lines")));
    all.addAll(texts(tail.data().get("lines")));
    for (int i = 3; i < 60; i++) {
      inn.logs.line("demo", String.valueOf(i));
      if (i % 10 == 0) {
        all.addAll(collect(reader, 1));
        reader.close();
        reader = listen("?log=c1", reader.lastId);
      }
    }
    all.addAll(collect(reader, 59 - all.size()));
    List<String> wanted = new ArrayList<>();
    for (int i = 1; i < 60; i++) {
      wanted.add(String.valueOf(i));
    }
    assertEquals(wanted, all);
  }

  @Test
  void aSwapOfAdminLosesNoLineAndNoAuditEntry() throws Exception {
    inn.logs.line("demo", "0");
    Listening before = listen("?log=c1", "");
    assertEquals(List.of("0"), collect(before, 1));
    inn.audit.append(AuditDraft.ok("a.one", Actor.HOST, ""));
    before.next("audit");
    inn.swap();
    assertEquals("update", before.next("bye").data().get("reason").asText());
    before.awaitEnd();
    inn.logs.line("demo", "1");
    inn.audit.append(AuditDraft.ok("a.two", Actor.HOST, ""));
    Listening after = listen("?log=c1", before.lastId);
    assertTrue(after.next("snapshot").data().get("resync").asBoolean());
    assertEquals(2, after.next("audit").data().get("seq").asInt());
    JsonNode log = after.next("log").data();
    assertEquals(List.of("1"), texts(log.get("lines")));
    assertFalse(log.has("reset"));
  }

  @Test
  void eachOfSeveralLogsContinuesAtItsPosition() throws Exception {
    inn.supervisor.put(FakeSupervisor.status("c2", "api", ProjectState.RUNNING, ""));
    inn.logs.line("demo", "d0");
    inn.logs.line("api", "a0");
    Listening reader = listen("?log=c1,api", "");
    assertEquals(Set.of("d0", "a0"), Set.copyOf(collect(reader, 2)));
    inn.logs.line("demo", "d1");
    assertEquals(List.of("d1"), collect(reader, 1));
    reader.close();
    inn.logs.line("api", "a1");
    inn.logs.line("demo", "d2");
    Listening back = listen("?log=c1,api", reader.lastId);
    assertEquals(Set.of("d2", "a1"), Set.copyOf(collect(back, 2)));
    back.close();
    // Another log than it followed begins anew.
    inn.logs.line("main", "m0");
    assertEquals(List.of("m0"), collect(listen("?log=main", back.lastId), 1));
  }

  @Test
  void moreThanEightLogsOnAStreamAreRefused() throws Exception {
    StringBuilder ids = new StringBuilder("main");
    for (int i = 10; i < 18; i++) {
      inn.supervisor.put(FakeSupervisor.status("c" + i, "p" + i, ProjectState.STOPPED, ""));
      ids.append(",c").append(i);
    }
    assertEquals(400, listen("?log=" + ids, "").status);
  }

  @Test
  void anIncidentIsSentAndResumed() throws Exception {
    Listening reader = listen("", "");
    reader.next("snapshot");
    inn.site().hub().changed(FakePast.incidentOf(7));
    assertEquals(7, reader.next("incident").data().get("id").asInt());
    reader.close();
    inn.site().hub().changed(FakePast.incidentOf(8));
    assertEquals(8, listen("", reader.lastId).next("incident").data().get("id").asInt());
  }

  @Test
  void aSwapOfLoggingLosesNoLineOfALog() throws Exception {
    inn.logs.line("demo", "0");
    Listening reader = listen("?log=c1", "");
    assertEquals(List.of("0"), collect(reader, 1));
    ThreadedLogs next = new ThreadedLogs(inn.logs);
    inn.services = inn.without(Logs.class);
    inn.logs.line("demo", "1");
    inn.services = inn.with(Logs.class, next);
    next.line("demo", "2");
    assertEquals(List.of("1", "2"), collect(reader, 2));
    next.line("demo", "3");
    assertEquals(List.of("3"), collect(reader, 1));
  }

  @Test
  void aSeventeenthStreamIsRefusedUntilAnotherEnds() throws Exception {
    for (int i = 0; i < 16; i++) {
      assertEquals(200, listen("", "").status);
    }
    assertEquals(503, listen("", "").status);
    open.get(0).close();
    // Its going is noticed with the next event that cannot be written.
    int status = 503;
    for (int i = 0; i < 200 && status == 503; i++) {
      inn.supervisor.put("c1", i % 2 == 0 ? ProjectState.STOPPED : ProjectState.RUNNING);
      status = listen("", "").status;
      Thread.sleep(20);
    }
    assertEquals(200, status);
  }

  @Test
  void aSlowReaderGetsAGapAndDelaysNoOtherReader() throws Exception {
    URI url = URI.create(inn.url());
    try (Socket stuck = new Socket()) {
      stuck.setReceiveBufferSize(4096);
      stuck.connect(new java.net.InetSocketAddress(url.getHost(), url.getPort()));
      stuck
          .getOutputStream()
          .write(
              "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      assertTrue(stuck.getInputStream().read() > 0);
      Listening quick = listen("", "");
      quick.next("snapshot");
      String reason = "x".repeat(8000);
      int many = 2000;
      for (int i = 0; i < many; i++) {
        inn.supervisor.put(FakeSupervisor.status("c1", "demo", ProjectState.RUNNING, i + reason));
      }
      int last = many - 1;
      // A burst like that may be too much for the quick one too; then a snapshot brings the same.
      quick.next(e -> e.data().toString().contains("\"" + last + "x"));
      // Now it reads again, and is told.
      StringBuilder all = new StringBuilder();
      byte[] buffer = new byte[65536];
      while (all.indexOf("event: gap") < 0 || all.indexOf("\"resync\":true") < 0) {
        int n = stuck.getInputStream().read(buffer);
        assertTrue(n > 0);
        all.append(new String(buffer, 0, n, StandardCharsets.UTF_8));
        inn.audit.append(AuditDraft.ok("a.b", Actor.HOST, ""));
      }
    }
  }
}
