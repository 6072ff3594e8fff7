package innkeeper.admin;

import innkeeper.api.alarm.Alarms;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.audit.Actor;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Channels that are always the same; silences in memory. */
final class FakeAlarms implements Alarms {

  static final Instant THEN = Instant.parse("2026-11-22T03:12:00Z");

  final List<ChannelStatus> channels =
      new CopyOnWriteArrayList<>(
          List.of(
              new ChannelStatus("mail", "", Optional.of(THEN), Optional.empty(), "", 0, 5, 0),
              new ChannelStatus(
                  "ops", "", Optional.empty(), Optional.of(THEN), "status 503", 2, 0, 1)));

  final List<Silence> silences = new CopyOnWriteArrayList<>();

  @Override
  public List<ChannelStatus> channels() {
    return List.copyOf(channels);
  }

  @Override
  public SendResult test(String channel, Actor actor) {
    return SendResult.delivered();
  }

  @Override
  public Silence silence(String channelId, Duration span, Actor actor) {
    if (span.compareTo(LONGEST_SILENCE) > 0) {
      throw new IllegalArgumentException("out of range; allowed are 1m to 30d");
    }
    silences.removeIf(one -> one.channelId().equals(channelId));
    Silence silence = new Silence(channelId, THEN, THEN.plus(span), actor);
    silences.add(silence);
    return silence;
  }

  @Override
  public boolean endSilence(String channelId, Actor actor) {
    return silences.removeIf(one -> one.channelId().equals(channelId));
  }

  @Override
  public List<Silence> silences() {
    return List.copyOf(silences);
  }
}
