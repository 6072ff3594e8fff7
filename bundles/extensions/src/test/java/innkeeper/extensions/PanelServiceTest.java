package innkeeper.extensions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.panel.Panel;
import innkeeper.api.panel.PanelContent;
import innkeeper.api.panel.PanelContent.Point;
import innkeeper.api.panel.PanelContent.Series;
import innkeeper.api.panel.PanelContent.Table;
import innkeeper.api.panel.PanelReading;
import innkeeper.api.panel.Panels.UnknownPanelException;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PanelServiceTest {

  private final TestHost host = new TestHost();
  private PanelService service =
      new PanelService(host.supervisor, Duration.ofSeconds(30), host.clock);
  private final CountDownLatch letGo = new CountDownLatch(1);

  @AfterEach
  void close() {
    letGo.countDown();
    service.close();
  }

  /** A panel that shows what a test says. */
  private record TestPanel(String name, Scope scope, Callable<PanelContent> shows)
      implements Panel {

    @Override
    public String title() {
      return "Queue of hunter2";
    }

    @Override
    public PanelContent content(String channelId) throws Exception {
      return shows.call();
    }
  }

  private void shows(Callable<PanelContent> content) {
    service.add(new TestPanel("queue", Panel.Scope.PROJECT, content));
  }

  private PanelReading read() throws Exception {
    return service.read("queue", "web").get(40, TimeUnit.SECONDS);
  }

  private PanelContent hang() {
    boolean on = true;
    while (on) {
      try {
        letGo.await();
        on = false;
      } catch (InterruptedException e) {
        on = true;
      }
    }
    return PanelContent.EMPTY;
  }

  @Test
  void allThatIsShownIsRedacted() throws Exception {
    shows(
        () ->
            PanelContent.EMPTY
                .text("of hunter2")
                .figure("hunter2", 17, "hunter2")
                .table(new Table("hunter2", List.of("hunter2"), List.of(List.of("a hunter2 b"))))
                .series(
                    new Series(
                        "hunter2",
                        "hunter2",
                        List.of(new Point(TestHost.NOW, 1), new Point(TestHost.NOW, Double.NaN)))));
    PanelReading reading = read();
    assertEquals("", reading.problem());
    assertEquals("Queue of [REDACTED]", reading.title());
    assertEquals("Queue of [REDACTED]", service.entries().get(0).title());
    assertEquals(List.of(List.of("a [REDACTED] b")), reading.content().tables().get(0).rows());
    assertEquals(1, reading.content().series().get(0).points().size(), "a gap is no number");
    String all = reading.toMap().toString();
    assertTrue(!all.contains("hunter2"), all);
    assertTrue(!reading.cut());
  }

  @Test
  void aHugePanelIsCutAndSaysSo() throws Exception {
    List<String> row = Collections.nCopies(40, "x".repeat(500));
    Table huge = new Table("", Collections.nCopies(40, "c"), Collections.nCopies(5000, row));
    List<Point> points =
        IntStream.range(0, 5000).mapToObj(i -> new Point(TestHost.NOW.plusSeconds(i), i)).toList();
    shows(
        () -> {
          PanelContent all = PanelContent.EMPTY;
          for (int i = 0; i < 50; i++) {
            all = all.figure("f" + i, i, "").table(huge).series(new Series("s", "", points));
          }
          return all;
        });
    PanelReading reading = read();
    assertTrue(reading.cut());
    assertEquals(PanelContent.MOST_FIGURES, reading.content().figures().size());
    assertEquals(PanelContent.MOST_TABLES, reading.content().tables().size());
    assertEquals(PanelContent.MOST_SERIES, reading.content().series().size());
    List<Point> kept = reading.content().series().get(0).points();
    assertEquals(PanelContent.MOST_POINTS, kept.size());
    assertEquals(4999, kept.get(kept.size() - 1).value(), "the last ones are kept");
    assertTrue(reading.content().tables().get(0).columns().size() <= PanelContent.MOST_COLUMNS);
    long characters =
        reading.content().tables().stream()
            .flatMap(t -> t.rows().stream())
            .flatMap(List::stream)
            .mapToLong(String::length)
            .sum();
    assertTrue(characters <= PanelContent.MOST_CHARACTERS, characters + " characters");
  }

  @Test
  void aTextIsCutOnlyAfterItWasRedacted() throws Exception {
    String filler = "x".repeat(196);
    shows(
        () ->
            PanelContent.EMPTY
                .figure(filler + "hunter2", 1, "")
                .figure("y".repeat(ForeignText.MOST_READ) + "hunter2", 1, ""));
    PanelReading reading = read();
    assertEquals(filler + "[RE…", reading.content().figures().get(0).label());
    assertEquals("…", reading.content().figures().get(1).label());
    assertTrue(reading.cut());
  }

  @Test
  void aPanelThatThrowsSaysWhyAndIsAskedAgain() throws Exception {
    boolean[] fails = {true};
    shows(
        () -> {
          if (fails[0]) {
            throw new NoClassDefFoundError("hunter2/Missing");
          }
          return PanelContent.EMPTY.text("well");
        });
    assertEquals("The panel failed: NoClassDefFoundError: [REDACTED]/Missing", read().problem());
    fails[0] = false;
    assertEquals("well", read().content().text());
  }

  @Test
  void aPanelWithoutContentSaysSo() throws Exception {
    shows(() -> null);
    assertEquals("The panel failed: NullPointerException: content is null", read().problem());
  }

  @Test
  void aSlowPanelIsCutOffAndNotAskedAgainUntilItReturns() throws Exception {
    service.close();
    service = new PanelService(host.supervisor, Duration.ofSeconds(2), host.clock);
    int[] asked = {0};
    shows(
        () -> {
          asked[0]++;
          return hang();
        });
    assertEquals("The panel gave no answer within 2.0 s.", read().problem());
    assertEquals(
        "The panel was asked at 2026-11-22T03:12:00.000Z and has not answered since.",
        read().problem());
    assertEquals(1, asked[0]);
    assertEquals(
        "The panel gave no answer within 2.0 s.",
        service.read("queue", "worker").get(30, TimeUnit.SECONDS).problem());
  }

  @Test
  void concurrentCallersShareOneAnswer() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    shows(
        () -> {
          asked.countDown();
          letGo.await();
          return PanelContent.EMPTY.text("once");
        });
    CompletableFuture<PanelReading> first = service.read("queue", "web");
    assertTrue(asked.await(30, TimeUnit.SECONDS));
    CompletableFuture<PanelReading> second = service.read("queue", "web");
    assertSame(first, second);
    letGo.countDown();
    assertEquals("once", first.get(30, TimeUnit.SECONDS).content().text());
  }

  @Test
  void aPanelBelongsToTheHostOrAProjectAndUnknownOnesAreNamed() throws Exception {
    service.add(new TestPanel("disks", Panel.Scope.HOST, () -> PanelContent.EMPTY.text("two")));
    shows(() -> PanelContent.EMPTY);
    assertEquals("two", service.read("disks", "").get(30, TimeUnit.SECONDS).content().text());
    assertEquals(
        "web has no panel \"disks\"; there are: queue",
        assertThrows(UnknownPanelException.class, () -> service.read("disks", "web")).getMessage());
    assertEquals(
        "the host has no panel \"queue\"; there are: disks",
        assertThrows(UnknownPanelException.class, () -> service.read("queue", "")).getMessage());
    assertThrows(UnknownProjectException.class, () -> service.read("queue", "nobody"));
  }

  @Test
  void aPanelWhoseBundleGoesWhileItIsAskedAnswersThat() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    TestPanel panel =
        new TestPanel(
            "queue",
            Panel.Scope.PROJECT,
            () -> {
              asked.countDown();
              return hang();
            });
    service.add(panel);
    CompletableFuture<PanelReading> answer = service.read("queue", "web");
    assertTrue(asked.await(30, TimeUnit.SECONDS));
    service.remove(panel);
    assertEquals("The panel's bundle has gone.", answer.get(30, TimeUnit.SECONDS).problem());
    assertThrows(UnknownPanelException.class, () -> service.read("queue", "web"));
  }
}
