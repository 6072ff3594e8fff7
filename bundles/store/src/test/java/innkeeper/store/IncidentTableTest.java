package innkeeper.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.store.IncidentStore;
import innkeeper.api.store.IncidentStore.StoredIncident;
import innkeeper.store.sqlite.Connections;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class IncidentTableTest {

  private static final Instant T = Instant.parse("2026-11-22T03:12:00Z");
  private static final Optional<Boolean> ANY = Optional.empty();

  @TempDir Path dir;
  private House house;

  @BeforeEach
  void move() throws Exception {
    house = new House(dir);
  }

  private static StoredIncident incident(long id, String channelId, long from, long to) {
    return new StoredIncident(
        id,
        channelId,
        T.plusSeconds(from),
        to < 0 ? Optional.empty() : Optional.of(T.plusSeconds(to)),
        "{\"n\":" + from + "}");
  }

  private static List<Long> ids(List<StoredIncident> found) {
    return found.stream().map(StoredIncident::id).toList();
  }

  @Test
  void storedIncidentsAreThereAfterARestart() throws Exception {
    try (Store store = house.open()) {
      assertEquals(
          List.of(1L, 2L),
          store.incidents().put(List.of(incident(0, "api", 0, 60), incident(0, "", 30, -1))));
      assertEquals(
          List.of(1L), store.incidents().put(List.of(incident(1, "api", 0, 90))), "in its place");
    }
    try (Store store = house.open()) {
      IncidentStore incidents = store.incidents();
      assertEquals(Optional.of(incident(1, "api", 0, 90)), incidents.incident(1));
      assertEquals(Optional.empty(), incidents.incident(7));
      assertEquals(
          List.of(2L, 1L), ids(incidents.find(List.of(), Instant.MIN, Instant.MAX, ANY, 10)));
    }
  }

  @Test
  void aQuerySelectsByProjectTimeAndState() throws Exception {
    try (Store store = house.open()) {
      IncidentStore incidents = store.incidents();
      incidents.put(
          List.of(
              incident(0, "api", 0, 60),
              incident(0, "web", 100, 200),
              incident(0, "api", 300, -1)));
      assertEquals(List.of(1L), at(incidents, 60), "its end belongs to it");
      assertEquals(List.of(), at(incidents, 61));
      assertEquals(List.of(2L), at(incidents, 100));
      assertEquals(List.of(3L), at(incidents, 86_400));
      assertEquals(List.of(3L, 1L), ids(incidents.find(List.of("api"), T, Instant.MAX, ANY, 9)));
      assertEquals(
          List.of(3L), ids(incidents.find(List.of(), T, Instant.MAX, Optional.of(true), 9)));
      assertEquals(
          List.of(2L, 1L), ids(incidents.find(List.of(), T, Instant.MAX, Optional.of(false), 9)));
      assertEquals(List.of(3L), ids(incidents.find(List.of(), T, Instant.MAX, ANY, 1)));
    }
  }

  private static List<Long> at(IncidentStore incidents, long second) {
    Instant at = T.plusSeconds(second);
    return ids(incidents.find(List.of(), at, at, ANY, 10));
  }

  @Test
  void pruningDeletesByAgeThenNumberThenSizeAndKeepsOpenIncidents() throws Exception {
    try (Store store = house.open()) {
      IncidentStore incidents = store.incidents();
      List<StoredIncident> all = new ArrayList<>(List.of(incident(0, "api", 0, -1)));
      for (int i = 1; i < 10; i++) {
        all.add(incident(0, "api", i * 100, i * 100 + 50));
      }
      incidents.put(all);
      assertEquals(2, incidents.prune(T.plusSeconds(300), 100, 1_000_000));
      assertEquals(2, incidents.prune(T, 5, 1_000_000));
      assertEquals(List.of(1L, 6L, 7L, 8L, 9L, 10L), sorted(incidents));
      assertEquals(3, incidents.prune(T, 100, 2 * "{\"n\":900}".length()));
      assertEquals(List.of(1L, 9L, 10L), sorted(incidents));
    }
  }

  @Test
  void theIdOfTheNewestIncidentIsNotUsedAgainAfterPruning() throws Exception {
    try (Store store = house.open()) {
      IncidentStore incidents = store.incidents();
      incidents.put(List.of(incident(0, "api", 0, 10), incident(0, "api", 20, 30)));
      assertEquals(1, incidents.prune(T.plusSeconds(3600), 0, 0));
      assertEquals(List.of(3L), incidents.put(List.of(incident(0, "api", 4000, -1))));
    }
  }

  private static List<Long> sorted(IncidentStore incidents) {
    return ids(incidents.find(List.of(), T, Instant.MAX, ANY, 100)).stream().sorted().toList();
  }

  @Test
  void aDatabaseOfTheReleaseBeforeGetsTheTable() throws Exception {
    house.filled(3);
    try (Connection connection = Connections.writer(house.layout.database());
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE incident");
    }
    try (Store store = house.open()) {
      assertEquals(List.of(1L), store.incidents().put(List.of(incident(0, "api", 0, 60))));
      assertTrue(store.audit().verify().whole());
    }
  }

  @Test
  void aQueryOfTenThousandIncidentsReturnsThoseOfItsTime() throws Exception {
    try (Store store = house.open()) {
      List<StoredIncident> all = new ArrayList<>();
      String body = "x".repeat(1500);
      for (int i = 0; i < 10_000; i++) {
        Instant from = T.plusSeconds(i * 60L);
        all.add(
            new StoredIncident(0, "p" + i % 100, from, Optional.of(from.plusSeconds(60)), body));
      }
      store.incidents().put(all);
      assertEquals(2, at(store.incidents(), 60 * 5000).size());
    }
  }
}
