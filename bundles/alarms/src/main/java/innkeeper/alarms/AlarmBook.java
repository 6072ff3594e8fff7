package innkeeper.alarms;

import innkeeper.alarms.AlarmRules.Told;
import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.alarm.Alarms.Silence;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Holds the alarms that each channel has got, and the silences: the state that outlives the host.
 * Not safe for many threads.
 */
final class AlarmBook {

  /** The highest id of a known incident; negative before the first one. */
  private long seen = -1;

  private final Map<String, Silence> silences = new LinkedHashMap<>();
  private final Map<Long, Map<String, Told>> told = new LinkedHashMap<>();

  long seen() {
    return seen;
  }

  void seen(long id) {
    seen = Math.max(seen, id);
  }

  Map<String, Silence> silences() {
    return silences;
  }

  Optional<Silence> silence(String channelId, Instant now) {
    return Optional.ofNullable(silences.get(channelId)).filter(s -> s.until().isAfter(now));
  }

  /** Returns what each channel has got, by incident and channel. */
  Map<Long, Map<String, Told>> told() {
    return told;
  }

  Told told(long incident, String channel) {
    return told.getOrDefault(incident, Map.of()).getOrDefault(channel, Told.NOTHING);
  }

  void tell(long incident, String channel, AlarmPhase phase, Instant at) {
    told.computeIfAbsent(incident, id -> new HashMap<>())
        .merge(channel, Told.NOTHING.with(phase, at), (was, one) -> was.with(phase, at));
  }

  /** Starts to follow an incident about which no alarm was sent yet. */
  void follow(long incident) {
    told.computeIfAbsent(incident, id -> new HashMap<>());
  }

  Set<Long> followed() {
    return Set.copyOf(told.keySet());
  }
}
