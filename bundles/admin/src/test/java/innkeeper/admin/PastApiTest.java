package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import innkeeper.api.history.Metric;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Figures and incidents over HTTP. */
class PastApiTest extends Wire {

  @Test
  void aFigureIsARowOfTimeMinimumMeanAndMaximum() throws Exception {
    HttpResponse<String> answer =
        get(
            "/api/history?projects=c1,api&metrics=cpu,rss&from=2026-11-22T03:00:00Z"
                + "&to=2026-11-22T04:00:00Z&step=60&host=true");
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals(
        "{\"series\":[{\"channelId\":\"c1\",\"step\":5,\"metrics\":"
            + "{\"cpu\":[[\"2026-11-22T03:12:00.000Z\",0.5,1.25,99.0]]}},"
            + "{\"channelId\":null,\"step\":5,\"metrics\":{\"cpu\":[]}}]}",
        answer.body());
    assertEquals(List.of("c1", "api"), inn.past.asked.projects());
    assertEquals(Set.of(Metric.CPU, Metric.RSS), inn.past.asked.metrics());
    assertEquals(Optional.of(Duration.ofMinutes(1)), inn.past.asked.step());
    assertEquals(Instant.parse("2026-11-22T03:00:00Z"), inn.past.asked.from());
    assertTrue(inn.past.asked.host());
  }

  @Test
  void withoutParametersTheLastHourOfAllIsRead() throws Exception {
    assertEquals(200, get("/api/history").statusCode());
    assertEquals(List.of(), inn.past.asked.projects());
    assertEquals(Set.of(), inn.past.asked.metrics());
    Duration span = Duration.between(inn.past.asked.from(), inn.past.asked.to());
    assertEquals(Duration.ofHours(1), span);
  }

  @Test
  void aTimeOfDayAsTheEndMeansToday() throws Exception {
    assertEquals(200, get("/api/history?to=00:00:00").statusCode());
    Instant now = Instant.now();
    Instant to = inn.past.asked.to();
    assertTrue(to.isAfter(now.minus(Duration.ofHours(25))) && !to.isAfter(now), "to " + to);
  }

  @Test
  void badValuesAreRefusedWithTheAllowedOnes() throws Exception {
    Map<String, String> bad =
        Map.of(
            "/api/history?from=whenever", "whenever",
            "/api/history?from=-1h&to=-2h", "is before the begin",
            "/api/history?metrics=heat", "cpu, rss, lines",
            "/api/history?step=7x", "5, 60 or 900",
            "/api/history?host=maybe", "true or false",
            "/api/history?projects=none", "unknown project",
            "/api/incidents?projects=none", "unknown project",
            "/api/incidents?open=perhaps", "true or false",
            "/api/incidents?limit=0", "1 to 1000",
            "/api/incidents?to=nie", "nie");
    for (Map.Entry<String, String> one : bad.entrySet()) {
      HttpResponse<String> answer = get(one.getKey());
      problem(answer, 400, "bad value");
      assertTrue(answer.body().contains(one.getValue()), answer.body());
    }
  }

  @Test
  void onlyIncidentsOfTheSpanAreListed() throws Exception {
    HttpResponse<String> answer = get("/api/incidents?projects=api&from=-2h&open=true&limit=3");
    assertEquals(200, answer.statusCode(), answer.body());
    JsonNode incident = json.readTree(answer.body()).get("incidents").get(0);
    assertEquals(7, incident.get("id").asInt());
    assertEquals("crash-loop", incident.get("kind").asText());
    assertTrue(incident.get("open").asBoolean());
    assertTrue(incident.get("to").isNull());
    assertTrue(incident.get("acknowledgedBy").isNull());
    assertEquals("KeyError: 'sku-31'", incident.get("ends").get(0).get("error").asText());
    assertTrue(incident.get("resources").get("rssBytes").isNull());
    assertEquals(Optional.of(true), inn.past.wanted.open());
    assertEquals(3, inn.past.wanted.limit());
  }

  @Test
  void aSilenceBeginsAndEndsByPostOnly() throws Exception {
    JsonNode first = json.readTree(get("/api/alarms").body());
    assertEquals("mail", first.get("channels").get(0).get("name").asText());
    assertEquals("status 503", first.get("channels").get(1).get("error").asText());
    assertEquals(0, first.get("silences").size());
    HttpResponse<String> begun = send("POST", "/api/silences?project=api&for=2h");
    assertEquals(200, begun.statusCode(), begun.body());
    assertEquals("c2", json.readTree(begun.body()).get("channelId").asText());
    assertEquals("http", inn.alarms.silences.get(0).by().via().word());
    assertEquals(200, send("POST", "/api/silences?project=*&for=1d").statusCode());
    assertEquals(2, json.readTree(get("/api/alarms").body()).get("silences").size());
    // Its project may have been removed meanwhile.
    assertTrue(send("POST", "/api/silences/end?project=c2").body().contains("\"changed\":true"));
    assertTrue(send("POST", "/api/silences/end?project=*").body().contains("\"changed\":true"));
    assertEquals(405, get("/api/silences").statusCode());
    problem(send("POST", "/api/silences?project=none&for=2h"), 404, "unknown project");
    problem(send("POST", "/api/silences?project=*&for=31d"), 400, "bad value");
    problem(send("POST", "/api/silences?project=*&for=soon"), 400, "bad value");
    problem(send("POST", "/api/silences?project=*"), 400, "bad value");
    problem(send("POST", "/api/silences?for=1h"), 400, "bad value");
  }

  @Test
  void anIncidentIsAcknowledgedAndSnoozedByPostOnly() throws Exception {
    HttpResponse<String> done = send("POST", "/api/incidents/7/acknowledge");
    assertEquals(200, done.statusCode(), done.body());
    assertEquals("http", inn.past.actor.orElseThrow().via().word());
    assertEquals(200, send("POST", "/api/incidents/7/snooze?for=2h").statusCode());
    assertEquals(Optional.of(Duration.ofHours(2)), inn.past.snoozed);
    assertEquals(405, get("/api/incidents/7/acknowledge").statusCode());
    problem(send("POST", "/api/incidents/8/acknowledge"), 404, "unknown incident");
    problem(send("POST", "/api/incidents/seven/acknowledge"), 404, "unknown incident");
    problem(send("POST", "/api/incidents/7/snooze"), 400, "bad value");
    HttpResponse<String> span = send("POST", "/api/incidents/7/snooze?for=soon");
    problem(span, 400, "bad value");
    assertTrue(span.body().contains("such as 2h"), span.body());
  }
}
