package innkeeper.backup;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups;
import innkeeper.api.backup.Backups.Departure;
import innkeeper.api.backup.Backups.Verdict;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The forecast of the deletion of each backup. It simulates the coming backups one by one and
 * applies {@link Retention} after each.
 */
final class PruneForecast {

  private final Clock clock;
  private Question asked;
  private List<Departure> told = List.of();

  PruneForecast(Clock clock) {
    this.clock = clock;
  }

  private record Question(
      List<BackupManifest> verified,
      Retention.Counts keep,
      Duration interval,
      Optional<Instant> nextDue) {}

  /**
   * Returns the forecast. It is computed by one thread at a time, and only once for the same input.
   */
  synchronized List<Departure> of(
      List<BackupManifest> verified,
      Retention.Counts keep,
      Duration interval,
      Optional<Instant> nextDue) {
    Question question = new Question(verified, keep, interval, nextDue);
    if (!question.equals(asked)) {
      told = of(verified, keep, interval, clock.instant(), nextDue);
      asked = question;
    }
    return told;
  }

  /**
   * @param verified the verified backups in order of their sequence, oldest first
   * @param nextDue the time of the next backup; empty if backups are made only on demand, so that
   *     no time is known
   */
  static List<Departure> of(
      List<BackupManifest> verified,
      Retention.Counts keep,
      Duration interval,
      Instant now,
      Optional<Instant> nextDue) {
    Map<String, Instant> gone = new HashMap<>();
    Set<String> left = new HashSet<>();
    verified.stream().filter(b -> !b.pinned()).forEach(b -> left.add(b.name()));
    List<BackupManifest> there = new ArrayList<>(verified);
    boolean scheduled = nextDue.isPresent() && !interval.isZero();
    Instant at = nextDue.orElse(now);
    for (int i = 0; scheduled && i < Backups.FORECAST_BACKUPS && !left.isEmpty(); i++) {
      there.add(next(verified, i, at));
      Map<String, Verdict> verdicts = Retention.judge(there, keep, at);
      there.removeIf(b -> !verdicts.get(b.name()).keep());
      for (Map.Entry<String, Verdict> one : verdicts.entrySet()) {
        if (!one.getValue().keep() && left.remove(one.getKey())) {
          gone.put(one.getKey(), at);
        }
      }
      at = at.plus(interval);
    }
    Map<String, Verdict> today = Retention.judge(verified, keep, now);
    return verified.stream()
        .map(
            b ->
                new Departure(
                    b.name(),
                    Optional.ofNullable(gone.get(b.name())),
                    b.pinned() ? "pinned" : today.get(b.name()).reason()))
        .toList();
  }

  private static BackupManifest next(List<BackupManifest> verified, int i, Instant at) {
    BackupManifest last = verified.get(verified.size() - 1);
    return new BackupManifest(
        "to come " + i,
        last.seq() + 1 + i,
        at,
        "scheduled",
        last.facts(),
        at,
        false,
        last.hostVersion());
  }
}
