package innkeeper.alarms;

import innkeeper.alarms.AlarmRules.Policy;
import innkeeper.alarms.AlarmRules.Told;
import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmChannel;
import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.alarm.Alarms;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.incident.Incidents;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.service.ServiceAwayException;
import innkeeper.api.settings.Settings;
import innkeeper.api.store.StoreException;
import innkeeper.common.text.Amounts;
import innkeeper.common.time.DailySpan;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the incidents every two seconds and gives each channel the alarms that it must get. It
 * works from state: each delivery is written to disk. So after a restart of the host no alarm is
 * lost or sent twice. Safe for many threads.
 */
final class AlarmService implements Alarms {

  private static final Logger LOG = LoggerFactory.getLogger(AlarmService.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration TEST_PATIENCE = Duration.ofSeconds(60);

  /** The time after the start in which a host outage may be added. */
  private static final Duration YOUNG = Duration.ofMinutes(2);

  /** The time for which an ended incident is followed for a channel that is away. */
  private static final Duration FOLLOWED = Duration.ofDays(1);

  private static final int MOST_OUTAGES = 100;

  private final Settings settings;
  private final AwaitedService<Incidents> incidents;
  private final AwaitedService<AuditLog> audit;
  private final Channels channels;
  private final AlarmText text;
  private final Clock clock;
  private final Instant started;

  /** The alarms and silences. Guarded by this, like all fields below. */
  private final AlarmBook book;

  /** The incidents for which a channel is being sent an alarm: {@code 7 discord}. */
  private final Set<String> underWay = new HashSet<>();

  AlarmService(
      Settings settings,
      AwaitedService<Incidents> incidents,
      AwaitedService<AuditLog> audit,
      Channels channels,
      AlarmText text,
      AlarmBook book,
      Clock clock) {
    this.settings = settings;
    this.incidents = incidents;
    this.audit = audit;
    this.channels = channels;
    this.text = text;
    this.clock = clock;
    this.book = book;
    this.started = clock.instant();
  }

  /** Sends all alarms that must be sent now. Called every two seconds. */
  void look() {
    Optional<Incidents> source = incidents.get();
    if (source.isPresent()) {
      try {
        look(source.get());
      } catch (StoreException | ServiceAwayException e) {
        LOG.debug("incidents cannot be read now, tried again", e);
      }
    }
  }

  private void look(Incidents source) {
    Instant now = clock.instant();
    boolean young = now.isBefore(started.plus(YOUNG));
    Set<Long> followed;
    synchronized (this) {
      followed = book.followed();
    }
    if (!young && followed.isEmpty() && source.open() == 0) {
      return;
    }
    List<Incident> found = new ArrayList<>(find(source, now, true, Incidents.MOST));
    List<Incident> outages =
        young
            ? find(source, now, false, MOST_OUTAGES).stream()
                .filter(i -> i.kind() == IncidentKind.HOST_OUTAGE)
                .toList()
            : List.of();
    Set<Long> open = new HashSet<>();
    found.forEach(incident -> open.add(incident.id()));
    for (long id : followed) {
      if (!open.contains(id)) {
        source.incident(id).ifPresentOrElse(found::add, () -> forget(id));
      }
    }
    synchronized (this) {
      take(found, outages, followed);
      Policy policy = policy();
      found.forEach(incident -> tell(incident, policy, now));
      found.forEach(incident -> prune(incident, now));
    }
  }

  private static List<Incident> find(Incidents source, Instant now, boolean open, int limit) {
    Instant from = open ? Instant.EPOCH : now.minus(FOLLOWED);
    return source.find(new Incidents.Query(List.of(), from, now, Optional.of(open), limit));
  }

  /** Adds the new outages of the host. At the very first call all of them count as old. */
  private void take(List<Incident> found, List<Incident> outages, Set<Long> followed) {
    long seen = book.seen();
    for (Incident outage : outages) {
      if (seen >= 0 && outage.id() > seen && !followed.contains(outage.id())) {
        book.follow(outage.id());
        found.add(outage);
      }
    }
    book.seen(0);
    found.forEach(incident -> book.seen(incident.id()));
    outages.forEach(incident -> book.seen(incident.id()));
    if (book.seen() != seen) {
      save();
    }
  }

  private Policy policy() {
    String quiet = settings.get("ALARM_QUIET_HOURS");
    return new Policy(
        Duration.ofSeconds(settings.number("ALARM_WAIT_SECONDS")),
        Duration.ofHours(settings.number("ALARM_REMIND_HOURS")),
        quiet.isBlank() ? Optional.empty() : Optional.of(DailySpan.parse(quiet)),
        settings.get("ALARM_QUIET_PASSES").equals("critical"));
  }

  private void tell(Incident incident, Policy policy, Instant now) {
    boolean silent =
        book.silence(ALL, now).isPresent() || book.silence(incident.channelId(), now).isPresent();
    if (silent) {
      return;
    }
    for (Channels.Entry entry : channels.usable()) {
      String key = incident.id() + " " + entry.name();
      Told told = book.told(incident.id(), entry.name());
      Optional<AlarmPhase> due =
          underWay.contains(key) ? Optional.empty() : AlarmRules.due(incident, told, policy, now);
      if (due.isPresent()) {
        AlarmPhase phase = due.get();
        int times = phase == AlarmPhase.CLOSED ? told.closed() : told.opened();
        Alarm alarm = text.of(incident, phase, times, now);
        if (phase == AlarmPhase.CLOSED || wants(entry.channel(), alarm)) {
          underWay.add(key);
          entry.queue().add(alarm, result -> settled(incident.id(), entry.name(), phase));
        }
      }
    }
  }

  private static boolean wants(AlarmChannel channel, Alarm alarm) {
    try {
      return channel.wants(alarm);
    } catch (RuntimeException e) {
      LOG.warn(
          "alarm channel filter failed, sending the alarm anyway channel={}", channel.name(), e);
      return true;
    }
  }

  /**
   * Notes a sent alarm. An alarm that was given up counts as sent, so that it is not tried for
   * ever.
   */
  private synchronized void settled(long incident, String channel, AlarmPhase phase) {
    underWay.remove(incident + " " + channel);
    book.tell(incident, channel, phase, clock.instant());
    save();
  }

  /** Frees the alarms that a removed channel was sending, so that its successor sends them. */
  synchronized void gone(String channel) {
    underWay.removeIf(key -> key.endsWith(" " + channel));
  }

  private void prune(Incident incident, Instant now) {
    Map<String, Told> told = book.told().get(incident.id());
    if (told == null || incident.open()) {
      return;
    }
    Instant ended = AlarmRules.ended(incident);
    boolean outstanding = told.isEmpty() || told.values().stream().anyMatch(Told::outstanding);
    if (ended.plus(outstanding ? FOLLOWED : Incidents.REOPENS).isBefore(now)) {
      forget(incident.id());
    }
  }

  private synchronized void forget(long incident) {
    book.told().remove(incident);
    save();
  }

  private void save() {
    try {
      book.write();
    } catch (IOException e) {
      LOG.warn(
          "state of alarms not written, tried again with the next change reason=\"{}\"",
          e.toString());
    }
  }

  @Override
  public List<ChannelStatus> channels() {
    return channels.status();
  }

  @Override
  public SendResult test(String channel, Actor actor) {
    Channels.Entry entry = channels.named(channel);
    if (!entry.mistake().isEmpty()) {
      return SendResult.refused(entry.mistake());
    }
    CompletableFuture<SendResult> result = new CompletableFuture<>();
    entry.queue().add(text.test(channel, clock.instant()), result::complete);
    SendResult answer = await(result);
    String outcome = answer.outcome() == SendResult.Outcome.DELIVERED ? "ok" : "failed";
    record(new AuditDraft("alarm.test", "", actor, outcome, "channel " + channel));
    return answer;
  }

  private static SendResult await(CompletableFuture<SendResult> result) {
    try {
      return result.get(TEST_PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return SendResult.later(
          "no answer within " + TEST_PATIENCE.toSeconds() + " s; it is still being sent");
    } catch (ExecutionException e) {
      return SendResult.later(String.valueOf(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return SendResult.later("interrupted");
    }
  }

  @Override
  public Silence silence(String channelId, Duration span, Actor actor) {
    if (span.compareTo(SHORTEST_SILENCE) < 0 || span.compareTo(LONGEST_SILENCE) > 0) {
      throw new IllegalArgumentException(
          "a silence of " + Amounts.span(span) + " is out of range; allowed are 1m to 30d");
    }
    Instant now = clock.instant();
    Silence silence = new Silence(channelId, now, now.plus(span), actor);
    synchronized (this) {
      change(channelId, Optional.of(silence));
    }
    String id = channelId.equals(ALL) ? "" : channelId;
    record(new AuditDraft("alarm.silence", id, actor, "ok", "for " + span.toSeconds() + " s"));
    return silence;
  }

  @Override
  public boolean endSilence(String channelId, Actor actor) {
    synchronized (this) {
      if (book.silence(channelId, clock.instant()).isEmpty()) {
        return false;
      }
      change(channelId, Optional.empty());
    }
    String id = channelId.equals(ALL) ? "" : channelId;
    record(new AuditDraft("alarm.unsilence", id, actor, "ok", ""));
    return true;
  }

  /** Changes a silence. It is in force only if it is on disk, because it must outlive the host. */
  private void change(String channelId, Optional<Silence> silence) {
    Instant now = clock.instant();
    book.silences().values().removeIf(one -> !one.until().isAfter(now));
    Optional<Silence> was = Optional.ofNullable(book.silences().remove(channelId));
    silence.ifPresent(one -> book.silences().put(channelId, one));
    try {
      book.write();
    } catch (IOException e) {
      book.silences().remove(channelId);
      was.ifPresent(one -> book.silences().put(channelId, one));
      throw new StoreException("the silences could not be written: " + e, e);
    }
  }

  private void record(AuditDraft draft) {
    try {
      audit.await(PATIENCE).append(draft);
    } catch (ServiceAwayException | StoreException e) {
      LOG.warn("not in the audit record action={} reason=\"{}\"", draft.action(), e.getMessage());
    }
  }

  @Override
  public synchronized List<Silence> silences() {
    Instant now = clock.instant();
    return book.silences().values().stream()
        .filter(one -> one.until().isAfter(now))
        .sorted(Comparator.comparing(Silence::until))
        .toList();
  }
}
