package innkeeper.shell;

import innkeeper.api.alarm.Alarms;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.audit.Actor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Channels and silences in memory. */
final class FakeAlarms implements Alarms {

  final List<ChannelStatus> channels = new ArrayList<>();
  final List<Silence> silences = new ArrayList<>();
  SendResult result = SendResult.delivered();
  Actor actor;

  static ChannelStatus channel(String name, String mistake, String error) {
    Instant at = Instant.parse("2026-11-21T03:12:00Z");
    return new ChannelStatus(name, mistake, Optional.of(at), Optional.empty(), error, 2, 5, 1);
  }

  @Override
  public List<ChannelStatus> channels() {
    return List.copyOf(channels);
  }

  @Override
  public SendResult test(String channel, Actor who) {
    actor = who;
    if (channels.stream().noneMatch(c -> c.name().equals(channel))) {
      throw new IllegalArgumentException("no alarm channel is called " + channel);
    }
    return result;
  }

  @Override
  public Silence silence(String channelId, Duration span, Actor who) {
    if (span.toDays() > 30) {
      throw new IllegalArgumentException("out of range; allowed are 1m to 30d");
    }
    Instant now = TestShell.NOW;
    Silence silence = new Silence(channelId, now, now.plus(span), who);
    silences.add(silence);
    return silence;
  }

  @Override
  public boolean endSilence(String channelId, Actor who) {
    return silences.removeIf(s -> s.channelId().equals(channelId));
  }

  @Override
  public List<Silence> silences() {
    return List.copyOf(silences);
  }
}
