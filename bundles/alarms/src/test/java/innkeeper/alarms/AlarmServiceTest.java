package innkeeper.alarms;

import static innkeeper.alarms.SampleIncidents.ANN;
import static innkeeper.alarms.SampleIncidents.NOW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmChannel;
import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.alarm.Alarms;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.alarm.Severity;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.incident.Incidents;
import innkeeper.api.log.CleanText;
import innkeeper.api.log.Redactor;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.settings.Settings;
import innkeeper.api.settings.SettingsTable;
import innkeeper.testkit.FakeClock;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AlarmServiceTest {

  @TempDir private Path dir;
  private final SampleIncidents past = new SampleIncidents();
  private final AwaitedService<Incidents> incidents =
      new AwaitedService<>(Incidents.class, "history");
  private final AwaitedService<AuditLog> audit = new AwaitedService<>(AuditLog.class, "store");
  private final AwaitedService<Redactor> redactor = new AwaitedService<>(Redactor.class, "logging");
  private final List<String> registered = new ArrayList<>();
  private final List<AuditDraft> acts = new ArrayList<>();
  private final Map<String, String> values = new HashMap<>();
  private final FakeClock clock = new FakeClock(NOW);
  private Channels channels;
  private AlarmService service;

  /** Takes all, or what is at least so severe. */
  private static final class Phone implements AlarmChannel {
    final BlockingQueue<Alarm> got = new LinkedBlockingQueue<>();
    final String name;
    final Severity least;
    volatile boolean away;

    Phone(String name, Severity least) {
      this.name = name;
      this.least = least;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public SendResult send(Alarm alarm) {
      if (away) {
        return SendResult.later("away");
      }
      got.add(alarm);
      return SendResult.delivered();
    }

    @Override
    public boolean wants(Alarm alarm) {
      return alarm.severity().compareTo(least) >= 0;
    }

    @Override
    public Collection<String> secrets() {
      return List.of("https://phone.example/s3cr3t");
    }

    Alarm next() throws InterruptedException {
      Alarm alarm = got.poll(20, TimeUnit.SECONDS);
      assertTrue(alarm != null, "nothing was told to " + name);
      return alarm;
    }
  }

  @BeforeEach
  void open() throws IOException {
    UnaryOperator<String> engine = text -> text.replace("hunter2", "[REDACTED]");
    System.getProperties().put(CleanText.FUNCTION, engine);
    SettingsTable.rows().forEach(row -> values.put(row.name(), row.fallback()));
    incidents.add(past);
    audit.add(
        (AuditLog)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {AuditLog.class},
                (p, method, args) -> {
                  AuditDraft draft = (AuditDraft) args[0];
                  acts.add(draft);
                  return new AuditEntry(1, clock.instant(), "", "", ANN, "", "", "", "");
                }));
    redactor.add(
        (Redactor)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Redactor.class},
                (p, method, args) -> {
                  ((Collection<?>) args[1]).forEach(value -> registered.add((String) value));
                  return List.of();
                }));
    start();
  }

  private Settings settings() {
    return (Settings)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Settings.class},
            (p, method, args) ->
                method.isDefault()
                    ? InvocationHandler.invokeDefault(p, method, args)
                    : values.get(args[0]));
  }

  private void start() throws IOException {
    channels = new Channels(redactor, clock, name -> service.gone(name));
    Settings settings = settings();
    service =
        new AlarmService(
            settings,
            incidents,
            audit,
            channels,
            new AlarmText(settings, id -> id),
            AlarmBook.read(dir.resolve("alarms/alarms.json")),
            clock);
  }

  @AfterEach
  void close() {
    channels.close();
  }

  /** What was delivered is written down on the channel's thread. */
  private void awaitTold(String channel, long count) throws InterruptedException {
    for (int i = 0; i < 2000; i++) {
      boolean there =
          service.channels().stream()
              .anyMatch(c -> c.name().equals(channel) && c.delivered() == count && idle(channel));
      if (there) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(5);
    }
    throw new AssertionError(service.channels().toString());
  }

  private boolean idle(String channel) {
    try {
      String book = Files.readString(dir.resolve("alarms/alarms.json"));
      return book.contains("\"" + channel + "\"");
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void aCrashLoopCausesOneAlarmAndOneRecoveryAlsoOverARestart() throws Exception {
    Phone phone = new Phone("phone", Severity.WARNING);
    channels.add(phone);
    past.put(SampleIncidents.open(7, IncidentKind.CRASH_LOOP));
    clock.set(NOW.plusSeconds(10));
    service.look();
    service.look();
    Alarm opened = phone.next();
    assertEquals("web: crash loop", opened.message().title());
    awaitTold("phone", 1);
    service.look();
    channels.close();
    start();
    Phone again = new Phone("phone", Severity.WARNING);
    channels.add(again);
    service.look();
    past.put(SampleIncidents.ended(7, IncidentKind.CRASH_LOOP, clock.instant()));
    clock.set(NOW.plusSeconds(70));
    service.look();
    service.look();
    Alarm closed = again.next();
    assertEquals("web: crash loop is over", closed.message().title());
    assertTrue(
        closed.message().text().startsWith("It lasted 10 s. It ended 4 times"),
        closed.message().text());
    awaitTold("phone", 1);
    service.look();
    assertEquals(0, phone.got.size() + again.got.size());
  }

  @Test
  void theLinkLeadsToTheProjectOnThePage() {
    values.put("PAGE_URL", "https://box1.example/");
    AlarmText text = new AlarmText(settings(), id -> id);
    Alarm alarm =
        text.of(SampleIncidents.open(7, IncidentKind.CRASH_LOOP), AlarmPhase.OPENED, 0, NOW);
    assertEquals("https://box1.example/?p=web", alarm.message().page().get().toString());
    assertEquals(
        "https://box1.example/", text.test("phone", NOW).message().page().get().toString());
  }

  @Test
  void aTextNamesItsCheckOnceAndTimesInTheZoneOfTheHost() {
    TimeZone zone = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("America/Bogota"));
    try {
      Alarm alarm =
          new AlarmText(settings(), id -> id)
              .of(
                  SampleIncidents.fault("disk:full: no space since 2026-11-29T12:20:21.359Z"),
                  AlarmPhase.OPENED,
                  0,
                  NOW);
      assertEquals("disk:full", alarm.message().title());
      assertEquals("no space since 2026-11-29T07:20:21.359-05:00", alarm.message().text());
      assertEquals(
          "disk:full: no space since 2026-11-29T12:20:21.359Z",
          alarm.subject().incident().get().cause());
    } finally {
      TimeZone.setDefault(zone);
    }
  }

  @Test
  void anAlarmHasTheBeginningOfACrashOrTheLastLines() {
    List<String> lines = IntStream.range(0, 20).mapToObj(i -> "line " + i).toList();
    AlarmText text = new AlarmText(settings(), id -> id);
    assertEquals(
        lines.subList(0, 10),
        text.of(SampleIncidents.crash("line 0", lines), AlarmPhase.OPENED, 0, NOW)
            .message()
            .lines());
    assertEquals(
        lines.subList(10, 20),
        text.of(SampleIncidents.crash("", lines), AlarmPhase.OPENED, 0, NOW).message().lines());
  }

  @Test
  void noAlarmHoldsASecret() throws Exception {
    Phone phone = new Phone("phone", Severity.WARNING);
    channels.add(phone);
    past.put(SampleIncidents.open(7, IncidentKind.CRASH_LOOP));
    clock.set(NOW.plusSeconds(10));
    service.look();
    Alarm alarm = phone.next();
    assertFalse(
        (alarm.message().title() + alarm.message().text() + alarm.message().lines())
            .contains("hunter2"),
        alarm.message().text());
    assertEquals(List.of("token [REDACTED]", "last"), alarm.message().lines());
    assertEquals(List.of("https://phone.example/s3cr3t"), registered);
  }

  @Test
  void theNextHostSendsAlarmsThatWaited() throws Exception {
    Phone phone = new Phone("phone", Severity.WARNING);
    phone.away = true;
    channels.add(phone);
    past.put(SampleIncidents.open(7, IncidentKind.CRASH_LOOP));
    clock.set(NOW.plusSeconds(10));
    service.look();
    channels.close();
    start();
    Phone back = new Phone("phone", Severity.WARNING);
    channels.add(back);
    service.look();
    assertEquals("web: crash loop", back.next().message().title());
  }

  @Test
  void anIncidentThatBecomesCriticalReachesChannelsForCriticalAlarms() throws Exception {
    Phone all = new Phone("all", Severity.WARNING);
    Phone critical = new Phone("critical", Severity.CRITICAL);
    channels.add(all);
    channels.add(critical);
    past.put(SampleIncidents.open(7, IncidentKind.CRASH));
    clock.set(NOW.plusSeconds(10));
    service.look();
    assertEquals("web: crash", all.next().message().title());
    awaitTold("all", 1);
    past.put(SampleIncidents.open(7, IncidentKind.CRASH_LOOP));
    service.look();
    assertEquals("web: crash loop", critical.next().message().title());
    awaitTold("critical", 1);
    service.look();
    assertEquals(0, all.got.size() + critical.got.size());
  }

  @Test
  void aSilenceOutlivesTheHostAndLastingIncidentsAreSentAfterwards() throws Exception {
    service.silence("web", Duration.ofHours(2), ANN);
    channels.close();
    start();
    Phone phone = new Phone("phone", Severity.WARNING);
    channels.add(phone);
    assertEquals(NOW.plusSeconds(7200), service.silences().get(0).until());
    past.put(SampleIncidents.open(7, IncidentKind.CRASH_LOOP));
    clock.set(NOW.plusSeconds(7199));
    service.look();
    assertEquals(0, service.channels().get(0).waiting() + phone.got.size());
    clock.set(NOW.plusSeconds(7200));
    service.look();
    assertEquals("web: crash loop", phone.next().message().title());
    assertEquals(List.of(), service.silences());
    assertEquals("alarm.silence", acts.get(0).action());
  }

  @Test
  void aSilenceOfAllSuppressesEverythingUntilItIsEnded() throws Exception {
    Phone phone = new Phone("phone", Severity.WARNING);
    channels.add(phone);
    service.silence(Alarms.ALL, Duration.ofHours(2), ANN);
    past.put(SampleIncidents.open(7, IncidentKind.FAULT));
    clock.set(NOW.plusSeconds(60));
    service.look();
    assertEquals(0, service.channels().get(0).waiting() + phone.got.size());
    assertTrue(service.endSilence(Alarms.ALL, ANN));
    assertFalse(service.endSilence(Alarms.ALL, ANN));
    service.look();
    phone.next();
  }

  @Test
  void aSilenceThatCannotBeWrittenIsRefused() throws Exception {
    Files.writeString(dir.resolve("alarms"), "in the way");
    assertThrows(
        innkeeper.api.store.StoreException.class,
        () -> service.silence("web", Duration.ofHours(2), ANN));
    assertEquals(List.of(), service.silences());
    assertThrows(
        IllegalArgumentException.class, () -> service.silence("web", Duration.ofDays(31), ANN));
  }

  @Test
  void aDamagedFileIsSetAsideAndLastingIncidentsAreSentAgain() throws Exception {
    Files.createDirectories(dir.resolve("alarms"));
    Files.writeString(dir.resolve("alarms/alarms.json"), "{\"seen\": 7, \"told\": [{");
    start();
    assertTrue(Files.exists(dir.resolve("alarms/alarms.json.damaged")));
    Phone phone = new Phone("phone", Severity.WARNING);
    channels.add(phone);
    past.put(SampleIncidents.open(7, IncidentKind.CRASH_LOOP));
    clock.set(NOW.plusSeconds(10));
    service.look();
    phone.next();
  }

  @Test
  void anOutageOfTheHostIsSentByTheNextHostOnly() throws Exception {
    past.put(SampleIncidents.ended(3, IncidentKind.HOST_OUTAGE, NOW));
    Phone phone = new Phone("phone", Severity.WARNING);
    channels.add(phone);
    service.look();
    channels.close();
    start();
    past.put(SampleIncidents.ended(4, IncidentKind.HOST_OUTAGE, NOW));
    Phone again = new Phone("phone", Severity.WARNING);
    channels.add(again);
    service.look();
    service.look();
    assertEquals("host outage is over", again.next().message().title());
    awaitTold("phone", 1);
    service.look();
    assertEquals(0, phone.got.size() + again.got.size());
  }

  @Test
  void theSecondOfTwoChannelsWithOneNameIsRefusedAndHealthNamesIt() {
    channels.add(new Phone("phone", Severity.WARNING));
    channels.add(new Phone("phone", Severity.WARNING));
    channels.add(new Phone("Phone 1", Severity.WARNING));
    List<String> mistakes =
        service.channels().stream().map(Alarms.ChannelStatus::mistake).sorted().toList();
    assertEquals("", mistakes.get(0));
    assertTrue(mistakes.get(1).contains("another channel has the name phone"), mistakes.get(1));
    assertTrue(mistakes.get(2).contains("allowed: 1 to 32"), mistakes.get(2));
    assertEquals(
        org.apache.felix.hc.api.Result.Status.WARN,
        new DeliveryCheck(service).execute().getStatus());
  }

  @Test
  void aTestOfAnUnknownChannelListsTheChannels() {
    channels.add(new Phone("phone", Severity.WARNING));
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> service.test("fax", ANN));
    assertEquals("no alarm channel is called fax; there are: phone", refused.getMessage());
    assertEquals(SendResult.Outcome.DELIVERED, service.test("phone", ANN).outcome());
  }
}
