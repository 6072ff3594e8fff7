package innkeeper.history.incident;

import innkeeper.api.store.IncidentStore;
import innkeeper.api.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Incidents in memory; fails while it is told to. */
final class MemoryStore implements IncidentStore {

  final Map<Long, StoredIncident> all = new TreeMap<>();
  boolean broken;
  int writes;

  @Override
  public synchronized List<Long> put(List<StoredIncident> incidents) {
    check();
    writes++;
    List<Long> ids = new ArrayList<>();
    for (StoredIncident one : incidents) {
      long id = one.id() == 0 ? all.size() + 1 : one.id();
      all.put(id, new StoredIncident(id, one.channelId(), one.from(), one.to(), one.body()));
      ids.add(id);
    }
    return ids;
  }

  private void check() {
    if (broken) {
      throw new StoreException("the disk is full");
    }
  }

  @Override
  public synchronized List<StoredIncident> find(
      Collection<String> channelIds, Instant from, Instant to, Optional<Boolean> open, int limit) {
    check();
    return all.values().stream()
        .filter(one -> channelIds.isEmpty() || channelIds.contains(one.channelId()))
        .filter(one -> !one.from().isAfter(to))
        .filter(one -> one.to().isEmpty() || !one.to().get().isBefore(from))
        .filter(one -> open.isEmpty() || open.get() == one.to().isEmpty())
        .sorted(Comparator.comparing(StoredIncident::from).reversed())
        .limit(limit)
        .toList();
  }

  @Override
  public synchronized Optional<StoredIncident> incident(long id) {
    check();
    return Optional.ofNullable(all.get(id));
  }

  @Override
  public synchronized int prune(Instant before, int most, long mostBytes) {
    return 0;
  }
}
